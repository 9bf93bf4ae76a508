#include "formats/soulfu/scene/clips.hpp"

#include <algorithm>
#include <map>

#include "formats/shared/issue_reporter.hpp"
#include "formats/soulfu/scene/extras.hpp"
#include "formats/soulfu/scene/issues.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "formats/soulfu/shared/options.hpp"
#include "scene/loops.hpp"

namespace thaw::ddd {

namespace {

void append(std::vector<f32>& values, Vec3 v) { values.insert(values.end(), {v.x, v.y, v.z}); }
void append(std::vector<f32>& values, Quat q) { values.insert(values.end(), {q.x, q.y, q.z, q.w}); }

Quat last_rotation(const std::vector<f32>& values, Quat otherwise) {
    if (values.empty()) return otherwise;
    const f32* q = values.data() + values.size() - 4;
    return {q[0], q[1], q[2], q[3]};
}

// What one bone does in a clip.
struct BoneTrack {
    std::vector<f32> translations{};
    std::vector<f32> rotations{};
    std::vector<f32> scales{};
    std::vector<f32> inner_rotations{};  // of an exact rig
};

class ClipBuilder {
public:
    ClipBuilder(const SceneSource& source, const std::vector<BaseNodes>& bases, const std::vector<HeldItem>& held,
                double units_per_foot, const SceneOptions& options, Scene& scene)
        : source_(source),
          bases_(bases),
          held_(held),
          units_per_foot_(units_per_foot),
          options_(options),
          scene_(scene),
          rate_(std::clamp(options.fps.value_or(frames_per_second), 1e-3, 1e5)) {}

    void add(std::size_t first, std::size_t end, std::string name) {
        clip_ = {};
        clip_.name = std::move(name);
        clip_.loop = is_default_action(source_.head(first).action);
        clip_.extras = clip_extras(source_, first, end, rate_);
        std::map<std::size_t, std::vector<std::size_t>> shown;  // frames by base model
        for (std::size_t frame = first; frame < end; ++frame) {
            const std::size_t base = source_.head(frame).base;
            if (base < bases_.size()) {
                shown[base].push_back(frame);
            } else {
                misfits_.note(frame);
            }
        }
        for (const auto& [base, frames] : shown) add_base(bases_[base], base, frames, first);
        add_switches(shown, first, end);
        for (const HeldItem& item : held_) add_switches(item, first, end);
        if (clip_.channels.empty()) keep_still(shown);
        finish_clip(scene_, clip_, static_cast<f32>(static_cast<double>(end - first) / rate_), options_.loop);
        scene_.clips.push_back(std::move(clip_));
    }

    const Offenders& misfits() const { return misfits_; }

private:
    f32 seconds(std::size_t frame) const { return static_cast<f32>(static_cast<double>(frame) / rate_); }

    u32 timeline(std::vector<f32> times) {
        const auto found = std::find(clip_.timelines.rbegin(), clip_.timelines.rend(), times);
        if (found != clip_.timelines.rend()) return static_cast<u32>(clip_.timelines.rend() - found - 1);
        clip_.timelines.push_back(std::move(times));
        return static_cast<u32>(clip_.timelines.size() - 1);
    }

    void add_base(const BaseNodes& base, std::size_t index, const std::vector<std::size_t>& frames, std::size_t first) {
        std::vector<BoneTrack> tracks(base.bones.size());
        std::vector<f32> times;
        for (const std::size_t frame : frames) {
            const BonePose pose = source_.pose(index, frame);
            // Each key has a bone's numbers in the file behind it, so that clips cannot outgrow the file.
            if (pose.size() < base.bones.size()) {
                misfits_.note(frame);
                continue;
            }
            times.push_back(seconds(frame - first));
            for (std::size_t b = 0; b < tracks.size(); ++b) add_key(base.bones[b], pose[b], tracks[b]);
        }
        if (times.empty()) return;
        const u32 moving = timeline(std::move(times));
        for (std::size_t b = 0; b < tracks.size(); ++b) {
            const BoneNodes& bone = base.bones[b];
            if (!bone.rig) continue;
            add_channel(bone.outer, Path::translation, moving, std::move(tracks[b].translations));
            add_channel(bone.outer, Path::rotation, moving, std::move(tracks[b].rotations));
            add_channel(bone.outer, Path::scale, moving, std::move(tracks[b].scales));
            if (bone.inner != bone.outer) {
                add_channel(bone.inner, Path::rotation, moving, std::move(tracks[b].inner_rotations));
            }
        }
    }

    void add_key(const BoneNodes& bone, const std::optional<Axes>& axes, BoneTrack& track) const {
        if (!bone.rig) return;
        Transform outer = scene_.nodes[bone.outer].local;
        Transform inner = scene_.nodes[bone.inner].local;
        if (axes) {
            const Quat previous = last_rotation(track.inner_rotations, inner.rotation);
            put_pose(bone, *axes, units_per_foot_, previous, outer, inner);
        }
        append(track.translations, outer.translation);
        append(track.rotations, nearer(outer.rotation, last_rotation(track.rotations, outer.rotation)));
        append(track.scales, outer.scale);
        if (bone.inner != bone.outer) append(track.inner_rotations, inner.rotation);
    }

