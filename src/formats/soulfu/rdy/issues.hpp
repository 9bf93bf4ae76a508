// What validate() may say about an RDY, besides the findings shared with other formats, and what conversions lose.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"
#include "formats/soulfu/scene/issues.hpp"

namespace thaw::rdy::issue {

using soulfu::issue::assembled;
using soulfu::issue::chosen_color;
using soulfu::issue::frame_does_not_fit;
using soulfu::issue::part_skipped;
using soulfu::issue::texture_names;
using soulfu::issue::textures_from_room;
using soulfu::issue::textures_from_script;
using soulfu::issue::unnamed_texture;
using thaw::issue::game_limit;
using thaw::issue::index_out_of_range;
using thaw::issue::texture_missing;
using thaw::issue::trailing_bytes;

// Header and tables.
inline constexpr IssueKind old_layout{
    "RDY_OLD_LAYOUT", Severity::warning,
    "The table of actions has 64 entries, as in the author's note. Every known engine has 128 and would misread it.",
    "the table of actions has {found}, expected {expected}"};
inline constexpr IssueKind unusual_flags{
    "RDY_UNUSUAL_FLAGS", Severity::info,
    "The header flags are not the ones every known file has. Only the bit for external frames has an effect.",
    "flags are {found}, expected {expected}"};
inline constexpr IssueKind shadow_texture{
    "RDY_SHADOW_TEXTURE", Severity::info,
    "A shadow uses an image number beyond the ten in the game's own list of shadow images.",
    "shadow image number is {found}, expected {expected}"};
inline constexpr IssueKind no_base_models{"RDY_NO_BASE_MODELS", Severity::error,
                                          "There is no base model, or no level of detail of one: nothing to show.",
                                          "{path} is {found}, expected {expected}"};
inline constexpr IssueKind action_table{
    "RDY_ACTION_TABLE", Severity::warning,
    "The table of actions does not name the first frame of an action. The game plays from the frame it names.",
    "first frame of the action is {found}, expected {expected}"};
inline constexpr IssueKind model_table{
    "RDY_MODEL_TABLE", Severity::error,
    "An entry of the table of base models does not point at the part it stands for. The game would read garbage.",
    "pointer is {found}, expected {expected}"};
inline constexpr IssueKind frame_table{
    "RDY_FRAME_TABLE", Severity::error,
    "An entry of the table of frames does not point at its frame. The game would read garbage.",
    "pointer is {found}, expected {expected}"};
inline constexpr IssueKind load_base{"RDY_LOAD_BASE", Severity::warning,
                                     "The two tables were made for different places in memory. Only the 64-bit engine "
                                     "does that, and starts the first at 0.",
                                     "the table was made for address {found}, but the first one for {expected}"};
inline constexpr IssueKind linked{
    "RDY_LINKED", Severity::warning,
    "The frames are in another model's memory: the pointers lead out of this file, and nothing in it can move.",
    "the frames are not in this file[: {found}]"};

// Base models.
inline constexpr IssueKind not_finite{"RDY_NOT_FINITE", Severity::error,
                                      "A number is infinite or not a number, so it is nowhere.", "value is {found}"};
inline constexpr IssueKind slot_mode{"RDY_SLOT_MODE", Severity::warning,
                                     "A texture slot is switched on by a value other than 1. Any but 0 means on.",
                                     "slot mode is {found}, expected {expected}"};
inline constexpr IssueKind short_strip{"RDY_SHORT_STRIP", Severity::warning,
                                       "A strip has fewer than three corners and draws nothing.",
                                       "strip has {found}, expected {expected}"};
inline constexpr IssueKind fans{"RDY_FANS", Severity::info,
                                "There are fans of triangles. The engine can draw them, but no engine makes them.",
                                "{found} in the slot, expected {expected}"};
inline constexpr IssueKind lighter_bone_first{
    "RDY_LIGHTER_BONE_FIRST", Severity::info,
    "The first bone of a vertex is the lighter one. The game swaps the two when it makes an RDY.",
    "weight of the first bone is {found}, expected {expected}"};
inline constexpr IssueKind anchors{
    "RDY_ANCHORS", Severity::info,
    "Some vertices turn with the camera. The engine supports it, but no known model uses it.",
    "{found} vertices turn with the camera"};
inline constexpr IssueKind hidden{"RDY_HIDDEN", Severity::info,
                                  "Some vertices are hidden in the modeler. The game itself ignores that.",
                                  "{found} vertices hidden"};
inline constexpr IssueKind bone_id{"RDY_BONE_ID", Severity::info,
                                   "A bone has an id that stands for no attachment the game knows.",
                                   "bone id is {found}, expected {expected}"};
inline constexpr IssueKind bone_without_length{
    "RDY_BONE_WITHOUT_LENGTH", Severity::warning,
    "A bone starts and ends at the same joint: vertices on it cannot follow its direction.",
    "the bone starts and ends at joint {found}"};
inline constexpr IssueKind mixed_levels{
    "RDY_MIXED_LEVELS", Severity::error,
    "The levels of detail of a base model differ in their joints or bones, while its frames have room for one number.",
    "{path} is {found}, but {expected} in the first level"};

// Frames.
inline constexpr IssueKind no_frames{"RDY_NO_FRAMES", Severity::warning,
                                     "There is no frame. The game needs at least one to place the bones.",
                                     "there are no frames"};
inline constexpr IssueKind boning_order{
    "RDY_BONING_ORDER", Severity::warning,
    "The first frames must be BONING, one for each base model in order. The game computes normals from them.",
    "{path} is {found}, expected {expected}"};
inline constexpr IssueKind split_action{
    "RDY_SPLIT_ACTION", Severity::warning,
    "The frames of an action are not consecutive. The game plays only the first run of them.",
    "another run of frames of action {found}"};
inline constexpr IssueKind action_number{"RDY_ACTION_NUMBER", Severity::warning,
                                         "An action number lies beyond the end of the table of actions.",
                                         "action number is {found}, expected {expected}"};

// Scenes.
inline constexpr IssueKind posed{"RDY_POSED", Severity::info,
                                 "Some positions are those of another pose, as the game last drew it. Those of the "
                                 "bind pose were computed from them.",
                                 "positions of {found} vertices computed from another pose"};

inline constexpr std::array kinds{&trailing_bytes,
                                  &index_out_of_range,
                                  &game_limit,
                                  &old_layout,
                                  &unusual_flags,
                                  &shadow_texture,
                                  &no_base_models,
                                  &action_table,
                                  &model_table,
                                  &frame_table,
                                  &load_base,
                                  &linked,
                                  &not_finite,
                                  &slot_mode,
                                  &short_strip,
                                  &fans,
                                  &lighter_bone_first,
                                  &anchors,
                                  &hidden,
                                  &bone_id,
                                  &bone_without_length,
                                  &mixed_levels,
                                  &no_frames,
                                  &boning_order,
                                  &split_action,
                                  &action_number,
                                  &posed,
                                  &unnamed_texture,
                                  &texture_names,
                                  &chosen_color,
                                  &textures_from_script,
                                  &part_skipped,
                                  &assembled,
                                  &textures_from_room,
                                  &texture_missing,
                                  &frame_does_not_fit};

// What making one format from the other changes or leaves out.
inline constexpr IssueKind made_swapped{
    "MADE_SWAPPED_BONES", Severity::info,
    "The two bones of some vertices were swapped so that the heavier one comes first, as the game does.",
    "bones of {found} swapped"};
inline constexpr IssueKind made_direction{
    "MADE_DIRECTION", Severity::info,
    "The forward direction of some bones was the zero vector and became the direction of X, as in the game.",
    "{found} replaced by the direction of X"};
inline constexpr IssueKind made_without_triangles{
    "MADE_WITHOUT_TRIANGLES", Severity::info,
    "Some triangles without area found no place in a strip, or some strips were too short for a triangle.",
    "{found} of {expected} kept"};
inline constexpr IssueKind made_without{"MADE_WITHOUT", Severity::warning,
                                        "Something the new format has no place for was left out.", "{found} left out"};
inline constexpr IssueKind made_without_strips = made_without_triangles.saying("{found} left out");
inline constexpr IssueKind positions_not_finite =
    not_finite.saying("positions of {found} vertices infinite or not a number; taken as the origin");
inline constexpr IssueKind made_self_contained{
    "MADE_SELF_CONTAINED", Severity::info,
    "The frames of the linked file were copied into the new one, which stands alone.",
    "frames of {found} copied into the file"};
inline constexpr IssueKind made_rounded{
    "MADE_ROUNDED", Severity::info,
    "Some numbers are not multiples of the new file's step and were rounded to the nearest.",
    "{found} rounded to {expected}"};
inline constexpr IssueKind made_clamped{
    "MADE_CLAMPED", Severity::error,
    "Some numbers were too large for the new format, or not a number, and were cut to what it can hold.",
    "{found} cut to {expected}"};
inline constexpr IssueKind made_triangles_of_fans{"MADE_TRIANGLES_OF_FANS", Severity::info,
                                                  "Fans became single triangles.", "{found} became single triangles"};
}  // namespace thaw::rdy::issue
