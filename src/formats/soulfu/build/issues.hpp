// What the way into a DDD or an RDY may lose, in its own words.
#pragma once

#include "formats/shared/build_issues.hpp"

namespace thaw::soulfu::issue {

inline constexpr IssueKind bones_not_added = thaw::issue::not_kept.saying(
    "{found} left out: all files of a character need the same bones; vertices there now hang on bone 0");
inline constexpr IssueKind shown_in_one_base =
    thaw::issue::not_kept.saying("object {path} is shown only in poses of base model 0");
inline constexpr IssueKind clip_not_changed =
    thaw::issue::not_kept.saying("changes of clip {path} left out: all clips together have room for {expected}");
inline constexpr IssueKind clip_not_renamed =
    thaw::issue::not_kept.saying("new name {path} is not that of a free action; the clip stays {found}");
inline constexpr IssueKind clips_recounted =
    thaw::issue::not_kept.saying("with clip {path} renamed, the other clips of action {found} are numbered from one");
inline constexpr IssueKind shape_clip =
    thaw::issue::not_kept.saying("clip {path} left out: it moves shapes, but no bones");
inline constexpr IssueKind no_free_action = thaw::issue::not_kept.saying("clip {path} left out: no action is free");
inline constexpr IssueKind action_assumed =
    thaw::issue::assumed.saying("clip {path} has no action's name; written as {found}");
inline constexpr IssueKind part_not_removed =
    thaw::issue::not_kept.saying("{found} is not removed from the character; its file stays as it is");
inline constexpr IssueKind part_too_large =
    thaw::issue::not_kept.saying("{found} is too large now; its file stays as it is");
inline constexpr IssueKind part_on_other_bones =
    thaw::issue::not_kept.saying("what hangs on bones that the body does not have hangs on bone 0 in {found}");
inline constexpr IssueKind part_edited_twice = thaw::issue::not_kept.saying(
    "edit of {expected} in place {found} left out: it was edited otherwise in another place");
inline constexpr IssueKind poses_off =
    thaw::issue::not_kept.saying("poses of {found} off: bones share joints and stretch only along themselves");
inline constexpr IssueKind poses_rounded = thaw::issue::positions_rounded.saying("poses off by at most {found}");
inline constexpr IssueKind joint_sizes_assumed = thaw::issue::assumed.saying("joint size assumed to be {found}");
inline constexpr IssueKind parts_merged =
    thaw::issue::not_kept.saying("{found} of the character merged into the model");
inline constexpr IssueKind same_image_name =
    thaw::issue::not_kept.saying("another image {found} left out: only one can have the name");
inline constexpr IssueKind slots_unnamed = thaw::issue::assumed.saying("no image for {found} in {path}");
inline constexpr IssueKind materials_merged =
    thaw::issue::fitted.saying("{found} now on the last material, to stay within {expected}");
inline constexpr IssueKind shapes_dropped =
    thaw::issue::not_kept.saying("shapes of {found} left out; only the first is written");
inline constexpr IssueKind external_frames =
    thaw::issue::not_kept.saying("motion left out: the bones were moved by frames in another model's memory");
inline constexpr IssueKind made_again =
    thaw::issue::base_rebuilt.saying("the whole file written anew: the game makes an RDY from a DDD");
inline constexpr IssueKind steps_longer =
    thaw::issue::base_rebuilt.saying("the model is larger than before, so all lengths are rounded to longer steps");

}  // namespace thaw::soulfu::issue
