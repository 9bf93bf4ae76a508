// Findings about an RDY: what the format, and with Profile::game the original engine, expects of it.
#pragma once

#include "formats/shared/issue_reporter.hpp"
#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

void validate(const Document& document, Profile profile, Issues& issues);

// True if a vertex, texture vertex, bone or joint number leads nowhere. For detection: stops at the first one.
bool has_bad_index(const File& file);

// The parts of validate().
void validate_tables(const File& file, IssueReporter& reporter);
void validate_base(const BaseModel& base, std::size_t index, IssueReporter& reporter);
void validate_frames(const File& file, IssueReporter& reporter);

}  // namespace thaw::rdy
