#include "formats/soulfu/build/frames.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/sampling.hpp"
#include "formats/shared/structured.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 first_special = 32;
constexpr u8 specials = 13;
constexpr std::size_t table_size = 128;
constexpr u64 most_frames = 65535;

u64 frames_in(const Clip& clip) {
    const auto stored = build::integer_in(clip.extras, "frames");
    const double wanted = std::floor(build::length_of(clip) * frame_rate_of(clip) + 0.5);
    if (stored && *stored > 0 && std::abs(static_cast<double>(*stored) - wanted) <= 1) return static_cast<u64>(*stored);
    return static_cast<u64>(std::clamp(wanted, 1.0, 1e9));
}

class ClipSampler {
public:
    ClipSampler(const Scene& scene, const std::vector<BuildBase>& bases, const Clip& clip)
        : scene_(scene), bases_(bases), clip_(clip) {}

    std::vector<BuildFrame> run() {
        const u64 count = frames_in(clip_);
        for (u64 f = 0; count <= most_frames && f < count; ++f) {
            // As a float: so a key at this very moment counts.
            const auto seconds = static_cast<f32>(static_cast<double>(f) / frame_rate_of(clip_));
            evaluate(scene_, &clip_, seconds, pose_);
            BuildFrame& frame = frames_.emplace_back();
            frame.head.base = shown_base();
            for (const BuildBone& bone : bases_[frame.head.base].bones) frame.bones.push_back(posed(bone, pose_));
        }
        take_extras();
        return std::move(frames_);
    }

private:
    std::size_t shown_base() const {
        std::size_t best = 0;
        f32 largest = -1;
        for (std::size_t b = 0; b < bases_.size(); ++b) {
            if (bases_[b].node == no_index) continue;
            const f32 scale = pose_.locals[bases_[b].node].scale.x;
            if (scale <= largest) continue;
            largest = scale;
            best = b;
        }
        return best;
    }

    // Events, movement and shadows, frame by frame.
    void take_extras() {
        const auto in_clip = [&](double frame) { return frame >= 0 && frame < static_cast<double>(frames_.size()); };
        const auto head_at = [&](double frame) -> FrameHead& { return frames_[static_cast<std::size_t>(frame)].head; };
        each_row("events", [&](const std::vector<double>& row) {
            if (row.size() == 2 && in_clip(row[0]) && row[1] >= 0 && row[1] < 256) {
                head_at(row[0]).events = static_cast<u8>(row[1]);
            }
        });
        double frame = 0;
        each_row("movement_feet", [&](const std::vector<double>& row) {
            if (row.size() == 2 && in_clip(frame)) head_at(frame).movement = {row[0], row[1]};
            ++frame;
        });
        each_row("shadows_feet", [&](const std::vector<double>& row) {
            const bool whole = row.size() == 11 && in_clip(row[0]) && row[1] >= 0 && row[1] < shadow_count;
            if (!whole || !(row[2] > 0 && row[2] < 256)) return;
            ShadowQuad& shadow = head_at(row[0]).shadows[static_cast<std::size_t>(row[1])];
            shadow.alpha = static_cast<u8>(row[2]);
            for (std::size_t c = 0; c < 4; ++c) shadow.corners[c] = {row[3 + 2 * c], row[4 + 2 * c]};
        });
    }

    // Of a list of lists.
    template <class Visit>
    void each_row(std::string_view key, Visit&& visit) const {
        for (const json::Value& row : build::list_in(clip_.extras, key)) visit(build::numbers_of(row));
    }

    const Scene& scene_;
    const std::vector<BuildBase>& bases_;
    const Clip& clip_;
    Pose pose_;
    std::vector<BuildFrame> frames_;
};

}  // namespace

std::optional<u8> action_called(std::string_view name) {
    for (std::size_t i = 1; i < action_names.size(); ++i) {
        if (text::equal_ignoring_case(name, action_names[i])) return static_cast<u8>(i);
    }
    if (name.size() <= 7 || !text::equal_ignoring_case(name.substr(0, 7), "ACTION_")) return std::nullopt;
    const auto number = text::whole_integer<u8>(name.substr(7));
    return number && *number > 0 && *number < table_size ? number : std::nullopt;
}

