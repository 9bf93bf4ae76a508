#include "formats/soulfu/scripts/texture_names.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/json_tree.hpp"
#include "base/text.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t longest_file = 65536;  // four short names

// "#FFFF00"
std::optional<u32> color_in(std::string_view text) {
    if (text.size() != 7 || text[0] != '#') return std::nullopt;
    u32 out = 0;
    for (const char c : text.substr(1)) {
        const char digit = text::lower(c);
        const bool is_letter = digit >= 'a' && digit <= 'f';
        if (!is_letter && (digit < '0' || digit > '9')) return std::nullopt;
        out = out << 4 | static_cast<u32>(is_letter ? digit - 'a' + 10 : digit - '0');
    }
    return out;
}

bool findable(std::string_view name) { return !name.empty() && name.find('*') == name.npos; }

// What somebody chose is not looked for.
std::vector<Want> first_needs(const Bundle& bundle, const std::string& stem, const UsedSlots& used) {
    std::vector<Want> wants{
        {.role = std::string(texture_names_role), .names = {stem + ".textures.json"}, .mentioned = false}};
    const auto is_chosen = [](const Part& part) { return part.role.starts_with("texture:"); };
    if (std::find(used.slots.begin(), used.slots.end(), true) == used.slots.end()) return wants;
    if (std::any_of(bundle.parts.begin(), bundle.parts.end(), is_chosen)) return wants;
    wants.push_back({.role = std::string(script_role),
                     .names = {"*.SRC"},
                     .mentions = stem + ".",
                     .mentioned = false,
                     .all = true,
                     .accepts = [stem](const Blob& bytes) { return script_dresses(bytes.bytes(), stem); },
                     .unless = {std::string(texture_names_role)}});
    wants.push_back({.role = std::string(room_role),
                     .names = {"*.SRF"},
                     .mentions = stem + ".DDD",
                     .mentioned = false,
                     .all = true,
                     .accepts = [stem](const Blob& bytes) { return room_dresses(bytes.bytes(), stem); },
                     .unless = {std::string(texture_names_role), std::string(script_role)}});
    return wants;
}

}  // namespace

TextureNames texture_names(const Bundle& bundle) {
    TextureNames out;
    const Part* part = bundle.find(texture_names_role);
    if (part == nullptr) return out;
    const std::string text = part->bytes.size() <= longest_file ? text::view_as_text(part->bytes.bytes()) : "";
    const auto tree = json::Tree::parse(text, {.depth = 4});
    if (!tree || !tree->root().is(json::Kind::object)) {
        out.error = "something else";
        return out;
    }
    tree->root().each([&](std::string_view slot, json::Ref value) {
        auto name = value.string();
        if (!name) {
            out.error = "something else";
        } else if (slot == color_key) {
            out.tint = color_in(*name);
            if (!out.tint) out.error = "colour '" + text::printable(*name) + "'";
        } else if (slot.size() == 1 && slot[0] >= '0' && slot[0] < '0' + static_cast<int>(slot_count)) {
            out.slots[static_cast<std::size_t>(slot[0] - '0')] = std::move(*name);
        } else {
            out.error = "slot '" + text::printable(slot) + "'";
        }
    });
    if (out.error.empty()) return out;
    return {.error = std::move(out.error)};
}

void add_image_want(const std::string& name, std::vector<Want>& wants) {
    const auto is_it = [&](const Want& want) { return want.names.front() == name; };
    if (!findable(name) || std::any_of(wants.begin(), wants.end(), is_it)) return;
    Want want{.role = "texture", .names = {name}};
    // Scripts say NAME.RGB, which is what the game makes of the others in memory.
    const std::string stem = name.substr(0, name.rfind('.'));
    for (const char* ending : {".PCX", ".JPG", ".PNG", ".TGA", ".BMP"}) want.names.push_back(stem + ending);
    wants.push_back(std::move(want));
}

std::vector<Want> texture_needs(const Bundle& bundle, std::string_view part, const UsedSlots& used) {
    if (bundle.find(texture_names_role) != nullptr) {
        std::vector<Want> wants;
        for (const std::string& name : texture_names(bundle).slots) add_image_want(name, wants);
        return wants;
    }
    const std::string stem(text::file_stem(bundle.name_of(part)));
    if (bundle.find(script_role) == nullptr && bundle.find(room_role) == nullptr) {
        return findable(stem) ? first_needs(bundle, stem, used) : std::vector<Want>();
    }
    std::vector<Want> wants;
    for (const Look& look : looks_in(bundle, stem, used).list) {
        for (std::size_t slot = 0; slot < slot_count; ++slot) {
            if (used.slots[slot]) add_image_want(look.images[slot], wants);
        }
    }
    return wants;
}

AlphaFrom alpha_of(std::string_view image_name) {
    const std::string name(text::file_name(image_name));
    const auto starts = [&](std::string_view prefix) {
        return text::equal_ignoring_case(std::string_view(name).substr(0, prefix.size()), prefix);
    };
    if (starts("SHAD") || starts("MPSHAD")) return AlphaFrom::darkness;
    if (starts("LITE") || starts("MPLITE")) return AlphaFrom::brightness;
    if (starts("=")) return AlphaFrom::corner_soft;
    if (starts("-")) return AlphaFrom::corner;
    return AlphaFrom::file;
}

}  // namespace thaw::ddd
