#include "formats/twm/build/edit.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "formats/shared/change_summary.hpp"
#include "formats/twm/build/edit_mesh.hpp"
#include "formats/twm/build/parts.hpp"
#include "formats/twm/options.hpp"
#include "formats/twm/scene_parts.hpp"

namespace thaw::twm {

namespace {

Error beyond(std::string why) { return {Code::unrepresentable, std::move(why)}; }

// "bunny.Mesh.2", "animation_2": the number at the end of what to_scene() calls things.
std::optional<u32> number_in(std::string_view name, char mark) {
    return text::whole_integer<u32>(name.substr(name.rfind(mark) + 1));
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
    const bool euler = has_euler_degrees(animation, option::rotation_words[0]);
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

bool has_same_keys(const thaw::Clip& then, const thaw::Clip& now) {
    const auto is_same = [](const Channel& a, const Channel& b) {
        return a.node == b.node && a.path == b.path && a.timeline == b.timeline && a.values.size() == b.values.size();
    };
    return then.timelines == now.timelines &&
           std::equal(then.channels.begin(), then.channels.end(), now.channels.begin(), now.channels.end(), is_same);
}

// What the base has is edited in place, what is new is built as if all were.
class Editing {
public:
    Editing(const SceneInput& input, const BuildOptions& options, Issues& issues)
        : input_(input),
          edit_(*input.edit),
          base_(*input.base_scene),
          scene_(input.scene),
          document_(static_cast<const Document&>(*input.base->document)),
          work_{input, options, issues, input.scene} {}

    Result<Document> run() {
        for (const ChangeKind kind : {ChangeKind::skins, ChangeKind::shapes}) {
            if (edit_.has(kind)) return beyond(edit_.structural_change());
        }
        edit_joints(input_, document_);
        std::string why = edit_meshes();
        if (why.empty()) why = edit_animations();
        if (why.empty()) why = add();
        if (!why.empty()) return beyond(std::move(why));
        drop_clips();
        return std::move(document_);
    }

private:
    std::string edit_meshes() {
        const bool is_usual = document_.layout == canonical_layout(document_) && !document_.ancestor;
        u64 changed = 0;
        std::vector<bool> gone(document_.meshes.size());
        work_.kept_nodes.assign(scene_.nodes.size(), false);
        for (u32 n = 0; n < base_.nodes.size(); ++n) {
            const u32 then = base_.nodes[n].mesh, now = scene_.nodes[n].mesh;
            if (then == no_index) {
                work_.kept_nodes[n] = now == no_index;
                continue;
            }
            const auto number = number_in(base_.nodes[n].name, '.');
            if (!number || *number >= document_.meshes.size()) return "the scene of the base is not of this file";
            Mesh& mesh = document_.meshes[*number];
            if (base_.meshes[then].points.size() != mesh.positions.size()) return "the base's vertices are others";
            work_.kept_nodes[n] = now == then || now == no_index;
            gone[*number] = now != then;
            changed += now != then ? 1u : 0u;
            if (now != then) continue;
            const bool cuts = scene_.meshes[now].primitives.size() != 1 ||
                              scene_.meshes[now].primitives[0].indices != base_.meshes[then].primitives[0].indices;
            if (cuts && !is_usual) return edit_.structural_change();
            std::string why = edit_mesh({document_, base_.meshes[then], scene_.meshes[now], edit_.source_points[now],
                                         edit_.source_triangles[now]},
                                        mesh);
            if (!why.empty()) return why;
        }
        for (u32 n = 0; n < scene_.nodes.size(); ++n) {
            const bool is_new = scene_.nodes[n].mesh != no_index && !work_.kept_nodes[n];
            changed += is_new && n >= base_.nodes.size() ? 1u : 0u;
            adds_meshes_ = adds_meshes_ || is_new;
        }
        // Nodes without a mesh have no place, and are joints that are gone.
        if (changed != edit_.count(ChangeKind::nodes) || (changed > 0 && !is_usual)) return edit_.structural_change();
        std::size_t number = 0;
        std::erase_if(document_.meshes, [&](const Mesh&) { return gone[number++]; });
        return document_.meshes.empty() && !adds_meshes_ ? "no mesh is left" : "";
    }

    std::string edit_animations() {
        gone_clips_.assign(document_.animations.size(), false);
        std::vector<u32> numbers;
        for (const thaw::Clip& clip : base_.clips) {
            const auto number = number_in(clip.name, '_');
            if (!number || *number >= document_.animations.size()) return "the scene of the base is not of this file";
            numbers.push_back(*number);
            gone_clips_[*number] = true;
        }
        work_.kept_clips.assign(scene_.clips.size(), false);
        for (std::size_t c = 0; c < scene_.clips.size(); ++c) {
            const u32 source = edit_.source_clips[c];
            work_.kept_clips[c] = source != no_index && has_same_keys(base_.clips[source], scene_.clips[c]);
            const u32 number = source == no_index ? no_index : numbers[source];
            if (number != no_index) gone_clips_[number] = false;
            if (!work_.kept_clips[c]) {
                made_clips_.push_back(number);
            } else {
                edit_keys(base_.clips[source], scene_.clips[c], document_.animations[number]);
            }
        }
        return {};
    }

    std::string add() {
        if (!adds_meshes_ && made_clips_.empty()) return {};
        work_.document.version = document_.version;
        work_.kept_materials.assign(base_.materials.size(), true);
        work_.kept_images.assign(base_.images.size(), true);
        evaluate(scene_, nullptr, 0, work_.rest);
        build_joints(work_);
        if (!has_same_joints() && (!made_clips_.empty() || !work_.rig.bones.empty())) return "it needs other joints";
        if (work_.refusal.empty()) build_meshes(work_);
        if (work_.refusal.empty()) build_animations(work_);
        if (!work_.refusal.empty()) return work_.refusal;
        for (Mesh& mesh : work_.document.meshes) document_.meshes.push_back(std::move(mesh));
        for (std::size_t i = 0; i < work_.document.animations.size(); ++i) {
            const bool is_new = made_clips_[i] == no_index;
            if (is_new) document_.animations.emplace_back();
            (is_new ? document_.animations.back() : document_.animations[made_clips_[i]]) =
                std::move(work_.document.animations[i]);
        }
        report_lost(work_);
        return {};
    }

    void drop_clips() {
        std::size_t number = 0;
        std::erase_if(document_.animations,
                      [&](const Animation&) { return number < gone_clips_.size() && gone_clips_[number++]; });
    }

    bool has_same_joints() const {
        const auto &now = work_.document.joints, &own = document_.joints;
        return std::equal(now.begin(), now.end(), own.begin(), own.end(), [&](const Joint& a, const Joint& b) {
            const auto joint = static_cast<std::size_t>(&b - own.data());
            return a.inverse_bind == b.inverse_bind &&
                   (a.parent == b.parent || (a.parent == no_parent && document_.is_root(joint)));
        });
    }

    const SceneInput& input_;
    const Edit& edit_;
    const Scene& base_;
    const Scene& scene_;
    Document document_;
    BuildWork work_;
    bool adds_meshes_ = false;
    std::vector<bool> gone_clips_{};  // by animation of the base
    std::vector<u32> made_clips_{};   // by clip that is built: the animation whose place it takes
};

}  // namespace

// A joint rests where it is bound: where both went the same way, the bind pose says it.
u64 lost_places(const SceneInput& input) {
    const Scene &then = *input.base_scene, &now = input.scene;
    Pose before, after;
    evaluate(then, nullptr, 0, before);
    evaluate(now, nullptr, 0, after);
    u64 out = 0;
    for (u32 n = 0; n < then.nodes.size(); ++n) {
        if (now.nodes[n].local == then.nodes[n].local) continue;
        bool is_in_bind = false;
        for (std::size_t j = 0; !now.skins.empty() && j < now.skins[0].joints.size(); ++j) {
            if (now.skins[0].joints[j] != n || now.skins[0].inverse_binds[j] == then.skins[0].inverse_binds[j])
                continue;
            const Matrix a = before.worlds[n] * matrix_of(then.skins[0].inverse_binds[j]);
            const Matrix b = after.worlds[n] * matrix_of(now.skins[0].inverse_binds[j]);
            is_in_bind =
                std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return std::abs(x - y) <= 1e-3; });
        }
        out += is_in_bind ? 0u : 1u;
    }
    return out;
}

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    auto document = Editing(input, options, issues).run();
    if (!document) return document.error();
    Built out;
    using enum ChangeKind;
    out.change_summary = build::change_summary(
        *input.edit, {points, normals, uvs, weights, binds, places, keys, triangles, nodes, clips}, issues,
        {{places, lost_places(input)}});
    out.document = std::make_unique<Document>(std::move(*document));
    return out;
}

}  // namespace thaw::twm
