// What was edited goes into the base; everything else stays as it is.
#pragma once

#include <thaw/format.hpp>

namespace thaw::unreal {

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues);

// A mesh for each clip as a single one.
std::optional<Scene> plain_scene(const Scene& scene, const Model& base);

}  // namespace thaw::unreal
