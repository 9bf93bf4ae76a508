// Which triangle of a model each triangle of an edited scene is. Editors move points, but they also reorder them, and
// split or join them at seams; what was not edited must be found again all the same.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw::build {

struct Surface {
    std::vector<Vec3> points{};
    std::vector<u32> marks{};  // by point: what else must agree, such as a bone
    std::vector<std::array<u32, 3>> triangles{};
    std::vector<u32> groups{};  // by triangle: what must agree, such as a material
};

struct SurfaceMatch {
    struct Triangle {
        u32 triangle = 0;  // of the base
        u32 turn = 0;      // corner k is corner (k + turn) % 3 of that one
    };
    std::vector<Triangle> triangles{};  // by triangle of the edited surface
    std::vector<u32> points{};          // by point of the base: the edited one; no_index where no triangle has it
};

// Empty if the edit has other triangles than the base. `sources`: by edited point the base's, or no_index; may be
// empty. Points without one are found by their place, then by the triangles around them, then by their order.
std::optional<SurfaceMatch> match_surfaces(const Surface& base, const Surface& edited, std::span<const u32> sources);

}  // namespace thaw::build
