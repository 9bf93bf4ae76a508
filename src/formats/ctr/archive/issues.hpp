// What validate() may say about a BIG, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/archive_issues.hpp"
#include "formats/shared/common_issues.hpp"

namespace thaw::big::issue {

using thaw::issue::archive_beyond_end;
using thaw::issue::archive_overlap;
using thaw::issue::archive_unclaimed;
using thaw::issue::game_limit;

inline constexpr IssueKind zero{"BIG_ZERO", Severity::warning, "The first number of the archive is not 0.",
                                "first number is {found}, expected {expected}"};
inline constexpr IssueKind sector{
    "BIG_SECTOR", Severity::info,
    "The archive does not end with a whole sector of 2,048 bytes, as a file on the disc does.",
    "{found} after the last whole sector"};

inline constexpr std::array<const IssueKind*, 6> all{
    &archive_beyond_end, &archive_overlap, &archive_unclaimed, &game_limit, &zero, &sector};

}  // namespace thaw::big::issue
