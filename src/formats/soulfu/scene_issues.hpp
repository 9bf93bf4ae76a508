// What to_scene() may say about a DDD or an RDY besides what validate() does.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::soulfu::issue {

inline constexpr IssueKind unnamed_texture{
    "SOULFU_UNNAMED_TEXTURE", Severity::info,
    "The file does not say which picture a slot shows; in the game a script does. A plain colour takes its place."};
inline constexpr IssueKind frame_does_not_fit{
    "SOULFU_FRAME_DOES_NOT_FIT", Severity::warning,
    "Some frames do not fit the base model they are for, or name one that does not exist. They are left out of clips."};

}  // namespace thaw::soulfu::issue
