// A scene as games with skeletons see it: one list of bones, parents first, and what hangs on them.
#pragma once

#include <vector>

#include <thaw/pose.hpp>
#include <thaw/scene.hpp>

#include "scene/maths.hpp"

namespace thaw::build {

struct RigBone {
    u32 node = no_index;    // whose movement it follows; none: it stands still
    u32 parent = no_index;  // the bone it hangs on, an earlier one
    Matrix inverse_bind = identity_matrix;
};

// A node without a skin, and the bone that carries it.
struct Carried {
    u32 node = no_index;
    u32 bone = no_index;              // none: nothing moves it, and RigOptions::still_bone was not asked for
    Matrix placed = identity_matrix;  // from the node's own space to that of the bind pose
};

struct Rig {
    std::vector<RigBone> bones{};
    std::vector<std::vector<u32>> of_skin{};  // by skin in use and joint: the bone
    std::vector<Carried> carried{};
    std::vector<u32> carried_at{};  // by node: its place in the list above, or no_index

    const Carried* carrier_of(u32 node) const;
};

struct RigOptions {
    std::vector<u32> nodes{};                          // further nodes to keep, in addition to those with a mesh
    u32 main = no_index;                               // a node that is no bone even where a skin says so
    bool still_bone = false;                           // what nothing moves hangs on a bone that stands still
    std::vector<std::vector<Matrix>> inverse_binds{};  // by skin and joint, instead of the scene's own; or none
};

// Bones are the joints of all skins that meshes use, in the order of the skins; a joint with two inverse bind matrices
// is two bones. A mesh without skin hangs on the nearest joint above it, or on a bone of its own if clips move it.
Rig rig_of(const Scene& scene, const RigOptions& options = {});

// Where the bone is in a pose.
inline Matrix world_of(const RigBone& bone, const Pose& pose) {
    return bone.node == no_index ? identity_matrix : pose.worlds[bone.node];
}

// Does a clip ever put the node elsewhere than it rests?
std::vector<bool> moved_nodes(const Scene& scene);

}  // namespace thaw::build
