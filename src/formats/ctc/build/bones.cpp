// Joints as bones. The game's bones turn and move, but never grow: a scale that is always there goes into the vertices.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/ctc/model/skeleton.hpp"
#include "formats/shared/structured.hpp"

namespace thaw::ctc {

namespace {

constexpr double degrees = 180 / std::numbers::pi;

// C10, in the file's axes and units.
Matrix file_matrix(thaw::Matrix m) {
    for (const std::size_t i : {2u, 6u, 8u, 9u, 14u}) m[i] = -m[i];
    for (const std::size_t i : {12u, 13u, 14u}) m[i] /= metres_per_unit;
    Matrix out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<f32>(m[i]) + 0.0f;  // no minus zero
    out[3] = out[7] = out[11] = 0;
    out[15] = 1;
    return out;
}

thaw::Matrix rigid_part(const thaw::Matrix& m) {
    const Transform t = decomposed(m);
    thaw::Matrix out = matrix_of(Transform{{}, t.rotation, {1, 1, 1}});
    for (const std::size_t i : {12u, 13u, 14u}) out[i] = m[i];
    return thaw::is_finite(out) ? out : identity_matrix;
}

// What the bone does to the mesh at rest apart from turning and moving it; the identity if that is nothing.
thaw::Matrix shape_at_rest(const thaw::Matrix& shown) {
    constexpr double nearly = 1e-5;
    thaw::Matrix turn = rigid_part(shown);
    turn[12] = turn[13] = turn[14] = 0;
    thaw::Matrix out = inverse_of(turn).value_or(identity_matrix) * shown;
    out[12] = out[13] = out[14] = 0;
    double most = 0;
    for (std::size_t i = 0; i < out.size(); ++i) most = std::max(most, std::abs(out[i] - identity_matrix[i]));
    return most > nearly && thaw::is_finite(out) ? out : identity_matrix;
}

// The file has 32 bits for each number.
bool fits(const thaw::Matrix& m) {
    const Matrix rounded = file_matrix(m);
    return std::all_of(rounded.begin(), rounded.end(), [](f32 value) { return std::isfinite(value); });
}

BoneBind bind_of(const build::RigBone& bone, const Pose& rest) {
    BoneBind out;
    const thaw::Matrix shape = shape_at_rest(build::world_of(bone, rest) * bone.inverse_bind);
    if (const auto back = inverse_of(shape); back && thaw::is_finite(*back)) {
        out.shape = shape;
        out.inverse_shape = *back;
    }
    const thaw::Matrix to_joint = bone.inverse_bind * out.inverse_shape;  // from stored points
    const auto bind = inverse_of(to_joint);
    if (!bind || !thaw::is_finite(*bind)) return out;
    if (is_rigid(file_matrix(to_joint))) {
        out.inverse_bind = to_joint;
        out.bind = *bind;
        return out;
    }
    const thaw::Matrix rigid = rigid_part(*bind);
    const thaw::Matrix back = inverse_of(rigid).value_or(identity_matrix);
    if (!fits(rigid) || !fits(back)) return out;
    out.bind = rigid;
    out.inverse_bind = back;
    return out;
}

// A node of that name that carries no weight: an editor may have made it a joint.
u32 main_node(const Scene& scene) {
    const auto found = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                    [](const Node& node) { return node.name == "ctc_main" && node.mesh == no_index; });
    if (found == scene.nodes.end()) return no_index;
    const auto main = static_cast<u32>(found - scene.nodes.begin());
    for (const Node& node : scene.nodes) {
        if (node.mesh == no_index || node.skin == no_index) continue;
        const auto& joints = scene.skins[node.skin].joints;
        const Influences& list = scene.meshes[node.mesh].influences;
        for (std::size_t i = 0; i < list.joints.size(); ++i) {
            if (list.weights[i] > 0 && joints[list.joints[i]] == main) return no_index;
        }
    }
    return main;
}

void fit_depth(BuildWork& work) {
    auto& bones = work.rig.bones;
    std::vector<u32> depths(bones.size(), 1);
    u32 deepest = 0;
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (bones[b].parent != no_index) depths[b] = depths[bones[b].parent] + 1;
        deepest = std::max(deepest, depths[b]);
    }
    if (work.fits("joints", max_depth, deepest, "bones from root to tip") || !work.may_fit()) return;
    work.say_fitted(
        "joints", max_depth,
        std::to_string(deepest) + " bones from root to tip shortened, the farthest now hang on an earlier one,");
    for (std::size_t b = 0; b < bones.size(); ++b) {
        while (depths[b] > max_depth) {
            depths[b] = std::min(depths[b] - 1, depths[bones[b].parent]);
            bones[b].parent = bones[bones[b].parent].parent;
        }
    }
}

// Scenes tell bones apart by their numbers.
void report_numbers(BuildWork& work) {
    const Scene& base = *work.input.base_scene;
    const std::vector<u32> before = bones_of_nodes(*work.base, base);
    u64 others = 0;
    for (u32 b = 0; b < work.rig.bones.size(); ++b) {
        const u32 node = work.rig.bones[b].node;
        if (node == no_index || node >= before.size()) continue;
        others += before[node] != no_index && before[node] != b ? 1u : 0u;
        if (base.nodes[node].name != still_node) continue;
        work.issues.add(issue::still_node_moves, {}, still_node);
    }
    if (others == 0) return;
    work.issues.add(issue::bones_renumbered, {}, "bones", {}, text::plural(others, "bone"));
}

}  // namespace

