#include "formats/shared/sampling.hpp"

#include <algorithm>
#include <cmath>

#include <thaw/pose.hpp>

#include "formats/shared/extras.hpp"

namespace thaw::build {

namespace {

bool is_same_pose(const Scene& scene, const Clip& clip, double a, double b) {
    constexpr double nearly = 1e-4;
    Pose first, second;
    evaluate(scene, &clip, a, first);
    evaluate(scene, &clip, b, second);
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        for (std::size_t i = 0; i < 16; ++i) {
            const double x = first.worlds[n][i];
            if (!(std::abs(x - second.worlds[n][i]) <= nearly * (1 + std::abs(x)))) return false;
        }
    }
    return true;
}

}  // namespace

bool is_playable(std::optional<double> fps) { return fps && *fps >= 0.001 && *fps <= 1000; }

double length_of(const Clip& clip) {
    f32 end = 0;
    for (const auto& times : clip.timelines) {
        if (!times.empty()) end = std::max(end, times.back());
    }
    return end;
}

u64 frames_of(const Scene& scene, const Clip& clip, double fps) {
    constexpr double most = 1e9;
    const double end = length_of(clip);
    const auto steps = static_cast<u64>(std::min(std::floor(end * fps + 0.5), most));
    if (steps == 0) return 1;
    const auto stored = number_in(clip.extras, "frames");
    if (stored && *stored == static_cast<double>(steps)) return steps;
    const double before = static_cast<double>(steps - 1) / fps;
    return is_same_pose(scene, clip, 0, end) || is_same_pose(scene, clip, before, end) ? steps : steps + 1;
}

}  // namespace thaw::build
