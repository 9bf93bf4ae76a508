// The clips of a scene: one per run of an action.
#pragma once

#include <thaw/scene.hpp>

#include "formats/soulfu/scene/bases.hpp"
#include "formats/soulfu/scene/pieces.hpp"

namespace thaw::ddd {

// `bases` are the nodes of every base model. Adds to the scene, whose meshes are there already.
void add_clips(const SceneSource& source, const std::vector<BaseNodes>& bases, const std::vector<HeldItem>& held,
               double units_per_foot, const SceneOptions& options, Issues& issues, Scene& scene);

}  // namespace thaw::ddd
