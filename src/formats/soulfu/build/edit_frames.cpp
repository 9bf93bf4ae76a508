#include "formats/soulfu/build/edit_frames.hpp"

#include <algorithm>
#include <set>

#include "formats/soulfu/build/edit_report.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/ddd/pose.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

// The frames of a clip: as scene_clips.cpp makes one of each run of an action.
struct Run {
    std::size_t first = 0;
    std::size_t end = 0;
};

std::vector<Run> runs_of(const std::vector<Frame>& frames) {
    std::vector<Run> out;
    for (std::size_t first = 0; first < frames.size();) {
        std::size_t end = first + 1;
        while (end < frames.size() && frames[end].action == frames[first].action) ++end;
        if (frames[first].action != boning) out.push_back({first, end});
        first = end;
    }
    return out;
}

class FrameEditing {
public:
    FrameEditing(const FrameEdit& edit, const File& file, File& poses, Rounding& lengths, Issues& issues)
        : edit_(edit), file_(file), poses_(poses), lengths_(lengths), issues_(issues), actions_(issues) {}

    EditedFrames run() {
        const std::vector<Run> runs = runs_of(poses_.frames);
        out_.touched.assign(edit_.scene.clips.size(), {});
        if (runs.size() != edit_.base_scene.clips.size() || poses_.bases.empty()) return std::move(out_);  // a still
        const bool is_still = rests_as_before();
        for (const u32 source : edit_.edit.source_clips) {
            if (source != no_index) actions_.take(poses_.frames[runs[source].first].action);
        }
        for (std::size_t b = 0; b < poses_.bases.size(); ++b) {
            if (const auto frame = bind_frame(poses_, b)) binds_.insert(*frame);
        }
        std::vector<std::vector<Frame>> clips(runs.size());  // none: removed
        std::vector<Frame> added;
        for (std::size_t c = 0; c < edit_.scene.clips.size(); ++c) {
            const u32 source = edit_.edit.source_clips[c];
            std::vector<Frame> frames;
            if (source == no_index) {
                frames = new_clip(c);
            } else if (is_still && is_same(edit_.base_scene.clips[source], edit_.scene.clips[c])) {
                frames = frames_in(runs[source]);
            } else {
                frames = edited_clip(c, source, runs[source]);
            }
            if (source != no_index) {
                clips[source] = std::move(frames);
            } else {
                added.insert(added.end(), frames.begin(), frames.end());
            }
        }
        put_together(runs, clips, std::move(added));
        return std::move(out_);
    }

    // A frame that is not of this file's clips.
    void edit_lines(const BuildFrame* was, const BuildFrame& is, Frame& frame) {
        const std::size_t b = is.head.base;
        for (std::size_t i = 0; i < is.bones.size(); ++i) {
            const auto [bone, before] = edit_.bones[b][i];
            if (bone >= file_.bases[b].bones.size() || bone >= frame.forwards.size()) continue;
            const BoneLine* then = was == nullptr || before == no_index ? nullptr : &was->bones[before];
            const BoneLine& now = is.bones[i];
            const auto same = [&](const Vec3d& a, const Vec3d& x, const Rounding& steps) {
                return steps.is_same(a[0], x[0]) && steps.is_same(a[1], x[1]) && steps.is_same(a[2], x[2]);
            };
            if (then == nullptr || !same(then->forward, now.forward, Rounding(1 / most_steps))) {
                frame.forwards[bone] = rounded_direction(now.forward);
                changed_ = true;
            }
            for (const auto& [end, place] : {std::pair(0u, &BoneLine::start), std::pair(1u, &BoneLine::end)}) {
                const u16 joint = file_.bases[b].bones[bone].joints[end];
                if (joint >= frame.joints.size()) continue;
                if (then != nullptr && same(then->*place, now.*place, lengths_)) continue;
                frame.joints[joint] = rounded_place(now.*place, lengths_);
                changed_ = true;
            }
        }
    }

private:
    // Else every clip may look otherwise.
    bool rests_as_before() const {
        const auto &was = edit_.base_scene, &is = edit_.scene;
        for (std::size_t n = 0; n < was.nodes.size(); ++n) {
            const Node &a = was.nodes[n], &b = is.nodes[n];
            if (a.parent != b.parent || !(a.local == b.local) || is_other_field(a.extras, b.extras, "thaw_length"))
                return false;
        }
        for (std::size_t b = 0; b < edit_.is.size(); ++b) {
            if (edit_.is[b].bones.size() != edit_.was[b].bones.size()) return false;
        }
        return true;
    }

