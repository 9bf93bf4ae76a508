#include "formats/ctc/model/clips.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::ctc {

namespace {

// The clip that an animation would be under some reading, given where the one before it ended.
using Place = Clip (*)(const Animation& animation, i64 after);

Clip clip(i64 first, i64 count) {
    if (first < 0 || count < 1) return {{}, 0, 0};
    return {{}, static_cast<u64>(first), static_cast<u64>(count)};
}

Clip by_start_and_count(const Animation& animation, i64) { return clip(animation.a, animation.b); }
Clip by_first_and_last(const Animation& animation, i64) {
    return clip(animation.a, i64{animation.b} - animation.a + 1);
}
Clip by_count_in_b(const Animation& animation, i64 after) { return clip(after, animation.b); }
Clip by_count_in_a(const Animation& animation, i64 after) { return clip(after, animation.a); }

// The clips under a reading, or none if they do not follow each other within the frames.
std::vector<Clip> placed(const Document& document, Place place, bool may_leave_rest) {
    std::vector<Clip> clips;
    u64 after = 0;
    for (const Animation& animation : document.animations) {
        Clip next = place(animation, static_cast<i64>(after));
        if (next.count == 0 || next.first != after || next.count > document.num_frames() - after) return {};
        after += next.count;
        next.name = text::until_nul(animation.name);
        clips.push_back(std::move(next));
    }
    const u64 rest = document.num_frames() - after;
    if (rest == 0) return clips;
    if (!may_leave_rest) return {};
    clips.push_back({"unassigned", after, rest});
    return clips;
}

struct Candidate {
    Reading reading;
    Place place;
    bool may_leave_rest;
};
// In order of trust: the more a reading explains, the less likely it fits by chance.
constexpr Candidate candidates[] = {{Reading::start_and_count, by_start_and_count, false},
                                    {Reading::first_and_last, by_first_and_last, false},
                                    {Reading::count_in_b, by_count_in_b, false},
                                    {Reading::count_in_a, by_count_in_a, false},
                                    {Reading::count_with_rest, by_count_in_b, true}};

}  // namespace

std::string_view reading_name(Reading reading) {
    switch (reading) {
        case Reading::start_and_count: return "H1: first frame and count";
        case Reading::first_and_last: return "H2: first and last frame";
        case Reading::count_in_b: return "H3: counts in the second number";
        case Reading::count_in_a: return "H4: counts in the first number";
        case Reading::count_with_rest: return "H5: counts in the second number, frames left over";
        case Reading::none: break;
    }
    return "none";
}

Clips clips_of(const Document& document) {
    if (document.num_frames() == 0) return {};
    if (!document.animations.empty()) {
        for (const Candidate& candidate : candidates) {
            auto list = placed(document, candidate.place, candidate.may_leave_rest);
            if (!list.empty()) return {candidate.reading, std::move(list)};
        }
    }
    return {Reading::none, {{"all", 0, document.num_frames()}}};
}

}  // namespace thaw::ctc
