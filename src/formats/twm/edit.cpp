#include "formats/twm/edit.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "build/change_summary.hpp"
#include "formats/twm/document.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate.hpp"

namespace thaw::twm {

namespace {

Error beyond(std::string why) { return {Code::unrepresentable, std::move(why)}; }

// "bunny.Mesh.2", "animation_2": the number at the end of what to_scene() calls things.
std::optional<u32> number_in(std::string_view name, char mark) {
    return text::whole_integer<u32>(name.substr(name.rfind(mark) + 1));
}

class MeshEdit {
public:
    MeshEdit(const Document& document, const thaw::Mesh& base, const thaw::Mesh& edited, Mesh& mesh)
        : document_(document), base_(base), edited_(edited), mesh_(mesh) {}

    // Why it cannot be done; empty if it was.
    std::string run() {
        for (std::size_t v = 0; v < mesh_.positions.size(); ++v) {
            const thaw::Vec3 p = edited_.points[v];
            if (p != base_.points[v]) mesh_.positions[v] = {p.x, p.y, p.z};
        }
        for (std::size_t v = 0; v < std::min(mesh_.normals.size(), base_.normals.size()); ++v) {
            const thaw::Vec3 n = edited_.normals[v];
            if (n != base_.normals[v]) mesh_.normals[v] = {n.x, n.y, n.z};
        }
        edit_weights();
        return edit_uvs();
    }

private:
    // Corners are vertices.
    std::string edit_uvs() {
        const auto &then = base_.primitives[0].uvs, &now = edited_.primitives[0].uvs;
        if (now == then) return {};
        if (then.empty()) return edited_.name + " has texture coordinates, and had none";
        const bool from_bottom = document_.version < newest_version || document_.ancestor;
        const auto stored = [&](thaw::Vec2 uv) { return Vec2{uv.x, from_bottom ? 1 - uv.y : uv.y}; };
        const bool all = has_uv_stride_bug(document_, mesh_);  // T10: then the others cannot stay as they are
        for (std::size_t v = 0; v < mesh_.uvs.size(); ++v) {
            if (all || now[v] != then[v]) mesh_.uvs[v] = stored(now[v]);
        }
        return {};
    }

    void edit_weights() {
        const Influences &then = base_.influences, &now = edited_.influences;
        if (now.joints == then.joints && now.weights == then.weights) return;
        std::vector<Weight> weights;
        std::size_t at = 0;
        for (std::size_t v = 0; v < mesh_.weight_counts.size(); ++v) {
            const auto first = mesh_.weights.begin() + static_cast<std::ptrdiff_t>(at);
            at += static_cast<std::size_t>(mesh_.weight_counts[v]);
            if (is_same_pull(v)) {
                weights.insert(weights.end(), first, mesh_.weights.begin() + static_cast<std::ptrdiff_t>(at));
                continue;
            }
            mesh_.weight_counts[v] = 0;
            for (std::size_t i = v * now.per_point; i < (v + 1) * now.per_point; ++i) {
                if (now.weights[i] == 0) continue;
                weights.push_back({now.joints[i], double{now.weights[i]}});
                ++mesh_.weight_counts[v];
            }
        }
        mesh_.weights = std::move(weights);
    }

    bool is_same_pull(std::size_t v) const {
        const Influences &then = base_.influences, &now = edited_.influences;
        for (std::size_t i = 0; i < now.per_point; ++i) {
            const std::size_t a = v * then.per_point + i, b = v * now.per_point + i;
            const f32 weight = i < then.per_point ? then.weights[a] : 0;
            if (weight != now.weights[b] || (weight != 0 && then.joints[a] != now.joints[b])) return false;
        }
        return true;
    }

