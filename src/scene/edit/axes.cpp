// Joints that an editor turned, and roots that were moved with all that hangs on them: what is below them is put where
// the base's would have it.
#include <algorithm>
#include <cmath>

#include "scene/edit/parts.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"
#include "scene/targets.hpp"

namespace thaw::edit {

namespace {

Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }

Vec3 rotated(Quat q, Vec3 v) { return transformed(matrix_of(Transform{.rotation = q}), v); }

// `map` takes a node and a transform of it, of which a key has but a part: each part of what it gives comes of that
// part.
template <class Map>
void map_locals(Scene& scene, const Map& map) {
    for (u32 n = 0; n < scene.nodes.size(); ++n) scene.nodes[n].local = map(n, scene.nodes[n].local);
    const auto map_key = [&](const Channel& channel, f32* v) {
        Transform local;
        if (channel.path == Path::rotation) {
            local.rotation = {v[0], v[1], v[2], v[3]};
            const Quat now = map(channel.node, local).rotation;
            v[0] = now.x, v[1] = now.y, v[2] = now.z, v[3] = now.w;
            return;
        }
        const auto part = channel.path == Path::scale ? &Transform::scale : &Transform::translation;
        local.*part = {v[0], v[1], v[2]};
        const Vec3 now = map(channel.node, local).*part;
        v[0] = now.x, v[1] = now.y, v[2] = now.z;
    };
    for (Clip& clip : scene.clips) {
        for (Channel& channel : clip.channels) {
            if (channel.path == Path::weights || channel.path == Path::frame) continue;
            channel.turns.clear();  // about other axes
            const std::size_t width = channel.path == Path::rotation ? 4 : 3;
            for (std::size_t i = 0; i + width <= channel.values.size(); i += width)
                map_key(channel, channel.values.data() + i);
        }
    }
}

// What makes the one matrix of the other, if it turns and does nothing else. Most turns are by a right angle, and exact
// then.
std::optional<Quat> turn_between(const Mat4& base, const Mat4& edited, double size) {
    const auto back = inverse_of(matrix_of(edited));
    if (!back) return std::nullopt;
    Matrix turn = matrix_of(base) * *back;
    constexpr double nearly = 1e-4;
    for (std::size_t i = 12; i < 15; ++i) {
        if (!(std::abs(turn[i]) <= nearly * std::max(size, 1e-3))) return std::nullopt;
        turn[i] = 0;
    }
    for (std::size_t i = 0; i < 11; ++i) {
        if (std::abs(turn[i] - std::round(turn[i])) <= nearly) turn[i] = std::round(turn[i]);
    }
    const Quat out = rotation_of(turn);
    const Matrix again = matrix_of(Transform{.rotation = out});
    for (std::size_t i = 0; i < 11; ++i) {
        if (!(std::abs(turn[i] - again[i]) <= 10 * nearly)) return std::nullopt;
    }
    return out;
}

// Blender's bones point along their Y axis: it gives joints other axes on the way in, and keeps those on the way out.
// Skins, rests and keys agree with each other, so that nothing is shown otherwise.
class Turning {
public:
    explicit Turning(const Work& work)
        : work_(work), base_skin_(work.edited.skins.size(), no_index), turns_(work.edited.nodes.size()) {
        for (u32 n = 0; n < work.edited.nodes.size(); ++n) {
            const u32 skin = work.edited.nodes[n].skin, b = work.base_node[n];
            if (skin != no_index && b != no_index && base_skin_[skin] == no_index)
                base_skin_[skin] = work.base.nodes[b].skin;
        }
    }

    std::optional<Scene> run() {
        bool any = false;
        for (u32 s = 0; s < work_.edited.skins.size(); ++s) {
            for (std::size_t j = 0; j < work_.edited.skins[s].joints.size(); ++j) any = find(s, j) || any;
        }
        if (!any) return std::nullopt;
        Scene out = work_.edited;
        for (u32 s = 0; s < out.skins.size(); ++s) {
            for (std::size_t j = 0; j < out.skins[s].joints.size(); ++j) turn_bind(s, j, out.skins[s].inverse_binds[j]);
        }
        map_locals(out, [&](u32 n, const Transform& local) {
            return Transform{rotated(above(n), local.translation), turned(n, local.rotation), turned(n, local.scale)};
        });
        return out;
    }

private:
    static bool is_turn(Quat q) { return std::abs(q.w) <= 1 - 1e-7f; }

