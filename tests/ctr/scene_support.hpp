// Shared by the tests of CTR scenes.
#pragma once

#include "ctr/support.hpp"
#include "scene/check.hpp"
#include "scene/evaluate.hpp"
#include "scene/frames.hpp"

namespace thaw::test {

inline Scene scene_of(const Model& model, const SceneOptions& options = {}) {
    Issues issues;
    auto scene = to_scene(model, options, issues);
    EXPECT_TRUE(scene.ok()) << to_string(scene.error());
    if (!scene) return {};
    EXPECT_EQ(check(*scene), "");
    return std::move(*scene);
}

// Nodes that show something, in order.
inline std::vector<u32> shown_nodes(const Scene& scene) {
    std::vector<u32> out;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) out.push_back(n);
    }
    return out;
}

}  // namespace thaw::test
