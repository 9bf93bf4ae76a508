#include "formats/soulfu/build/bones.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/soulfu/scene/bases.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

constexpr double shortest_tail = 1e-3;  // metres: shorter ones have no direction in the game's numbers
constexpr double usual_tail = 0.1;
constexpr double least_stretch = 1e-3;  // less is the noise of an editor

// The number at the end of "PLAYER_base_3".
std::optional<std::size_t> base_in_name(std::string_view name) {
    const std::size_t at = name.rfind("base_");
    if (at == std::string_view::npos || (at > 0 && name[at - 1] != '_')) return std::nullopt;
    return text::whole_integer<std::size_t>(name.substr(at + 5));
}

std::optional<std::size_t> base_of(const Scene& scene, const Node& node) {
    const Extras& extras = node.mesh == no_index ? node.extras : scene.meshes[node.mesh].extras;
    constexpr i64 most = 255;
    if (const auto stored = build::integer_in(extras, "thaw_base"); stored && *stored >= 0 && *stored <= most) {
        return static_cast<std::size_t>(*stored);
    }
    const auto named = base_in_name(node.name);
    return named && *named <= static_cast<std::size_t>(most) ? named : std::nullopt;
}

// Thaw writes how long a bone is, on its node or on the one above if there are two.
std::optional<double> thaw_length(const Scene& scene, u32 node) {
    for (int i = 0; i < 2 && node != no_index; ++i, node = scene.nodes[node].parent) {
        if (const auto length = build::number_in(scene.nodes[node].extras, "thaw_length")) return length;
    }
    return std::nullopt;
}

// The grip that a node below a bone is; 0 if it is none.
u8 grip_id(const Node& node) {
    if (const auto id = build::integer_in(node.extras, "thaw_bone_id"); id && *id > 0 && *id < 256) {
        return static_cast<u8>(*id);
    }
    for (std::size_t id = 1; id < bone_names.size(); ++id) {
        if (text::equal_ignoring_case(node.name, bone_names[id])) return static_cast<u8>(id);
    }
    return 0;
}

// Some direction at a right angle to the tail: the axis of the node that leans least towards it.
Vec3d forward_across(const Vec3d& tail) {
    const double n = length(tail);
    std::size_t axis = 2;
    for (const std::size_t other : {1u, 0u}) {
        if (std::abs(tail[other]) < std::abs(tail[axis])) axis = other;
    }
    Vec3d out{};
    out[axis] = 1;
    for (std::size_t i = 0; i < 3 && n > 0; ++i) out[i] -= tail[i] * tail[axis] / (n * n);
    return out;
}

bool is_near(const Matrix& a, const Matrix& b) {
    for (std::size_t i = 0; i < 16; ++i) {
        if (std::abs(a[i] - b[i]) > 1e-4 * (1 + std::abs(b[i]))) return false;
    }
    return true;
}

// What every node is to the others, found in one pass: skeletons may have any size.
struct NodeFacts {
    std::vector<u32> children{};
    bool is_joint = false;
    bool moves = false;  // by itself or with what it hangs on
    Vec3d stretch{};     // by axis: how far clips pull its scale from the mean
};

std::vector<NodeFacts> facts_of(const Scene& scene) {
    std::vector<NodeFacts> out(scene.nodes.size());
    for (const Skin& skin : scene.skins) {
        for (const u32 joint : skin.joints) out[joint].is_joint = true;
    }
    for (const Clip& clip : scene.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path == Path::weights || channel.path == Path::frame) continue;
            NodeFacts& facts = out[channel.node];
            facts.moves = true;
            if (channel.path != Path::scale) continue;
            for (std::size_t i = 0; i + 2 < channel.values.size(); i += 3) {
                const f32* scale = channel.values.data() + i;
                const double mean = (double{scale[0]} + scale[1] + scale[2]) / 3;
                for (std::size_t k = 0; k < 3; ++k) {
                    facts.stretch[k] = std::max(facts.stretch[k], std::abs(scale[k] - mean));
                }
            }
        }
    }
    for (u32 n = 0; n < out.size(); ++n) {
        const u32 parent = scene.nodes[n].parent;
        if (parent == no_index) continue;
        out[parent].children.push_back(n);
        out[n].moves = out[n].moves || out[parent].moves;
    }
    return out;
}

