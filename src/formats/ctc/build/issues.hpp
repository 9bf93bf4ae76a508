// What the way into a CTC may lose, in its own words.
#pragma once

#include "formats/shared/build_issues.hpp"

namespace thaw::ctc::issue {

inline constexpr IssueKind still_node_moves =
    thaw::issue::not_kept.saying("node {path} is a bone now; before, it held the vertices that no bone moves");
inline constexpr IssueKind bones_renumbered =
    thaw::issue::not_kept.saying("numbers of {found} changed: parents have to come first");
inline constexpr IssueKind morph_weights_dropped =
    thaw::issue::not_kept.saying("weights of {found} in clip {path} left out: only bones can move");
inline constexpr IssueKind scales_dropped =
    thaw::issue::rotations_rounded.saying("scales in clip {path} left out: bones keep their size; {found}");
inline constexpr IssueKind rest_pose_dropped =
    thaw::issue::not_kept.saying("{path} left out: the mesh rests in the bind pose, at most {found} off");
inline constexpr IssueKind field_replaced =
    thaw::issue::assumed.saying("{path} {found} does not work in the game; written as {expected}");
inline constexpr IssueKind variants_dropped =
    thaw::issue::not_kept.saying("{found} left out: only the first triangle list can have them");
inline constexpr IssueKind no_uvs = thaw::issue::assumed.saying("mesh {path} has no texture coordinates; all are 0");
inline constexpr IssueKind frames_dropped =
    thaw::issue::not_kept.saying("{found} of whole shapes in mesh {path} left out: only a skeleton can move");
inline constexpr IssueKind normals_turned =
    thaw::issue::assumed.saying("most normals point inward; all are turned round");
inline constexpr IssueKind reddened = thaw::issue::colors_rounded.saying(
    "red of the first corner of {found} raised from 0 to 1 of 255: at 0 the game stops reading colours");
inline constexpr IssueKind keys_follow =
    thaw::issue::not_kept.saying("{found} between frames left out: next to an edited frame the game turns otherwise");

}  // namespace thaw::ctc::issue
