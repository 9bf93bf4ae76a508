// The validators behind validate(), one per concern.
#pragma once

#include "formats/shared/issue_reporter.hpp"
#include "formats/twm/validate.hpp"

namespace thaw::twm {

void validate_mesh(const Document& document, std::size_t m, IssueReporter& reporter);
void validate_weights(const Document& document, std::size_t m, IssueReporter& reporter);
void validate_skeleton(const Document& document, IssueReporter& reporter);
void validate_animation(const Document& document, std::size_t a, IssueReporter& reporter);
void validate_game(const Document& document, IssueReporter& reporter);

}  // namespace thaw::twm
