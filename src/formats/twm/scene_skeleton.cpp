// Joints: who is whose parent, and where they rest. Files have no rest pose; it follows from the bind matrices.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/options.hpp"
#include "formats/twm/scene_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::twm {

namespace {

constexpr double shear_tolerance = 1e-3;
constexpr f32 affine_tolerance = 1e-4f;  // as the validator has it

// Parents without cycles: the first joint of a cycle that is met becomes a root.
std::vector<u32> parents_of(const Document& d) {
    const std::size_t n = d.joints.size();
    std::vector<u32> parents(n, no_index);
    for (std::size_t j = 0; j < n; ++j) {
        if (!d.is_root(j)) parents[j] = d.joints[j].parent;
    }
    std::vector<std::size_t> walk_of(n);  // which walk came by, plus 1
    for (std::size_t start = 0; start < n; ++start) {
        std::size_t j = start;
        while (walk_of[j] == 0 && parents[j] != no_index) {
            walk_of[j] = start + 1;
            j = parents[j];
        }
        if (walk_of[j] == start + 1) parents[j] = no_index;
    }
    return parents;
}

// Every joint after its parent, otherwise in the order of the file.
std::vector<u32> parents_first(const std::vector<u32>& parents) {
    std::vector<u32> order;
    std::vector<u32> way;
    std::vector<bool> done(parents.size());
    for (u32 start = 0; start < parents.size(); ++start) {
        for (u32 j = start; j != no_index && !done[j]; j = parents[j]) {
            way.push_back(j);
            done[j] = true;
        }
        order.insert(order.end(), way.rbegin(), way.rend());
        way.clear();
    }
    return order;
}

bool is_near(f32 value, f32 expected) { return std::abs(value - expected) <= affine_tolerance; }

// As it stands, with an exact last row; turned round if it is transposed; identity if it is no such matrix.
Mat4 affine_matrix(const std::array<f32, 16>& m) {
    if (!std::all_of(m.begin(), m.end(), [](f32 v) { return std::isfinite(v); }) || !is_near(m[15], 1)) return {};
    Mat4 out{m};
    if (!is_near(m[3], 0) || !is_near(m[7], 0) || !is_near(m[11], 0)) {
        if (!is_near(m[12], 0) || !is_near(m[13], 0) || !is_near(m[14], 0)) return {};
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t c = 0; c < 4; ++c) out.m[4 * c + r] = m[4 * r + c];
        }
    }
    out.m[3] = out.m[7] = out.m[11] = 0;
    out.m[15] = 1;
    return out;
}

std::vector<bool> joints_in_use(const Document& d) {
    std::vector<bool> used(d.joints.size());
    for (const Mesh& mesh : d.meshes) {
        for (const Weight& weight : mesh.weights) {
            if (weight.joint < used.size() && weight.weight > 0) used[weight.joint] = true;
        }
    }
    return used;
}

// The first pose of each joint in the first animation.
std::vector<std::optional<Transform>> first_poses(const SceneWork& work) {
    std::vector<std::optional<Transform>> poses(work.document.joints.size());
    if (work.document.animations.empty()) return poses;
    const Animation& animation = work.document.animations[0];
    const bool euler = has_euler_degrees(animation, work.options.own.word(option::rotation));
    std::size_t at = 0;
    for (std::size_t j = 0; j < poses.size() && j < animation.key_counts.size(); ++j) {
        const auto keys = sorted_keys(std::span(animation.keys).subspan(at, animation.key_counts[j]));
        if (!keys.empty()) poses[j] = pose_of(*keys[0], euler);
        at += animation.key_counts[j];
    }
    return poses;
}

class RestPose {
public:
    RestPose(SceneWork& work, const std::vector<u32>& parents)
        : work_(work),
          parents_(parents),
          used_(joints_in_use(work.document)),
          poses_(first_poses(work)),
          worlds_(parents.size()) {}

    // Parents first.
    Transform of(u32 joint) {
        const u32 parent = parents_[joint];
        const thaw::Matrix above = parent == no_index ? identity_matrix : worlds_[parent];
        Transform local = local_of(joint, above);
        worlds_[joint] = above * matrix_of(local);
        return local;
    }

    void report() {
        say(issue::matrix_singular, singular_, "an invertible matrix");
        say(issue::rest_sheared, sheared_, "translation, rotation and scale");
        say(issue::rest_from_key, from_key_, "a bind matrix");
    }

private:
    Transform local_of(u32 joint, const thaw::Matrix& above) {
        const Mat4& bind = work_.inverse_binds[joint];
        if (bind == Mat4{} && parents_[joint] != no_index && !used_[joint] && poses_[joint]) {
            from_key_.note(joint);
            return *poses_[joint];
        }
        const auto world = inverse_of(matrix_of(bind));
        const auto back = inverse_of(above);
        if (!world || !back) {
            singular_.note(joint);
            return {};
        }
        const thaw::Matrix wanted = *back * *world;
        const Transform local = decomposed(wanted);
        const auto finite = [](Quat q) { return std::isfinite(q.x + q.y + q.z + q.w); };
        if (!is_finite(local.translation) || !is_finite(local.scale) || !finite(local.rotation)) {
            singular_.note(joint);
            return {};
        }
        const double size = std::max({1.0, std::abs(double{local.scale.x}), std::abs(double{local.scale.y}),
                                      std::abs(double{local.scale.z}), double{length(local.translation)}});
        sheared_.note_if(!(difference(wanted, local) <= shear_tolerance * size), joint);
        return local;
    }

    void say(const IssueKind& kind, const Offenders& tally, const char* expected) {
        if (!tally) return;
        work_.reporter.report(kind, [&] {
            return Finding{field_path("joints", tally.first(), "inverse_bind"), expected, tally.of(parents_.size())};
        });
    }

    SceneWork& work_;
    const std::vector<u32>& parents_;
    std::vector<bool> used_;
    std::vector<std::optional<Transform>> poses_;
    std::vector<thaw::Matrix> worlds_;
    Offenders singular_, sheared_, from_key_;
};

std::string joint_name(u32 joint) {
    std::string number = std::to_string(joint);
    if (number.size() < 3) number.insert(0, 3 - number.size(), '0');
    return "joint_" + number;
}

}  // namespace

void add_skeleton(SceneWork& work) {
    const Document& d = work.document;
    const auto parents = parents_of(d);
    for (const Joint& joint : d.joints) work.inverse_binds.push_back(affine_matrix(joint.inverse_bind));
    work.joint_nodes.resize(d.joints.size());
    RestPose rest(work, parents);
    for (const u32 joint : parents_first(parents)) {
        Node node;
        node.name = joint_name(joint);
        node.parent = parents[joint] == no_index ? work.root : work.joint_nodes[parents[joint]];
        node.local = rest.of(joint);
        work.joint_nodes[joint] = static_cast<u32>(work.scene.nodes.size());
        work.scene.nodes.push_back(std::move(node));
    }
    rest.report();
}

}  // namespace thaw::twm
