// The validators behind validate(), one per concern.
#pragma once

#include "formats/shared/issue_reporter.hpp"
#include "formats/soulfu/ddd/validate.hpp"

namespace thaw::ddd {

void validate_base(const BaseModel& base, std::size_t index, IssueReporter& reporter);
void validate_frames(const File& file, IssueReporter& reporter);
void validate_link(const Document& document, IssueReporter& reporter);
void validate_linked_base(const Document& document, std::size_t b, IssueReporter& reporter);
void validate_game_limits(const File& file, IssueReporter& reporter);
void validate_game_limits(const BaseModel& base, std::size_t i, IssueReporter& reporter);

}  // namespace thaw::ddd
