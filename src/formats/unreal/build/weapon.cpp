// The weapon triangle (U4) from the node that says where a weapon is held.
#include <algorithm>

#include "base/text.hpp"
#include "formats/unreal/build/parts.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

// Of the stock players, in metres.
constexpr double stock_half_height = 7 * metres_per_unit;
constexpr double stock_length = 24 * metres_per_unit;

}  // namespace

u32 weapon_node_of(const Scene& scene) {
    for (u32 i = 0; i < scene.nodes.size(); ++i) {
        if (text::equal_ignoring_case(scene.nodes[i].name, "WeaponAttach")) return i;
    }
    return no_index;
}

WeaponSize usual_weapon_size(const Box3<double>& bounds, const Vec3d& steps) {
    double largest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        largest = std::max(largest, (bounds.high[axis] - bounds.low[axis]) * steps[axis]);
    }
    // On a small model a small one, so that it does not coarsen the rest.
    const double share = std::min(1.0, largest / 4 / stock_length);
    return {stock_half_height * share, stock_length * share};
}

void lend_moments(build::Flat& flat) {
    for (const build::FlatClip& clip : flat.clips) {
        for (std::size_t i = 0; i < clip.frames.size(); ++i) {
            build::FlatFrame& frame = flat.frames[clip.frames[i]];
            if (frame.clip != nullptr) continue;
            frame.clip = clip.source;
            frame.seconds = static_cast<double>(i) / (clip.fps > 0 ? clip.fps : default_rate);
        }
    }
}

WeaponPath::WeaponPath(const BuildWork& work) : work_(work) {}

std::array<Vec3, 3> WeaponPath::triangle(u32 frame, const WeaponSize& size) {
    const build::FlatFrame& moment = work_.flat.frames[work_.frames[frame]];
    evaluate(work_.scene(), moment.clip, moment.seconds, pose_);
    const Matrix& m = pose_.worlds[work_.weapon];
    const auto column = [&](std::size_t c) {
        return Vec3{static_cast<f32>(m[4 * c]), static_cast<f32>(m[4 * c + 1]), static_cast<f32>(m[4 * c + 2])};
    };
    const Vec3 middle = column(3);
    // A node without size hides the weapon; so does a triangle without.
    if (length(column(1)) < 1e-6f || length(column(2)) < 1e-6f) return {middle, middle, middle};
    const Vec3 up = direction_of(column(1)) * static_cast<f32>(size.half_height);
    const Vec3 forward = direction_of(column(2)) * static_cast<f32>(size.length);
    return {middle + up, middle + up + forward, middle - up};
}

}  // namespace thaw::unreal