void build_bones(BuildWork& work) {
    work.main = main_node(work.scene);
    build::RigOptions options{.main = work.main, .still_bone = true};
    for (const BuildPoint& point : work.points) {
        if (point.triangle == no_index) options.nodes.push_back(point.node);
    }
    work.rig = build::rig_of(work.scene, options);
    fit_depth(work);
    for (const build::RigBone& bone : work.rig.bones) {
        work.binds.push_back(bind_of(bone, work.rest));
        Bone out;
        out.base_transform = file_matrix(work.binds.back().inverse_bind);
        if (bone.parent != no_index) {
            out.parent_plus_one = static_cast<i32>(bone.parent) + 1;
            ++work.document.bones[bone.parent].child_count;  // C8
        }
        if (bone.node != no_index) take_unread(work.scene.nodes[bone.node].extras, out);
        work.document.bones.push_back(out);
    }
    if (work.base != nullptr) report_numbers(work);
}

std::vector<u32> bones_of_nodes(const Document& document, const Scene& scene) {
    std::vector<u32> out(scene.nodes.size(), no_index);
    std::size_t node = main_node_in(scene);
    for (const u32 bone : skeleton_of(document).order) {
        if (++node < out.size()) out[node] = bone;
    }
    return out;
}

void take_unread(const Extras& node, Bone& bone) {
    const auto numbers = build::numbers_of(build::list_in(node, "thaw_unknown_0x0c"));
    for (std::size_t i = 0; i < std::min(numbers.size(), bone.unknown_0x0c.size()); ++i) {
        bone.unknown_0x0c[i] = static_cast<f32>(numbers[i]);
    }
}

void pose_rigidly(const BuildWork& work, const Pose& pose, RigidPose& out) {
    out.main = work.main == no_index ? identity_matrix : rigid_part(pose.worlds[work.main]);
    out.bones.clear();
    for (std::size_t b = 0; b < work.rig.bones.size(); ++b) {
        const build::RigBone& bone = work.rig.bones[b];
        const BoneBind& bind = work.binds[b];
        const thaw::Matrix world = build::world_of(bone, pose) * bone.inverse_bind * bind.inverse_shape * bind.bind;
        const Vec3 scale = decomposed(world).scale;
        for (const f32 s : {scale.x, scale.y, scale.z}) {
            out.scale_lost = std::max(out.scale_lost, std::abs(double{s} - 1));
        }
        out.bones.push_back(rigid_part(world));
    }
}

std::array<f32, 3> file_point(const Vec3d& p) {
    constexpr double most = std::numeric_limits<f32>::max();
    const auto in_units = [&](double metres) {
        return static_cast<f32>(std::min(most, std::max(-most, metres / metres_per_unit))) + 0.0f;  // no minus zero
    };
    return {in_units(p.x), in_units(p.y), in_units(-p.z)};
}

std::array<f32, 3> file_direction(Vec3 d) { return {d.x, d.y, -d.z + 0.0f}; }

Key key_of(const thaw::Matrix& local, const Key* before) {
    // Rows and columns of C * R * C, C11: R = Ry(a0) * Rx(a1) * Rz(a2).
    const auto at = [&](std::size_t row, std::size_t column) {
        const double value = local[4 * column + row];
        return (row == 2) != (column == 2) ? -value : value;
    };
    constexpr double straight_up = 1e-6;
    const double flat = std::sqrt(at(1, 0) * at(1, 0) + at(1, 1) * at(1, 1));
    Vec3d angles{std::atan2(at(0, 2), at(2, 2)), std::atan2(-at(1, 2), flat), std::atan2(at(1, 0), at(1, 1))};
    if (flat < straight_up) {  // only the sum or difference of the other two is known
        angles[2] = before == nullptr ? 0 : double{before->angles[2]} / degrees;
        angles[0] = std::atan2(-at(2, 0), at(0, 0)) + (angles[1] > 0 ? angles[2] : -angles[2]);
    }
    angles = angles * degrees;
    if (before != nullptr) {
        // The same rotation can be written in two ways; the one nearer to the last frame turns less in between.
        const Vec3d other{angles[0] + 180, 180 - angles[1], angles[2] + 180};
        double step = 0, other_step = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double last = before->angles[i];
            step += std::abs(std::remainder(angles[i] - last, 360));
            other_step += std::abs(std::remainder(other[i] - last, 360));
        }
        if (other_step < step) angles = other;
        for (std::size_t i = 0; i < 3; ++i) {
            const double last = before->angles[i];
            angles[i] = last + std::remainder(angles[i] - last, 360);
        }
    }
    Key out;
    out.translation = file_point({local[12], local[13], local[14]});
    for (std::size_t i = 0; i < 3; ++i) out.angles[i] = static_cast<f32>(angles[i]) + 0.0f;
    return out;
}

}  // namespace thaw::ctc