std::optional<u8> Actions::of(const Clip& clip) {
    auto out = action_called(clip.name);
    const auto stored = build::integer_in(clip.extras, "action");
    if (!out && stored && *stored > 0 && *stored < static_cast<i64>(table_size)) out = static_cast<u8>(*stored);
    if (!out || taken_[*out]) return std::nullopt;
    take(*out);
    return out;
}

std::optional<u8> Actions::free(const Clip& clip) {
    for (u8 i = 0; i < specials; ++i) {
        const auto action = static_cast<u8>(first_special + i);
        if (taken_[action]) continue;
        take(action);
        issues_.add(soulfu::issue::action_assumed, "ddd", clip.name, {}, action_name(action));
        return action;
    }
    issues_.add(soulfu::issue::no_free_action, "ddd", clip.name);
    return std::nullopt;
}

bool moves_bones(const Clip& clip) {
    return std::any_of(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
        return channel.path != Path::weights && channel.path != Path::frame;
    });
}

double frame_rate_of(const Clip& clip) { return build::rate_in(clip.extras).value_or(frames_per_second); }

BuildFrame bound_frame(const std::vector<BuildBase>& bases, std::size_t base) {
    BuildFrame frame;
    frame.head.action = boning;
    frame.head.base = base;
    for (const BuildBone& bone : bases[base].bones) frame.bones.push_back(bound(bone));
    return frame;
}

std::vector<BuildFrame> clip_frames(const Scene& scene, const std::vector<BuildBase>& bases, const Clip& clip) {
    return ClipSampler(scene, bases, clip).run();
}

std::vector<BuildFrame> frames_of(const Scene& scene, const std::vector<BuildBase>& bases, Issues& issues) {
    std::vector<BuildFrame> frames;
    for (std::size_t b = 0; b < bases.size(); ++b) frames.push_back(bound_frame(bases, b));
    Actions actions(issues);
    std::vector<std::optional<u8>> known;
    for (const Clip& clip : scene.clips) known.push_back(actions.of(clip));
    for (std::size_t c = 0; c < scene.clips.size(); ++c) {
        const Clip& clip = scene.clips[c];
        const u64 count = frames_in(clip);
        if (!moves_bones(clip)) {
            issues.add(soulfu::issue::shape_clip, "ddd", clip.name);
            continue;
        }
        if (frames.size() + count > most_frames) {
            issues.add(thaw::issue::clip_too_long, "ddd", clip.name, text::plural(most_frames, "frame"),
                       text::plural(count, "frame"));
            continue;
        }
        const auto action = known[c] ? known[c] : actions.free(clip);
        if (!action) continue;
        for (BuildFrame& frame : clip_frames(scene, bases, clip)) {
            frame.head.action = *action;
            frames.push_back(std::move(frame));
        }
        if (!build::rate_in(clip.extras)) {
            issues.add(thaw::issue::frames_resampled, "ddd", clip.name, {},
                       text::plural(count, "frame") + " at " + text::number(frame_rate_of(clip)) + " a second");
        }
    }
    return frames;
}

Vector3 rounded_place(const Vec3d& at, Rounding& lengths) { return {lengths(at[0]), lengths(at[1]), lengths(at[2])}; }

Vector3 rounded_direction(const Vec3d& direction) {
    Rounding steps(1 / most_steps);
    return rounded_place(direction, steps);
}

Shadow rounded_shadow(const ShadowQuad& shadow, Rounding& lengths) {
    Shadow out{.alpha = shadow.alpha};
    for (std::size_t c = 0; c < 4 && shadow.alpha != 0; ++c) {
        out.corners[c] = {lengths(shadow.corners[c][0]), lengths(shadow.corners[c][1])};
    }
    return out;
}

}  // namespace thaw::ddd
