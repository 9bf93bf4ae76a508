#include "formats/soulfu/build/images.hpp"

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/textures.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/scene/materials.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::ddd {

namespace {

// The game knows two kinds of images; one of another kind becomes a PCX.
std::string game_name(std::string_view name) {
    const std::string file(text::file_name(name));
    for (const char* ending : {".pcx", ".jpg", ".jpeg"}) {
        if (text::ends_with_ignoring_case(file, ending)) return file;
    }
    return file.substr(0, file.rfind('.')) + ".PCX";
}

// Editors may change the names of images, and those of the game end in .JPG or .PCX. Empty if nothing says it.
std::string name_in(const Extras& extras) {
    const std::string* known = build::text_in(extras, image_extra);
    if (known == nullptr) known = build::text_in(extras, earlier_image_extra);
    return known == nullptr ? std::string() : std::string(text::file_name(*known));
}

bool same_rgb(const Vec4& a, const Vec4& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

Images::Images(const SceneInput& input, Issues& issues)
    : scene_(input.scene),
      base_(input.edit == nullptr ? nullptr : input.base_scene),
      edit_(input.edit),
      issues_(issues) {}

u32 Images::image_before(u32 material) const {
    return base_ != nullptr && material < base_->materials.size() ? base_->materials[material].image : no_index;
}

std::string Images::image_name(u32 image, const std::string& otherwise) const {
    const std::string& name = scene_.images[image].name;
    if (base_ != nullptr && image < base_->images.size()) return std::string(text::file_name(name));
    return name.empty() ? otherwise : game_name(name);
}

void Images::write(u32 image, const std::string& name, Vec4 color) {
    const auto [known, is_new] = written_.try_emplace(text::lower(name), image);
    const auto pixels = [&](u32 i) { return i == no_index ? Blob() : scene_.images[i].pixels; };
    images_.insert(image);
    if (is_new) {
        textures.push_back({image, name, color});
    } else if (known->second != image && !(pixels(known->second) == pixels(image))) {
        issues_.add(soulfu::issue::same_image_name, "ddd", "images", {}, text::printable(name));
    }
}

// A colour that only stands for an image which is not at hand says nothing.
bool Images::is_new_color(u32 material, std::size_t slot) const {
    const Material& is = scene_.materials[material];
    if (base_ != nullptr && material < base_->materials.size()) {
        return image_before(material) != no_index || !same_rgb(is.base_color, base_->materials[material].base_color);
    }
    return is.extras.find("thaw_slot") == nullptr || !same_rgb(is.base_color, flat_color(slot));
}

void Images::add(const SlotPlan& plan, const std::string& stem, const Names& file) {
    json::Value names;
    bool has_new_name = false;
    std::string unnamed, color;
    for (std::size_t s = 0; s < slot_count; ++s) {
        const u32 material = plan.material[s];
        if (material == no_index) continue;
        const Material& is = scene_.materials[material];
        const u32 before = image_before(material);
        const std::string known = name_in(is.extras);
        std::string name = stem + "_" + std::to_string(s) + ".PCX";
        if (is.image != no_index) {
            name = before == no_index && !known.empty() ? known : image_name(is.image, name);
            if (edit_ == nullptr || edit_->painted[is.image]) write(is.image, name, {});
        } else if (is_new_color(material, s)) {
            if (before != no_index) name = image_name(before, name);
            write(no_index, name, is.base_color);
            has_flat = true;
        } else if (!known.empty()) {
            name = known;
        } else {
            unnamed += (unnamed.empty() ? "material slot " : ", ") + std::to_string(s);
            continue;
        }
        if (const std::string* tint = build::text_in(is.extras, tint_extra)) color = *tint;
        const bool had_name =
            edit_ != nullptr && (known == name || (before != no_index && image_name(before, {}) == name));
        has_new_name = has_new_name || (!had_name && written_.contains(text::lower(name)));
        names.set(std::to_string(s), name);
    }
    if (!has_new_name) return;
    if (!unnamed.empty()) {
        issues_.add(soulfu::issue::slots_unnamed, "ddd", stem + ".textures.json", {}, unnamed);
    }
    if (!color.empty()) names.set(std::string(color_key), color);
    const std::string text = json::to_pretty_text(names) + "\n";
    companions.push_back({file.role, file.file, Blob::take({text.begin(), text.end()})});
}

void Images::add_painted() {
    for (u32 i = 0; edit_ != nullptr && i < edit_->painted.size(); ++i) {
        if (!edit_->painted[i] || images_.contains(i)) continue;
        write(i, image_name(i, "image_" + std::to_string(i) + ".PCX"), {});
    }
}

}  // namespace thaw::ddd
