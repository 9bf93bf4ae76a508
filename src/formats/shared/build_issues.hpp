// What from_scene() of any format may report. A format adds its own where these do not say it.
#pragma once

#include <span>

#include <thaw/issue.hpp>

namespace thaw {

namespace issue {

inline constexpr IssueKind positions_rounded{"BUILD_POSITIONS", Severity::info,
                                             "Positions are rounded to what the format can store.",
                                             "positions moved by at most {found}"};
inline constexpr IssueKind uvs_rounded{
    "BUILD_UVS", Severity::info,
    "Texture coordinates are rounded, or brought into the range that the format can store.",
    "texture coordinates moved by at most {found}"};
inline constexpr IssueKind colors_rounded{"BUILD_COLORS", Severity::info,
                                          "Vertex colours are rounded, or merged where the format has room for fewer.",
                                          "vertex colours changed by at most {found}"};
inline constexpr IssueKind images_rounded{
    "BUILD_PICTURES", Severity::info,
    "An image has more colours than its file can hold, or its compression loses some.",
    "image {path} changed at {found}"};
inline constexpr IssueKind influences_dropped{
    "BUILD_INFLUENCES", Severity::warning,
    "Points hang on more bones than the format allows; the weakest bones are dropped.",
    "bones dropped at {found}; the format holds {expected}"};
inline constexpr IssueKind rotations_rounded{"BUILD_ROTATIONS", Severity::info,
                                             "Rotations or scales are rounded to what the format can store.",
                                             "rotations or scales changed by at most {found}"};
inline constexpr IssueKind frames_resampled{"BUILD_RESAMPLED", Severity::info,
                                            "A clip is resampled to whole frames at a rate that the format can store.",
                                            "clip {path} became {found}"};
inline constexpr IssueKind limit_exceeded{"BUILD_LIMIT", Severity::error,
                                          "There is more of something than the format can hold.",
                                          "{found} exceed the limit of {expected}"};
inline constexpr IssueKind fitted{"BUILD_FITTED", Severity::warning,
                                  "Something did not fit and was reduced until it did (--fit).",
                                  "{found} to stay within {expected}"};
inline constexpr IssueKind not_kept{"BUILD_NOT_KEPT", Severity::warning,
                                    "Something in the scene has no place in the format and is left out.",
                                    "{found} left out"};
// The same in other words, for what several formats report.
inline constexpr IssueKind change_not_kept = not_kept.saying("change not stored: {found}");
inline constexpr IssueKind name_changed = not_kept.saying("{path} {found}: at most {expected} fit");
inline constexpr IssueKind clip_too_long =
    not_kept.saying("clip {path} left out: it has {found}, but all clips together have room for {expected}");
inline constexpr IssueKind alpha_changed =
    not_kept.saying("alpha of image {path} changed at {found}: the game derives alpha from colours ({expected})");
inline constexpr IssueKind assumed{"BUILD_ASSUMED", Severity::info,
                                   "The scene lacks something that the format needs; the usual value is taken.",
                                   "{path} assumed to be {found}"};
inline constexpr IssueKind noted = assumed.saying("{found}");
inline constexpr IssueKind triangles_dropped{
    "BUILD_TRIANGLES", Severity::warning,
    "Triangles that the format cannot hold, such as those without area, are left out.", "{found} left out"};
inline constexpr IssueKind base_rebuilt{
    "BUILD_REBUILT", Severity::warning,
    "The edit goes beyond what can be changed in place, so part of the original is written anew.",
    "part of the original written anew: {found}"};

}  // namespace issue

// All of them.
std::span<const IssueKind* const> build_issue_kinds();

}  // namespace thaw
