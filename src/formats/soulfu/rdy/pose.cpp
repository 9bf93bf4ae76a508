#include "formats/soulfu/rdy/pose.hpp"

namespace thaw::rdy {

namespace {

bool is_posable(const BaseModel& base, const Frame& frame, std::size_t bone) {
    if (bone >= base.bones.size() || bone >= frame.axes.size()) return false;
    const auto& joints = base.bones[bone].joints;
    return joints[0] < frame.joints.size() && joints[1] < frame.joints.size();
}

// The vertex as the bone numbered `i` of its two puts it.
ddd::Point seen_from(const BaseModel& base, const Frame& frame, const Vertex& vertex, std::size_t i) {
    const Bone& bone = base.bones[vertex.bones[i]];
    const BoneAxes& axes = frame.axes[vertex.bones[i]];
    const Point& start = frame.joints[bone.joints[0]];
    const Point& end = frame.joints[bone.joints[1]];
    const double along = vertex.along[i], forward = vertex.forward[i], side = vertex.side[i];
    const auto place = [&](double from, double to, double f, double s) {
        return from + (to - from) * along + f * forward + s * side;
    };
    return {place(start.x, end.x, axes.forward[0], axes.side[0]), place(start.y, end.y, axes.forward[1], axes.side[1]),
            place(start.z, end.z, axes.forward[2], axes.side[2])};
}

}  // namespace

std::vector<ddd::Point> posed(const BaseModel& base, const Frame& frame) {
    std::vector<ddd::Point> out;
    for (const Vertex& vertex : base.vertices) {
        if (!is_posable(base, frame, vertex.bones[0]) || !is_posable(base, frame, vertex.bones[1])) {
            out.push_back({vertex.position[0], vertex.position[1], vertex.position[2]});
            continue;
        }
        const double weight = (vertex.weight & 0x7F) * 2 / 255.0;  // D6
        const ddd::Point a = seen_from(base, frame, vertex, 0), b = seen_from(base, frame, vertex, 1);
        const auto mix = [&](double p, double q) { return p * weight + q * (1 - weight); };
        out.push_back({mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z)});
    }
    return out;
}

}  // namespace thaw::rdy
