#include "library/abilities.hpp"

#include <thaw/info.hpp>

#include "formats/gltf/family.hpp"

namespace thaw {

namespace {

std::vector<std::string_view> abilities(const Format& format) {
    // What can be read can be checked: a format without findings is only recognised.
    if (format.issue_kinds.empty()) return {"recognise"};
    std::vector<std::string_view> out{"info", "check", "dump"};
    if (format.entries == nullptr || format.to_scene != nullptr) out.push_back("convert");
    if (format.convert_variant != nullptr) out.push_back("variants");
    return out;
}

constexpr Ability table[] = {
    {"read", [](const Format& format) { return !format.issue_kinds.empty(); }},
    {"write", [](const Format& format) { return !format.issue_kinds.empty(); }},
    {"build", [](const Format& format) { return format.from_scene != nullptr || &format == &gltf_file::format; }},
    {"render", [](const Format& format) { return format.to_scene != nullptr; }},
    {"list", [](const Format& format) { return format.entries != nullptr; }},
    {"replace", [](const Format& format) { return format.replace_entry != nullptr; }},
    {"pack", [](const Format& format) { return format.build_archive != nullptr; }},
};

json::Value abilities_json(const Format& format) {
    json::Value out;
    for (const Ability& ability : all_abilities) out.set(ability.word, ability.has(format));
    return out;
}

json::Value words_json(std::span<const std::string_view> words) {
    json::Array list;
    for (const std::string_view word : words) list.emplace_back(word);
    return list;
}

json::Value option_json(const Format& format, const FormatOption& option) {
    json::Value out;
    out.set("name", option.name).set("type", option_type_name(option.type)).set("help", option.help);
    if (!option.values.empty()) out.set("values", words_json(option.values));
    const bool is_number = option.type == OptionType::number || option.type == OptionType::integer;
    if (is_number) out.set("least", option.least).set("most", option.most);
    const std::string_view preset = option.type == OptionType::word ? option.values.front() : option.preset;
    if (!preset.empty()) out.set("default", preset);
    if (!option.role.empty()) out.set("role", option.role);
    json::Array uses;
    if (find_option(format.scene_options, option.name) != nullptr) uses.emplace_back("scene");
    if (find_option(format.build_options, option.name) != nullptr) uses.emplace_back("build");
    out.set("applies_to", std::move(uses));
    return out;
}

json::Value options_json(const Format& format) {
    json::Array out;
    for (const FormatOption* option : format.scene_options) out.push_back(option_json(format, *option));
    for (const FormatOption* option : format.build_options) {
        if (find_option(format.scene_options, option->name) == nullptr) out.push_back(option_json(format, *option));
    }
    return out;
}

}  // namespace

json::Value to_json(const Format& format) {
    json::Value out;
    json::Array files;
    for (const PartRole& part : format.parts) files.emplace_back("*" + std::string(part.suffix));
    out.set("id", format.id).set("title", format.title).set("game", format.game).set("files", std::move(files));
    out.set("extensions", words_json(format.extensions)).set("variants", words_json(format.variants));
    out.set("can", words_json(abilities(format)));
    out.set("abilities", abilities_json(format));
    if (!format.mime.empty()) out.set("mime", format.mime);
    out.set("options", options_json(format));
    return out;
}

const std::span<const Ability> all_abilities = table;

}  // namespace thaw
