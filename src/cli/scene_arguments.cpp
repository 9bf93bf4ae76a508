#include "cli/scene_arguments.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/shared/options.hpp"

namespace thaw::cli {

namespace {

bool is_pair(const std::string& text) {
    const auto equals = text.find('=');
    return equals != std::string::npos && equals > 0 && equals + 1 < text.size();
}

std::string with_bars(std::span<const std::string_view> words) {
    std::string out;
    for (const std::string_view word : words) out += (out.empty() ? "" : "|") + std::string(word);
    return out;
}

ValueCheck check_of(const FormatOption& option) {
    switch (option.type) {
        case OptionType::integer:
        case OptionType::number: return [&option](const std::string& text) { return value_error(option, text); };
        case OptionType::word: return one_of({option.values.begin(), option.values.end()});
        case OptionType::keyed_files:
            return [&option](const std::string& text) {
                if (is_pair(text)) return std::string();
                return fmt::format("{} is not {}, for example {}", text, option.placeholder, option.example);
            };
        default: return {};
    }
}

std::string help_of(const KnownOption& known) {
    const FormatOption& option = *known.option;
    std::string out(option.help);
    if (known.game().empty()) out += " (" + known.list() + ")";
    const bool words = option.type == OptionType::word;
    const std::string_view preset = words ? option.values.front() : option.preset;
    if (!preset.empty()) out += fmt::format(" [default: {}]", preset);
    return out;
}

// "--skin" is the name of the option skin.
bool is_called(const FormatOption& option, std::string_view own) {
    return !own.empty() && own.substr(2) == option.name;
}

void add_option(Verb& verb, GivenOption& given) {
    const FormatOption& option = given.option();
    const std::string names = "--" + std::string(option.name);
    const std::string type =
        option.type == OptionType::word ? with_bars(option.values) : std::string(option.placeholder);
    Option line{.names = names.c_str(),
                .type = type.c_str(),
                .help = verb.explains() ? help_of(given.known) : std::string(),
                .check = check_of(option)};
    switch (option.type) {
        case OptionType::flag: return verb.flag(std::move(line), given.flag);
        case OptionType::keyed_files: return verb.texts(std::move(line), given.texts);
        default: return verb.text(std::move(line), given.text);
    }
}

std::string listed_ids(const std::vector<const Format*>& list) {
    std::string out;
    for (const Format* format : list) out += (out.empty() ? "" : ", ") + std::string(format->id);
    return out;
}

// "Crash Team Racing (ctr)": the game, and its formats that have options.
std::string heading_of(const KnownOption& known) {
    const std::string game = known.game();
    if (game.empty()) return known.scene.empty() ? "Output" : "Input";
    std::vector<const Format*> of_game;
    for (const Format* format : formats()) {
        if (format->game == game && !format->scene_options.empty()) of_game.push_back(format);
    }
    return fmt::format("{} ({})", game, listed_ids(of_game));
}

// What is given as KEY=FILE.
io::Given pair_of(const FormatOption& option, const std::string& text) {
    const auto equals = text.find('=');
    return {std::string(option.role) + text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

std::vector<const GivenOption*> SceneArguments::given_options() const {
    std::vector<const GivenOption*> out;
    for (const GivenOption& one : all) {
        if (one.is_given()) out.push_back(&one);
    }
    return out;
}

OptionValues SceneArguments::values() const {
    OptionValues out;
    for (const GivenOption* one : given_options()) {
        if (one->option().role.empty()) out.set(one->option().name, one->flag ? "true" : one->text);
    }
    return out;
}

SceneOptions SceneArguments::options() const {
    SceneOptions out = scene_options_from(values());
    if (normals == "morph") out.normals = SceneOptions::Normals::morph;
    if (normals == "none") out.normals = SceneOptions::Normals::none;
    return out;
}

std::vector<io::Given> SceneArguments::given() const {
    std::vector<io::Given> out;
    for (const GivenOption* one : given_options()) {
        const FormatOption& option = one->option();
        if (option.type == OptionType::file) out.push_back({std::string(option.role), one->text});
        const bool is_number = option.type == OptionType::integer || option.type == OptionType::number;
        if (is_number && !option.role.empty()) out.push_back({std::string(option.role), {}, one->text});
        for (const std::string& text : one->texts) out.push_back(pair_of(option, text));
    }
    return out;
}

std::string SceneArguments::output_for(std::string_view role) const {
    for (const GivenOption& one : all) {
        if (one.option().type == OptionType::output && one.option().role == role) return one.text;
    }
    return {};
}

void add_scene_arguments(Verb& verb, SceneArguments& arguments, OptionScope scope, std::string_view own) {
    for (KnownOption& known : known_options()) {
        if (scope == OptionScope::scene && known.scene.empty()) continue;
        if (is_called(*known.option, own)) {
            arguments.all.emplace_back(GivenOption{.known = std::move(known), .dashes = "--"});
            continue;
        }
        if (verb.explains()) verb.group(heading_of(known));
        add_option(verb, arguments.all.emplace_back(GivenOption{.known = std::move(known), .dashes = "--"}));
    }
    verb.group({});
}

void share_value(SceneArguments& arguments, std::string_view own, const std::string& value) {
    for (GivenOption& one : arguments.all) {
        if (is_called(one.option(), own) && value_error(one.option(), value).empty()) one.text = value;
    }
}

void add_normals_argument(Verb& verb, SceneArguments& arguments) {
    verb.text({.names = "--normals",
               .type = "morph|base|none",
               .help = "write normals for every frame, for the first one only, or not at all [default: base]",
               .check = one_of({"morph", "base", "none"})},
              arguments.normals);
}

}  // namespace thaw::cli
