// Findings that more than one format makes.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::issue {

inline constexpr IssueKind trailing_bytes{
    "TRAILING_BYTES", Severity::info,
    "The file continues after its last field. The bytes are kept, and the game ignores them.",
    "{found} after the last field"};
inline constexpr IssueKind missing_companion{
    "MISSING_COMPANION", Severity::warning,
    "A file that belongs to the model was not found; what it would contain is left out.", "{found} not found"};
inline constexpr IssueKind index_out_of_range{
    "INDEX_OUT_OF_RANGE", Severity::error,
    "A number points at something that does not exist. It is kept as it is; what uses it is left out.",
    "index {found} out of range[, expected {expected}]"};
inline constexpr IssueKind degenerate_triangle{
    "DEGENERATE_TRIANGLE", Severity::info,
    "A triangle uses the same vertex twice and has no area. It is kept but cannot be seen.",
    "triangle {found} has no area"};
inline constexpr IssueKind game_limit{"GAME_LIMIT", Severity::error,
                                      "The original game has no room for this many. It would crash or drop the rest.",
                                      "{path} is {found}, but the game has room for {expected}"};
inline constexpr IssueKind texture_missing{
    "TEXTURE_MISSING", Severity::warning,
    "An image that the model names was not found. A plain colour takes its place.", "texture[ {found}] not found"};
inline constexpr IssueKind tables_overlap{
    "TABLES_OVERLAP", Severity::warning,
    "Two different tables share bytes, so a change to one changes the other. The file itself is kept as it is.",
    "the table starts before {expected}, the end of {found}"};

}  // namespace thaw::issue
