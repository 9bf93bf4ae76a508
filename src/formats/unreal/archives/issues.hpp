// What validate() may say about packed files and modules, besides the findings shared with other archives.
#pragma once

#include <array>

#include "formats/shared/archive_issues.hpp"

namespace thaw::uz::issue {

inline constexpr IssueKind damaged{"UZ_DAMAGED", Severity::error,
                                   "The packed file is damaged and cannot be unpacked. Its bytes are kept.",
                                   "the packed file cannot be unpacked: {found}"};
inline constexpr IssueKind name{"UZ_NAME", Severity::warning,
                                "The name of the packed file is empty, has characters that no name has, or leads out "
                                "of the folder it would be written to.",
                                "file name cannot be used: {found}"};
inline constexpr std::array<const IssueKind*, 2> all{&damaged, &name};

}  // namespace thaw::uz::issue

namespace thaw::umod::issue {

using thaw::issue::archive_beyond_end;
using thaw::issue::archive_name;
using thaw::issue::archive_overlap;
using thaw::issue::archive_same_name;
using thaw::issue::archive_unclaimed;

inline constexpr IssueKind size{"UMOD_SIZE", Severity::warning,
                                "A module is not as large as it says: it was cut off, or something was added.",
                                "the module has {expected}, but says {found}"};
inline constexpr IssueKind packed{"UMOD_PACKED", Severity::warning,
                                  "A file of the module is marked as packed. No such module was ever seen; the file is "
                                  "given as it stands.",
                                  "file marked as packed: {found}"};
inline constexpr std::array<const IssueKind*, 7> all{
    &archive_beyond_end, &archive_name, &archive_overlap, &archive_same_name, &archive_unclaimed, &size, &packed};

}  // namespace thaw::umod::issue
