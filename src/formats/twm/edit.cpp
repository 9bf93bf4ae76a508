// What differs between the edited scene and the base's goes into the base; everything else stays as it is.
#include "formats/twm/edit.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/numbers.hpp"
#include "formats/twm/edit_parts.hpp"
#include "formats/twm/scene.hpp"
#include "formats/twm/scene_parts.hpp"

namespace thaw::twm {

namespace {

// By joint: the node of its name.
std::vector<u32> find_joints(const Scene& scene, std::size_t count) {
    std::map<std::string_view, u32> nodes;
    for (u32 n = 0; n < scene.nodes.size(); ++n) nodes.emplace(scene.nodes[n].name, n);
    std::vector<u32> out;
    for (std::size_t j = 0; j < count; ++j) {
        std::string number = std::to_string(j);
        if (number.size() < 3) number.insert(0, 3 - number.size(), '0');
        const auto found = nodes.find("joint_" + number);
        out.push_back(found == nodes.end() ? no_index : found->second);
    }
    return out;
}

bool is_same_matrix(const thaw::Matrix& a, const thaw::Matrix& b, double size) {
    for (std::size_t i = 0; i < 15; ++i) {
        const double most = i >= 12 ? 1e-6 * std::max(size, std::abs(a[i])) : 2e-6 * std::max(1.0, std::abs(a[i]));
        if (!(std::abs(a[i] - b[i]) <= most)) return false;
    }
    return true;
}

// By joint: the nearest joint above it.
std::vector<u32> joints_above(const Scene& scene, const std::vector<u32>& joints) {
    std::vector<u32> joint_of(scene.nodes.size(), no_index), above(scene.nodes.size(), no_index), out;
    for (u32 j = 0; j < joints.size(); ++j) joint_of[joints[j]] = j;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {  // parents come first
        const u32 parent = scene.nodes[n].parent;
        if (parent != no_index) above[n] = joint_of[parent] != no_index ? joint_of[parent] : above[parent];
    }
    for (const u32 node : joints) out.push_back(above[node]);
    return out;
}

thaw::Matrix movement_of(const Pose& pose, const std::vector<u32>& joints, u32 parent, u32 joint) {
    const thaw::Matrix& world = pose.worlds[joints[joint]];
    if (parent == no_index) return world;
    return inverse_of(pose.worlds[joints[parent]]).value_or(identity_matrix) * world;
}

class AnimationEdit {
public:
    AnimationEdit(EditWork& work, const Clip& base, const Clip& edited, Animation& animation)
        : work_(work),
          base_(base),
          edited_(edited),
          animation_(animation),
          parents_(joints_above(work.base, work.base_joints)) {}

    void run() {
        const bool euler = has_euler_degrees(animation_, SceneOptions::Rotation::automatic);
        struct Place {
            u32 ms = 0;
            u32 joint = 0;
            std::size_t key = 0;
        };
        std::vector<Place> places;
        std::size_t at = 0;
        for (u32 j = 0; j < animation_.key_counts.size() && j < parents_.size(); ++j) {
            for (const Key* key : sorted_keys(std::span(animation_.keys).subspan(at, animation_.key_counts[j]))) {
                places.push_back({key->ms, j, static_cast<std::size_t>(key - animation_.keys.data())});
            }
            at += animation_.key_counts[j];
        }
        std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.ms < b.ms; });
        std::vector<std::pair<std::size_t, Transform>> changes;
        u32 shown = 0xFFFFFFFF;
        for (const Place& place : places) {
            if (place.ms != shown || &place == places.data()) {
                const double seconds = double{static_cast<f32>(place.ms / 1000.0)};
                evaluate(work_.base, &base_, seconds, before_);
                evaluate(work_.edited, &edited_, seconds, now_);
                shown = place.ms;
            }
            const thaw::Matrix a = movement_of(before_, work_.base_joints, parents_[place.joint], place.joint);
            const thaw::Matrix b = movement_of(now_, work_.edited_joints, parents_[place.joint], place.joint);
            if (!is_same_matrix(a, b, work_.size)) changes.emplace_back(place.key, decomposed(b));
        }
        if (changes.empty()) return;
        if (euler) {  // a file cannot have both
            for (Key& key : animation_.keys) {
                const Quat q = pose_of(key, true).rotation;
                key.rotation = {q.x, q.y, q.z, q.w};
            }
        }
        for (const auto& [place, t] : changes) {
            Key& key = animation_.keys[place];
            key.translation = {t.translation.x, t.translation.y, t.translation.z};
            key.scale = {t.scale.x, t.scale.y, t.scale.z};
            key.rotation = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
        }
        work_.words.count("key", euler ? animation_.keys.size() : changes.size());
    }

private:
    EditWork& work_;
    const Clip& base_;
    const Clip& edited_;
    Animation& animation_;
    std::vector<u32> parents_;
    Pose before_{}, now_{};
};

