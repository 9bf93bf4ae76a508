// The bones of a scene as the game has them: segments from joint to joint with a forward direction. Any skeleton will
// do; the nodes that Thaw makes of a SoulFu model give back the bones they were.
#pragma once

#include <string>
#include <vector>

#include <thaw/pose.hpp>
#include <thaw/scene.hpp>

#include "formats/soulfu/scene/source.hpp"

namespace thaw::ddd {

struct BuildBone {
    u32 node = no_index;            // none: the bone never moves
    Matrix bind = identity_matrix;  // from the bone to the scene, as the mesh was bound to it
    Vec3d tail{0, 0.3, 0};          // in the bone's space
    Vec3d forward{0, 0, 1};         // in the bone's space
    u8 id = 0;
};

// A mesh of the scene, and how its points get where they are bound.
struct BuildMesh {
    u32 node = no_index;
    Matrix to_bind = identity_matrix;
    std::vector<u32> bones{};  // by joint of the skin; of a rigid mesh, the one it hangs on
};

struct BuildBase {
    u32 node = no_index;  // its scale shows or hides the base model
    std::vector<BuildMesh> meshes{};
    std::vector<BuildBone> bones{};
};

// At least one. A mesh that is not skinned and never moves hangs on a bone that stands still. The parts of a character
// count as meshes of the body, or not at all.
std::vector<BuildBase> bases_of(const Scene& scene, bool with_parts);

// A bone in a pose of the scene, in the game's axes and feet.
struct BoneLine {
    Vec3d start{};
    Vec3d end{};
    Vec3d forward{};  // of unit length
};
BoneLine bound(const BuildBone& bone);
BoneLine posed(const BuildBone& bone, const Pose& pose);

// From the scene to the game: feet, and the two axes swapped back.
Vec3d to_game(const Vec3d& metres);

}  // namespace thaw::ddd
