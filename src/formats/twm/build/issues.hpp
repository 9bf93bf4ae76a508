// What the way into a TWM may lose, in its own words.
#pragma once

#include "formats/shared/build_issues.hpp"

namespace thaw::twm::issue {

inline constexpr IssueKind shear_dropped =
    thaw::issue::rotations_rounded.saying("shear of at most {found} dropped in clip {path}");
inline constexpr IssueKind clips_without_joints = thaw::issue::not_kept.saying("{found} left out: there are no joints");
inline constexpr IssueKind rest_pose_dropped =
    thaw::issue::not_kept.saying("{path} left out: joints rest in the bind pose; clips are unchanged");
inline constexpr IssueKind names_dropped = thaw::issue::not_kept.saying("names of {found} left out");
inline constexpr IssueKind shape_clip_dropped =
    thaw::issue::not_kept.saying("clip {path} moves morph targets, which are left out");
inline constexpr IssueKind uv_nudged = thaw::issue::uvs_rounded.saying(
    "one texture coordinate changed from 0 to {found}: with every third number 0 the file would look damaged");
inline constexpr IssueKind weights_fitted =
    thaw::issue::fitted.saying("{found} weights of a vertex reduced to the {expected} largest");

}  // namespace thaw::twm::issue
