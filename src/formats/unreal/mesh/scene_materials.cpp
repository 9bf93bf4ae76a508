// Materials and the images on them.
#include <map>

#include "base/field_path.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/textures.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/mesh/summary.hpp"
#include "formats/unreal/mesh/survey.hpp"

namespace thaw::unreal {

namespace {

constexpr std::size_t longest_kept_name = 64;  // bounds what many materials repeat

enum Style : u8 { plain, two_sided, translucent, masked, modulated, alpha_blended };

// Images are few, so looking through them is quick; the same file is there twice if it has holes only for some.
u32 add_image(Scene& scene, const Part& part, bool holes) {
    for (u32 i = 0; i < scene.images.size(); ++i) {
        const Image& image = scene.images[i];
        if (image.file.data() == part.bytes.data() && image.first_color_clear == holes) return i;
    }
    const std::string_view file = text::file_name(part.name);
    Image image;
    image.name = text::to_utf8(file.substr(0, file.rfind('.')));
    image.file = part.bytes;
    image.first_color_clear = holes;
    scene.images.push_back(std::move(image));
    return static_cast<u32>(scene.images.size() - 1);
}

// Some material of the slot has no image already. Materials come slot after slot.
bool is_known_slot(const Scene& scene, u8 slot) {
    for (auto material = scene.materials.rbegin(); material != scene.materials.rend(); ++material) {
        if (*material->extras.find("thaw_slot")->get_if<i64>() != slot) break;
        if (material->image == no_index) return true;
    }
    return false;
}

void keep_name(Material& material, const char* key, const SkinSlot& skin) {
    if (skin.texture.size() <= longest_kept_name) material.extras.set(key, text::to_utf8(skin.texture));
}

void report_missing(SceneWork& work, const SkinSlot* skin, u8 slot, u64 first_poly) {
    if (work.mesh() == nullptr) return;  // SCRIPT_DEFAULTS says it all
    std::string path = field_path("polys", first_poly, "texture");
    if (skin == nullptr || skin->file.empty()) {
        work.issues.add(skin == nullptr ? issue::slot_without_image : issue::slot_without_file, "data", std::move(path),
                        wanted_for_slot(*work.mesh(), skin),
                        skin == nullptr ? std::to_string(slot) : text::printable(skin->texture));
    } else {
        work.issues.add(issue::texture_missing, "data", std::move(path), {},
                        text::printable(text::file_name(skin->file)));
    }
}

// Unless somebody chose another one for the slot.
const Part* image_on(const SceneWork& work, u8 slot, const Part& worn) {
    const Part* chosen = find_texture(work.bundle, std::to_string(slot), {});
    return chosen == nullptr ? &worn : chosen;
}

// The style of the class comes on top of the polygon's: what blends goes on blending.
u8 shown_style(u8 style, const Mesh* mesh) {
    const bool solid = style == plain || style == two_sided;
    const u8 of_class = mesh == nullptr ? u8{0} : mesh->class_style;
    if (of_class == masked && solid) return masked;
    if (of_class >= translucent && of_class <= alpha_blended && of_class != masked && (solid || style == masked)) {
        return of_class;
    }
    return style;
}

// `worn`: the image that a skin puts on the slot; null: as the class has it.
u32 add_material(SceneWork& work, u8 slot, u8 type, u64 first_poly, const Part* worn) {
    Scene& scene = work.scene;
    const Mesh* mesh = work.mesh();
    const SkinSlot* skin = mesh == nullptr ? nullptr : mesh->skin(slot);
    u8 style = shown_style(type & style_bits, mesh);
    Material out;
    out.name = material_name(slot, type);
    out.double_sided = (type & style_bits) != plain;
    if (style == masked) out.alpha = AlphaMode::mask;
    if (style == translucent || style == modulated || style == alpha_blended) out.alpha = AlphaMode::blend;
    if (style == translucent) out.blend = BlendMode::additive;
    if (style == modulated) out.blend = BlendMode::modulate;
    out.unlit = (type & unlit_bit) != 0 || (mesh != nullptr && mesh->class_unlit);
    out.nearest = (type & no_smooth_bit) != 0 || (mesh != nullptr && mesh->class_no_smooth);
    out.environment = (type & environment_bit) != 0 || (mesh != nullptr && mesh->class_environment);
    out.extras.set("thaw_slot", slot).set("thaw_type", type);

    const Part* part = nullptr;
    if (out.environment && mesh != nullptr && mesh->environment) {
        part = find_image(work.bundle, slot, &*mesh->environment);
        const bool its_own = part != nullptr && part->role == "texture";  // not one that somebody chose for the slot
        if (its_own) keep_name(out, "thaw_environment_texture", *mesh->environment);
    }
    if (part == nullptr && worn != nullptr) part = image_on(work, slot, *worn);
    const bool is_worn = part != nullptr && part == worn;
    if (part == nullptr) part = find_image(work.bundle, slot, skin);
    // Holes that the image was imported with. Nobody sees those of a flat colour, but a mesh that comes without its
    // images has the same materials.
    if ((style == plain || style == two_sided) && !is_worn && skin != nullptr && skin->masked) {
        style = masked;
        out.alpha = AlphaMode::mask;
    }
    if (part != nullptr) {
        out.image = add_image(scene, *part, style == masked);
    } else {
        out.base_color = flat_color(slot);
        // A colour that stands in for an image the class multiplies with what is behind would not be seen there.
        if (style == modulated && (type & style_bits) != modulated) {
            out.alpha = AlphaMode::opaque;
            out.blend = BlendMode::normal;
        }
        if (!is_known_slot(scene, slot)) report_missing(work, skin, slot, first_poly);
    }
    // What the slot wears, shown or not.
    if (skin != nullptr) keep_name(out, "thaw_texture", *skin);
    if (is_worn) keep_name(out, "thaw_skin", {.texture = name_in_package(*worn), .file = {}});
    scene.materials.push_back(std::move(out));
    return static_cast<u32>(scene.materials.size() - 1);
}

}  // namespace

void add_materials(SceneWork& work, u8 slot, u8 type, u64 first_poly, Primitive& primitive) {
    const Part* first = work.outfits.empty() ? nullptr : work.outfits.front().image(slot);
    primitive.material = add_material(work, slot, type, first_poly, first);
    if (work.scene.variants.empty()) return;
    std::map<const Part*, u32> known{{first, primitive.material}};
    for (const Outfit& outfit : work.outfits) {
        const Part* image = outfit.image(slot);
        if (image == nullptr) image = first;
        const auto [at, is_new] = known.try_emplace(image, primitive.material);
        if (is_new) {
            at->second = add_material(work, slot, type, first_poly, image);
            work.scene.materials[at->second].name += "_" + text::to_utf8(text::file_stem(image->name));
        }
        primitive.variants.push_back(at->second);
    }
}

}  // namespace thaw::unreal
