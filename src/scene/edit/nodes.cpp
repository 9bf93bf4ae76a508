// Nodes and skins: what is where at rest, what is called what, what is new or gone.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "scene/edit/parts.hpp"

namespace thaw::edit {

Transform local_of(const Work& work, u32 base_node, const Pose& pose) {
    const u32 node = work.edited_node[base_node];
    const u32 above = work.base.nodes[base_node].parent, parent = work.edited.nodes[node].parent;
    const u32 wanted = above == no_index ? no_index : work.edited_node[above];
    if (parent == wanted || (above != no_index && wanted == no_index)) return pose.locals[node];
    const Matrix back =
        wanted == no_index ? identity_matrix : inverse_of(pose.worlds[wanted]).value_or(identity_matrix);
    return decomposed(back * pose.worlds[node]);
}

bool is_same_transform(const Transform& a, const Transform& b, double size) {
    const auto near = [](f32 x, f32 y, double most) { return std::abs(double{x} - double{y}) <= most; };
    const double far = same_movement * std::max({size, std::abs(double{a.translation.x}),
                                                 std::abs(double{a.translation.y}), std::abs(double{a.translation.z})});
    const double large = same_movement * std::max({1.0, std::abs(double{a.scale.x}), std::abs(double{a.scale.y}),
                                                   std::abs(double{a.scale.z})});
    const Quat r = nearer(b.rotation, a.rotation);
    return near(a.translation.x, b.translation.x, far) && near(a.translation.y, b.translation.y, far) &&
           near(a.translation.z, b.translation.z, far) && near(a.scale.x, b.scale.x, large) &&
           near(a.scale.y, b.scale.y, large) && near(a.scale.z, b.scale.z, large) &&
           near(a.rotation.x, r.x, same_rotation) && near(a.rotation.y, r.y, same_rotation) &&
           near(a.rotation.z, r.z, same_rotation) && near(a.rotation.w, r.w, same_rotation);
}

void place_nodes(Work& work) {
    for (u32 b = 0; b < work.base.nodes.size(); ++b) {
        const Node& node = work.base.nodes[b];
        Transform local = node.local;
        // Where a mesh stands is in its points.
        if (node.mesh == no_index && work.edited_node[b] != no_index) {
            const Transform now = local_of(work, b, work.edited_rest);
            if (!is_same_transform(local, now, work.size)) local = now;
        }
        const Matrix matrix = matrix_of(local);
        work.out_worlds.push_back(node.parent == no_index ? matrix : work.out_worlds[node.parent] * matrix);
    }
}

namespace {

bool has_members(const Extras& extras) {
    const auto* members = extras.get_if<json::Object>();
    return members != nullptr && !members->empty();
}

class NodeComparing {
public:
    explicit NodeComparing(Work& work) : work_(work), base_(work.base), edited_(work.edited), out_(work.out.scene) {}

    void run() {
        for (u32 b = 0; b < base_.nodes.size(); ++b) {
            if (work_.edited_node[b] == no_index) {
                lose(b);
            } else {
                compare(b);
            }
        }
        add_new();
        if (names_ > 0) work_.change(ChangeKind::names, names_, text::plural(names_, "name") + " changed");
        if (fields_ > 0) work_.change(ChangeKind::fields, fields_, text::plural(fields_, "field") + " changed");
        if (places_ > 0) work_.change(ChangeKind::places, places_, text::plural(places_, "node") + " moved");
        adopt_materials();
    }

private:
    // One without a mesh, a word or a joint only grouped others.
    void lose(u32 b) {
        Node& node = out_.nodes[b];
        if (node.mesh == no_index && !has_members(node.extras) && !is_joint(base_, b)) return;
        if (node.mesh != no_index && !work_.replaced[base_.nodes[b].mesh] && !work_.all_meshes_new) return;  // joined
        work_.change(ChangeKind::nodes, 1, (node.mesh == no_index ? "node " : "object ") + node.name + " removed");
        node.mesh = node.skin = no_index;
        node.extras = {};
    }

    static bool is_joint(const Scene& scene, u32 node) {
        return std::any_of(scene.skins.begin(), scene.skins.end(), [&](const Skin& skin) {
            return std::find(skin.joints.begin(), skin.joints.end(), node) != skin.joints.end();
        });
    }

    void compare(u32 b) {
        const Node& now = edited_.nodes[work_.edited_node[b]];
        Node& out = out_.nodes[b];
        if (now.name != base_.nodes[b].name) {
            out.name = now.name;
            ++names_;
        }
        out.extras = with_base_extras(now.extras, base_.nodes[b].extras, fields_);
        // Where a mesh stands is in its points.
        if (now.mesh != no_index) return compare_mesh(b, now.mesh);
        const Transform local = local_of(work_, b, work_.edited_rest);
        const bool moved = !is_same_transform(base_.nodes[b].local, local, work_.size);
        note_parent(b, moved);
        if (!moved) return;
        out.local = local;
        ++places_;
    }

