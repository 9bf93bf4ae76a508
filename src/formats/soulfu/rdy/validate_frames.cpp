// Findings about the frames.
#include <cmath>

#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/rdy/validate.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::rdy {

namespace {

class FiniteChecker {
public:
    FiniteChecker(IssueReporter& reporter, std::size_t frame) : reporter_(reporter), frame_(frame) {}

    template <class... Segments>
    void check(f32 value, Segments... segments) {
        if (std::isfinite(value)) return;
        reporter_.report(issue::not_finite, [&] {
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
    IssueReporter& reporter_;
    std::size_t frame_;
};

}  // namespace

void validate_frames(const File& file, IssueReporter& reporter) {
    if (file.is_linked()) return;
    if (file.frames.empty()) {
        return reporter.report_fatal_in_game(issue::no_frames, [] { return Finding{"num_frames", "at least 1", "0"}; });
    }
    soulfu::check_boning(file.frames, file.num_base_models, issue::boning_order, reporter);
    soulfu::check_actions(file.frames, file.layout.actions, issue::split_action, issue::action_number, reporter);
    for (std::size_t i = 0; i < file.frames.size(); ++i) FiniteChecker(reporter, i).run(file.frames[i]);
}

}  // namespace thaw::rdy
