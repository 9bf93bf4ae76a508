#include "formats/soulfu/build/grid.hpp"

#include <algorithm>
#include <cmath>

namespace thaw::ddd {

namespace {

// Of a step. Editors that go through matrices of floats are off by less than 1 % of one.
constexpr double tolerance = 0.05;
constexpr double share = 0.75;  // of the vertices: the others were edited

bool is_whole(double steps) { return std::abs(steps - std::floor(steps + 0.5)) <= tolerance; }

}  // namespace

u16 scaling_by_grid(const std::vector<BuildShape>& shapes, u16 least) {
    for (u32 scaling = least; scaling <= std::min(2 * u32{least} + 1, 65535u); ++scaling) {
        const double step = static_cast<double>(scaling) / units_per_scaling;
        std::size_t all = 0;
        std::size_t on_grid = 0;
        for (const BuildShape& shape : shapes) {
            for (const BuildVertex& vertex : shape.vertices) {
                const Vec3d& at = vertex.position;
                ++all;
                if (is_whole(at[0] / step) && is_whole(at[1] / step) && is_whole(at[2] / step)) ++on_grid;
            }
        }
        if (static_cast<double>(on_grid) >= share * static_cast<double>(all)) return static_cast<u16>(scaling);
    }
    return 0;
}

}  // namespace thaw::ddd
