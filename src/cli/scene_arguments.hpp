// The options of all formats on the command line: how a scene is made, from which companions, and what is built of it.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>

#include "cli/command_line.hpp"
#include "io/open.hpp"

namespace thaw::cli {

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

struct GivenOption {
    KnownOption known;
    bool flag = false;
    std::string text{};
    std::vector<std::string> texts{};  // KEY=FILE

    const FormatOption& option() const { return *known.option; }
    bool is_given() const { return flag || !text.empty() || !texts.empty(); }
    std::string words() const;  // "--lod 3", "--texture 9=x.png"
};

struct SceneArguments {
    std::list<GivenOption> all{};  // the command line keeps references to what is in it
    std::string normals = "base";

    SceneOptions options() const;
    std::vector<io::Given> given() const;
    // Where the companion of that role is to be written; empty: next to the model.
    std::string output_for(std::string_view role) const;
    std::vector<const GivenOption*> given_options() const;
};

enum class OptionScope : bool { scene, scene_and_build };

// `own`: an option that the verb has itself; formats that know it too get its value by share_value().
void add_scene_arguments(Verb& verb, SceneArguments& arguments, OptionScope scope = OptionScope::scene,
                         std::string_view own = {});
// Gives a value of an option of the verb's own to the formats, if it is one that they take.
void share_value(SceneArguments& arguments, std::string_view own, const std::string& value);
// For verbs that write glTF.
void add_normals_argument(Verb& verb, SceneArguments& arguments);

}  // namespace thaw::cli
