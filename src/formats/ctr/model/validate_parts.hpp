// The validators behind validate(), one per concern.
#pragma once

#include "formats/ctr/model/issues.hpp"
#include "formats/ctr/model/validate.hpp"
#include "formats/shared/issue_reporter.hpp"

namespace thaw::ctr {

void validate_pointers(const Document& document, IssueReporter& reporter);
void validate_tables(const File& file, IssueReporter& reporter);
void validate_meshes(const File& file, IssueReporter& reporter);
void validate_commands(const File& file, IssueReporter& reporter);
void validate_textures(const File& file, IssueReporter& reporter);
void validate_frames(const File& file, IssueReporter& reporter);
void validate_animations(const File& file, IssueReporter& reporter);

}  // namespace thaw::ctr
