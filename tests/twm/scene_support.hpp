// Shared by the tests of TWM scenes.
#pragma once

#include <thaw/pose.hpp>

#include "support/scene.hpp"
#include "twm/support.hpp"

namespace thaw::test {

inline std::vector<std::string> scene_codes(const Model& model, const SceneOptions& options = {}) {
    Issues issues;
    EXPECT_TRUE(to_scene(model, options, issues).ok());
    return codes_of(issues);
}

inline u32 node_named(const Scene& scene, std::string_view name) {
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].name == name) return n;
    }
    ADD_FAILURE() << "no node " << name;
    return 0;
}

// The points of the node of a mesh, as a viewer shows them.
inline std::vector<Vec3> points_at(const Scene& scene, u32 node, const Clip* clip, double seconds) {
    Pose pose;
    evaluate(scene, clip, seconds, pose);
    std::vector<Vec3> points;
    posed_points(scene, pose, node, points);
    return points;
}

}  // namespace thaw::test
