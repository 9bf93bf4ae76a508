// Levels of detail: several forms of one thing, of which a game shows one at a time.
#pragma once

#include <vector>

#include <thaw/pose.hpp>
#include <thaw/scene.hpp>

namespace thaw {

// By node: the number of the level that its mesh is of, 0 the finest; no_index where nothing says. Empty if the scene
// does not have several.
std::vector<u32> levels_of(const Scene& scene);

// By node: how far its mesh has to go in a direction of unit length so that the levels stand beside each other in that
// pose, the finest where it is.
std::vector<Vec3> offsets_apart(const Scene& scene, const std::vector<u32>& levels, const Pose& pose,
                                const Vec3d& direction);

}  // namespace thaw
