#include <thaw/pose.hpp>

#include <algorithm>
#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"
#include "scene/targets.hpp"

namespace thaw {

namespace {

// Between which two keys a moment lies.
struct Moment {
    std::size_t before = 0;
    std::size_t after = 0;
    double share = 0;
};

Moment moment_of(const std::vector<f32>& times, double seconds, Interpolation interpolation) {
    const auto next = std::upper_bound(times.begin(), times.end(), seconds);
    if (next == times.begin()) return {};
    const auto before = static_cast<std::size_t>(next - times.begin()) - 1;
    if (next == times.end() || interpolation == Interpolation::step) return {before, before, 0};
    const double from = times[before];
    return {before, before + 1, (seconds - from) / (*next - from)};
}

f32 mixed(f32 a, f32 b, double share) { return static_cast<f32>(a + (static_cast<double>(b) - a) * share); }

Vec3 vector_at(const Channel& channel, const Moment& at) {
    const f32* a = channel.values.data() + 3 * at.before;
    const f32* b = channel.values.data() + 3 * at.after;
    return {mixed(a[0], b[0], at.share), mixed(a[1], b[1], at.share), mixed(a[2], b[2], at.share)};
}

Quat key_of(const Channel& channel, std::size_t key) {
    const f32* q = channel.values.data() + 4 * key;
    return {q[0], q[1], q[2], q[3]};
}

Quat rotation_at(const Channel& channel, const Moment& at) {
    const Quat a = key_of(channel, at.before);
    if (at.before == at.after) return a;
    const Quat b = nearer(key_of(channel, at.after), a);
    const double cosine = std::min(1.0, static_cast<double>(dot(a, b)));
    const double angle = std::acos(cosine);
    double from = 1 - at.share;
    double to = at.share;
    if (angle > 1e-4) {  // nearly the same: the straight line is the arc
        from = std::sin(from * angle) / std::sin(angle);
        to = std::sin(to * angle) / std::sin(angle);
    }
    const auto part = [&](f32 x, f32 y) { return static_cast<f32>(x * from + y * to); };
    return normalised({part(a.x, b.x), part(a.y, b.y), part(a.z, b.z), part(a.w, b.w)});
}

// The one that a moment lies in; none at its ends, where keys are.
const AngleTurn* turn_at(const Channel& channel, double seconds) {
    const auto after = std::upper_bound(channel.turns.begin(), channel.turns.end(), seconds,
                                        [](double t, const AngleTurn& turn) { return t < double{turn.begin}; });
    if (after == channel.turns.begin()) return nullptr;
    const AngleTurn& turn = *std::prev(after);
    return seconds > turn.begin && seconds < turn.end ? &turn : nullptr;
}

Quat rotation_in(const AngleTurn& turn, double seconds) {
    const double share = (seconds - turn.begin) / (double{turn.end} - turn.begin);
    const auto q = angles_rotation(turn.from + turn.step * share);
    return {static_cast<f32>(q[0]), static_cast<f32>(q[1]), static_cast<f32>(q[2]), static_cast<f32>(q[3])};
}

void apply(const Clip& clip, const Channel& channel, double seconds, Between between, Pose& pose) {
    const auto& times = clip.timelines[channel.timeline];
    const Moment at = moment_of(times, seconds, channel.interpolation);
    Transform& local = pose.locals[channel.node];
    switch (channel.path) {
        case Path::translation: local.translation = vector_at(channel, at); break;
        case Path::rotation: {
            const AngleTurn* turn = between == Between::game ? turn_at(channel, seconds) : nullptr;
            local.rotation = turn != nullptr ? rotation_in(*turn, seconds) : rotation_at(channel, at);
            break;
        }
        case Path::scale: local.scale = vector_at(channel, at); break;
        case Path::weights: {
            const std::size_t targets = channel.values.size() / times.size();
            auto& weights = pose.weights[channel.node];
            weights.resize(targets);
            for (std::size_t i = 0; i < targets; ++i) {
                weights[i] =
                    mixed(channel.values[at.before * targets + i], channel.values[at.after * targets + i], at.share);
            }
            break;
        }
        case Path::frame:
            pose.frames[channel.node] = {channel.frames[at.before], channel.frames[at.after],
                                         static_cast<f32>(at.share)};
            break;
    }
}

// The mesh's own shape at this moment, before any node or joint moves it.
void shape(const Mesh& mesh, const std::vector<f32>& weights, const FrameMix& frame, std::vector<Vec3>& points) {
    points = mesh.points;
    if (mesh.frames) {
        if (frame.first != 0) decode_frame(*mesh.frames, frame.first, points);
        if (frame.share == 0) return;
        std::vector<Vec3> second(points.size());
        decode_frame(*mesh.frames, frame.second, second);
        for (std::size_t i = 0; i < points.size(); ++i) points[i] = points[i] + (second[i] - points[i]) * frame.share;
        return;
    }
    for (std::size_t t = 0; t < std::min(weights.size(), mesh.targets.size()); ++t) {
        if (weights[t] == 0) continue;
        each_offset(mesh, mesh.targets[t], [&](u32 p, Vec3 offset) { points[p] = points[p] + offset * weights[t]; });
    }
}

void skin_points(const Influences& influences, const std::vector<Matrix>& joints, std::vector<Vec3>& points) {
    const std::size_t n = influences.per_point;
    for (std::size_t p = 0; p < points.size(); ++p) {
        const Vec3d from = as_double(points[p]);
        Vec3d sum{};
        for (std::size_t i = p * n; i < p * n + n; ++i) {
            const double weight = influences.weights[i];
            if (weight == 0) continue;
            sum = sum + transformed(joints[influences.joints[i]], from) * weight;
        }
        points[p] = rounded(sum);
    }
}

std::vector<Matrix> joint_matrices(const Skin& skin, const Pose& pose) {
    std::vector<Matrix> joints(skin.joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints[i] = pose.worlds[skin.joints[i]] * matrix_of(skin.inverse_binds[i]);
    }
    return joints;
}

}  // namespace

void evaluate(const Scene& scene, const Clip* clip, double seconds, Pose& pose, Between between) {
    const std::size_t nodes = scene.nodes.size();
    pose.locals.resize(nodes);
    pose.worlds.resize(nodes);
    pose.weights.resize(nodes);
    pose.frames.assign(nodes, {});
    for (std::size_t i = 0; i < nodes; ++i) {
        pose.locals[i] = scene.nodes[i].local;
        pose.weights[i].clear();
    }
    if (clip != nullptr) {
        for (const Channel& channel : clip->channels) apply(*clip, channel, seconds, between, pose);
    }
    for (std::size_t i = 0; i < nodes; ++i) {
        const u32 parent = scene.nodes[i].parent;
        pose.worlds[i] = matrix_of(pose.locals[i]);
        if (parent != no_index) pose.worlds[i] = pose.worlds[parent] * pose.worlds[i];
    }
}

void posed_points(const Scene& scene, const Pose& pose, u32 node, std::vector<Vec3>& points) {
    points.clear();
    const Node& holder = scene.nodes[node];
    if (holder.mesh == no_index) return;
    const Mesh& mesh = scene.meshes[holder.mesh];
    shape(mesh, pose.weights[node], pose.frames[node], points);
    if (holder.skin == no_index) {
        for (Vec3& point : points) point = transformed(pose.worlds[node], point);
    } else {
        skin_points(mesh.influences, joint_matrices(scene.skins[holder.skin], pose), points);
    }
    if (pose.offsets.empty()) return;
    for (Vec3& point : points) point = point + pose.offsets[node];
}

void posed_normals(const Scene& scene, const Pose& pose, u32 node, const std::vector<Vec3>& points,
                   std::vector<Vec3>& normals) {
    const Node& holder = scene.nodes[node];
    const Mesh& mesh = scene.meshes[holder.mesh];
    if (mesh.normals.empty() || mesh.frames || !pose.weights[node].empty()) {
        compute_normals(mesh, points, normals);
        return;
    }
    normals = mesh.normals;
    if (holder.skin == no_index) {
        const Matrix turning = normal_matrix(pose.worlds[node]);
        for (Vec3& normal : normals) normal = direction_of(transformed(turning, normal));
        return;
    }
    std::vector<Matrix> joints = joint_matrices(scene.skins[holder.skin], pose);
    for (Matrix& joint : joints) joint = normal_matrix(joint);
    skin_points(mesh.influences, joints, normals);
    for (Vec3& normal : normals) normal = direction_of(normal);
}

u32 find_clip(const Scene& scene, std::string_view word) {
    for (u32 i = 0; i < scene.clips.size(); ++i) {
        if (text::equal_ignoring_case(scene.clips[i].name, word)) return i;
    }
    const auto number = text::whole_integer<u32>(word);
    return number && *number < scene.clips.size() ? *number : no_index;
}

double duration_of(const Clip& clip) {
    f32 last = 0;
    for (const auto& timeline : clip.timelines) {
        if (!timeline.empty()) last = std::max(last, timeline.back());
    }
    return last;
}

}  // namespace thaw
