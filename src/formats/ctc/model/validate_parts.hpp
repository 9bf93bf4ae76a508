// The validators behind validate(), one per concern.
#pragma once

#include "formats/ctc/model/validate.hpp"
#include "formats/shared/issue_reporter.hpp"

namespace thaw::ctc {

void validate_tables(const Document& document, IssueReporter& reporter);
void validate_mesh(const Document& document, IssueReporter& reporter);
void validate_bones(const Document& document, IssueReporter& reporter);
void validate_skeleton(const Document& document, IssueReporter& reporter);
void validate_numbers(const Document& document, IssueReporter& reporter);
void validate_morphs(const Document& document, IssueReporter& reporter);
void validate_lists(const Document& document, IssueReporter& reporter);
void validate_colours(const Document& document, IssueReporter& reporter);
void validate_game(const Document& document, IssueReporter& reporter);

// Does `index` select one of n things?
inline bool exists(i64 index, std::size_t n) { return index >= 0 && static_cast<u64>(index) < n; }

}  // namespace thaw::ctc