class BaseFinder {
public:
    BaseFinder(const Scene& scene, bool with_parts) : scene_(scene), with_parts_(with_parts), facts_(facts_of(scene)) {}

    std::vector<BuildBase> run() {
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            const Node& node = scene_.nodes[n];
            const auto number = base_of(scene_, node);
            if (node.mesh == no_index) {
                if (number && node.name == "base_" + std::to_string(*number)) base(*number).node = n;
                continue;
            }
            const Extras& extras = scene_.meshes[node.mesh].extras;
            const bool is_part = extras.find("thaw_part") != nullptr;
            // Of an item in a hand the game shows one shape at a time: the first one stays.
            if (is_part && (!with_parts_ || number.value_or(0) > 0)) continue;
            // Only the finest level of detail: a DDD has no others.
            if (build::integer_in(extras, "thaw_lod").value_or(0) > 0) continue;
            base(number.value_or(0)).meshes.push_back({.node = n});
        }
        if (bases_.empty()) bases_.emplace_back();
        place_nodes();
        for (BuildBase& one : bases_) {
            bone_at_.clear();
            add_loose_bones(one);
            for (BuildMesh& mesh : one.meshes) add_bones(one, mesh);
            if (one.bones.empty()) one.bones.push_back(standing_bone());
        }
        return std::move(bases_);
    }

