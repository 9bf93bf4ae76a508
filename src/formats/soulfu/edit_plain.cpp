#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "base/numbers.hpp"
#include "build/extras.hpp"
#include "formats/soulfu/edit.hpp"
#include "formats/soulfu/looks.hpp"
#include "formats/soulfu/pieces.hpp"
#include "formats/soulfu/scene_materials.hpp"
#include "formats/textures.hpp"

namespace thaw::ddd {

namespace {

// As to_scene() calls materials; editors drop extras.
std::optional<std::size_t> slot_of(const Material& material) {
    constexpr std::string_view prefix = "slot ";
    if (const auto slot = build::integer_in(material.extras, "thaw_slot"); slot && *slot >= 0) {
        return static_cast<std::size_t>(*slot);
    }
    if (!material.name.starts_with(prefix)) return std::nullopt;
    return text::whole_integer<std::size_t>(std::string_view(material.name).substr(prefix.size(), 1));
}

constexpr u32 white_tint = 0xFFFFFF;

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

// The colour of a slot with a picture is white or a script's. Here it is the one that stands for a picture where there is
// none, so that it is nobody's edit whether the picture and the script are at hand or not.
std::optional<Scene> plain_scene(const Scene& scene, const Model& base) {
    const bool is_dressed = std::any_of(base.bundle.parts.begin(), base.bundle.parts.end(), [](const Part& part) {
        return part.role == script_role || part.role == room_role || part.role.starts_with("texture");
    });
    const std::set<u32> tints = script_tints(base);
    std::optional<Scene> out;
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        const Material& material = scene.materials[m];
        const auto slot = slot_of(material);
        // One that cannot be read is lost on the way, and leaves white.
        const bool has_pixels = material.image != no_index && !scene.images[material.image].pixels.empty();
        const bool had_picture = material.image == no_index && material.extras.find(picture_extra) != nullptr;
        if (!slot || !(has_pixels || (had_picture && !is_dressed))) continue;
        // Without extras only the scripts tell whose a colour is; where they are not at hand, it is theirs.
        const bool is_bare = material.extras.find("thaw_slot") == nullptr;
        const bool is_theirs = is_bare && (!is_dressed || tints.contains(tint_of(material)));
        if (tint_of(material) != white_tint && !is_theirs && !has_given_tint(material)) continue;
        if (!out) out = scene;
        const Vec4 color = flat_color(*slot);
        out->materials[m].base_color = {color.x, color.y, color.z, material.base_color.w};
    }
    return out;
}

}  // namespace thaw::ddd
