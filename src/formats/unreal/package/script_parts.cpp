#include "formats/unreal/package/script_parts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/file_name.hpp"
#include "base/text.hpp"

namespace thaw::upackage {

namespace {

constexpr u32 multi_skins = 8;

// No exponent: a script's numbers end at the first letter. What is no number at all is 0.
template <class Float>
std::string in_digits(Float value) {
    if (!std::isfinite(value)) return "0";
    std::array<char, 200> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value + Float{0}, std::chars_format::fixed);
    return {text.data(), end.ptr};
}

const SourceFile* image_of(const Document& package, i32 reference) {
    return reference <= 0 ? nullptr : package.file_of(static_cast<std::size_t>(reference) - 1, FileKind::image);
}

// Of a class: nothing is none, 0 is None.
std::optional<i32> default_object(const Document& package, u32 class_export, std::string_view name, u32 index = 0) {
    const Property* found = package.class_default(class_export, name, index);
    if (found == nullptr || found->type() != PropertyType::object) return {};
    if (!package.has_object(found->reference.value())) return {};
    return found->reference.value();
}

void import_texture(const Document& package, i32 reference, ScriptText& out) {
    const SourceFile* file = image_of(package, reference);
    if (file == nullptr) return;
    std::string path = file->name;
    std::replace(path.begin(), path.end(), '/', '\\');
    std::string text = "#exec TEXTURE IMPORT NAME=" + texture_name(package, reference) + " FILE=" + path;
    const std::string_view group = package.object_name(package.exports[file->object].outer);
    if (!group.empty()) text += " GROUP=" + plain_name(group);
    const Property* masked = package.objects[file->object].find(package, "bMasked");
    if (masked != nullptr && masked->bit()) text += " FLAGS=2";
    out.line(text);
}

void write_style(const Document& package, u32 class_export, ScriptText& out) {
    constexpr std::string_view styles[] = {"STY_None",        "STY_Normal",    "STY_Masked",
                                           "STY_Translucent", "STY_Modulated", "STY_AlphaBlend"};
    const Property* style = package.class_default(class_export, "Style");
    if (style != nullptr && style->type() == PropertyType::byte_value && style->number >= 0 &&
        static_cast<std::size_t>(style->number) < std::size(styles)) {
        out.line("    Style=" + std::string(styles[static_cast<std::size_t>(style->number)]));
    }
    if (const Property* glow = package.class_default(class_export, "ScaleGlow");
        glow != nullptr && glow->type() == PropertyType::float_value) {
        out.line("    ScaleGlow=" + script_number(glow->real));
    }
    for (const char* name : {"bUnlit", "bMeshEnviroMap", "bNoSmooth"}) {
        const Property* flag = package.class_default(class_export, name);
        if (flag == nullptr || flag->type() != PropertyType::bool_value) continue;
        out.line("    " + std::string(name) + (flag->bit() ? "=True" : "=False"));
    }
}

// Of players: where their skins are, and which of their slots show what of them.
void write_player_skins(const Document& package, u32 class_export, ScriptText& out) {
    for (const char* name : {"DefaultSkinName", "DefaultPackage"}) {
        const Property* found = package.class_default(class_export, name);
        if (found == nullptr || found->type() != PropertyType::string || found->reference.value() <= 0) continue;
        const u64 letters = std::min<u64>(text_bytes(found->reference) - 1, most_name_letters);
        const std::string value = text::view_as_text(package.image.slice(found->value_at, letters).bytes());
        if (plain_full_name(value) == value) out.line("    " + std::string(name) + "=\"" + value + "\"");
    }
    for (const char* name : {"FixedSkin", "FaceSkin", "TeamSkin1", "TeamSkin2"}) {
        const Property* slot = package.class_default(class_export, name);
        if (slot == nullptr || slot->type() != PropertyType::int_value) continue;
        out.line("    " + std::string(name) + "=" + std::to_string(slot->number));
    }
}

// A texture that is None stays none, whatever the classes above say.
void write_textures(const Document& package, u32 class_export, ScriptText& out) {
    const auto write = [&](const std::string& key, std::string_view name, u32 index) {
        const auto reference = default_object(package, class_export, name, index);
        if (!reference) return;
        const std::string texture = texture_name(package, *reference);
        out.line("    " + key + (texture.empty() ? "=None" : "=Texture'" + texture + "'"));
    };
    for (const char* name : {"Skin", "Texture"}) write(name, name, 0);
    for (u32 i = 0; i < multi_skins; ++i) write("MultiSkins(" + std::to_string(i) + ")", "MultiSkins", i);
}

}  // namespace

Result<std::string> ScriptText::take() {
    if (out_.size() <= most_bytes_) return std::move(out_);
    return Error{Code::over_budget, "a script larger than a package of this size justifies"};
}

std::string script_number(f32 value) { return in_digits(value); }
std::string script_number(double value) { return in_digits(value); }

std::string plain_full_name(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        if (dot > 0) out += plain_name(name.substr(0, dot));
        if (dot < name.size()) out += '.';
        name.remove_prefix(std::min(dot + 1, name.size()));
    }
    return out;
}

std::string texture_name(const Document& package, i32 reference) {
    if (package.object(reference) == nullptr) return plain_full_name(package.full_name(reference));
    const SourceFile* own = image_of(package, reference);
    return own == nullptr ? plain_name(package.object_name(reference)) : std::string(text::file_stem(own->name));
}

void import_textures(const Document& package, const std::vector<i32>& textures, ScriptText& out) {
    for (std::size_t i = 0; i < textures.size(); ++i) {
        const auto end = textures.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::find(textures.begin(), end, textures[i]) == end) import_texture(package, textures[i], out);
    }
}

std::vector<i32> textures_of_class(const Document& package, u32 class_export) {
    std::vector<i32> out;
    for (const char* name : {"Skin", "Texture"}) out.push_back(default_object(package, class_export, name).value_or(0));
    for (u32 i = 0; i < multi_skins; ++i) {
        out.push_back(default_object(package, class_export, "MultiSkins", i).value_or(0));
    }
    return out;
}

void write_looks(const Document& package, u32 class_export, ScriptText& out) {
    write_style(package, class_export, out);
    write_player_skins(package, class_export, out);
    write_textures(package, class_export, out);
}

}  // namespace thaw::upackage