    // What no skin moves may hang on another joint. Editors put nodes of their own between.
    void note_parent(u32 b, bool moved) {
        const u32 was = base_.nodes[b].parent;
        if (was == no_index || work_.edited_node[was] == no_index || is_joint(base_, b)) return;
        u32 now = edited_.nodes[work_.edited_node[b]].parent;
        while (now != no_index && work_.base_node[now] == no_index) now = edited_.nodes[now].parent;
        if (now == no_index || work_.base_node[now] == was || !is_joint(base_, work_.base_node[now])) return;
        work_.out.notes.push_back("node " + base_.nodes[b].name + " hangs on " +
                                  base_.nodes[work_.base_node[now]].name + " now" + (moved ? "" : " but did not move") +
                                  "; it stays on " + base_.nodes[was].name);
    }

    void compare_mesh(u32 b, u32 edited_mesh) {
        const u32 mesh = base_.nodes[b].mesh;
        if (mesh == no_index) return;
        if (work_.replaced[mesh]) return place_replaced(b);
        Mesh& out = out_.meshes[mesh];
        out.extras = with_base_extras(edited_.meshes[edited_mesh].extras, base_.meshes[mesh].extras, fields_);
    }

    // Its points came as they are, so that it stands where its node is now, which may also scale it.
    void place_replaced(u32 b) {
        Node& out = out_.nodes[b];
        if (out.skin != no_index) return;
        const Transform local = local_of(work_, b, work_.edited_rest);
        if (!is_same_transform(out.local, local, work_.size)) out.local = local;
    }

    // --- what is new

    // Of what is new only what carries a mesh counts, and what such a thing hangs on; an editor adds cameras,
    // lights and nodes of its own.
    void add_new() {
        const auto count = edited_.nodes.size();
        std::vector<bool> needed(count);
        for (u32 n = 0; n < count; ++n) {
            const Node& node = edited_.nodes[n];
            const bool is_new = work_.base_node[n] == no_index;
            if (node.mesh == no_index) {
                needed[n] = is_new && has_own_extras(node.extras);
                continue;
            }
            if (!is_new && !work_.all_meshes_new) {
                if (node.skin != no_index && work_.replaced[base_.nodes[work_.base_node[n]].mesh])
                    need_joints(node.skin, needed);
                continue;
            }
            if (is_new && !work_.all_meshes_new && !has_new_triangles(n)) continue;
            needed[n] = true;
            if (node.skin != no_index) need_joints(node.skin, needed);
        }
        for (u32 n = static_cast<u32>(count); n-- > 0;) {
            const u32 parent = edited_.nodes[n].parent;
            if (needed[n] && parent != no_index) needed[parent] = true;
        }
        work_.out_node = work_.base_node;
        for (u32 n = 0; n < count; ++n) {
            if (needed[n] && work_.out_node[n] == no_index) add(n);
        }
        note_left_out();
        for (u32 n = 0; n < count; ++n) {
            if (edited_.nodes[n].mesh != no_index && needed[n]) hang_mesh(n);
            const bool replaced = work_.base_node[n] != no_index && edited_.nodes[n].mesh != no_index &&
                                  base_.nodes[work_.base_node[n]].mesh != no_index && !work_.all_meshes_new &&
                                  work_.replaced[base_.nodes[work_.base_node[n]].mesh];
            if (replaced) out_.nodes[work_.base_node[n]].skin = skin_of(edited_.nodes[n].skin);
        }
    }

    // Nodes that group or move others are an editor's own; one that holds nothing was put there for its place.
    void note_left_out() {
        constexpr std::size_t most_named = 3;
        std::vector<bool> holds(edited_.nodes.size());
        for (const Skin& skin : edited_.skins) {
            for (const u32 joint : skin.joints) holds[joint] = true;
        }
        std::string names;
        std::size_t count = 0;
        for (u32 n = static_cast<u32>(edited_.nodes.size()); n-- > 0;) {
            const Node& node = edited_.nodes[n];
            if (node.parent != no_index) holds[node.parent] = true;
            if (holds[n] || node.mesh != no_index || work_.out_node[n] != no_index) continue;
            if (++count <= most_named) names += (names.empty() ? "" : ", ") + node.name;
        }
        if (count == 0) return;
        if (count > most_named) names += " and " + std::to_string(count - most_named) + " more";
        work_.out.notes.push_back((count == 1 ? "new node " + names + " left out: it has no mesh"
                                              : "new nodes " + names + " left out: they have no mesh"));
    }

    static bool has_own_extras(const Extras& extras) {
        const auto* members = extras.get_if<json::Object>();
        return members != nullptr && std::any_of(members->begin(), members->end(),
                                                 [](const auto& member) { return member.first.starts_with("thaw_"); });
    }

