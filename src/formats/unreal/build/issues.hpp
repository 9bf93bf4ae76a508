// What the way into an Unreal mesh may lose, in its own words.
#pragma once

#include "formats/shared/build_issues.hpp"

namespace thaw::unreal::issue {

inline constexpr IssueKind coarse_positions =
    thaw::issue::positions_rounded.saying("positions moved by at most {found} (variant {expected} is 32 times finer)");
inline constexpr IssueKind skeleton_baked =
    thaw::issue::not_kept.saying("{found} baked into vertex frames; the motion is unchanged");
inline constexpr IssueKind frames_repeated =
    thaw::issue::frames_resampled.saying("{found} of clip {path} repeated at the end of the file; none changed");
inline constexpr IssueKind all_renamed =
    thaw::issue::assumed.saying("clip {path} renamed to {found}: in the games All is the whole file");
inline constexpr IssueKind clip_renamed =
    thaw::issue::assumed.saying("clip {path} renamed to {found}: a name is one word of ASCII");
inline constexpr IssueKind changes_dropped =
    thaw::issue::not_kept.saying("changes left out: {found}, but only {expected} stored");
inline constexpr IssueKind uvs_coarse = thaw::issue::uvs_rounded.saying(
    "texture coordinates of {found} rounded to 256ths, by at most {expected} of the image");
inline constexpr IssueKind repeats_dropped = thaw::issue::not_kept.saying(
    "repeats of the image on {found} left out: a triangle cannot reach beyond the edge of its image");
inline constexpr IssueKind vertices_joined = thaw::issue::fitted.saying("vertices joined to fit {expected}: {found}");
inline constexpr IssueKind standard_vertices =
    thaw::issue::fitted.saying("standard vertices written: {found} exceed the {expected} of a Deus Ex file");
inline constexpr IssueKind rescaled = thaw::issue::assumed.saying("scale changed: the model has outgrown the old one");
inline constexpr IssueKind no_modeldef =
    thaw::issue::not_kept.saying("no MODELDEF written: it cannot describe how the model is placed");
inline constexpr IssueKind slots_beyond_games =
    thaw::issue::not_kept.saying("{found} skin slots used, but the games show only {expected}");
inline constexpr IssueKind slots_crowded = thaw::issue::not_kept.saying("{found} merged on skin slot {expected}");
inline constexpr IssueKind slots_shared =
    thaw::issue::not_kept.saying("{found} left out: a skin slot has only one image");
inline constexpr IssueKind blending_assumed = thaw::issue::assumed.saying(
    "material {path} becomes translucent, the brighter the more opaque: the games do not blend by alpha");
inline constexpr IssueKind tint_dropped =
    thaw::issue::not_kept.saying("colour of material {path} left out: its image is shown as it is");
inline constexpr IssueKind opacity_dropped =
    thaw::issue::not_kept.saying("opacity of the colour of material {path} left out");
inline constexpr IssueKind color_dropped =
    thaw::issue::not_kept.saying("colour of material {path} left out: it has no image");

}  // namespace thaw::unreal::issue
