// Findings about the frames.
#include <cmath>

#include "formats/soulfu/names.hpp"
#include "formats/soulfu/rdy_issues.hpp"
#include "formats/soulfu/rdy_validate.hpp"

namespace thaw::rdy {

namespace {

constexpr u8 boning = 0;

// The engine takes it for granted, as in a DDD: the frame with the number of a base model is its BONING frame.
void check_boning(const File& file, Finder& finder) {
    for (std::size_t i = 0; i < file.num_base_models; ++i) {
        if (i >= file.frames.size()) {
            return finder.report(issue::boning_order, [&] {
                return Finding{"num_frames", "at least " + std::to_string(file.num_base_models),
                               std::to_string(file.frames.size())};
            });
        }
        const Frame& frame = file.frames[i];
        if (frame.action != boning) {
            finder.report(issue::boning_order, [&] {
                return Finding{field_path("frames", i, "action"), "BONING", ddd::action_name(frame.action)};
            });
        }
        if (frame.base_model != i) {
            finder.report(issue::boning_order, [&] {
                return Finding{field_path("frames", i, "base_model"), std::to_string(i),
                               std::to_string(frame.base_model)};
            });
        }
    }
}

void check_actions(const File& file, Finder& finder) {
    std::array<bool, 256> seen{};
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        const u8 action = file.frames[i].action;
        if (i > 0 && file.frames[i - 1].action == action) continue;
        if (seen[action]) {
            finder.report(issue::split_action, [&] {
                return Finding{field_path("frames", i, "action"), "one run of frames",
                               "a further run of " + ddd::action_name(action)};
            });
        } else if (action >= file.layout.actions) {
            finder.report_fatal_in_game(issue::action_number, [&] {
                return Finding{field_path("frames", i, "action"), ddd::below(file.layout.actions),
                               std::to_string(action)};
            });
        }
        seen[action] = true;
    }
}

class FiniteChecker {
public:
    FiniteChecker(Finder& finder, std::size_t frame) : finder_(finder), frame_(frame) {}

    template <class... Segments>
    void check(f32 value, Segments... segments) {
        if (std::isfinite(value)) return;
        finder_.report(issue::not_finite, [&] {
            return Finding{field_path("frames", frame_, segments...), "a number",
                           std::isnan(value) ? "not a number" : "infinite"};
        });
    }

    void run(const Frame& frame) {
        for (std::size_t i = 0; i < 2; ++i) check(frame.movement[i], "movement", i);
        for (std::size_t b = 0; b < frame.axes.size(); ++b) {
            for (std::size_t i = 0; i < 3; ++i) check(frame.axes[b].forward[i], "axes", b, "forward", i);
            for (std::size_t i = 0; i < 3; ++i) check(frame.axes[b].side[i], "axes", b, "side", i);
        }
        for (std::size_t j = 0; j < frame.joints.size(); ++j) {
            check(frame.joints[j].x, "joints", j, "x");
            check(frame.joints[j].y, "joints", j, "y");
            check(frame.joints[j].z, "joints", j, "z");
        }
        for (std::size_t s = 0; s < shadow_count; ++s) {
            if (frame.shadows[s].alpha == 0) continue;
            for (std::size_t c = 0; c < 4; ++c) {
                check(frame.shadows[s].corners[c].x, "shadows", s, "corners", c, "x");
                check(frame.shadows[s].corners[c].y, "shadows", s, "corners", c, "y");
            }
        }
    }

private:
    Finder& finder_;
    std::size_t frame_;
};

}  // namespace

void validate_frames(const File& file, Finder& finder) {
    if (file.is_linked()) return;
    if (file.frames.empty()) {
        return finder.report_fatal_in_game(issue::no_frames, [] { return Finding{"num_frames", "at least 1", "0"}; });
    }
    check_boning(file, finder);
    check_actions(file, finder);
    for (std::size_t i = 0; i < file.frames.size(); ++i) FiniteChecker(finder, i).run(file.frames[i]);
}

}  // namespace thaw::rdy