    // What never changes needs one key, and none where the node is so at rest.
    void add_channel(u32 node, Path path, u32 timeline_index, std::vector<f32> values) {
        const std::size_t width = path == Path::rotation ? 4 : 3;
        const auto second = values.begin() + static_cast<std::ptrdiff_t>(width);
        const bool still = std::equal(second, values.end(), values.begin());
        if (still) {
            values.erase(second, values.end());
            if (values == rest(node, path)) return;
            timeline_index = timeline({0});
        }
        const auto interpolation =
            options_.own.has(soulfu::option::smooth) ? Interpolation::linear : Interpolation::step;
        clip_.channels.push_back({node, path, interpolation, timeline_index, std::move(values), {}});
    }

    std::vector<f32> rest(u32 node, Path path) const {
        const Transform& local = scene_.nodes[node].local;
        std::vector<f32> out;
        if (path == Path::rotation) {
            append(out, local.rotation);
        } else {
            append(out, path == Path::scale ? local.scale : local.translation);
        }
        return out;
    }

    // An action that only holds the pose at rest moves nothing, but it is there, and takes its time.
    void keep_still(const std::map<std::size_t, std::vector<std::size_t>>& shown) {
        if (shown.empty()) return;
        std::vector<f32> values;
        append(values, Vec3{1, 1, 1});
        clip_.channels.push_back({bases_[shown.begin()->first].node,
                                  Path::scale,
                                  Interpolation::step,
                                  timeline({0}),
                                  std::move(values),
                                  {}});
    }

    // At rest the first base model is shown. A clip says where another one is, with a key at each change.
    void add_switches(const std::map<std::size_t, std::vector<std::size_t>>& shown, std::size_t first,
                      std::size_t end) {
        if (shown.find(0) == shown.end() && !shown.empty()) add_switch(bases_[0].node, {}, first, end);
        for (const auto& [base, frames] : shown) {
            if (base != 0 || frames.size() < end - first) add_switch(bases_[base].node, frames, first, end);
        }
    }

    // What a hand holds, by the events of the body's frames.
    void add_switches(const HeldItem& item, std::size_t first, std::size_t end) {
        for (std::size_t shape = 0; shape < item.shapes.size(); ++shape) {
            std::vector<std::size_t> frames;
            for (std::size_t frame = first; frame < end; ++frame) {
                if (item.shown(source_.head(frame).events) == shape) frames.push_back(frame);
            }
            const u32 node = item.shapes[shape].node;
            const bool at_rest = scene_.nodes[node].local.scale.x != 0;
            if (frames.size() == (at_rest ? end - first : 0)) continue;
            add_switch(node, frames, first, end);
        }
    }

    void add_switch(u32 node, const std::vector<std::size_t>& frames, std::size_t first, std::size_t end) {
        std::vector<f32> times{0};
        const auto value = [](bool on) { return on ? Vec3{1, 1, 1} : Vec3{}; };
        std::vector<f32> values;
        append(values, value(!frames.empty() && frames.front() == first));
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const bool starts = i == 0 ? frames[0] != first : frames[i] != frames[i - 1] + 1;
            if (starts) {
                times.push_back(seconds(frames[i] - first));
                append(values, value(true));
            }
            const std::size_t next = frames[i] + 1;
            if (next == end || (i + 1 < frames.size() && frames[i + 1] == next)) continue;
            times.push_back(seconds(next - first));
            append(values, value(false));
        }
        clip_.channels.push_back(
            {node, Path::scale, Interpolation::step, timeline(std::move(times)), std::move(values), {}});
    }

    const SceneSource& source_;
    const std::vector<BaseNodes>& bases_;
    const std::vector<HeldItem>& held_;
    double units_per_foot_;
    const SceneOptions& options_;
    Scene& scene_;
    double rate_;
    Clip clip_{};
    Offenders misfits_{};
};

}  // namespace

void add_clips(const SceneSource& source, const std::vector<BaseNodes>& bases, const std::vector<HeldItem>& held,
               double units_per_foot, const SceneOptions& options, Issues& issues, Scene& scene) {
    ClipBuilder builder(source, bases, held, units_per_foot, options, scene);
    std::map<u8, std::size_t> runs;
    for (std::size_t first = 0; first < source.frames();) {
        const u8 action = source.head(first).action;
        std::size_t end = first + 1;
        while (end < source.frames() && source.head(end).action == action) ++end;
        if (action != boning) {
            std::string name = action_name(action);
            if (const std::size_t run = ++runs[action]; run > 1) {
                name += "_" + std::to_string(run);
                issues.add(source.split_action(), source.part(), field_path("frames", first), "one run of frames",
                           name);
            }
            builder.add(first, end, std::move(name));
        }
        first = end;
    }
    if (!builder.misfits()) return;
    issues.add(soulfu::issue::frame_does_not_fit, source.part(), {}, {}, builder.misfits().of(source.frames()));
}

}  // namespace thaw::ddd
