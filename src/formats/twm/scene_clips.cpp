// Animations. Keys are milliseconds with a pose each, relative to the parent.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/twm/options.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/summary.hpp"
#include "formats/twm/validate.hpp"
#include "scene/loops.hpp"
#include "scene/maths.hpp"

namespace thaw::twm {

namespace {

f32 seconds_of(const Key& key) { return static_cast<f32>(key.ms / 1000.0); }

void push(std::vector<f32>& values, thaw::Vec3 v) { values.insert(values.end(), {v.x, v.y, v.z}); }

}  // namespace

std::vector<const Key*> sorted_keys(std::span<const Key> keys) {
    std::vector<const Key*> out;
    for (const Key& key : keys) {
        if (is_finite(key)) out.push_back(&key);
    }
    std::stable_sort(out.begin(), out.end(), [](const Key* a, const Key* b) { return a->ms < b->ms; });
    // Of keys at one time the last one counts. After hours even single floats run together.
    std::size_t kept = 0;
    for (const Key* key : out) {
        if (kept > 0 && seconds_of(*out[kept - 1]) == seconds_of(*key)) --kept;
        out[kept++] = key;
    }
    out.resize(kept);
    return out;
}

bool has_euler_degrees(const Animation& animation, std::string_view word) {
    if (word != option::rotation_words[0]) return word == option::rotation_words[2];
    return rotations_of(animation) == Rotations::euler_degrees;
}

Transform pose_of(const Key& key, bool euler_degrees) {
    Transform out{scene_vector(key.translation), {}, scene_vector(key.scale)};
    const auto& r = key.rotation;
    if (!euler_degrees) {
        out.rotation = normalised({r[0], r[1], r[2], r[3]});
        return out;
    }
    const auto about = [](thaw::Vec3 axis, f32 degrees) {
        return axis_rotation(axis, std::remainder(double{degrees}, 360.0) * std::numbers::pi / 180);
    };
    out.rotation = normalised(about({0, 0, 1}, r[2]) * about({0, 1, 0}, r[1]) * about({1, 0, 0}, r[0]));
    return out;
}

void add_clip(SceneWork& work, std::size_t a) {
    const Animation& animation = work.document.animations[a];
    const bool euler = has_euler_degrees(animation, work.options.own.word(option::rotation));
    Clip clip;
    clip.name = "animation_" + std::to_string(a);
    clip.loop = false;  // nothing in the file says so
    f32 end = 0;
    std::size_t at = 0;
    for (std::size_t joint = 0; joint < animation.key_counts.size() && joint < work.joint_nodes.size(); ++joint) {
        const auto keys = sorted_keys(std::span(animation.keys).subspan(at, animation.key_counts[joint]));
        at += animation.key_counts[joint];
        if (keys.empty()) continue;
        std::vector<f32> times;
        const u32 node = work.joint_nodes[joint];
        Channel translation{.node = node, .path = Path::translation};
        Channel rotation{.node = node, .path = Path::rotation};
        Channel scale{.node = node, .path = Path::scale};
        Quat previous;
        for (const Key* key : keys) {
            const Transform pose = pose_of(*key, euler);
            previous = nearer(pose.rotation, previous);
            times.push_back(seconds_of(*key));
            push(translation.values, pose.translation);
            rotation.values.insert(rotation.values.end(), {previous.x, previous.y, previous.z, previous.w});
            push(scale.values, pose.scale);
        }
        end = std::max(end, times.back());
        // Joints that were sampled together share their times.
        if (clip.timelines.empty() || clip.timelines.back() != times) clip.timelines.push_back(std::move(times));
        for (Channel* channel : {&translation, &rotation, &scale}) {
            channel->timeline = static_cast<u32>(clip.timelines.size() - 1);
            clip.channels.push_back(std::move(*channel));
        }
    }
    if (clip.channels.empty()) return;
    finish_clip(work.scene, clip, end, work.options.loop);
    clip.extras.set("rotations", euler ? "euler" : "quaternion").set("milliseconds", duration_ms(animation));
    work.scene.clips.push_back(std::move(clip));
}

}  // namespace thaw::twm
