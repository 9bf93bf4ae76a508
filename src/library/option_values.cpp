#include "library/option_values.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/shared/options.hpp"

namespace thaw {

namespace {

// Without an exponent, as one would type it.
std::string plain(double value) {
    return value == std::floor(value) ? std::to_string(static_cast<i64>(value)) : text::number(value);
}

std::string number_error(const FormatOption& option, const std::string& text) {
    if (std::find(option.values.begin(), option.values.end(), text) != option.values.end()) return {};
    if (OptionValues{{std::string(option.name), text}}.number(option)) return {};
    std::string words;
    for (const std::string_view word : option.values) words += (words.empty() ? " or " : "|") + std::string(word);
    const auto number = text::whole_number(text);
    const bool whole = option.type == OptionType::integer;
    if (!number || (whole && *number != std::floor(*number))) {
        return text + " is not a " + (whole ? "whole number" : "number") + words;
    }
    return text + " is not between " + plain(option.least) + " and " + plain(option.most) + words;
}

void note(std::vector<KnownOption>& out, const FormatOption& option, const Format& format, bool build) {
    auto known =
        std::find_if(out.begin(), out.end(), [&](const KnownOption& k) { return k.option->name == option.name; });
    if (known == out.end()) known = out.insert(out.end(), KnownOption{&option});
    (build ? known->build : known->scene).push_back(&format);
}

std::vector<const Format*> takers(const KnownOption& known) {
    std::vector<const Format*> out;
    for (const Format* format : formats()) {
        const auto has = [&](const std::vector<const Format*>& list) {
            return std::find(list.begin(), list.end(), format) != list.end();
        };
        if (has(known.scene) || has(known.build)) out.push_back(format);
    }
    return out;
}

bool is_companion(const FormatOption& option) {
    return option.type == OptionType::file || option.type == OptionType::keyed_files;
}

bool reads(const Format* format, const FormatOption& option, bool scene) {
    return format != nullptr && is_scene_option(*format, option) && (scene || is_companion(option));
}

bool has_key(const OptionRange& range, const std::string& pair) {
    const std::string_view key = std::string_view(pair).substr(0, pair.find('='));
    const bool listed = std::any_of(range.keys.begin(), range.keys.end(),
                                    [&](const std::string& one) { return text::equal_ignoring_case(one, key); });
    return listed != range.all_but_keys;
}

bool has_value(const OptionRange& range, const std::string& text) {
    const auto number = text::whole_number(text);
    return number ? range.most && *number <= *range.most : range.words;
}

std::string id_and_title(const Format& format) {
    return std::string(format.id) + " (" + std::string(format.title) + ")";
}

// Why the value cannot be taken; empty if it can. Companions are files, and given when a model is opened.
std::string take(GivenOption& given, const std::string& value) {
    const FormatOption& option = given.option();
    switch (option.type) {
        case OptionType::flag:
            given.flag = value == "true";
            return given.flag || value == "false" ? std::string() : value + " is neither true nor false";
        case OptionType::file:
        case OptionType::keyed_files:
        case OptionType::output: return "it names a file, which is given when a model is opened";
        default: given.text = value; return value_error(option, value);
    }
}

}  // namespace

std::string KnownOption::ids() const {
    std::vector<std::string> out;
    for (const Format* format : takers(*this)) out.emplace_back(format->id);
    return text::alternatives(out);
}

std::string KnownOption::list() const {
    std::string out;
    for (const Format* format : takers(*this)) out += (out.empty() ? "" : ", ") + std::string(format->id);
    return out;
}

std::string KnownOption::game() const {
    std::string_view game;
    for (const Format* format : takers(*this)) {
        if (!game.empty() && format->game != game) return {};
        game = format->game;
    }
    return std::string(game);
}

std::vector<KnownOption> known_options() {
    std::vector<KnownOption> out;
    for (const Format* format : formats()) {
        for (const FormatOption* option : format->scene_options) note(out, *option, *format, false);
        for (const FormatOption* option : format->build_options) note(out, *option, *format, true);
    }
    return out;
}

std::string value_error(const FormatOption& option, const std::string& text) {
    switch (option.type) {
        case OptionType::integer:
        case OptionType::number: return number_error(option, text);
        case OptionType::word: {
            if (std::find(option.values.begin(), option.values.end(), text) != option.values.end()) return {};
            const std::vector<std::string> words(option.values.begin(), option.values.end());
            return text + " is not " + text::alternatives(words);
        }
        default: return {};
    }
}

std::string GivenOption::words() const {
    std::string out = name();
    if (!text.empty()) out += " " + text::printable(text);
    if (!texts.empty()) out += " " + text::printable(texts.front());
    return out;
}

bool is_scene_option(const Format& format, const FormatOption& option) {
    return find_option(format.scene_options, option.name) != nullptr;
}

bool is_taken(const GivenOption& given, const OptionUse& use) {
    const FormatOption& option = given.option();
    if (reads(use.read, option, use.scene) || reads(use.base, option, use.scene)) return true;
    if (use.any_build) return true;
    return use.build != nullptr && find_option(use.build->build_options, option.name) != nullptr;
}

std::string why_not_taken(const GivenOption& given, const OptionUse& use) {
    const FormatOption& option = given.option();
    const std::string name = given.name();
    if (use.build != nullptr) {
        const FormatOption* read = find_option(use.build->scene_options, option.name);
        if (read != nullptr && !read->not_built_reason.empty())
            return name + ": " + std::string(read->not_built_reason);
    }
    if (!use.scene && (reads(use.read, option, true) || find_option(use.read->build_options, option.name) != nullptr)) {
        return name + " has no effect: the model is written again as it is";
    }
    if (given.known.scene.empty() && use.build == nullptr) return name + " is for writing " + given.known.ids();
    return name + " is for " + given.known.ids() + ", and this is " +
           id_and_title(given.known.scene.empty() ? *use.build : *use.read);
}

std::string out_of_range(const GivenOption& given, const Model& model, const SceneOptions& scene) {
    const auto ranges = option_ranges(model, scene);
    if (!ranges) return {};  // making the scene will say why
    for (const OptionRange& range : *ranges) {
        if (range.option != given.option().name) continue;
        const bool is_name = given.option().type == OptionType::text;
        const bool fits = is_name ? has_key(range, given.text) : has_value(range, given.text);
        if (!given.text.empty() && !fits) return given.words() + ": " + range.text;
        for (const std::string& pair : given.texts) {
            if (!has_key(range, pair)) return given.name() + " " + text::printable(pair) + ": " + range.text;
        }
    }
    return {};
}

std::string refusal(const std::vector<const GivenOption*>& given, const Model& model, const OptionUse& use,
                    const SceneOptions& scene) {
    for (const GivenOption* one : given) {
        if (!is_taken(*one, use)) return why_not_taken(*one, use);
        if (!use.scene || !reads(model.format, one->option(), true)) continue;
        if (std::string why = out_of_range(*one, model, scene); !why.empty()) return why;
    }
    return {};
}

SceneOptions scene_options_of(const ConvertOptions& options) {
    SceneOptions out = scene_options_from(options.options);
    out.normals = options.normals;
    return out;
}

Status check_options(const Model& model, const OptionValues& values, const OptionUse& use) {
    std::vector<KnownOption> known = known_options();
    std::vector<GivenOption> given;
    for (const OptionValue& one : values.list()) {
        const auto found =
            std::find_if(known.begin(), known.end(), [&](const KnownOption& k) { return k.option->name == one.name; });
        if (found == known.end()) {
            return Error{Code::unsupported, "no format has an option " + text::printable(one.name)};
        }
        GivenOption taken{*found};
        if (const std::string why = take(taken, one.value); !why.empty()) {
            return Error{Code::unsupported, one.name + ": " + text::printable(why)};
        }
        if (taken.is_given()) given.push_back(std::move(taken));
    }
    std::vector<const GivenOption*> list;
    for (const GivenOption& one : given) list.push_back(&one);
    const std::string why = refusal(list, model, use, scene_options_from(values));
    if (!why.empty()) return Error{Code::unsupported, why};
    return Done{};
}

}  // namespace thaw