// Does the file now move as the edited scene does, also between its keys?
bool moves_alike(EditWork& work) {
    Issues unheard;
    const auto scene = to_scene(work.document, work.input.base->bundle, {}, unheard);
    if (!scene || scene->clips.size() != work.base.clips.size()) return false;
    const std::vector<u32> joints = find_joints(*scene, work.base_joints.size());
    Pose a, b;
    for (std::size_t c = 0; c < scene->clips.size(); ++c) {
        const Clip& edited = work.edited.clips[c];
        for (const auto& times : edited.timelines) {
            for (const f32 time : times) {
                evaluate(work.edited, &edited, double{time}, a);
                evaluate(*scene, &scene->clips[c], double{time}, b);
                for (std::size_t j = 0; j < joints.size(); ++j) {
                    const auto &x = a.worlds[work.edited_joints[j]], &y = b.worlds[joints[j]];
                    for (std::size_t i = 0; i < 15; ++i) {
                        const double most = 1e-3 * std::max({1.0, std::abs(x[i]), i >= 12 ? work.size : 0});
                        if (!(std::abs(x[i] - y[i]) <= most)) return false;
                    }
                }
            }
        }
    }
    return true;
}

}  // namespace

bool edit_joints(EditWork& work) {
    work.base_joints = find_joints(work.base, work.document.joints.size());
    work.edited_joints = find_joints(work.edited, work.document.joints.size());
    for (std::size_t j = 0; j < work.base_joints.size(); ++j) {
        if (work.base_joints[j] == no_index) return work.differs("the scene before the edit lacks joints");
        if (work.edited_joints[j] == no_index) return work.differs("there is no joint " + std::to_string(j));
    }
    if (joints_above(work.base, work.base_joints) != joints_above(work.edited, work.edited_joints)) {
        return work.differs("joints hang on other ones");
    }
    std::map<u32, std::size_t> joint_of;
    for (std::size_t j = 0; j < work.edited_joints.size(); ++j) joint_of.emplace(work.edited_joints[j], j);
    u64 changed = 0;
    for (const Skin& skin : work.edited.skins) {
        for (std::size_t k = 0; k < skin.joints.size() && !work.base.skins.empty(); ++k) {
            const auto found = joint_of.find(skin.joints[k]);
            if (found == joint_of.end()) continue;
            const std::size_t j = found->second;
            const thaw::Matrix before = matrix_of(work.base.skins[0].inverse_binds[j]);
            if (is_same_matrix(before, matrix_of(skin.inverse_binds[k]), 1e-2)) continue;
            work.document.joints[j].inverse_bind = skin.inverse_binds[k].m;
            ++changed;
        }
    }
    work.words.count("joint", changed);
    return true;
}

bool edit_animations(EditWork& work) {
    if (work.edited.clips.size() != work.base.clips.size()) {
        return work.differs(std::to_string(work.edited.clips.size()) + " clips, before " +
                            std::to_string(work.base.clips.size()));
    }
    const bool was_empty = work.words.empty();
    for (std::size_t c = 0; c < work.base.clips.size(); ++c) {
        const std::string& name = work.base.clips[c].name;
        const auto number = text::whole_integer<u32>(std::string_view(name).substr(name.rfind('_') + 1));
        if (!number || *number >= work.document.animations.size()) return work.differs("the clips have other names");
        AnimationEdit(work, work.base.clips[c], work.edited.clips[c], work.document.animations[*number]).run();
    }
    if (was_empty && work.words.empty() && work.base.clips.empty()) return true;
    return moves_alike(work) || work.differs("clips have keys at other times");
}

std::optional<Built> edit_base(const SceneInput& input, Issues& issues, std::string& why) {
    const Document& base = static_cast<const Document&>(*input.base->document);
    EditWork work{input, issues, input.scene, *input.base_scene, base};
    evaluate(work.edited, nullptr, 0, work.edited_rest);
    if (!edit_joints(work) || !edit_meshes(work) || !edit_animations(work)) {
        why = work.why;
        return std::nullopt;
    }
    Built out;
    out.words = work.words.text();
    out.document = std::move(input.base->document);
    static_cast<Document&>(*out.document) = std::move(work.document);
    return out;
}

}  // namespace thaw::twm
