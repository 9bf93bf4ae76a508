// How a scene has the scale of an entity, and how that is taken off again.
#pragma once

#include "formats/ctc/document.hpp"
#include "formats/ctc/entities.hpp"

namespace thaw::ctc {

inline constexpr const char* entity_node = "ctc_entity";  // the node that scales everything
inline constexpr const char* entity_scale_key = "thaw_entity_scale";

// The game's forward, left and up are Z, X and Y of the scene.
inline Vec3 scene_scale(const EntityScale& scale) {
    return {static_cast<f32>(scale[1]), static_cast<f32>(scale[2]), static_cast<f32>(scale[0])};
}

// The scene as if no entity had shown the model; nothing if none does. The node is known by what it says, or, since
// editors drop that, by its name: its scale is the entity's then.
std::optional<Scene> without_entity_scale(const Scene& scene);

}  // namespace thaw::ctc
