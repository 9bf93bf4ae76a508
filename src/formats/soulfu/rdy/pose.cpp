#include "formats/soulfu/rdy/pose.hpp"

#include "scene/maths.hpp"

namespace thaw::rdy {

namespace {

bool is_posable(const BaseModel& base, const Frame& frame, std::size_t bone) {
    if (bone >= base.bones.size() || bone >= frame.axes.size()) return false;
    const auto& joints = base.bones[bone].joints;
    return joints[0] < frame.joints.size() && joints[1] < frame.joints.size();
}

Vec3d exact(const std::array<f32, 3>& v) { return as_double(vector_of(v)); }
Vec3d exact(const Point& p) { return {p.x, p.y, p.z}; }

// The vertex as the bone numbered `i` of its two puts it.
Vec3d seen_from(const BaseModel& base, const Frame& frame, const Vertex& vertex, std::size_t i) {
    const Bone& bone = base.bones[vertex.bones[i]];
    const BoneAxes& axes = frame.axes[vertex.bones[i]];
    const Vec3d start = exact(frame.joints[bone.joints[0]]), end = exact(frame.joints[bone.joints[1]]);
    return start + (end - start) * vertex.along[i] + exact(axes.forward) * vertex.forward[i] +
           exact(axes.side) * vertex.side[i];
}

}  // namespace

std::vector<Vec3d> posed(const BaseModel& base, const Frame& frame) {
    std::vector<Vec3d> out;
    for (const Vertex& vertex : base.vertices) {
        if (!is_posable(base, frame, vertex.bones[0]) || !is_posable(base, frame, vertex.bones[1])) {
            out.push_back(exact(vertex.position));
            continue;
        }
        const double weight = (vertex.weight & 0x7F) * 2 / 255.0;  // D6
        out.push_back(seen_from(base, frame, vertex, 0) * weight + seen_from(base, frame, vertex, 1) * (1 - weight));
    }
    return out;
}

}  // namespace thaw::rdy