    // The base's bind matrix for a joint of an edited skin: every part of a character may have its own. Of a skin that
    // is new, that of the first skin with this joint.
    const Mat4* bind_of(u32 skin, std::size_t joint) const {
        const u32 node = work_.base_node[work_.edited.skins[skin].joints[joint]];
        if (node == no_index) return nullptr;
        const auto in = [&](const Skin& base) -> const Mat4* {
            const auto found = std::find(base.joints.begin(), base.joints.end(), node);
            return found == base.joints.end()
                       ? nullptr
                       : &base.inverse_binds[static_cast<std::size_t>(found - base.joints.begin())];
        };
        if (base_skin_[skin] != no_index) return in(work_.base.skins[base_skin_[skin]]);
        for (const Skin& base : work_.base.skins) {
            if (const Mat4* bind = in(base)) return bind;
        }
        return nullptr;
    }

    std::optional<Quat> turn_of(u32 skin, std::size_t joint) const {
        const Mat4* then = bind_of(skin, joint);
        if (then == nullptr) return std::nullopt;
        return turn_between(*then, work_.edited.skins[skin].inverse_binds[joint], work_.size);
    }

    // A joint of several skins is turned as in the first.
    bool find(u32 skin, std::size_t joint) {
        auto& known = turns_[work_.edited.skins[skin].joints[joint]];
        if (!known) known = turn_of(skin, joint);
        return known && is_turn(*known);
    }

    void turn_bind(u32 skin, std::size_t joint, Mat4& bind) const {
        const Quat by = by_of(work_.edited.skins[skin].joints[joint]);
        if (!is_turn(by)) return;
        const auto own = turn_of(skin, joint);
        const bool agrees = own && std::abs(own->x * by.x + own->y * by.y + own->z * by.z + own->w * by.w) > 1 - 1e-6f;
        bind = agrees ? *bind_of(skin, joint) : rounded(matrix_of(Transform{.rotation = by}) * matrix_of(bind));
    }

    Quat by_of(u32 node) const { return turns_[node].value_or(Quat{}); }

    Quat above(u32 node) const {
        const u32 parent = work_.edited.nodes[node].parent;
        return parent == no_index ? Quat{} : by_of(parent);
    }

    Quat turned(u32 node, Quat q) const { return normalised(above(node) * q * conjugate(by_of(node))); }

    // Along other axes; exact for right angles.
    Vec3 turned(u32 node, Vec3 scale) const {
        const Matrix m = matrix_of(Transform{.rotation = by_of(node)});
        const auto axis = [&](std::size_t row) {
            const double x = m[row], y = m[4 + row], z = m[8 + row];
            return static_cast<f32>(x * x * double{scale.x} + y * y * double{scale.y} + z * z * double{scale.z});
        };
        return {axis(0), axis(1), axis(2)};
    }

    const Work& work_;
    std::vector<u32> base_skin_;              // by skin of the edited scene: that of the same object
    std::vector<std::optional<Quat>> turns_;  // by node of the edited scene: from its axes to the base's
};

// By node: it is a joint, or clips move it.
std::vector<bool> nodes_with_a_part(const Scene& scene) {
    std::vector<bool> out(scene.nodes.size());
    for (const Skin& skin : scene.skins) {
        for (const u32 joint : skin.joints) out[joint] = true;
    }
    for (const Clip& clip : scene.clips) {
        for (const Channel& channel : clip.channels) out[channel.node] = true;
    }
    return out;
}

// Files have no place for the whole, which is where it is: somebody who moved it moved what is in it. How it went, seen
// from where it was.
std::optional<Transform> way_of_root(const Work& work, const Transform& then, const Transform& now) {
    const auto back = inverse_of(matrix_of(then));
    if (!back || is_same_transform(then, now, work.size)) return {};
    const Transform moved = decomposed(*back * matrix_of(now));
    const Vec3 s = moved.scale;
    const bool evenly = std::max(std::abs(s.x - s.y), std::abs(s.x - s.z)) <= 1e-5f * s.x;  // also above 0
    return evenly ? std::optional(moved) : std::nullopt;
}

// Vertices, joints and what skins start from all go along. Joints do not grow: they go farther apart.
class Moving {
public:
    Moving(Scene& scene, u32 root, const Transform& moved)
        : scene_(scene), root_(root), moved_(moved), matrix_(matrix_of(moved)) {
        for (u32 n = 0; n < scene.nodes.size(); ++n) steps_.push_back(step_of(scene.nodes[n].parent));
    }

