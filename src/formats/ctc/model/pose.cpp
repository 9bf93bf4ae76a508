#include "formats/ctc/model/pose.hpp"

#include <cmath>
#include <optional>

#include "formats/ctc/model/skeleton.hpp"
#include "formats/ctc/model/turning.hpp"
#include "scene/maths.hpp"

namespace thaw::ctc {

namespace {

constexpr double radians_per_degree = 3.14159265358979323846 / 180;

struct Pose {
    Vec3d translation;
    Vec3d angles;
};

// C11: T * Ry(a0) * Rx(a1) * Rz(a2), degrees.
thaw::Matrix matrix_of(const Pose& pose) {
    const auto& [t, a] = pose;
    const double cy = std::cos(a[0] * radians_per_degree), sy = std::sin(a[0] * radians_per_degree);
    const double cx = std::cos(a[1] * radians_per_degree), sx = std::sin(a[1] * radians_per_degree);
    const double cz = std::cos(a[2] * radians_per_degree), sz = std::sin(a[2] * radians_per_degree);
    return {cy * cz + sy * sx * sz,
            cx * sz,
            -sy * cz + cy * sx * sz,
            0,  //
            -cy * sz + sy * sx * cz,
            cx * cz,
            sy * sz + cy * sx * cz,
            0,  //
            sy * cx,
            -sx,
            cy * cx,
            0,  //
            t[0],
            t[1],
            t[2],
            1};
}

Pose pose_of(const Key& key) { return {as_double(vector_of(key.translation)), as_double(vector_of(key.angles))}; }

Pose mixed(const Key& now, const Key& old, double back_lerp, Wrap wrap) {
    const Pose a = pose_of(now), b = pose_of(old);
    return {a.translation * (1 - back_lerp) + b.translation * back_lerp,
            turn_between(old, now, wrap).at(1 - back_lerp)};
}

thaw::Matrix base_of(const Bone& bone) {
    thaw::Matrix out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = bone.base_transform[i];
    return out;
}

// By bone: from the bind pose to the moment. Empty for bones that hang on no root, and for all if there is no frame.
std::vector<std::optional<thaw::Matrix>> skin_transforms(const Document& d, const Moment& moment) {
    std::vector<std::optional<thaw::Matrix>> skins(d.bones.size());
    const u64 now = moment.frame < d.num_frames() ? moment.frame : 0;
    const u64 old = moment.old_frame < d.num_frames() ? moment.old_frame : now;
    const auto keys = d.bone_keys_of(now), old_keys = d.bone_keys_of(old);
    if (keys.size() != d.bones.size() || d.num_frames() == 0) return skins;
    const thaw::Matrix root =
        matrix_of(mixed(d.main_keys[static_cast<std::size_t>(now)], d.main_keys[static_cast<std::size_t>(old)],
                        old == now ? 0 : moment.back_lerp, Wrap::no));
    std::vector<thaw::Matrix> globals(d.bones.size());
    for (const u32 bone : skeleton_of(d).order) {
        const auto parent = parent_of(d, bone);
        const Pose pose = mixed(keys[bone], old_keys[bone], old == now ? 0 : moment.back_lerp, Wrap::yes);
        globals[bone] = (parent ? globals[*parent] : root) * matrix_of(pose);
        skins[bone] = globals[bone] * base_of(d.bones[bone]);
    }
    return skins;
}

// Targets are absolute; each adds its difference to the stored position, whatever the others do.
std::vector<Vec3d> morphed_positions(const Document& d, std::span<const f32> weights) {
    std::vector<Vec3d> out;
    for (const Vertex& vertex : d.vertices) {
        out.push_back(as_double(vector_of(vertex.position)));
    }
    std::size_t first = 0;
    for (std::size_t m = 0; m < d.morphs.size(); first += d.morphs[m].count, ++m) {
        const double weight = m < weights.size() ? weights[m] : 0;
        if (!(weight > 0)) continue;
        for (std::size_t i = first; i < first + d.morphs[m].count; ++i) {
            if (i >= d.morph_indices.size() || i >= d.morph_targets.size()) return out;
            const i32 v = d.morph_indices[i];
            if (v < 0 || static_cast<std::size_t>(v) >= out.size()) continue;
            const Vec3d target = as_double(vector_of(d.morph_targets[i].position));
            const Vec3d base = as_double(vector_of(d.vertices[static_cast<std::size_t>(v)].position));
            Vec3d& p = out[static_cast<std::size_t>(v)];
            p = p + (target - base) * weight;
        }
    }
    return out;
}

}  // namespace

std::vector<Vec3d> positions_at(const Document& d, const Moment& moment) {
    auto points = morphed_positions(d, moment.morph_weights);
    const auto skins = skin_transforms(d, moment);
    std::size_t first = 0;
    for (std::size_t v = 0; v < points.size() && v < d.influence_counts.size(); first += d.influence_counts[v], ++v) {
        if (d.influence_counts[v] == 0 || first >= d.influences.size()) continue;
        const i32 bone = d.influences[first].bone;  // C13: the first one alone, whatever its weight
        if (bone < 0 || static_cast<std::size_t>(bone) >= skins.size()) continue;
        if (const auto& skin = skins[static_cast<std::size_t>(bone)]) points[v] = transformed(*skin, points[v]);
    }
    return points;
}

}  // namespace thaw::ctc
