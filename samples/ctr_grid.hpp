// Poses of samples and fixtures in bytes. The program itself asks more of a grid than that:
// formats/ctr/build/poses.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "formats/ctr/build/encode.hpp"

namespace thaw::samples {

// One vertex list per frame, in game units.
using PoseList = std::vector<std::vector<Vec3d>>;

struct GridPoses {
    std::array<u16, 3> scale{};
    std::vector<ctr::GridPose> poses{};
};

inline Box3<double> box_of(const std::vector<Vec3d>& pose) {
    Box3<double> box;
    for (const Vec3d& p : pose) box.include(p);
    return box;
}

// In steps of the grid; heights, which are the second number, in even ones, as the game shows them.
inline double on_grid(double value, u16 scale, std::size_t axis) {
    const double at = value * 4096 / scale;
    return axis == 1 ? 2 * std::nearbyint(at / 2) : std::nearbyint(at);
}

// The finest grid that holds all poses, which have to be small enough for one.
inline GridPoses on_finest_grid(const PoseList& poses) {
    constexpr double steps = 252;  // of 256: rounding and even heights need some room
    Vec3d extent{};
    for (const auto& pose : poses) {
        const Vec3d size = box_of(pose).size();
        for (std::size_t axis = 0; axis < 3; ++axis) extent[axis] = std::max(extent[axis], size[axis]);
    }
    GridPoses out;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double scale = std::max(1.0, std::ceil(extent[axis] * 4096 / steps));
        if (!(scale <= ctr::greatest_scale)) std::abort();
        out.scale[axis] = static_cast<u16>(scale);
    }
    for (const auto& pose : poses) {
        ctr::GridPose grid;
        const Box3<double> box = box_of(pose);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            grid.origin[axis] = static_cast<i16>(on_grid(box.low[axis], out.scale[axis], axis));
        }
        for (const Vec3d& position : pose) {
            ctr::GridPoint point{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double step = on_grid(position[axis], out.scale[axis], axis) - grid.origin[axis];
                point[axis] = static_cast<u8>(std::clamp(step, 0.0, 255.0));
            }
            grid.points.push_back(point);
        }
        out.poses.push_back(std::move(grid));
    }
    return out;
}

}  // namespace thaw::samples
