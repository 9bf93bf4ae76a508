// Clips become sequences: runs of frames, each with a name and a speed.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "formats/unreal/build_parts.hpp"
#include "formats/unreal/scene_parts.hpp"
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

class Cutting {
public:
    explicit Cutting(BuildWork& work) : work_(work) {}

    void run() {
        for (u32 f = 0; f < work_.flat.frames.size(); ++f) work_.frames.push_back(f);
        for (const build::FlatClip& clip : work_.flat.clips) {
            if (clip.frames.empty()) continue;
            add(clip);
            if (!work_.flat.by_shape) report_sampled(clip);
        }
    }

private:
    void add(const build::FlatClip& clip) {
        BuiltSequence out;
        out.name = name_of(clip);
        out.frames = static_cast<u32>(clip.frames.size());
        out.start = clip.frames.front();
        if (!is_run(clip.frames)) {
            out.start = static_cast<u32>(work_.frames.size());
            work_.frames.insert(work_.frames.end(), clip.frames.begin(), clip.frames.end());
            work_.issues.add(thaw::issue::frames_resampled, "aniv", clip.name, "frames in a row",
                             text::plural(out.frames, "frame") + " repeated at the end of the file, none changed");
        }
        // A clip that was cut into frames has them at that rate already.
        out.rate = work_.flat.by_shape ? work_.options.fps.value_or(tidied(clip.fps)) : tidied(clip.fps);
        if (!is_speed(out.rate)) out.rate = default_rate;
        if (clip.source != nullptr) add_extras(clip, out);
        work_.sequences.push_back(std::move(out));
    }

    std::string name_of(const build::FlatClip& clip) {
        std::string out = directive_word(clip.name);
        // All stands for the whole file.
        if (work_.flat.clips.size() > 1 && text::equal_ignoring_case(out, "All")) out += "_";
        if (out != clip.name) work_.issues.add(thaw::issue::assumed, "uc", clip.name, "one word of ASCII", out);
        return out;
    }

    void add_extras(const build::FlatClip& clip, BuiltSequence& out) {
        const Extras& extras = clip.source->extras;
        if (const std::string* group = build::text_in(extras, "group")) out.group = directive_word(*group);
        const json::Value* events = extras.find("events");
        const auto* list = events == nullptr ? nullptr : events->get_if<json::Array>();
        if (list == nullptr) return;
        const double seconds = static_cast<double>(clip.frames.size()) / (clip.fps > 0 ? clip.fps : default_rate);
        for (const json::Value& event : *list) {
            const auto at = build::number_in(event, "seconds");
            const std::string* name = build::text_in(event, "name");
            if (!at || !std::isfinite(*at) || name == nullptr) continue;
            // Through division and multiplication the time comes out a few bits off what the script said.
            const double time = std::floor(*at / seconds * 1e6 + 0.5) / 1e6;
            out.events.push_back({time, directive_word(*name)});
        }
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
                         many + ", " + text::number(tenths) + " mm off between them at most");
    }

    BuildWork& work_;
    Pose scratch_;
};

}  // namespace

void choose_frames(BuildWork& work) { Cutting(work).run(); }

}  // namespace thaw::unreal
