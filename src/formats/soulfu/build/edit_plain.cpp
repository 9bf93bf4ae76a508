#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "formats/soulfu/build/edit.hpp"
#include "formats/soulfu/scene/materials.hpp"
#include "formats/soulfu/scripts/body_parts.hpp"
#include "formats/soulfu/scripts/looks.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"

namespace thaw::ddd {

namespace {

// As to_scene() calls materials.
bool is_slot(const Material& material) { return material.name.starts_with("slot "); }

// Colours that the scripts at hand give the model and its parts.
std::set<u32> script_tints(const Model& base) {
    constexpr UsedSlots all{.slots = {true, true, true, true}, .tinted = true};
    std::set<u32> out;
    const auto add = [&](std::string_view name) {
        for (const Look& look : looks_in(base.bundle, text::file_stem(name), all).list) {
            if (look.tint) out.insert(*look.tint);
        }
    };
    add(base.bundle.name_of(base.format->parts[0].role));
    for (const Piece& piece : pieces_in(base.bundle)) add(piece.bundle.parts[0].name);
    return out;
}

}  // namespace

// A colour that a script gives is nobody's edit, whether the script is at hand or not: without it it is white.
std::optional<Scene> plain_scene(const Scene& scene, const Model& base) {
    const bool is_dressed = std::any_of(base.bundle.parts.begin(), base.bundle.parts.end(), [](const Part& part) {
        return part.role == script_role || part.role == room_role || part.role.starts_with("texture");
    });
    const std::set<u32> tints = script_tints(base);
    std::optional<Scene> out;
    // Names of images say how the game makes their holes.
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        const AlphaFrom alpha = alpha_of(scene.images[i].name);
        if (scene.images[i].alpha == alpha) continue;
        if (!out) out = scene;
        out->images[i].alpha = alpha;
    }
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        const Material& material = scene.materials[m];
        if (material.image == no_index) continue;
        // Without extras only the scripts tell whose a colour is; where they are not at hand, it is theirs.
        const bool is_bare = material.extras.find("thaw_slot") == nullptr && is_slot(material);
        const bool is_theirs = is_bare && (!is_dressed || tints.contains(tint_of(material)));
        if (!is_theirs && !has_given_tint(material)) continue;
        if (!out) out = scene;
        out->materials[m].base_color = {1, 1, 1, material.base_color.w};
    }
    return out;
}

}  // namespace thaw::ddd
