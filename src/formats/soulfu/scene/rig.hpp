// How a bone of the game becomes nodes of a scene. The game moves a vertex by an affine map that stretches along the
// bone and, where its forward direction leans, shears; a node can turn and scale along its own axes, but not shear.
// Scene axes throughout, feet; a bone's node has X to its side, Y along it, and Z about forward.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "scene/maths.hpp"

namespace thaw::ddd {

// A bone in a frame, as the game has it.
struct Axes {
    Vec3d start{};
    Vec3d along{};    // from joint to joint, so its length is the bone's
    Vec3d forward{};  // of unit length, not always at a right angle to the bone
    Vec3d side{};     // of unit length
};

// The bones of one base model in a frame; empty where a bone, its joints or its numbers do not exist.
using BonePose = std::vector<std::optional<Axes>>;

class BoneRig {
public:
    explicit BoneRig(const Axes& bind);

    // From the mesh to the bone: a rotation and a move, nothing else, so that editors show the mesh as it is.
    Matrix inverse_bind(double units_per_foot) const;

    // The same for the mesh of a part that has a bind pose of its own, where this rig moves the node.
    Matrix inverse_bind_of(const BoneRig& part, bool exact, double units_per_foot) const;

    // One node: exact but for the shear. Scale 1 in the bind pose.
    Transform compact(const Axes& axes, double units_per_foot) const;

    // Two nodes: turned and scaled, then turned again. What the game computes.
    struct Pair {
        Transform outer{};
        Quat inner{};
    };
    // `previous` is the inner rotation of the frame before: the new one is chosen near it.
    Pair exact(const Axes& axes, double units_per_foot, Quat previous) const;

    // What a node for attached models needs below the bone's: they are stretched by the bone's length in feet.
    Vec3 grip_scale(bool exact) const;

    double bone_length() const { return length_; }  // in the bind pose, feet

private:
    Vec3d origin_{};
    std::array<Vec3d, 3> basis_{};       // of the rigid bind: X, Y, Z
    std::array<Vec3d, 3> from_rigid_{};  // rows: a rigid bind position as parts of side, along and forward
    double length_ = 0;
};

}  // namespace thaw::ddd