private:
    BuildBase& base(std::size_t number) {
        if (number >= bases_.size()) bases_.resize(number + 1);
        return bases_[number];
    }

    // All props of the game have it: a foot long, upright, at the origin.
    static BuildBone standing_bone() { return {.tail = {0, metres_per_foot, 0}, .forward = {0, 0, 1}}; }

    u32 bone_of(BuildBase& owner, u32 node, const Matrix& bind) {
        const auto [known, is_new] = bone_at_.try_emplace(node, static_cast<u32>(owner.bones.size()));
        if (!is_new) return known->second;
        BuildBone bone{.node = node, .bind = bind};
        for (const u32 child : facts_[node].children) {
            if (bone.id == 0) bone.id = grip_id(scene_.nodes[child]);
        }
        if (const auto length = thaw_length(scene_, node)) {
            bone.tail = {0, std::max(*length, 0.0), 0};
        } else {
            bone.tail = along_stretch(node, tail_of(node, bind));
            bone.forward = forward_across(bone.tail);
        }
        owner.bones.push_back(bone);
        return known->second;
    }

    // To the first child that is a bone; a leaf goes on as its parent does.
    Vec3d tail_of(u32 node, const Matrix& bind) const {
        for (const u32 n : facts_[node].children) {
            if (!facts_[n].is_joint) continue;
            const Vec3d tail = as_double(scene_.nodes[n].local.translation);
            if (length(tail) * scale_of(bind) > shortest_tail) return tail;
        }
        const u32 parent = scene_.nodes[node].parent;
        const double reach = length(as_double(scene_.nodes[node].local.translation)) / 2;
        const bool has_parent = parent != no_index && facts_[parent].is_joint && reach * scale_of(bind) > shortest_tail;
        return {0, has_parent ? reach : usual_tail / scale_of(bind), 0};
    }

    // Bones of the game stretch along themselves only. Editors turn the axes of bones, so what is stretched tells.
    Vec3d along_stretch(u32 node, const Vec3d& tail) const {
        const Vec3d& most = facts_[node].stretch;
        std::size_t axis = 0;
        for (const std::size_t other : {1u, 2u}) {
            if (most[other] > most[axis]) axis = other;
        }
        const double size = length(tail);
        if (most[axis] < least_stretch || std::abs(tail[axis]) > 0.5 * size) return tail;
        Vec3d out{};
        out[axis] = size;
        return out;
    }

    static double scale_of(const Matrix& m) {
        const double y = length(Vec3d{m[4], m[5], m[6]});
        return y > 0 ? y : 1;
    }

    // A file that only has frames: its bones carry no mesh, and lie below the node of their base model.
    void add_loose_bones(BuildBase& owner) {
        if (owner.node == no_index) return;
        for (const u32 n : facts_[owner.node].children) {
            const Node& node = scene_.nodes[n];
            if (build::number_in(node.extras, "thaw_length") == std::nullopt) continue;
            u32 inner = n;
            if (n + 1 < scene_.nodes.size() && scene_.nodes[n + 1].name == node.name + "_shear") inner = n + 1;
            bone_of(owner, inner, rest_[inner]);
        }
    }

    // Where nodes are at rest, with the base models shown.
    void place_nodes() {
        std::vector<bool> shown(scene_.nodes.size());
        for (const BuildBase& one : bases_) {
            if (one.node != no_index) shown[one.node] = true;
        }
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            Transform local = scene_.nodes[n].local;
            if (shown[n]) local.scale = {1, 1, 1};
            const u32 parent = scene_.nodes[n].parent;
            rest_.push_back(parent == no_index ? matrix_of(local) : rest_[parent] * matrix_of(local));
        }
    }

    void add_bones(BuildBase& owner, BuildMesh& mesh) {
        const Node& node = scene_.nodes[mesh.node];
        if (node.skin == no_index) {
            mesh.to_bind = rest_[mesh.node];
            if (facts_[mesh.node].moves) {
                mesh.bones.push_back(bone_of(owner, mesh.node, mesh.to_bind));
            } else {
                mesh.bones.push_back(still_bone(owner));
            }
            return;
        }
        const Skin& skin = scene_.skins[node.skin];
        mesh.to_bind = common_move(skin);
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const auto bind = inverse_of(matrix_of(skin.inverse_binds[j]));
            mesh.bones.push_back(bone_of(owner, skin.joints[j], mesh.to_bind * bind.value_or(identity_matrix)));
        }
    }

    u32 still_bone(BuildBase& owner) {
        const auto [known, is_new] = bone_at_.try_emplace(no_index, static_cast<u32>(owner.bones.size()));
        if (is_new) owner.bones.push_back(standing_bone());
        return known->second;
    }

    // A skin may place its mesh in another size than it was modelled in: then all joints at rest agree on it.
    Matrix common_move(const Skin& skin) const {
        std::optional<Matrix> common;
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const Matrix move = rest_[skin.joints[j]] * matrix_of(skin.inverse_binds[j]);
            if (common && !is_near(move, *common)) return identity_matrix;
            if (!common) common = move;
        }
        return common && !is_near(*common, identity_matrix) ? *common : identity_matrix;
    }

    const Scene& scene_;
    bool with_parts_;
    const std::vector<NodeFacts> facts_;
    std::vector<Matrix> rest_;    // by node
    std::map<u32, u32> bone_at_;  // of the base at hand, by node
    std::vector<BuildBase> bases_;
};

BoneLine line_of(const BuildBone& bone, const Matrix& world) {
    BoneLine out;
    const auto start = transformed(world, Vec3d{0, 0, 0});
    out.start = to_game(start);
    out.end = to_game(transformed(world, bone.tail));
    const auto tip = transformed(world, bone.forward);
    const Vec3d forward = to_game(tip - start);
    const double n = length(forward);
    out.forward = n > 0 ? forward / n : Vec3d{0, 1, 0};
    return out;
}

}  // namespace

std::vector<BuildBase> bases_of(const Scene& scene, bool with_parts) { return BaseFinder(scene, with_parts).run(); }

BoneLine bound(const BuildBone& bone) { return line_of(bone, bone.bind); }

BoneLine posed(const BuildBone& bone, const Pose& pose) {
    return line_of(bone, bone.node == no_index ? bone.bind : pose.worlds[bone.node]);
}

Vec3d to_game(const Vec3d& metres) {
    return {metres.x / metres_per_foot, metres.z / metres_per_foot, metres.y / metres_per_foot};
}

}  // namespace thaw::ddd