    void need_joints(u32 skin, std::vector<bool>& needed) const {
        for (const u32 joint : edited_.skins[skin].joints) needed[joint] = true;
    }

    // An object that was only cut off another one has none.
    bool has_new_triangles(u32 node) const { return work_.new_triangles[node]; }

    void add(u32 n) {
        const Node& node = edited_.nodes[n];
        Node out{.name = node.name, .local = node.local, .extras = node.extras};
        if (node.parent != no_index) out.parent = work_.out_node[node.parent];
        // Below what the edited scene has elsewhere than the base: where it is seen.
        if (out.parent != no_index && out.parent < base_.nodes.size()) {
            const auto back = inverse_of(world_matrix(out_, out.parent));
            if (back) out.local = decomposed(*back * work_.edited_rest.worlds[n]);
        }
        work_.out_node[n] = static_cast<u32>(out_.nodes.size());
        if (node.mesh != no_index && !work_.all_meshes_new)
            work_.change(ChangeKind::nodes, 1, "object " + node.name + " added");
        if (node.mesh == no_index && has_own_extras(node.extras))
            work_.change(ChangeKind::nodes, 1, "node " + node.name + " added");
        out_.nodes.push_back(std::move(out));
    }

    void hang_mesh(u32 n) {
        Node& out = out_.nodes[work_.out_node[n]];
        out.mesh = static_cast<u32>(out_.meshes.size());
        out_.meshes.push_back(edited_.meshes[edited_.nodes[n].mesh]);
        const u32 b = work_.base_node[n];
        if (b != no_index && base_.nodes[b].mesh != no_index) {
            Extras& extras = out_.meshes.back().extras;
            extras = with_base_extras(extras, base_.meshes[base_.nodes[b].mesh].extras, fields_);
        }
        out.skin = skin_of(edited_.nodes[n].skin);
        if (out.skin != no_index) {
            out.parent = no_index;
            out.local = {};
        }
    }

    u32 skin_of(u32 skin) {
        if (skin == no_index) return no_index;
        Skin out = edited_.skins[skin];
        for (u32& joint : out.joints) joint = work_.out_node[joint];
        out_.skins.push_back(std::move(out));
        return static_cast<u32>(out_.skins.size() - 1);
    }

    // Meshes that came as they are speak of the edited scene's materials.
    void adopt_materials() {
        for (const auto& [mesh, part] : work_.adopted) {
            u32& material = out_.meshes[mesh].primitives[part].material;
            material = work_.material[material];
        }
        for (u32 m = 0; m < out_.meshes.size(); ++m) {
            if (m < base_.meshes.size() && !work_.replaced[m]) continue;
            for (Primitive& primitive : out_.meshes[m].primitives) {
                if (primitive.material != no_index) primitive.material = work_.material[primitive.material];
                primitive.variants.clear();
            }
        }
    }

    Work& work_;
    const Scene& base_;
    const Scene& edited_;
    Scene& out_;
    u64 names_ = 0, fields_ = 0, places_ = 0;
};

bool is_same_bind_matrix(const Mat4& a, const Mat4& b, double size) {
    for (std::size_t i = 0; i < 16; ++i) {
        const double most = same_bind * (i >= 12 ? std::max(size, 1e-3) : std::max(1.0, std::abs(double{a.m[i]})));
        if (!(std::abs(double{a.m[i]} - double{b.m[i]}) <= most)) return false;
    }
    return true;
}

}  // namespace

void compare_nodes(Work& work) { NodeComparing(work).run(); }

void compare_skins(Work& work) {
    u64 changed = 0;
    for (u32 b = 0; b < work.base.nodes.size(); ++b) {
        const u32 skin = work.base.nodes[b].skin, node = work.edited_node[b];
        if (skin == no_index || node == no_index || work.edited.nodes[node].skin == no_index) continue;
        if (work.replaced[work.base.nodes[b].mesh]) continue;
        const Skin &then = work.base.skins[skin], &now = work.edited.skins[work.edited.nodes[node].skin];
        std::vector<u32> joint_at(work.base.nodes.size(), no_index);
        for (u32 j = 0; j < then.joints.size(); ++j) joint_at[then.joints[j]] = j;
        for (u32 j = 0; j < now.joints.size(); ++j) {
            const u32 joint = work.base_node[now.joints[j]];
            const u32 own = joint == no_index ? no_index : joint_at[joint];
            if (own == no_index || is_same_bind_matrix(then.inverse_binds[own], now.inverse_binds[j], work.size))
                continue;
            Mat4& out = work.out.scene.skins[skin].inverse_binds[own];
            if (out == now.inverse_binds[j]) continue;  // of a skin that several meshes share
            out = now.inverse_binds[j];
            ++changed;
        }
    }
    if (changed > 0)
        work.change(ChangeKind::binds, changed, "bind pose of " + text::plural(changed, "joint") + " changed");
}

}  // namespace thaw::edit