    void run(const Transform& then) {
        scene_.nodes[root_].local = then;
        map_locals(scene_, [&](u32 n, const Transform& local) { return carried(n, local); });
        const Matrix from = matrix_of(then);
        const auto back = inverse_of(from);
        const Matrix whole = from * matrix_ * back.value_or(identity_matrix);
        const auto unmoved = inverse_of(whole);
        if (!unmoved) return;
        const f32 size = moved_.scale.x;
        const Matrix grown = matrix_of(Transform{.scale = {size, size, size}});
        std::vector<bool> moves(scene_.skins.size());
        for (std::size_t s = 0; s < moves.size(); ++s) {
            Skin& skin = scene_.skins[s];
            moves[s] =
                std::all_of(skin.joints.begin(), skin.joints.end(), [&](u32 n) { return steps_[n] != Step::none; });
            if (!moves[s]) continue;
            for (Mat4& bind : skin.inverse_binds) bind = rounded(grown * matrix_of(bind) * *unmoved);
        }
        move_meshes(moves, whole);
    }

private:
    enum class Step : u8 { none, below_root, deeper, inside_mesh };

    // Parents come first. Below a mesh that grew everything grows with it.
    Step step_of(u32 parent) const {
        if (parent == no_index) return Step::none;
        if (parent == root_) return Step::below_root;
        const Step above = steps_[parent];
        return above == Step::none                              ? above
               : above == Step::inside_mesh || is_shape(parent) ? Step::inside_mesh
                                                                : Step::deeper;
    }

    // A mesh that others show as well is theirs as it is.
    void move_meshes(const std::vector<bool>& moves, const Matrix& by) {
        const auto is_moved = [&](const Node& node) { return node.skin != no_index && moves[node.skin]; };
        std::vector<bool> stays(scene_.meshes.size()), done(scene_.meshes.size());
        for (const Node& node : scene_.nodes) {
            if (node.mesh != no_index && !is_moved(node)) stays[node.mesh] = true;
        }
        for (Node& node : scene_.nodes) {
            if (node.mesh == no_index || !is_moved(node)) continue;
            const u32 mesh = node.mesh;
            if (stays[mesh]) {
                node.mesh = static_cast<u32>(scene_.meshes.size());
                scene_.meshes.push_back(Mesh(scene_.meshes[mesh]));
                move(scene_.meshes.back(), by);
            } else if (!done[mesh]) {
                done[mesh] = true;
                move(scene_.meshes[mesh], by);
            }
        }
    }

    static void move(Mesh& mesh, const Matrix& by) {
        const Mesh before = mesh;  // no bytes are copied
        Matrix linear = by;
        linear[12] = linear[13] = linear[14] = 0;
        const Matrix upright = normal_matrix(by);
        for (Vec3& p : mesh.points) p = transformed(by, p);
        for (Vec3& n : mesh.normals) n = direction_of(transformed(upright, n), n);
        for (Vec4& t : mesh.tangents) {
            const Vec3 along = direction_of(transformed(linear, Vec3{t.x, t.y, t.z}), {t.x, t.y, t.z});
            t = {along.x, along.y, along.z, t.w};
        }
        list_offsets(mesh);
        for (MorphTarget& target : mesh.targets) {
            for (Vec3& offset : target.offsets) offset = transformed(linear, offset);
        }
        if (!before.frames) return;
        mesh.frames = plain_frames(before.points.size(), before.frames->count, before.frames->names,
                                   [&](u32 shape, std::vector<Vec3>& row) {
                                       shape_points(before, shape, row);
                                       for (Vec3& p : row) p = transformed(by, p);
                                   });
    }

    bool is_shape(u32 n) const { return scene_.nodes[n].mesh != no_index && scene_.nodes[n].skin == no_index; }

    Transform carried(u32 n, Transform local) const {
        const Step step = steps_[n];
        if (step == Step::below_root) {
            local.translation = transformed(matrix_, local.translation);
            local.rotation = normalised(moved_.rotation * local.rotation);
        } else if (step == Step::deeper) {
            local.translation = local.translation * moved_.scale.x;
        } else {
            return local;
        }
        if (is_shape(n)) local.scale = local.scale * moved_.scale.x;
        return local;
    }

    Scene& scene_;
    u32 root_;
    const Transform& moved_;
    Matrix matrix_;
    std::vector<Step> steps_{};  // by node
};

}  // namespace

std::optional<Scene> in_axes_of_base(const Work& work) {
    std::optional<Scene> out = Turning(work).run();
    const std::vector<bool> then_has = nodes_with_a_part(work.base), now_has = nodes_with_a_part(work.edited);
    for (u32 n = 0; n < work.edited.nodes.size(); ++n) {
        const Node& node = work.edited.nodes[n];
        const u32 b = work.base_node[n];
        if (b == no_index || node.parent != no_index || node.mesh != no_index || now_has[n] || then_has[b]) continue;
        const Node& base = work.base.nodes[b];
        const auto moved = base.parent == no_index ? way_of_root(work, base.local, node.local) : std::nullopt;
        if (!moved) continue;
        if (!out) out = work.edited;
        Moving(*out, n, *moved).run(base.local);
    }
    return out;
}

}  // namespace thaw::edit
