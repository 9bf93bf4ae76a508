// Shared by the tests of CTC scenes.
#pragma once

#include <thaw/pose.hpp>

#include "ctc/support.hpp"
#include "support/scene.hpp"

namespace thaw::test {

// The scene at a key of a clip; at rest without a clip.
inline Pose pose_at(const Scene& scene, const Clip* clip = nullptr, std::size_t key = 0) {
    Pose pose;
    evaluate(scene, clip, clip == nullptr ? 0 : double{clip->timelines[0][key]}, pose);
    return pose;
}

// The points of the scene's one mesh, morphed and skinned.
inline std::vector<Vec3> points_at(const Scene& scene, Pose pose, const std::vector<f32>& weights = {}) {
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        pose.weights[n] = weights;
        pose.weights[n].resize(scene.meshes[scene.nodes[n].mesh].targets.size());
        posed_points(scene, pose, n, points);
    }
    return points;
}

inline const Node* node_named(const Scene& scene, std::string_view name) {
    for (const Node& node : scene.nodes) {
        if (node.name == name) return &node;
    }
    return nullptr;
}

}  // namespace thaw::test
