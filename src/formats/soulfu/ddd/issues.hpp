// What validate() may say about a DDD, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"
#include "formats/soulfu/scene/issues.hpp"

namespace thaw::ddd::issue {

using soulfu::issue::assembled;
using soulfu::issue::chosen_color;
using soulfu::issue::frame_does_not_fit;
using soulfu::issue::part_skipped;
using soulfu::issue::several_animation_files;
using soulfu::issue::texture_names;
using soulfu::issue::textures_from_room;
using soulfu::issue::textures_from_script;
using soulfu::issue::unnamed_texture;
using thaw::issue::degenerate_triangle;
using thaw::issue::game_limit;
using thaw::issue::index_out_of_range;
using thaw::issue::missing_companion;
using thaw::issue::texture_missing;
using thaw::issue::trailing_bytes;

// The header.
inline constexpr IssueKind scaling_zero{"DDD_SCALING_ZERO", Severity::warning,
                                        "The scaling is 0, so every position becomes the origin.",
                                        "scaling is {found}, expected {expected}"};
inline constexpr IssueKind unusual_flags{
    "DDD_UNUSUAL_FLAGS", Severity::info,
    "The header flags are not the ones every known file has. Only the bit for external frames has an effect.",
    "flags are {found}, expected {expected}"};
inline constexpr IssueKind padding{"DDD_PADDING", Severity::warning,
                                   "The padding byte of the header is not 0. No program looks at it; it is kept.",
                                   "padding is {found}, expected {expected}"};
inline constexpr IssueKind shadow_texture{
    "DDD_SHADOW_TEXTURE", Severity::info,
    "A shadow uses an image number beyond the ten in the game's own list of shadow images.",
    "shadow image number is {found}, expected {expected}"};
inline constexpr IssueKind no_base_models{"DDD_NO_BASE_MODELS", Severity::error,
                                          "The file has no base model, so there is nothing to show or to move.",
                                          "there is no base model"};

// Base models.
inline constexpr IssueKind slot_mode{"DDD_SLOT_MODE", Severity::warning,
                                     "A texture slot is switched on by a value other than 1. Any but 0 means on.",
                                     "slot mode is {found}, expected {expected}"};
inline constexpr IssueKind empty_slot{"DDD_EMPTY_SLOT", Severity::info,
                                      "A texture slot is switched on but has no triangles.",
                                      "the slot has no triangles"};
inline constexpr IssueKind lighter_bone_first{
    "DDD_LIGHTER_BONE_FIRST", Severity::info,
    "The first bone of a vertex is the lighter one. The game swaps the two when it loads the model.",
    "weight of the first bone is {found}, expected {expected}"};
inline constexpr IssueKind anchors{
    "DDD_ANCHORS", Severity::info,
    "Some vertices turn with the camera. The engine supports it, but no known model uses it.",
    "{found} vertices turn with the camera"};
inline constexpr IssueKind unused_vertices{"DDD_UNUSED_VERTICES", Severity::info,
                                           "Some vertices belong to no triangle.", "{found} vertices in no triangle"};
inline constexpr IssueKind unused_tex_vertices{"DDD_UNUSED_TEX_VERTICES", Severity::info,
                                               "Some texture vertices belong to no triangle.",
                                               "{found} texture vertices in no triangle"};
inline constexpr IssueKind bone_id{"DDD_BONE_ID", Severity::info,
                                   "A bone has an id that stands for no attachment the game knows.",
                                   "bone id is {found}, expected {expected}"};
inline constexpr IssueKind bone_without_length{
    "DDD_BONE_WITHOUT_LENGTH", Severity::warning,
    "A bone starts and ends at the same joint: vertices on it cannot follow its direction.",
    "the bone starts and ends at joint {found}"};
inline constexpr IssueKind mixed_skeletons{"DDD_MIXED_SKELETONS", Severity::info,
                                           "The base models of the file differ in their number of joints or bones.",
                                           "{path} is {found}, but {expected} in base model 0"};

// Frames.
inline constexpr IssueKind no_frames{"DDD_NO_FRAMES", Severity::warning,
                                     "The file has no frame. The game needs at least one to place the bones.",
                                     "there are no frames"};
inline constexpr IssueKind boning_order{
    "DDD_BONING_ORDER", Severity::warning,
    "The first frames must be BONING, one for each base model in order. The game computes normals from them.",
    "{path} is {found}, expected {expected}"};
inline constexpr IssueKind split_action{
    "DDD_SPLIT_ACTION", Severity::warning,
    "The frames of an action are not consecutive. The game plays only the first run of them.",
    "another run of frames of action {found}"};
inline constexpr IssueKind action_number{
    "DDD_ACTION_NUMBER", Severity::warning,
    "An action number is 128 or more, beyond the end of the game's table of actions.",
    "action number is {found}, expected {expected}"};
inline constexpr IssueKind zero_forward{
    "DDD_ZERO_FORWARD", Severity::info,
    "The forward direction of a bone is the zero vector. The game takes the direction of X instead.",
    "forward direction is {found}"};

// External frames.
inline constexpr IssueKind link_name{"DDD_LINK_NAME", Severity::warning,
                                     "The name of the file with the frames is not one the game could find.",
                                     "link name '{found}' cannot be found by the game, expected {expected}"};
inline constexpr IssueKind link_unreadable{"DDD_LINK_UNREADABLE", Severity::error,
                                           "The file with the frames was found but could not be read.",
                                           "the file with the frames cannot be read: {found}"};
inline constexpr IssueKind link_chain{
    "DDD_LINK_CHAIN", Severity::error,
    "The file with the frames has none of its own but names a third file, which the game does not follow.",
    "the file with the frames has none itself, but a link to '{found}'"};
inline constexpr IssueKind link_base_models{
    "DDD_LINK_BASE_MODELS", Severity::error,
    "A base model has no counterpart with a pose in the file with the frames, so it has no bind pose.",
    "no frame for base model {expected} in the file with the frames"};
inline constexpr IssueKind link_bone_count{
    "DDD_LINK_BONE_COUNT", Severity::error,
    "The file with the frames has another number of bones, so the game reads joints at the wrong place.",
    "the model has {found}, but the file with the frames has {expected}"};
inline constexpr IssueKind other_bones =
    link_bone_count.saying("the file with the frames has other bones; the model does not move");
inline constexpr IssueKind link_joint_count{
    "DDD_LINK_JOINT_COUNT", Severity::warning,
    "The file with the frames has another number of joints: shadows, or joints the model needs, come out wrong.",
    "the model has {found}, but the file with the frames has {expected}"};

inline constexpr std::array all{&index_out_of_range,
                                &missing_companion,
                                &trailing_bytes,
                                &degenerate_triangle,
                                &game_limit,
                                &scaling_zero,
                                &unusual_flags,
                                &padding,
                                &shadow_texture,
                                &no_base_models,
                                &slot_mode,
                                &empty_slot,
                                &lighter_bone_first,
                                &anchors,
                                &unused_vertices,
                                &unused_tex_vertices,
                                &bone_id,
                                &bone_without_length,
                                &mixed_skeletons,
                                &no_frames,
                                &boning_order,
                                &split_action,
                                &action_number,
                                &zero_forward,
                                &link_name,
                                &link_unreadable,
                                &link_chain,
                                &link_base_models,
                                &link_bone_count,
                                &link_joint_count,
                                &unnamed_texture,
                                &texture_names,
                                &chosen_color,
                                &textures_from_script,
                                &part_skipped,
                                &assembled,
                                &textures_from_room,
                                &texture_missing,
                                &frame_does_not_fit,
                                &several_animation_files};

}  // namespace thaw::ddd::issue
