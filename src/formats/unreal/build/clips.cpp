// Clips become sequences: runs of frames, each with a name and a speed.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "scene/edit/edit.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

bool is_run(const std::vector<u32>& frames) {
    for (std::size_t i = 1; i < frames.size(); ++i) {
        if (frames[i] != frames[0] + i) return false;
    }
    return true;
}

// Where a rate is worked out from times in single precision: the short number that was meant.
double tidied(double rate) {
    const double thousandths = std::floor(rate * 1000 + 0.5) / 1000;
    return std::abs(thousandths - rate) < 1e-6 * rate ? thousandths : rate;
}

constexpr double same_hold = 1e-3;  // metres, or of a direction

class Cutting {
public:
    explicit Cutting(BuildWork& work) : work_(work) {}

    void run() {
        own_ = std::min(work_.own_frames, static_cast<u32>(work_.flat.frames.size()));
        for (u32 f = 0; f < own_; ++f) work_.frames.push_back(f);
        for (const build::FlatClip& clip : work_.flat.clips) {
            if (clip.frames.empty()) continue;
            add(clip);
            if (!work_.flat.by_shape) report_sampled(clip);
        }
        name_all();
    }

private:
    void add(const build::FlatClip& clip) {
        BuiltSequence out;
        out.name = name_of(clip);
        out.frames = static_cast<u32>(clip.frames.size());
        out.start = clip.frames.front();
        if (work_.is_of_modeldef()) {
            for (const u32 frame : clip.frames) out.listed.push_back(stored(frame));
            out.start = out.listed.front();
        } else if (!is_run(clip.frames) || clip.frames.back() >= own_ || holds_otherwise(clip)) {
            out.start = static_cast<u32>(work_.frames.size());
            for (std::size_t i = 0; i < clip.frames.size(); ++i) work_.frames.push_back(copied(clip, i));
            work_.issues.add(issue::frames_repeated, "aniv", clip.name, {}, text::plural(out.frames, "frame"));
        }
        // A clip that was cut into frames has them at that rate already.
        out.rate = work_.flat.by_shape ? work_.options.fps.value_or(tidied(clip.fps)) : tidied(clip.fps);
        if (!is_speed(out.rate)) out.rate = default_rate;
        if (clip.source != nullptr) add_extras(clip, out);
        work_.sequences.push_back(std::move(out));
    }

    // Does the clip hold the weapon in another way than one before it that shows the same frames?
    bool holds_otherwise(const build::FlatClip& clip) {
        if (work_.weapon == no_index || !work_.flat.by_shape) return false;
        Pose other;
        for (std::size_t i = 0; i < clip.frames.size(); ++i) {
            const build::FlatFrame& frame = work_.flat.frames[clip.frames[i]];
            if (frame.clip == clip.source) continue;
            evaluate(work_.scene(), clip.source, static_cast<double>(i) / clip.fps, scratch_);
            evaluate(work_.scene(), frame.clip, frame.seconds, other);
            const Matrix &a = scratch_.worlds[work_.weapon], &b = other.worlds[work_.weapon];
            for (std::size_t k = 0; k < a.size(); ++k) {
                if (!(std::abs(a[k] - b[k]) <= same_hold)) return true;
            }
        }
        return false;
    }

    // The same shape at the moment at which this clip shows it.
    u32 copied(const build::FlatClip& clip, std::size_t i) {
        auto& frames = work_.flat.frames;
        build::FlatFrame frame = frames[clip.frames[i]];
        frame.clip = clip.source;
        frame.seconds = static_cast<double>(i) / (clip.fps > 0 ? clip.fps : default_rate);
        frames.push_back(frame);
        return static_cast<u32>(frames.size()) - 1;
    }

    // Where it is in the file; a new one comes last.
    u32 stored(u32 frame) {
        const auto found = std::find(work_.frames.begin(), work_.frames.end(), frame);
        const auto place = static_cast<u32>(found - work_.frames.begin());
        if (found == work_.frames.end()) work_.frames.push_back(frame);
        return place;
    }

    // A sequence All that shows nothing of its own is no clip.
    void name_all() {
        if (work_.is_of_modeldef()) return;
        std::vector<FrameRun> runs;
        for (const BuiltSequence& s : work_.sequences) runs.push_back({s.name, s.start, s.frames});
        const auto only_all = find_only_all(runs, work_.frames.size());
        for (std::size_t i = 0; i < only_all.size(); ++i) {
            if (!only_all[i]) continue;
            const std::string name = work_.sequences[i].name + "_";
            work_.issues.add(issue::all_renamed, "uc", work_.sequences[i].name, {}, name);
            work_.sequences[i].name = name;
        }
    }

