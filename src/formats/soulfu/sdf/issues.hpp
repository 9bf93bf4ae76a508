// What validate() may say about an SDF, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/archive_issues.hpp"

namespace thaw::sdf::issue {

using thaw::issue::archive_beyond_end;
using thaw::issue::archive_name;
using thaw::issue::archive_overlap;
using thaw::issue::archive_same_name;
using thaw::issue::archive_unclaimed;

inline constexpr IssueKind rule{
    "SDF_RULE", Severity::info,
    "A line of the header that consists of dashes in other archives is something else here.",
    "line is '{found}', expected {expected}"};
inline constexpr IssueKind type{"SDF_TYPE", Severity::info,
                                "A file has a type that the game makes in memory and never saves, or none at all.",
                                "file type is {found}, expected {expected}"};
inline constexpr IssueKind flags{"SDF_FLAGS", Severity::info, "A file has flags that the game does not use.",
                                 "flags are {found}, expected {expected}"};
inline constexpr IssueKind small_letters{"SDF_SMALL_LETTERS", Severity::warning,
                                         "The name of a file has lower-case letters. The game looks for capitals.",
                                         "file name {found} has lower-case letters"};

inline constexpr std::array<const IssueKind*, 9> all{
    &archive_beyond_end, &archive_name, &archive_overlap, &archive_same_name, &archive_unclaimed, &rule, &type, &flags,
    &small_letters};

}  // namespace thaw::sdf::issue
