// What the way into a CTR may lose, in its own words.
#pragma once

#include "formats/shared/build_issues.hpp"

namespace thaw::ctr::issue {

inline constexpr IssueKind number_out_of_range =
    thaw::issue::not_kept.saying("{path} is {found}, expected {expected}; the old value stays");
inline constexpr IssueKind image_not_removed =
    thaw::issue::not_kept.saying("image of material {path} cannot be removed; the old one stays");
inline constexpr IssueKind alpha_not_kept =
    thaw::issue::not_kept.saying("alpha of material {path} left out: with a texture it comes from the texels");
inline constexpr IssueKind characters_replaced =
    thaw::issue::not_kept.saying("{found} in the name of {expected} {path} replaced by _");
inline constexpr IssueKind still_clip = thaw::issue::not_kept.saying("clip {path} left out: it moves no triangle");
inline constexpr IssueKind levels_assumed =
    thaw::issue::assumed.saying("levels of detail of {path} assumed to change every {found}");
inline constexpr IssueKind hidden_images_stay = thaw::issue::assumed.saying(
    "images of animated textures that the scene does not show assumed to be where they were");
inline constexpr IssueKind own_memory = thaw::issue::assumed.saying(
    "no video memory (.vrm) at hand, so the images get one of their own; with the model next to its .vrm as --base, "
    "only "
    "what was painted changes there");
inline constexpr IssueKind image_unreadable =
    thaw::issue::not_kept.saying("image {found} of material {path} left out: it cannot be read");
inline constexpr IssueKind no_area = thaw::issue::limit_exceeded.saying("no triangle of {path} has an area");
inline constexpr IssueKind levels_shared =
    thaw::issue::limit_exceeded.saying("levels of {path} share a table more often than a file of this size justifies");
inline constexpr IssueKind memory_full = thaw::issue::limit_exceeded.saying("no video memory is left for the images");

}  // namespace thaw::ctr::issue
