#include <algorithm>
#include <cmath>
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

bool is_near_rgb(const Vec4& a, const Vec4& b) {
    constexpr f32 nearly = 2e-3f;  // as editors round
    return std::abs(a.x - b.x) < nearly && std::abs(a.y - b.y) < nearly && std::abs(a.z - b.z) < nearly;
}

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

// Colours that scripts give, or that stand for pictures, are nobody's edit: they are white here.
std::optional<Scene> plain_scene(const Scene& scene, const Model& base) {
    const bool is_dressed = std::any_of(base.bundle.parts.begin(), base.bundle.parts.end(), [](const Part& part) {
        return part.role == script_role || part.role == room_role || part.role.starts_with("texture");
    });
    const std::set<u32> tints = script_tints(base);
    std::optional<Scene> out;
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        const Material& material = scene.materials[m];
        const auto slot = slot_of(material);
        const bool stands_for = material.image == no_index && slot && is_near_rgb(material.base_color, flat_color(*slot));
        // Without extras only the scripts tell whose a colour is; where they are not at hand, it is theirs.
        const bool is_bare = slot && material.image != no_index && material.extras.find("thaw_slot") == nullptr;
        const bool is_theirs = is_bare && (!is_dressed || tints.contains(tint_of(material)));
        if (!stands_for && !is_theirs && !has_given_tint(material)) continue;
        if (!out) out = scene;
        out->materials[m].base_color = {1, 1, 1, material.base_color.w};
    }
    return out;
}

}  // namespace thaw::ddd
