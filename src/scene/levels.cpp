#include "scene/levels.hpp"

#include <algorithm>
#include <map>

#include "scene/maths.hpp"

namespace thaw {

namespace {

// Their nodes or meshes say so.
u32 level_of(const Scene& scene, const Node& node) {
    if (node.mesh == no_index) return no_index;
    const json::Value* level = node.extras.find("thaw_lod");
    if (level == nullptr) level = scene.meshes[node.mesh].extras.find("thaw_lod");
    const i64* number = level == nullptr ? nullptr : level->get_if<i64>();
    return number != nullptr && *number >= 0 && *number < no_index ? static_cast<u32>(*number) : no_index;
}

struct Span {
    double low = 0;
    double high = 0;
    bool empty = true;

    void include(double at) {
        low = empty ? at : std::min(low, at);
        high = empty ? at : std::max(high, at);
        empty = false;
    }
};

}  // namespace

std::vector<u32> levels_of(const Scene& scene) {
    std::vector<u32> out;
    u32 least = no_index, most = 0;
    for (const Node& node : scene.nodes) {
        out.push_back(level_of(scene, node));
        if (out.back() == no_index) continue;
        least = std::min(least, out.back());
        most = std::max(most, out.back());
    }
    if (least == no_index || least == most) out.clear();
    return out;
}

std::vector<Vec3> offsets_apart(const Scene& scene, const std::vector<u32>& levels, const Pose& pose,
                                const Vec3d& direction) {
    constexpr double gap = 0.1;  // of the widest
    std::map<u32, Span> spans;
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (levels[n] == no_index) continue;
        posed_points(scene, pose, n, points);
        for (const Vec3 p : points) spans[levels[n]].include(dot(as_double(p), direction));
    }
    double widest = 0;
    for (const auto& [level, span] : spans) widest = std::max(widest, span.high - span.low);
    std::map<u32, Vec3> offsets;
    double next = 0;
    for (const auto& [level, span] : spans) {
        const double by = offsets.empty() ? 0 : next - span.low;
        offsets[level] = rounded(direction * by);
        next = span.high + by + gap * widest;
    }
    std::vector<Vec3> out(scene.nodes.size());
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        const auto found = offsets.find(levels[n]);
        if (found != offsets.end()) out[n] = found->second;
    }
    return out;
}

}  // namespace thaw
