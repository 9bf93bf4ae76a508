// What validate() may say about any archive.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::issue {

inline constexpr IssueKind archive_beyond_end{
    "ARCHIVE_BEYOND_END", Severity::error,
    "A file of the archive lies past the archive's end, or goes on there. It cannot be taken out."};
inline constexpr IssueKind archive_overlap{"ARCHIVE_OVERLAP", Severity::warning,
                                           "A file of the archive shares bytes with another one, or with a table. It "
                                           "is kept so; other bytes for one of them go to "
                                           "the end of the archive."};
inline constexpr IssueKind archive_unclaimed{
    "ARCHIVE_UNCLAIMED", Severity::info,
    "Bytes that belong to no file are not zero: something left over, or hidden. They are kept."};
inline constexpr IssueKind archive_same_name{
    "ARCHIVE_SAME_NAME", Severity::warning,
    "Two files of the archive have the same name. The game finds only one of them."};
inline constexpr IssueKind archive_name{"ARCHIVE_NAME", Severity::warning,
                                        "The name of a file is empty, holds characters that no name has, or leads out "
                                        "of the folder it would be written to."};

}  // namespace thaw::issue
