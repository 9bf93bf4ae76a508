#include "formats/soulfu/build_frames.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "build/sampling.hpp"
#include "build/structured.hpp"
#include "formats/soulfu/names.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 first_special = 32;
constexpr u8 specials = 13;
constexpr std::size_t table_size = 128;
constexpr u64 most_frames = 65535;

class FrameMaker {
public:
    FrameMaker(const Scene& scene, const std::vector<BuildBase>& bases, Issues& issues)
        : scene_(scene), bases_(bases), issues_(issues) {}

    std::vector<BuildFrame> run() {
        for (std::size_t b = 0; b < bases_.size(); ++b) {
            BuildFrame frame;
            frame.head.action = boning;
            frame.head.base = b;
            for (const BuildBone& bone : bases_[b].bones) frame.bones.push_back(bound(bone));
            frames_.push_back(std::move(frame));
        }
        std::vector<std::optional<u8>> actions;
        for (const Clip& clip : scene_.clips) actions.push_back(known_action(clip));
        for (std::size_t c = 0; c < scene_.clips.size(); ++c) {
            if (moves_bones(scene_.clips[c])) {
                add(scene_.clips[c], actions[c]);
            } else {
                issues_.add(thaw::issue::not_kept, "ddd", scene_.clips[c].name, "bones that move", "shapes alone");
            }
        }
        return std::move(frames_);
    }

private:
    static bool moves_bones(const Clip& clip) {
        return std::any_of(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
            return channel.path != Path::weights && channel.path != Path::frame;
        });
    }

    std::optional<u8> known_action(const Clip& clip) {
        std::optional<u8> out;
        for (std::size_t i = 1; i < action_names.size(); ++i) {
            if (text::equal_ignoring_case(clip.name, action_names[i])) out = static_cast<u8>(i);
        }
        const std::string_view name = clip.name;
        if (!out && name.size() > 7 && text::equal_ignoring_case(name.substr(0, 7), "ACTION_")) {
            const auto number = text::whole_integer<u8>(name.substr(7));
            if (number && *number > 0 && *number < table_size) out = *number;
        }
        const auto said = build::integer_in(clip.extras, "action");
        if (!out && said && *said > 0 && *said < static_cast<i64>(table_size)) out = static_cast<u8>(*said);
        if (out && taken_[*out]) return std::nullopt;
        if (out) taken_[*out] = true;
        return out;
    }

    std::optional<u8> free_action(const Clip& clip) {
        for (u8 i = 0; i < specials; ++i) {
            const auto action = static_cast<u8>(first_special + i);
            if (taken_[action]) continue;
            taken_[action] = true;
            issues_.add(thaw::issue::assumed, "ddd", clip.name, "the name of an action",
                        "written as " + action_name(action));
            return action;
        }
        issues_.add(thaw::issue::not_kept, "ddd", clip.name, "an action that is free", "a clip too many");
        return std::nullopt;
    }

    void add(const Clip& clip, std::optional<u8> action) {
        const double rate = rate_of(clip);
        const auto said = build::integer_in(clip.extras, "frames");
        const double wanted = std::floor(build::length_of(clip) * rate + 0.5);
        const u64 count = said && *said > 0 && std::abs(static_cast<double>(*said) - wanted) <= 1
                              ? static_cast<u64>(*said)
                              : static_cast<u64>(std::clamp(wanted, 1.0, 1e9));
        if (frames_.size() + count > most_frames) {
            issues_.add(thaw::issue::not_kept, "ddd", clip.name, std::to_string(most_frames) + " frames in all",
                        text::plural(count, "frame"));
            return;
        }
        if (!action) action = free_action(clip);
        if (!action) return;
        const std::size_t first = frames_.size();
        for (u64 f = 0; f < count; ++f) {
            // As a float: so a key at this very moment counts.
            const auto seconds = static_cast<f32>(static_cast<double>(f) / rate);
            evaluate(scene_, &clip, seconds, pose_);
            BuildFrame frame;
            frame.head.action = *action;
            frame.head.base = shown_base();
            for (const BuildBone& bone : bases_[frame.head.base].bones) frame.bones.push_back(posed(bone, pose_));
            frames_.push_back(std::move(frame));
        }
        take_extras(clip, first);
        if (!build::rate_in(clip.extras)) {
            issues_.add(thaw::issue::frames_resampled, "ddd", clip.name, {},
                        text::plural(count, "frame") + " at " + text::number(rate) + " a second");
        }
    }

    double rate_of(const Clip& clip) const {
        // A clip of Thaw has one key a frame, whatever speed it was given.
        return build::rate_in(clip.extras).value_or(frames_per_second);
    }

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
    void take_extras(const Clip& clip, std::size_t first) {
        const auto in_clip = [&](double frame) {
            return frame >= 0 && frame < static_cast<double>(frames_.size() - first);
        };
        const auto head_at = [&](double frame) -> FrameHead& {
            return frames_[first + static_cast<std::size_t>(frame)].head;
        };
        each_row(clip, "events", [&](const std::vector<double>& row) {
            if (row.size() == 2 && in_clip(row[0]) && row[1] >= 0 && row[1] < 256) {
                head_at(row[0]).events = static_cast<u8>(row[1]);
            }
        });
        double frame = 0;
        each_row(clip, "movement_feet", [&](const std::vector<double>& row) {
            if (row.size() == 2 && in_clip(frame)) head_at(frame).movement = {row[0], row[1]};
            ++frame;
        });
        each_row(clip, "shadows_feet", [&](const std::vector<double>& row) {
            const bool whole = row.size() == 11 && in_clip(row[0]) && row[1] >= 0 && row[1] < shadow_count;
            if (!whole || !(row[2] > 0 && row[2] < 256)) return;
            ShadowQuad& shadow = head_at(row[0]).shadows[static_cast<std::size_t>(row[1])];
            shadow.alpha = static_cast<u8>(row[2]);
            for (std::size_t c = 0; c < 4; ++c) shadow.corners[c] = {row[3 + 2 * c], row[4 + 2 * c]};
        });
    }

    // Of a list of lists.
    template <class Visit>
    static void each_row(const Clip& clip, std::string_view key, Visit&& visit) {
        for (const json::Value& row : build::list_in(clip.extras, key)) visit(build::numbers_of(row));
    }

    const Scene& scene_;
    const std::vector<BuildBase>& bases_;
    Issues& issues_;
    std::array<bool, 256> taken_{};
    Pose pose_;
    std::vector<BuildFrame> frames_;
};

}  // namespace

std::vector<BuildFrame> frames_of(const Scene& scene, const std::vector<BuildBase>& bases, Issues& issues) {
    return FrameMaker(scene, bases, issues).run();
}

}  // namespace thaw::ddd
