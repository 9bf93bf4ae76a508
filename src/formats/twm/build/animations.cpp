// Clips as keys of each joint, in whole milliseconds.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/twm/build/issues.hpp"
#include "formats/twm/build/parts.hpp"

namespace thaw::twm {

namespace {

constexpr double longest_seconds = 4294967.0;  // what 32 bits of milliseconds hold

class AnimationBuilder {
public:
    AnimationBuilder(BuildWork& work, const Clip& clip) : work_(work), clip_(clip) {}

    Animation run() {
        gather();
        Animation out;
        const auto& bones = work_.rig.bones;
        // All joints at a moment come from one pose, so that moments are the outer loop; keys are sorted afterwards.
        std::vector<std::vector<Key>> tracks(bones.size());
        Pose pose;
        for (const auto& [ms, seconds] : moments_) {
            evaluate(work_.scene, &clip_, seconds, pose);
            for (std::size_t b = 0; b < bones.size(); ++b) {
                if (std::binary_search(times_[b].begin(), times_[b].end(), ms)) tracks[b].push_back(key(pose, b, ms));
            }
        }
        for (const auto& track : tracks) {
            out.key_counts.push_back(static_cast<u32>(track.size()));
            out.keys.insert(out.keys.end(), track.begin(), track.end());
        }
        report();
        return out;
    }

private:
    struct Moment {
        u32 ms = 0;
        double seconds = 0;
    };

    u32 rounded_ms(double seconds) {
        const double ms = std::min(seconds, longest_seconds) * 1000;
        const double whole = std::floor(ms + 0.5);
        most_off_ = std::max(most_off_, std::abs(ms - whole));
        return static_cast<u32>(whole);
    }

    // The keys that a joint needs: those of every node between it and the joint above it.
    void gather() {
        const auto& bones = work_.rig.bones;
        std::vector<std::vector<const Channel*>> of_node(work_.scene.nodes.size());
        for (const Channel& channel : clip_.channels) {
            const bool moves = channel.path != Path::weights && channel.path != Path::frame;
            if (moves) of_node[channel.node].push_back(&channel);
        }
        times_.assign(bones.size(), {});
        for (std::size_t b = 0; b < bones.size(); ++b) {
            const u32 end = bones[b].parent == no_index ? no_index : bones[bones[b].parent].node;
            for (u32 n = bones[b].node; n != no_index && n != end; n = work_.scene.nodes[n].parent) {
                for (const Channel* channel : of_node[n]) add_times(*channel, times_[b]);
            }
            if (times_[b].empty()) times_[b].push_back(0);
            std::sort(times_[b].begin(), times_[b].end());
            times_[b].erase(std::unique(times_[b].begin(), times_[b].end()), times_[b].end());
        }
        moments_.push_back({0, 0});
        // Of moments that fall on one millisecond the last one counts.
        std::stable_sort(moments_.begin(), moments_.end(), [](const Moment& a, const Moment& b) {
            return a.ms != b.ms ? a.ms < b.ms : a.seconds > b.seconds;
        });
        moments_.erase(std::unique(moments_.begin(), moments_.end(),
                                   [](const Moment& a, const Moment& b) { return a.ms == b.ms; }),
                       moments_.end());
    }

    void add_times(const Channel& channel, std::vector<u32>& times) {
        const auto& keys = clip_.timelines[channel.timeline];
        for (std::size_t k = 0; k < keys.size(); ++k) {
            const double seconds = keys[k];
            const u32 ms = rounded_ms(seconds);
            times.push_back(ms);
            moments_.push_back({ms, seconds});
            // A pose that is held until the next key: the last millisecond before it still shows it.
            if (channel.interpolation != Interpolation::step || k == 0) continue;
            const u32 before = rounded_ms(double{keys[k - 1]});
            if (ms < before + 2) continue;
            times.push_back(ms - 1);
            moments_.push_back({ms - 1, double{keys[k]} * (1 - 1e-12)});
            most_off_ = std::max(most_off_, 1.0);
        }
    }

    Key key(const Pose& pose, std::size_t b, u32 ms) {
        const build::RigBone& bone = work_.rig.bones[b];
        thaw::Matrix local = build::world_of(bone, pose);
        if (bone.parent != no_index) {
            const auto up = inverse_of(build::world_of(work_.rig.bones[bone.parent], pose));
            if (up) local = *up * local;
        }
        // With nothing between the two, the numbers stay as they are.
        const u32 node_above = bone.node == no_index ? no_index : work_.scene.nodes[bone.node].parent;
        const bool direct =
            bone.node != no_index &&
            (bone.parent != no_index ? node_above == work_.rig.bones[bone.parent].node
                                     : node_above == no_index || pose.worlds[node_above] == identity_matrix);
        const Transform t = direct ? pose.locals[bone.node] : decomposed(local);
        most_sheared_ = std::max(most_sheared_, difference(local, t));
        const Quat q = normalised(t.rotation);
        Key out{.ms = ms};
        if (!is_finite(t.translation) || !is_finite(t.scale)) return out;
        out.translation = {t.translation.x, t.translation.y, t.translation.z};
        out.scale = {t.scale.x, t.scale.y, t.scale.z};
        out.rotation = {q.x, q.y, q.z, q.w};
        return out;
    }

    void report() {
        if (most_off_ > 0.01) {
            work_.issues.add(thaw::issue::frames_resampled, {}, clip_.name, {},
                             text::plural(moments_.size(), "key") + " at whole milliseconds, at most " +
                                 text::number(std::round(most_off_ * 100) / 100) + " ms off");
        }
        if (most_sheared_ > 1e-3) {
            work_.issues.add(issue::shear_dropped, {}, clip_.name, {},
                             text::number(std::round(most_sheared_ * 1e4) / 1e4));
        }
    }

    BuildWork& work_;
    const Clip& clip_;
    std::vector<Moment> moments_{};
    std::vector<std::vector<u32>> times_{};  // by joint
    double most_off_ = 0;                    // ms
    double most_sheared_ = 0;
};

}  // namespace

void build_animations(BuildWork& work) {
    if (work.rig.bones.empty()) {
        if (!work.scene.clips.empty()) {
            work.issues.add(issue::clips_without_joints, {}, "clips", {},
                            text::plural(work.scene.clips.size(), "clip"));
        }
        return;
    }
    for (std::size_t c = 0; c < work.scene.clips.size(); ++c) {
        if (BuildWork::is_in(work.kept_clips, c)) continue;
        const Clip& clip = work.scene.clips[c];
        for (const auto& times : clip.timelines) {
            if (times.empty() || double{times.back()} <= longest_seconds) continue;
            const double seconds = std::min(double{times.back()}, 1e18);
            return work.refuse(clip.name, static_cast<u64>(longest_seconds), static_cast<u64>(seconds),
                               "seconds of a clip");
        }
        if (work.input.context.cancelled()) return;
        work.document.animations.push_back(AnimationBuilder(work, clip).run());
    }
}

}  // namespace thaw::twm
