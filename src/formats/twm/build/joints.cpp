// Joints. A file has no pose at rest but the bind pose, so that what a skin does to its mesh at rest goes into the
// mesh.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/twm/build/issues.hpp"
#include "formats/twm/build/parts.hpp"

namespace thaw::twm {

namespace {

double largest(const thaw::Matrix& m) {
    double out = 0;
    for (const double value : m) out = std::max(out, std::abs(value));
    return out;
}

double distance(const thaw::Matrix& a, const thaw::Matrix& b) {
    double out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) out = std::max(out, std::abs(a[i] - b[i]));
    return out;
}

std::vector<bool> joints_with_weight(const Scene& scene, u32 skin) {
    std::vector<bool> out(scene.skins[skin].joints.size());
    for (const Node& node : scene.nodes) {
        if (node.skin != skin || node.mesh == no_index) continue;
        const Influences& list = scene.meshes[node.mesh].influences;
        for (std::size_t i = 0; i < list.joints.size(); ++i) {
            if (list.weights[i] > 0) out[list.joints[i]] = true;
        }
    }
    return out;
}

class RestOfSkin {
public:
    RestOfSkin(BuildWork& work, u32 skin) : work_(work), skin_(work.scene.skins[skin]), place_(skin) {
        used_ = joints_with_weight(work.scene, skin);
        for (std::size_t j = 0; j < skin_.joints.size(); ++j) {
            shown_.push_back(work.rest.worlds[skin_.joints[j]] * matrix_of(skin_.inverse_binds[j]));
        }
    }

    std::vector<thaw::Matrix> inverse_binds() {
        constexpr double nearly = 2e-5;
        thaw::Matrix one = identity_matrix;
        const auto first = std::find(used_.begin(), used_.end(), true);
        if (first != used_.end()) one = shown_[static_cast<std::size_t>(first - used_.begin())];
        double spread = 0;
        for (std::size_t j = 0; j < shown_.size(); ++j) {
            if (used_[j]) spread = std::max(spread, distance(one, shown_[j]));
        }
        const double size = std::max(1.0, largest(one));
        if (distance(one, identity_matrix) <= nearly * size && spread <= nearly * size) return own();
        const auto back = inverse_of(one);
        if (spread <= nearly * size && back && thaw::is_finite(*back)) {
            work_.shown[place_] = one;
            std::vector<thaw::Matrix> out = own();
            for (thaw::Matrix& m : out) m = m * *back;
            return out;
        }
        if (!work_.scene.clips.empty()) {
            work_.issues.add(issue::rest_pose_dropped, {}, "pose at rest");
            return own();
        }
        work_.baked[place_] = true;
        std::vector<thaw::Matrix> out;
        for (const u32 joint : skin_.joints) {
            out.push_back(inverse_of(work_.rest.worlds[joint]).value_or(identity_matrix));
        }
        return out;
    }

private:
    std::vector<thaw::Matrix> own() const {
        std::vector<thaw::Matrix> out;
        for (const Mat4& m : skin_.inverse_binds) out.push_back(matrix_of(m));
        return out;
    }

    BuildWork& work_;
    const Skin& skin_;
    u32 place_;
    std::vector<bool> used_{};
    std::vector<thaw::Matrix> shown_{};
};

}  // namespace

void build_joints(BuildWork& work) {
    const std::size_t skins = work.scene.skins.size();
    work.shown.assign(skins, identity_matrix);
    work.baked.assign(skins, false);
    build::RigOptions options;
    for (u32 s = 0; s < skins; ++s) options.inverse_binds.push_back(RestOfSkin(work, s).inverse_binds());
    work.rig = build::rig_of(work.scene, options);
    Document& d = work.document;
    if (work.rig.bones.size() > max_joints) {
        work.refuse("joints", max_joints, work.rig.bones.size(), "joints");
        return;
    }
    d.skeleton_flag = work.rig.bones.empty() ? 0 : 1;
    for (const build::RigBone& bone : work.rig.bones) {
        Joint joint{.parent = bone.parent == no_index ? no_parent : bone.parent};
        joint.inverse_bind = (thaw::is_finite(bone.inverse_bind) ? rounded(bone.inverse_bind) : Mat4{}).m;
        d.joints.push_back(joint);
    }
}

}  // namespace thaw::twm