    static bool is_same(const Clip& a, const Clip& b) {
        const auto same = [](const Channel& x, const Channel& y) {
            return x.node == y.node && x.path == y.path && x.interpolation == y.interpolation &&
                   x.timeline == y.timeline && x.values == y.values;
        };
        return a.name == b.name && a.timelines == b.timelines && json::to_text(a.extras) == json::to_text(b.extras) &&
               std::equal(a.channels.begin(), a.channels.end(), b.channels.begin(), b.channels.end(), same);
    }

    std::vector<Frame> frames_in(const Run& run) const {
        return {poses_.frames.begin() + static_cast<std::ptrdiff_t>(run.first),
                poses_.frames.begin() + static_cast<std::ptrdiff_t>(run.end)};
    }

    std::vector<Frame> edited_clip(std::size_t c, u32 source, const Run& run) {
        const Clip &then = edit_.base_scene.clips[source], &now = edit_.scene.clips[c];
        const auto was = clip_frames(edit_.base_scene, edit_.was, then);
        const auto is = clip_frames(edit_.scene, edit_.is, now);
        if (is.empty()) {
            issues_.add(soulfu::issue::clip_not_changed, "ddd", now.name, "65535 frames");
            return frames_in(run);
        }
        std::vector<Frame> out;
        for (std::size_t k = 0; k < is.size(); ++k) {
            changed_ = false;
            const bool is_there = run.first + k < run.end;
            const bool is_bind = is_there && binds_.contains(run.first + k);
            const bool is_known = is_there && k < was.size() && was[k].head.base == is[k].head.base;
            Frame frame = is_known || is_bind ? poses_.frames[run.first + k] : blank_frame(is[k].head.base);
            // Where the mesh is bound to this very pose, another pose would bind it otherwise.
            if (!is_bind) edit_lines(is_known ? &was[k] : nullptr, is[k], frame);
            edit_head(is_known ? &was[k].head : nullptr, is[k].head, frame);
            frame.action = poses_.frames[run.first].action;
            out.push_back(std::move(frame));
            if (changed_ || is_bind) out_.touched[c].push_back(k);
            out_.changed = out_.changed || changed_;
        }
        if (now.name != then.name) rename(now, out);
        return out;
    }

    void rename(const Clip& clip, std::vector<Frame>& frames) {
        const auto action = action_called(clip.name);
        if (!action || !actions_.is_free(*action)) {
            issues_.add(soulfu::issue::clip_not_renamed, "ddd", clip.name, {}, action_name(frames.front().action));
            return;
        }
        const u8 before = frames.front().action;
        for (Frame& frame : frames) frame.action = *action;
        actions_.take(*action);
        out_.renamed = true;
        const auto runs = runs_of(poses_.frames);
        const auto is_it = [&](const Run& run) { return poses_.frames[run.first].action == before; };
        if (std::count_if(runs.begin(), runs.end(), is_it) == 1) return;
        issues_.add(soulfu::issue::clips_recounted, "ddd", clip.name, {}, action_name(before));
    }

