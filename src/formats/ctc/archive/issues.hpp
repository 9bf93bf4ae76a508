// What validate() may say about an ADAT, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/archive_issues.hpp"

namespace thaw::adat::issue {

using thaw::issue::archive_beyond_end;
using thaw::issue::archive_name;
using thaw::issue::archive_overlap;
using thaw::issue::archive_same_name;
using thaw::issue::archive_unclaimed;

inline constexpr IssueKind directory{
    "ADAT_DIRECTORY", Severity::warning,
    "The length of the directory is not a multiple of 144 bytes. The bytes left over belong to no entry.",
    "directory length is {found}, expected {expected}"};
inline constexpr IssueKind damaged{"ADAT_DAMAGED", Severity::error,
                                   "A packed file of the archive is damaged and cannot be unpacked.",
                                   "the packed file cannot be unpacked"};
inline constexpr IssueKind checksum{"ADAT_CHECKSUM", Severity::warning,
                                    "A packed file does not match its checksum: some of its bytes are wrong.",
                                    "the checksum of the packed file is wrong"};
inline constexpr IssueKind size{"ADAT_SIZE", Severity::error,
                                "A packed file does not have as many bytes as the directory says.",
                                "unpacked, the file is {found}, expected {expected}"};
inline constexpr IssueKind too_large{
    "ADAT_TOO_LARGE", Severity::error,
    "Unpacked, the files are larger than an archive of this size justifies. The rest was not looked at.",
    "a file of {found} is too large, expected {expected}"};
inline constexpr IssueKind hash{
    "ADAT_HASH", Severity::info,
    "The hash stored with a path is not the hash of that path. No known program looks at it.",
    "hash is {found}, expected {expected}"};
inline constexpr IssueKind space{"ADAT_SPACE", Severity::info,
                                 "A path has a space after a separator. It is left out of the file's name.",
                                 "path {found} has a space after a separator"};

inline constexpr std::array<const IssueKind*, 12> all{&archive_beyond_end,
                                                      &archive_name,
                                                      &archive_overlap,
                                                      &archive_same_name,
                                                      &archive_unclaimed,
                                                      &directory,
                                                      &damaged,
                                                      &checksum,
                                                      &size,
                                                      &too_large,
                                                      &hash,
                                                      &space};

}  // namespace thaw::adat::issue