    const Document& document_;
    const thaw::Mesh& base_;
    const thaw::Mesh& edited_;
    Mesh& mesh_;
};

std::string edit_meshes(const SceneInput& input, Document& document) {
    const Scene &base = *input.base_scene, &edited = input.scene;
    for (const Node& node : base.nodes) {
        if (node.mesh == no_index) continue;
        const auto number = number_in(node.name, '.');
        if (!number || *number >= document.meshes.size()) return "the scene of the base is not of this file";
        Mesh& mesh = document.meshes[*number];
        if (base.meshes[node.mesh].points.size() != mesh.positions.size()) return "the base's vertices are others";
        std::string why = MeshEdit(document, base.meshes[node.mesh], edited.meshes[node.mesh], mesh).run();
        if (!why.empty()) return why;
    }
    return {};
}

void edit_joints(const SceneInput& input, Document& document) {
    if (input.scene.skins.empty()) return;
    const auto &then = input.base_scene->skins[0].inverse_binds, &now = input.scene.skins[0].inverse_binds;
    for (std::size_t j = 0; j < std::min(then.size(), document.joints.size()); ++j) {
        if (now[j] != then[j]) document.joints[j].inverse_bind = now[j].m;
    }
}

// The three channels of a joint follow each other, with its keys in the order of their times.
void edit_keys(const thaw::Clip& then, const thaw::Clip& now, Animation& animation) {
    const bool euler = has_euler_degrees(animation, SceneOptions::Rotation::automatic);
    std::vector<std::pair<std::size_t, Transform>> changes;
    std::size_t at = 0, channel = 0;
    for (const u32 count : animation.key_counts) {
        const auto keys = sorted_keys(std::span(animation.keys).subspan(at, count));
        at += count;
        if (keys.empty() || channel + 2 >= now.channels.size()) continue;
        const auto& [t, r, s] = std::tie(now.channels[channel], now.channels[channel + 1], now.channels[channel + 2]);
        for (std::size_t k = 0; k < keys.size(); ++k) {
            const auto differs = [&](std::size_t c, std::size_t width) {
                const f32 *a = then.channels[channel + c].values.data(), *b = now.channels[channel + c].values.data();
                return !std::equal(a + k * width, a + (k + 1) * width, b + k * width);
            };
            if (!differs(0, 3) && !differs(1, 4) && !differs(2, 3)) continue;
            const f32 *p = t.values.data() + 3 * k, *q = r.values.data() + 4 * k, *z = s.values.data() + 3 * k;
            changes.emplace_back(static_cast<std::size_t>(keys[k] - animation.keys.data()),
                                 Transform{{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, {z[0], z[1], z[2]}});
        }
        channel += 3;
    }
    if (changes.empty()) return;
    for (Key& key : animation.keys) {  // a file cannot have both
        if (!euler) break;
        const Quat q = pose_of(key, true).rotation;
        key.rotation = {q.x, q.y, q.z, q.w};
    }
    for (const auto& [place, pose] : changes) {
        Key& key = animation.keys[place];
        key.translation = {pose.translation.x, pose.translation.y, pose.translation.z};
        key.scale = {pose.scale.x, pose.scale.y, pose.scale.z};
        key.rotation = {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w};
    }
}

std::string edit_animations(const SceneInput& input, Document& document) {
    for (std::size_t c = 0; c < input.base_scene->clips.size(); ++c) {
        const thaw::Clip& then = input.base_scene->clips[c];
        const auto number = number_in(then.name, '_');
        if (!number || *number >= document.animations.size()) return "the scene of the base is not of this file";
        edit_keys(then, input.scene.clips[c], document.animations[*number]);
    }
    return {};
}

}  // namespace

Result<Built> apply_edit(const SceneInput& input, const BuildOptions&, Issues& issues) {
    std::string why = input.edit->structural_change();
    Document document = why.empty() ? static_cast<const Document&>(*input.base->document) : Document();
    if (why.empty()) why = edit_meshes(input, document);
    if (why.empty()) why = edit_animations(input, document);
    if (!why.empty()) return beyond(std::move(why));
    edit_joints(input, document);
    Built out;
    using enum ChangeKind;
    out.words = build::change_summary(*input.edit, {points, normals, uvs, weights, binds, keys}, issues);
    out.document = std::make_unique<Document>(std::move(document));
    return out;
}

}  // namespace thaw::twm
