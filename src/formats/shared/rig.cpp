#include "formats/shared/rig.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace thaw::build {

namespace {

constexpr double same_matrix = 1e-6;

bool is_same(const Matrix& a, const Matrix& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!(std::abs(a[i] - b[i]) <= same_matrix * (1 + std::abs(a[i])))) return false;
    }
    return true;
}

class Rigging {
public:
    Rigging(const Scene& scene, const RigOptions& options)
        : scene_(scene), options_(options), moved_(moved_nodes(scene)) {
        evaluate(scene, nullptr, 0, rest_);
    }

    Rig run() {
        rig_.of_skin.resize(scene_.skins.size());
        rig_.carried_at.assign(scene_.nodes.size(), no_index);
        for (const Node& node : scene_.nodes) {
            if (node.mesh != no_index && node.skin != no_index) take_skin(node.skin);
        }
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            if (scene_.nodes[n].mesh != no_index && scene_.nodes[n].skin == no_index) carry(n);
        }
        for (const u32 n : options_.nodes) carry(n);
        find_parents();
        put_parents_first();
        return std::move(rig_);
    }

private:
    u32 bone_at(u32 node, const Matrix& inverse_bind) {
        for (const u32 bone : bones_at_[node]) {
            if (is_same(rig_.bones[bone].inverse_bind, inverse_bind)) return bone;
        }
        bones_at_[node].push_back(static_cast<u32>(rig_.bones.size()));
        rig_.bones.push_back({node, no_index, inverse_bind});
        return static_cast<u32>(rig_.bones.size() - 1);
    }

    void take_skin(u32 skin) {
        if (!rig_.of_skin[skin].empty()) return;
        const Skin& from = scene_.skins[skin];
        for (std::size_t j = 0; j < from.joints.size(); ++j) {
            const bool skipped = from.joints[j] == options_.main;
            const Matrix bind =
                options_.inverse_binds.empty() ? matrix_of(from.inverse_binds[j]) : options_.inverse_binds[skin][j];
            rig_.of_skin[skin].push_back(skipped ? no_index : bone_at(from.joints[j], bind));
        }
    }

    void carry(u32 node) {
        rig_.carried_at[node] = static_cast<u32>(rig_.carried.size());
        u32 carrier = node;
        const auto is_bone = [&](u32 n) { return bones_at_.contains(n); };
        while (carrier != no_index && !is_bone(carrier) && (!moved_[carrier] || carrier == options_.main)) {
            carrier = scene_.nodes[carrier].parent;
        }
        if (carrier == no_index) {
            const u32 bone = options_.still_bone ? bone_at(no_index, identity_matrix) : no_index;
            rig_.carried.push_back({node, bone, rest_.worlds[node]});
            return;
        }
        Matrix relative = identity_matrix;
        for (u32 n = node; n != carrier; n = scene_.nodes[n].parent) relative = matrix_of(rest_.locals[n]) * relative;
        u32 bone = is_bone(carrier) ? bones_at_[carrier].front()
                                    : bone_at(carrier, inverse_of(rest_.worlds[carrier]).value_or(identity_matrix));
        auto bind = inverse_of(rig_.bones[bone].inverse_bind);
        if (!bind) {
            bone = bone_at(carrier, identity_matrix);
            bind = identity_matrix;
        }
        rig_.carried.push_back({node, bone, *bind * relative});
    }

    void find_parents() {
        for (RigBone& bone : rig_.bones) {
            if (bone.node == no_index) continue;
            u32 above = scene_.nodes[bone.node].parent;
            while (above != no_index && !bones_at_.contains(above)) above = scene_.nodes[above].parent;
            if (above != no_index) bone.parent = bones_at_[above].front();
        }
    }

    // In the order in which they came, except that a bone calls for its parent first.
    void put_parents_first() {
        std::vector<u32> place(rig_.bones.size(), no_index), waiting;
        std::vector<RigBone> sorted;
        for (u32 b = 0; b < rig_.bones.size(); ++b) {
            for (u32 next = b; next != no_index && place[next] == no_index; next = rig_.bones[next].parent) {
                waiting.push_back(next);
            }
            for (; !waiting.empty(); waiting.pop_back()) {
                place[waiting.back()] = static_cast<u32>(sorted.size());
                sorted.push_back(rig_.bones[waiting.back()]);
            }
        }
        const auto renumber = [&](u32& bone) {
            if (bone != no_index) bone = place[bone];
        };
        for (RigBone& bone : sorted) renumber(bone.parent);
        for (auto& joints : rig_.of_skin) std::for_each(joints.begin(), joints.end(), renumber);
        for (Carried& each : rig_.carried) renumber(each.bone);
        rig_.bones = std::move(sorted);
    }

    const Scene& scene_;
    const RigOptions& options_;
    std::vector<bool> moved_;
    Pose rest_;
    std::map<u32, std::vector<u32>> bones_at_;
    Rig rig_;
};

// By key; width numbers each.
bool is_elsewhere(const std::vector<f32>& values, std::initializer_list<f32> rest) {
    constexpr f32 nearly = 1e-6f;
    const auto differs = [&](f32 sign) {
        std::size_t i = 0;
        return std::any_of(values.begin(), values.end(), [&](f32 value) {
            const f32 other = sign * rest.begin()[i++ % rest.size()];
            return std::abs(value - other) > nearly * (1 + std::abs(other));
        });
    };
    return differs(1) && (rest.size() != 4 || differs(-1));  // either sign is the same rotation
}

}  // namespace

std::vector<bool> moved_nodes(const Scene& scene) {
    std::vector<bool> out(scene.nodes.size());
    for (const Clip& clip : scene.clips) {
        for (const Channel& channel : clip.channels) {
            const Transform& local = scene.nodes[channel.node].local;
            const Vec3 &t = local.translation, &s = local.scale;
            const Quat& r = local.rotation;
            const bool moves = channel.path == Path::translation ? is_elsewhere(channel.values, {t.x, t.y, t.z})
                               : channel.path == Path::scale     ? is_elsewhere(channel.values, {s.x, s.y, s.z})
                               : channel.path == Path::rotation  ? is_elsewhere(channel.values, {r.x, r.y, r.z, r.w})
                                                                 : false;
            if (moves) out[channel.node] = true;
        }
    }
    return out;
}

const Carried* Rig::carrier_of(u32 node) const {
    return carried_at[node] == no_index ? nullptr : &carried[carried_at[node]];
}

Rig rig_of(const Scene& scene, const RigOptions& options) { return Rigging(scene, options).run(); }

}  // namespace thaw::build
