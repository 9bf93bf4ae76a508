// What options of formats mean, and whether they mean anything.
#pragma once

#include <string>
#include <vector>

#include <thaw/convert.hpp>

namespace thaw {

// An option of one or more formats, which have its name in common.
struct KnownOption {
    const FormatOption* option;
    std::vector<const Format*> scene{};  // that heed it while a scene is made,
    std::vector<const Format*> build{};  // and while a model is built

    std::string ids() const;   // "ctc, ctr or rdy"
    std::string list() const;  // "ctc, ctr, rdy"
    std::string game() const;  // the one whose formats have it; empty if there are several
};

// In the order of the formats.
std::vector<KnownOption> known_options();

// Why the text is no value of the option; empty if it is one.
std::string value_error(const FormatOption& option, const std::string& text);

struct GivenOption {
    KnownOption known;
    bool flag = false;
    std::string text{};
    std::vector<std::string> texts{};  // KEY=FILE
    std::string_view dashes{};         // before its name, in words to people: "--"

    const FormatOption& option() const { return *known.option; }
    bool is_given() const { return flag || !text.empty() || !texts.empty(); }
    std::string name() const { return std::string(dashes) + std::string(option().name); }
    std::string words() const;  // "--lod 3", "--texture 9=x.png"
};

// Whose options count for one model.
struct OptionUse {
    const Format* read = nullptr;   // of the model
    const Format* base = nullptr;   // of a base, whose scene is made like the model's
    const Format* build = nullptr;  // of the model that is built
    bool any_build = false;         // that is not known yet
    bool scene = true;              // is a scene made? Else the model is written again as it is
};

// Does one of the formats know the option?
bool is_taken(const GivenOption& given, const OptionUse& use);
std::string why_not_taken(const GivenOption& given, const OptionUse& use);
// Do the values mean something for this model, whose scene is made with these options? Else why not.
bool is_scene_option(const Format& format, const FormatOption& option);
std::string out_of_range(const GivenOption& given, const Model& model, const SceneOptions& scene);
// Why an option means nothing for the model; empty if all mean something.
std::string refusal(const std::vector<const GivenOption*>& given, const Model& model, const OptionUse& use,
                    const SceneOptions& scene);

// The options as the formats take them.
SceneOptions scene_options_of(const ConvertOptions& options);
// The error names an option that is unknown, has no such value, or means nothing for the model.
Status check_options(const Model& model, const OptionValues& values, const OptionUse& use);

}  // namespace thaw
