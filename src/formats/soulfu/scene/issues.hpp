// What to_scene() may say about a DDD or an RDY besides what validate() does.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::soulfu::issue {

inline constexpr IssueKind unnamed_texture{
    "SOULFU_UNNAMED_TEXTURE", Severity::info,
    "The file does not say which picture a slot shows; in the game a script does. A plain colour takes its place."};
inline constexpr IssueKind texture_names{
    "SOULFU_TEXTURE_NAMES", Severity::warning,
    "The file NAME.textures.json is not an object of slot numbers and file names, so that it says nothing."};
inline constexpr IssueKind textures_from_script{
    "SOULFU_TEXTURES_FROM_SCRIPT", Severity::info,
    "A script of the game says which pictures the slots show. The first one that names the model is taken; what others "
    "say, or the same one under other conditions, became variants."};
inline constexpr IssueKind textures_from_room{
    "SOULFU_TEXTURES_FROM_ROOM", Severity::info,
    "No script names the model, but a room of the game has it as a prop and says which pictures its slots show. The "
    "first such prop is taken; what others show became variants."};
inline constexpr IssueKind chosen_color{
    "SOULFU_CHOSEN_COLOR", Severity::info,
    "A script works out a colour from what the player chose or from chance. Of the game's 16 colours the first is "
    "shown (what a creature that was just made has), and white where it is not one of them."};
inline constexpr IssueKind assembled{
    "SOULFU_ASSEMBLED", Severity::info,
    "The model is a body and further models on it. Of each the first base model is shown. Where a script chose them, "
    "it "
    "is the first that it names for each place; its conditions may lead elsewhere in the game."};
inline constexpr IssueKind part_left_out{
    "SOULFU_PART_LEFT_OUT", Severity::warning,
    "A part of a character cannot be put on the body: it is no DDD, has other bones, or nothing there can hold it."};
inline constexpr IssueKind several_movers{"SOULFU_SEVERAL_MOVERS", Severity::info,
                                          "The model has no frames of its own, and several files beside it have some "
                                          "that fit its bones. In the game a script "
                                          "chooses; here --anim FILE does."};
inline constexpr IssueKind frame_does_not_fit{
    "SOULFU_FRAME_DOES_NOT_FIT", Severity::warning,
    "Some frames do not fit the base model they are for, or name one that does not exist. They are left out of clips."};

}  // namespace thaw::soulfu::issue
