// Findings about the frames a file holds itself.
#include "formats/soulfu/ddd/validate_parts.hpp"

#include "formats/soulfu/ddd/issues.hpp"
#include "formats/soulfu/shared/validate.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t action_table_size = 128;  // D5

void check_forwards(const File& file, IssueReporter& reporter) {
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        const auto& forwards = file.frames[i].forwards;
        for (std::size_t b = 0; b < forwards.size(); ++b) {
            if (forwards[b].x != 0 || forwards[b].y != 0 || forwards[b].z != 0) continue;
            reporter.report(issue::zero_forward,
                            [&] { return Finding{field_path("frames", i, "forwards", b), "a direction", "0, 0, 0"}; });
        }
    }
}

}  // namespace

void validate_frames(const File& file, IssueReporter& reporter) {
    if (file.is_linked() || file.frames.empty()) return;
    soulfu::check_boning(file.frames, file.bases.size(), issue::boning_order, reporter);
    soulfu::check_actions(file.frames, action_table_size, issue::split_action, issue::action_number, reporter);
    check_forwards(file, reporter);
}

}  // namespace thaw::ddd
