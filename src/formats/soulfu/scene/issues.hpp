// What to_scene() may say about a DDD or an RDY besides what validate() does.
#pragma once

#include "formats/shared/common_issues.hpp"

namespace thaw::soulfu::issue {

inline constexpr IssueKind unnamed_texture{
    "SOULFU_UNNAMED_TEXTURE", Severity::info,
    "The file does not say which image a slot shows; in the game a script does. A plain colour takes its place.",
    "no image named for slot {found}"};
inline constexpr IssueKind texture_names{
    "SOULFU_TEXTURE_NAMES", Severity::warning,
    "The file NAME.textures.json is not an object of slot numbers and file names and is ignored.",
    "texture names hold {found}, expected {expected}"};
inline constexpr IssueKind textures_from_script{
    "SOULFU_TEXTURES_FROM_SCRIPT", Severity::info,
    "A script of the game says which images the slots show. The first script that names the model is used; what others "
    "say, or the same one under other conditions, became variants.",
    "textures taken from {found}"};
inline constexpr IssueKind textures_from_room{
    "SOULFU_TEXTURES_FROM_ROOM", Severity::info,
    "No script names the model, but a room of the game has it as a prop and says which images its slots show. The "
    "first such prop is used; what others show became variants.",
    "textures taken from {found}"};
inline constexpr IssueKind chosen_color{
    "SOULFU_CHOSEN_COLOR", Severity::info,
    "A script computes a colour from the player's choice or from chance. The first of the game's 16 colours is shown "
    "(what a newly created creature has), or white where it is not one of them.",
    "{found} assumed for {expected}"};
inline constexpr IssueKind assembled{
    "SOULFU_ASSEMBLED", Severity::info,
    "The model is a body with further models on it. Hands show what they hold as the events of the body's frames say: "
    "put away, drawn or striking. Where a script chose the models, it was run as for a new creature; chance and what "
    "happens later may lead elsewhere in the game.",
    "assembled with {found}"};
inline constexpr IssueKind part_skipped{"SOULFU_PART_LEFT_OUT", Severity::warning,
                                        "A part of a character cannot be put on the body: it is not a DDD, has other "
                                        "bones, or nothing on the body can hold it.",
                                        "{found} left out[, expected {expected}]"};
inline constexpr IssueKind several_animation_files{
    "SOULFU_SEVERAL_MOVERS", Severity::info,
    "The model has no frames of its own, and several files in its folder have frames that fit its bones. In the game a "
    "script chooses; here --anim FILE does.",
    "several files have frames for these bones ({found}); the model does not move"};
inline constexpr IssueKind frame_does_not_fit{
    "SOULFU_FRAME_DOES_NOT_FIT", Severity::warning,
    "Some frames do not fit the base model they are for, or name one that does not exist. They are left out of clips.",
    "{found} frames do not fit their base model"};

// The same in other words.
inline constexpr IssueKind computed_texture =
    unnamed_texture.saying("image of slot {found} is computed by the game: {expected}");
inline constexpr IssueKind base_does_not_exist =
    frame_does_not_fit.saying("the frame is for base model {found}, which does not exist");
inline constexpr IssueKind still_model =
    thaw::issue::missing_companion.saying("{found} not found; the model does not move");
inline constexpr IssueKind loose_vertices =
    thaw::issue::index_out_of_range.saying("{found} vertices on bones that do not exist");

}  // namespace thaw::soulfu::issue