    std::string name_of(const build::FlatClip& clip) {
        std::string out = directive_word(clip.name);
        if (out != clip.name) work_.issues.add(issue::clip_renamed, "uc", clip.name, {}, out);
        return out;
    }

    void add_extras(const build::FlatClip& clip, BuiltSequence& out) {
        const Extras& extras = clip.source->extras;
        if (const std::string* group = build::text_in(extras, "group")) out.group = directive_word(*group);
        const json::Value* events = extras.find("events");
        const auto* list = events == nullptr ? nullptr : events->get_if<json::Array>();
        if (list == nullptr) return;
        const double seconds = length_of_events(clip, *events);
        for (const json::Value& event : *list) {
            const auto at = build::number_in(event, "seconds");
            const std::string* name = build::text_in(event, "name");
            if (!at || !std::isfinite(*at) || name == nullptr) continue;
            // Through division and multiplication the time comes out a few bits off the script's.
            const double time = std::floor(*at / seconds * 1e6 + 0.5) / 1e6;
            out.events.push_back({time, directive_word(*name)});
        }
    }

    // Events that nobody edited are where they were in the clip, however fast that plays now.
    double length_of_events(const build::FlatClip& clip, const json::Value& events) const {
        const Edit* edit = work_.input.edit;
        const auto number = static_cast<std::size_t>(clip.source - work_.scene().clips.data());
        const u32 source = edit == nullptr ? no_index : edit->source_clips[number];
        if (source != no_index) {
            const Extras& then = work_.input.base_scene->clips[source].extras;
            const auto frames = build::number_in(then, "frames"), rate = build::rate_in(then);
            const json::Value* before = then.find("events");
            const bool same = before != nullptr && json::to_text(*before) == json::to_text(events);
            if (same && frames && rate && *frames > 0) return *frames / *rate;
        }
        return static_cast<double>(clip.frames.size()) / (clip.fps > 0 ? clip.fps : default_rate);
    }

    // Between two frames the game goes straight on; the clip may not.
    void report_sampled(const build::FlatClip& clip) {
        const std::string many =
            text::plural(clip.frames.size(), "frame") + " at " + text::number(tidied(clip.fps)) + " a second";
        if (clip.frames.size() < 2) {
            work_.issues.add(thaw::issue::frames_resampled, "aniv", clip.name, {}, many);
            return;
        }
        auto& flat = work_.flat;
        const u32 between = static_cast<u32>(flat.frames.size());
        flat.frames.push_back({.clip = clip.source});
        f32 farthest = 0;
        std::vector<Vec3> before, after, middle;
        flat.pose(clip.frames[0], before, scratch_);
        for (std::size_t i = 1; i < clip.frames.size(); ++i) {
            flat.frames[between].seconds = (static_cast<double>(i) - 0.5) / clip.fps;
            flat.pose(between, middle, scratch_);
            flat.pose(clip.frames[i], after, scratch_);
            for (std::size_t p = 0; p < middle.size(); ++p) {
                farthest = std::max(farthest, length((before[p] + after[p]) * 0.5f - middle[p]));
            }
            before.swap(after);
        }
        flat.frames.pop_back();
        const double tenths = std::floor(static_cast<double>(farthest) * 10000 + 0.5) / 10;
        work_.issues.add(thaw::issue::frames_resampled, "aniv", clip.name, {},
                         many + ", at most " + text::number(tenths) + " mm off between them");
    }

    BuildWork& work_;
    u32 own_ = 0;
    Pose scratch_;
};

}  // namespace

void choose_frames(BuildWork& work) { Cutting(work).run(); }

std::vector<BuiltSequence> base_sequences(const BuildWork& work) {
    const SceneInput input{.scene = *work.input.base_scene, .base = work.input.base};
    const BuildOptions options;
    Issues ignored;
    BuildWork base{input, options, ignored};
    base.flat = build::flatten(input.scene, {}, {.usual_fps = default_rate}, ignored);
    base.weapon = weapon_node_of(input.scene);
    lend_moments(base.flat);
    choose_frames(base);
    return std::move(base.sequences);
}

}  // namespace thaw::unreal
