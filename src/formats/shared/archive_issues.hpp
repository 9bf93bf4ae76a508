// What validate() may say about any archive.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::issue {

inline constexpr IssueKind archive_beyond_end{
    "ARCHIVE_BEYOND_END", Severity::error,
    "A file of the archive lies partly or wholly past the archive's end. It cannot be extracted.",
    "the file {found}, but the archive ends at {expected}"};
inline constexpr IssueKind archive_overlap{"ARCHIVE_OVERLAP", Severity::warning,
                                           "A file of the archive shares bytes with another one, or with a table. That "
                                           "is kept; a replacement for one of them goes to the end of the archive.",
                                           "the file shares bytes with {found}"};
inline constexpr IssueKind archive_unclaimed{
    "ARCHIVE_UNCLAIMED", Severity::info,
    "Bytes that belong to no file are not zero: something left over, or hidden. They are kept.",
    "{found} outside of all files and not zero"};
inline constexpr IssueKind archive_same_name{
    "ARCHIVE_SAME_NAME", Severity::warning,
    "Two files of the archive have the same name. The game finds only one of them.", "file name used twice: {found}"};
inline constexpr IssueKind archive_name{
    "ARCHIVE_NAME", Severity::warning,
    "The name of a file is empty, has characters that no name has, or leads out of the folder it would be written to.",
    "file name cannot be used: {found}"};

}  // namespace thaw::issue
