// Bones as joints: rest pose, inverse binds, and which vertex hangs on which of them.
#include <algorithm>
#include <cmath>

#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/options.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/ctc/model/skeleton.hpp"
#include "formats/ctc/model/turning.hpp"

namespace thaw::ctc {

namespace {

constexpr std::size_t most_joints = 0x10000;  // a joint's number has 16 bits
constexpr std::size_t most_influences = 8;    // two sets of four, which is what viewers take

bool is_finite(const Transform& t) { return thaw::is_finite(t.translation); }

Transform transform_of(const Key& key, double unit) {
    const Rotation q = scene_rotation(as_double(vector_of(key.angles)));
    const auto f = [](double value) { return static_cast<f32>(value); };
    return {scene_point(key.translation, unit), {f(q[0]), f(q[1]), f(q[2]), f(q[3])}, {1, 1, 1}};
}

// C10; identity if it is not made of numbers.
thaw::Matrix inverse_bind(const Bone& bone, double unit) {
    thaw::Matrix out{};
    std::copy(bone.base_transform.begin(), bone.base_transform.end(), out.begin());
    for (const std::size_t i : {2u, 6u, 8u, 9u, 14u}) out[i] = -out[i];
    for (const std::size_t i : {12u, 13u, 14u}) out[i] *= unit;
    out[3] = out[7] = out[11] = 0;
    out[15] = 1;
    return thaw::is_finite(out) ? out : identity_matrix;
}

void report_bases(SceneWork& work) {
    const auto& bones = work.document.bones;
    const auto path = [](std::size_t b) { return field_path("bones", b, "base_transform"); };
    work.reporter.report_some(
        issue::base_transform, issue::base_transform.severity, bones.size(),
        [&](std::size_t b) { return !is_rigid(bones[b].base_transform); }, path, "a rotation and a translation");
}

// The bind pose, where the base matrices tell it; else what frame 0 says.
void set_rest_pose(SceneWork& work) {
    const Document& d = work.document;
    std::vector<thaw::Matrix> worlds(d.bones.size(), identity_matrix);
    for (const u32 bone : work.rig.order) {
        const auto parent = parent_of(d, bone);
        const thaw::Matrix above = parent ? worlds[*parent] : identity_matrix;
        Node& node = work.scene.nodes[work.rig.nodes[bone]];
        const auto bind =
            is_rigid(d.bones[bone].base_transform) ? inverse_of(inverse_bind(d.bones[bone], work.unit)) : std::nullopt;
        const auto up = inverse_of(above);
        if (bind && up) node.local = decomposed(*up * *bind);
        node.local.scale = {1, 1, 1};
        if (!bind || !up || !is_finite(node.local)) {
            node.local = {};
            if (d.num_frames() > 0) node.local = bone_transform(work, 0, bone);
        }
        worlds[bone] = above * matrix_of(node.local);
    }
}

void add_bones(SceneWork& work) {
    const Document& d = work.document;
    Rig& rig = work.rig;
    rig.order = skeleton_of(d).order;
    // Parents come first, so that cutting the end off leaves no orphan. One joint is kept for what no bone moves.
    if (rig.order.size() >= most_joints) rig.order.erase(rig.order.begin() + (most_joints - 1), rig.order.end());
    rig.nodes.assign(d.bones.size(), no_index);
    rig.joints.assign(d.bones.size(), no_index);
    for (const u32 bone : rig.order) {
        const auto parent = parent_of(d, bone);
        std::string number = std::to_string(bone);
        number.insert(0, number.size() < 3 ? 3 - number.size() : 0, '0');
        rig.nodes[bone] = static_cast<u32>(work.scene.nodes.size());
        work.scene.nodes.push_back(
            {"bone_" + number, parent ? rig.nodes[*parent] : rig.main, {}, no_index, no_index, {}});
    }
    const auto path = [](std::size_t b) { return field_path("bones", b, "parent_plus_one"); };
    work.reporter.report_some(
        issue::parent_cycle, issue::parent_cycle.severity, d.bones.size(),
        [&](std::size_t b) { return rig.nodes[b] == no_index; }, path, "parents that lead to a root");
}

void add_skin(SceneWork& work) {
    const Document& d = work.document;
    thaw::Skin skin;
    for (std::size_t b = 0; b < d.bones.size(); ++b) {
        if (work.rig.nodes[b] == no_index) continue;
        work.rig.joints[b] = static_cast<u32>(skin.joints.size());
        skin.joints.push_back(work.rig.nodes[b]);
        skin.inverse_binds.push_back(rounded(inverse_bind(d.bones[b], work.unit)));
    }
    work.scene.skins.push_back(std::move(skin));
}

u32 joint_of(const SceneWork& work, i32 bone) {
    return selects(bone, work.rig.joints.size()) ? work.rig.joints[static_cast<std::size_t>(bone)] : no_index;
}

// C13; a vertex whose first bone cannot be posed gets a joint that never moves.
void find_first_joints(SceneWork& work) {
    const Document& d = work.document;
    Rig& rig = work.rig;
    rig.first_joint.assign(d.vertices.size(), no_index);
    std::size_t first = 0;
    for (std::size_t v = 0; v < d.vertices.size(); first += d.influence_counts[v], ++v) {
        if (d.influence_counts[v] > 0) rig.first_joint[v] = joint_of(work, d.influences[first].bone);
    }
    const auto is_loose = [&](std::size_t v) { return rig.first_joint[v] == no_index; };
    work.reporter.report_some(
        issue::unposed, issue::unposed.severity, d.vertices.size(), is_loose,
        [](std::size_t v) { return field_path("skeleton", v, "count"); }, "a bone that hangs on a root");
    const bool all_held = std::find(rig.first_joint.begin(), rig.first_joint.end(), no_index) == rig.first_joint.end();
    if (all_held || work.scene.skins.empty()) return;
    thaw::Skin& skin = work.scene.skins[0];
    rig.still = static_cast<u32>(skin.joints.size());
    skin.joints.push_back(static_cast<u32>(work.scene.nodes.size()));
    skin.inverse_binds.push_back({});
    work.scene.nodes.push_back({still_node, work.top, {}, no_index, no_index, {}});
    std::replace(rig.first_joint.begin(), rig.first_joint.end(), no_index, rig.still);
}

struct Pull {
    u32 joint = 0;
    double weight = 0;
};

// Every influence of a vertex that counts: a joint once, heaviest first.
void gather(const SceneWork& work, std::span<const Influence> influences, std::vector<Pull>& pulls) {
    pulls.clear();
    for (const Influence& each : influences) {
        const u32 joint = joint_of(work, each.bone);
        if (joint != no_index && std::isfinite(each.weight) && each.weight > 0) pulls.push_back({joint, each.weight});
    }
    std::sort(pulls.begin(), pulls.end(), [](const Pull& a, const Pull& b) { return a.joint < b.joint; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pulls.size(); ++i) {
        if (kept > 0 && pulls[kept - 1].joint == pulls[i].joint) {
            pulls[kept - 1].weight += pulls[i].weight;
        } else {
            pulls[kept++] = pulls[i];
        }
    }
    pulls.erase(pulls.begin() + static_cast<std::ptrdiff_t>(kept), pulls.end());
    std::sort(pulls.begin(), pulls.end(), [](const Pull& a, const Pull& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
}

void add_all_influences(SceneWork& work, Influences& out) {
    const Document& d = work.document;
    std::size_t most = 1;
    for (const u32 n : d.influence_counts) most = std::max<std::size_t>(most, n);
    const std::size_t width = std::min(most, most_influences);
    out.per_point = static_cast<u32>(width);
    out.joints.assign(d.vertices.size() * width, 0);
    out.weights.assign(d.vertices.size() * width, 0);
    std::vector<bool> cut(d.vertices.size());
    std::vector<Pull> pulls;
    std::size_t first = 0;
    for (std::size_t v = 0; v < d.vertices.size(); first += d.influence_counts[v], ++v) {
        gather(work, std::span(d.influences).subspan(first, d.influence_counts[v]), pulls);
        if (pulls.empty()) pulls.push_back({work.rig.first_joint[v], 1});
        cut[v] = pulls.size() > width;
        double sum = 0;
        for (std::size_t i = 0; i < std::min(width, pulls.size()); ++i) sum += pulls[i].weight;
        for (std::size_t i = 0; i < std::min(width, pulls.size()); ++i) {
            const auto weight = static_cast<f32>(pulls[i].weight / sum);
            if (!(weight > 0)) break;  // too light to matter
            out.joints[v * width + i] = static_cast<u16>(pulls[i].joint);
            out.weights[v * width + i] = weight;
        }
    }
    work.reporter.report_some(
        issue::multiple_influences, issue::multiple_influences.severity, cut.size(),
        [&](std::size_t v) { return cut[v]; }, [](std::size_t v) { return field_path("skeleton", v, "count"); },
        at_most(most_influences) + " bones");
}

}  // namespace

Vec3 scene_point(const std::array<f32, 3>& p, double unit) {
    return {static_cast<f32>(double{p[0]} * unit), static_cast<f32>(double{p[1]} * unit),
            static_cast<f32>(-double{p[2]} * unit)};
}

Transform main_transform(const SceneWork& work, u64 frame) {
    const Key& key = work.document.main_keys[static_cast<std::size_t>(frame)];
    return key.is_finite() ? transform_of(key, work.unit) : Transform{};
}

Transform bone_transform(const SceneWork& work, u64 frame, u32 bone) {
    const Key& key = work.document.bone_keys_of(frame)[bone];
    return key.is_finite() ? transform_of(key, work.unit) : work.scene.nodes[work.rig.nodes[bone]].local;
}

std::vector<thaw::Matrix> joint_matrices(const SceneWork& work, u64 frame) {
    const Document& d = work.document;
    const thaw::Matrix main = matrix_of(main_transform(work, frame));
    std::vector<thaw::Matrix> worlds(d.bones.size());
    for (const u32 bone : work.rig.order) {
        const auto parent = parent_of(d, bone);
        worlds[bone] = (parent ? worlds[*parent] : main) * matrix_of(bone_transform(work, frame, bone));
    }
    std::vector<thaw::Matrix> out;
    for (std::size_t b = 0; b < d.bones.size(); ++b) {
        if (work.rig.nodes[b] != no_index) out.push_back(worlds[b] * inverse_bind(d.bones[b], work.unit));
    }
    if (work.rig.still != no_index) out.push_back(identity_matrix);
    return out;
}

void add_skeleton(SceneWork& work) {
    work.rig.main = static_cast<u32>(work.scene.nodes.size());
    work.scene.nodes.push_back({"ctc_main", work.top, {}, no_index, no_index, {}});
    add_bones(work);
    report_bases(work);
    set_rest_pose(work);
    if (!work.rig.order.empty()) add_skin(work);
    find_first_joints(work);
}

void add_influences(SceneWork& work, thaw::Mesh& mesh) {
    const Document& d = work.document;
    if (work.scene.skins.empty()) return;
    if (work.options.own.has(option::all_weights)) return add_all_influences(work, mesh.influences);
    mesh.influences.per_point = 1;
    for (const u32 joint : work.rig.first_joint) mesh.influences.joints.push_back(static_cast<u16>(joint));
    mesh.influences.weights.assign(d.vertices.size(), 1);
    work.reporter.report_some(
        issue::multiple_influences, issue::multiple_influences.severity, d.influence_counts.size(),
        [&](std::size_t v) { return d.influence_counts[v] > 1; },
        [](std::size_t v) { return field_path("skeleton", v, "count"); }, "one bone per vertex");
}

}  // namespace thaw::ctc
