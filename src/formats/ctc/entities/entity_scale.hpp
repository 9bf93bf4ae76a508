// How a scene has the scale of an entity, and how that is taken off again.
#pragma once

#include "formats/ctc/entities/entities.hpp"
#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

inline constexpr const char* entity_node = "ctc_entity";  // the node that scales everything
inline constexpr const char* entity_scale_key = "thaw_entity_scale";
inline constexpr const char* entities_key = "thaw_entities";  // of the scene

// The game's forward, left and up are Z, X and Y of the scene.
inline Vec3 scene_scale(const EntityScale& scale) {
    return {static_cast<f32>(scale[1]), static_cast<f32>(scale[2]), static_cast<f32>(scale[0])};
}

// The scene as if no entity had shown the model; nothing if none does. The node is known by what it says, or, since
// editors drop that, by its name: its scale is the entity's then.
std::optional<Scene> without_entities(const Scene& scene);
// For Format::plain_scene: each of two scenes may have been made with or without the game's entity.dat at hand.
inline std::optional<Scene> plain_scene(const Scene& scene, const Model&) { return without_entities(scene); }

}  // namespace thaw::ctc
