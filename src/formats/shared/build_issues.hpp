// What from_scene() of any format may report. A format adds its own where these do not say it.
#pragma once

#include <span>

#include <thaw/issue.hpp>

namespace thaw {

namespace issue {

inline constexpr IssueKind positions_rounded{
    "BUILD_POSITIONS", Severity::info,
    "Positions are rounded to what the format can store; the finding says how far the farthest one moved."};
inline constexpr IssueKind uvs_rounded{"BUILD_UVS", Severity::info,
                                       "Texture coordinates are rounded or brought into the range of the format."};
inline constexpr IssueKind colors_rounded{"BUILD_COLORS", Severity::info,
                                          "Vertex colours are rounded, or merged where the format has room for fewer."};
inline constexpr IssueKind pictures_rounded{"BUILD_PICTURES", Severity::info,
                                            "A picture has more colours than its file can hold, or is packed with "
                                            "losses; the finding says how many pixels differ and by how much."};
inline constexpr IssueKind influences_dropped{
    "BUILD_INFLUENCES", Severity::warning,
    "Points hang on more bones than the format allows; the weakest ones are dropped."};
inline constexpr IssueKind rotations_rounded{"BUILD_ROTATIONS", Severity::info,
                                             "Rotations or scales are rounded to what the format can store."};
inline constexpr IssueKind frames_resampled{"BUILD_RESAMPLED", Severity::info,
                                            "A clip is cut into whole frames of the format's own rate; the finding "
                                            "says how many and how far from the original."};
inline constexpr IssueKind limit_exceeded{"BUILD_LIMIT", Severity::error,
                                          "There is more of something than the format can hold."};
inline constexpr IssueKind fitted{"BUILD_FITTED", Severity::warning,
                                  "Something did not fit, and was changed until it did (--fit)."};
inline constexpr IssueKind not_kept{"BUILD_NOT_KEPT", Severity::warning,
                                    "Something in the scene has no place in the format and is left out."};
inline constexpr IssueKind assumed{"BUILD_ASSUMED", Severity::info,
                                   "The scene does not say something that the format needs; the usual value is taken."};
inline constexpr IssueKind triangles_dropped{
    "BUILD_TRIANGLES", Severity::warning,
    "Triangles that the format cannot hold, such as those without area, are left out."};
inline constexpr IssueKind base_rebuilt{
    "BUILD_REBUILT", Severity::warning,
    "The edit goes beyond what can be changed in place, so that a part of the base is written anew."};

}  // namespace issue

// All of them.
std::span<const IssueKind* const> build_issue_kinds();

}  // namespace thaw
