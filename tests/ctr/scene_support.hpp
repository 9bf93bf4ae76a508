// Shared by the tests of CTR scenes.
#pragma once

#include <thaw/pose.hpp>

#include "ctr/support.hpp"
#include "scene/frames.hpp"
#include "support/scene.hpp"

namespace thaw::test {

// Nodes that show something, in order.
inline std::vector<u32> shown_nodes(const Scene& scene) {
    std::vector<u32> out;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) out.push_back(n);
    }
    return out;
}

}  // namespace thaw::test