    std::vector<Frame> new_clip(std::size_t c) {
        const Clip& clip = edit_.scene.clips[c];
        std::vector<Frame> out;
        if (!moves_bones(clip)) {
            issues_.add(soulfu::issue::shape_clip, "ddd", clip.name);
            return out;
        }
        const auto known = actions_.of(clip);
        const auto action = known ? known : actions_.free(clip);
        if (!action) return out;
        for (const BuildFrame& is : clip_frames(edit_.scene, edit_.is, clip)) {
            Frame frame = blank_frame(is.head.base);
            edit_lines(nullptr, is, frame);
            edit_head(nullptr, is.head, frame);
            frame.action = *action;
            out_.touched[c].push_back(out.size());
            out.push_back(std::move(frame));
        }
        return out;
    }

    // Joints that no bone ends at stay where they are bound.
    Frame blank_frame(std::size_t base) const {
        Frame out;
        base = std::min(base, poses_.bases.size() - 1);
        out.base_model = static_cast<u8>(base);
        if (const auto bind = bind_frame(poses_, base)) out.joints = poses_.frames[*bind].joints;
        out.forwards.assign(poses_.bases[base].bones.size(), {});
        if (out.joints.size() != poses_.bases[base].joint_sizes.size()) {
            out.joints.assign(poses_.bases[base].joint_sizes.size(), {});
        }
        return out;
    }

    void edit_head(const FrameHead* was, const FrameHead& is, Frame& frame) {
        if (was == nullptr || was->events != is.events) put(is.events, frame.events);
        for (std::size_t i = 0; i < 2; ++i) {
            Rounding steps(movement_step);
            if (was == nullptr || !steps.is_same(was->movement[i], is.movement[i])) {
                put(steps(is.movement[i]), frame.movement[i]);
            }
        }
        for (std::size_t s = 0; s < shadow_count; ++s) {
            const ShadowQuad& now = is.shadows[s];
            if (was != nullptr && was->shadows[s].alpha == now.alpha && was->shadows[s].corners == now.corners)
                continue;
            put(rounded_shadow(now, lengths_), frame.shadows[s]);
        }
    }

    template <class T>
    void put(const T& value, T& to) {
        to = value;
        changed_ = true;
    }

    // In the file's order; new ones at the end. Of a clip that is gone the bind poses stay.
    void put_together(const std::vector<Run>& runs, std::vector<std::vector<Frame>>& clips, std::vector<Frame> added) {
        std::vector<Frame> out;
        std::size_t at = 0;
        for (std::size_t r = 0; r < runs.size(); ++r) {
            for (; at < runs[r].first; ++at) out.push_back(std::move(poses_.frames[at]));
            for (; at < runs[r].end; ++at) {
                if (!clips[r].empty() || !binds_.contains(at)) continue;
                poses_.frames[at].action = boning;
                out.push_back(std::move(poses_.frames[at]));
            }
            std::move(clips[r].begin(), clips[r].end(), std::back_inserter(out));
        }
        for (; at < poses_.frames.size(); ++at) out.push_back(std::move(poses_.frames[at]));
        std::move(added.begin(), added.end(), std::back_inserter(out));
        poses_.frames = std::move(out);
    }

    const FrameEdit& edit_;
    const File& file_;
    File& poses_;
    Rounding& lengths_;
    Issues& issues_;
    Actions actions_;
    std::set<std::size_t> binds_{};  // frames that base models are bound to
    EditedFrames out_{};
    bool changed_ = false;  // the frame at hand
};

}  // namespace

EditedFrames edit_frames(const FrameEdit& edit, const File& file, File& poses, File& binds, Rounding& pose_lengths,
                         Rounding& bind_lengths, Issues& issues) {
    EditedFrames out = FrameEditing(edit, file, poses, pose_lengths, issues).run();
    for (std::size_t b = 0; b < file.bases.size(); ++b) {
        const auto frame = bind_frame(binds, b);
        if (!frame) continue;
        const BuildFrame was = bound_frame(edit.was, b), is = bound_frame(edit.is, b);
        FrameEditing(edit, file, binds, bind_lengths, issues).edit_lines(&was, is, binds.frames[*frame]);
    }
    return out;
}

}  // namespace thaw::ddd
