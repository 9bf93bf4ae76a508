// Every finding about an Unreal model, one row each. The U numbers are the deviations listed in README.md.
#pragma once

#include <array>

#include <thaw/issue.hpp>

#include "formats/shared/common_issues.hpp"

namespace thaw::unreal::issue {

using thaw::issue::degenerate_triangle;
using thaw::issue::game_limit;
using thaw::issue::index_out_of_range;
using thaw::issue::missing_companion;
using thaw::issue::texture_missing;
using thaw::issue::trailing_bytes;

inline constexpr IssueKind empty_model{"EMPTY_MODEL", Severity::warning,
                                       "The file declares nothing to draw, or holds none of what it declares.",
                                       "{path} is {found}, expected {expected}"};
inline constexpr IssueKind num_polys_beyond_file{
    "NUM_POLYS_BEYOND_FILE", Severity::warning,
    "The data file ends before the number of polygons it declares. Those that are there are used.",
    "{found} polygons declared, but the file holds {expected}"};
inline constexpr IssueKind reserved_not_zero{
    "RESERVED_NOT_ZERO", Severity::info,
    "A field that no game reads is not zero. It is kept; many authoring tools leave numbers there.",
    "unused field is not {expected}[ in {found}]"};
inline constexpr IssueKind one_based_indices{
    "ONE_BASED_INDICES", Severity::warning,
    "Polygons use vertices 1 to N instead of 0 to N-1, as one exporter wrote them. They are used as they stand, which "
    "fits the shapes better; those that use vertex N cannot be drawn.",
    "polygons use vertices {found}, expected {expected}"};
inline constexpr IssueKind vertex_not_stored{
    "VERTEX_NOT_STORED", Severity::warning,
    "A polygon uses a vertex that the aniv file does not store in every frame. It cannot be drawn there.",
    "vertex {found} is not stored in every frame, expected {expected}"};
inline constexpr IssueKind duplicate_triangle{
    "DUPLICATE_TRIANGLE", Severity::info,
    "A second triangle has the same three vertices, often to show both sides. Some editors cannot store that.",
    "the triangle has the same vertices as {found}"};
inline constexpr IssueKind unreferenced_vertices{"UNREFERENCED_VERTICES", Severity::info,
                                                 "Some vertices belong to no polygon. They are kept.",
                                                 "{found} in no polygon"};
inline constexpr IssueKind unknown_style{
    "UNKNOWN_STYLE", Severity::warning,
    "A polygon's style is 5 (alpha blending, only in Unreal 227) or 6 or 7 (no known meaning).",
    "style is {found}, expected {expected}"};
inline constexpr IssueKind many_weapon_triangles{
    "MANY_WEAPON_TRIANGLES", Severity::warning,
    "More than one triangle marks where a weapon is held. Games use one of them; every known model has exactly one.",
    "{found} weapon triangles, expected {expected}"};
inline constexpr IssueKind frame_size_three_quarters{
    "FRAME_SIZE_THREE_QUARTERS", Severity::info,
    "The frame size allows 3 bytes per vertex, as one old converter wrote it. With one frame it does not matter.",
    "{path} is {found}, but the vertices need {expected}"};
inline constexpr IssueKind frame_size_larger{
    "FRAME_SIZE_LARGER", Severity::info,
    "Frames are stored farther apart than their vertices need. The bytes between are kept; programs that ignore the "
    "frame size show wrong shapes from the second frame on.",
    "{path} is {found}, but the vertices need {expected}"};
inline constexpr IssueKind frame_size_smaller{"FRAME_SIZE_SMALLER", Severity::warning,
                                              "Frames are stored closer together than their vertices need, so the last "
                                              "vertices of a frame are the first of the next one.",
                                              "{path} is {found}, but the vertices need {expected}"};
inline constexpr IssueKind frame_size_wrapped{
    "FRAME_SIZE_WRAPPED", Severity::warning,
    "A frame is larger than the 16 bits of the frame size can say. Thaw goes by the number of vertices.",
    "{path} is {found}, but the vertices need {expected}"};
inline constexpr IssueKind pair_mismatch{"PAIR_MISMATCH", Severity::error,
                                         "The two files do not belong together: vertices that polygons use lie outside "
                                         "their frame. The class script (.uc) says which files make a model.",
                                         "{path} is {found}, but the vertices need {expected}"};
inline constexpr IssueKind num_frames_beyond_file{
    "NUM_FRAMES_BEYOND_FILE", Severity::warning,
    "The aniv file ends before the number of frames it declares. Those that are there are used.",
    "{found} frames declared, but the file holds {expected}"};
inline constexpr IssueKind short_frame{"SHORT_FRAME", Severity::info,
                                       "The file ends inside its last frame. The missing vertices stay unset.",
                                       "the last frame has {found}, expected {expected}"};
inline constexpr IssueKind identical_frames{"IDENTICAL_FRAMES", Severity::info,
                                            "All frames are the same: the model does not move.",
                                            "all {found} are the same"};
inline constexpr IssueKind coordinate_at_limit{
    "COORDINATE_AT_LIMIT", Severity::info,
    "Coordinates are at the largest or smallest value the format has. The shape may have been cut off there.",
    "{found} at the limit of the coordinates"};
inline constexpr IssueKind pad_not_zero{"PAD_NOT_ZERO", Severity::info,
                                        "The fourth number of a Deus Ex vertex is not zero. It is kept.",
                                        "{found} with a fourth number that is not 0"};
inline constexpr IssueKind sequence_beyond_frames{"SEQUENCE_BEYOND_FRAMES", Severity::warning,
                                                  "The class script or MODELDEF plays frames that the aniv file does "
                                                  "not have. The sequence is cut to those that exist.",
                                                  "the sequence plays {found}, but the file has {expected}"};
inline constexpr IssueKind slot_without_image{
    "SLOT_WITHOUT_PICTURE", Severity::warning,
    "Polygons use a skin slot for which the class script or MODELDEF names no image file. A flat colour is shown.",
    "no image for skin slot {found}, expected {expected}"};

// Only in a scene.
inline constexpr IssueKind script_defaults{
    "SCRIPT_DEFAULTS", Severity::info,
    "No class script (.uc) or MODELDEF describes the model: size and orientation are the usual ones, all frames are "
    "one clip at 30 frames a second, and every skin slot is a flat colour.",
    "no {expected} found; the usual size, speed and colours are assumed"};
inline constexpr IssueKind placement_unusable{"PLACEMENT_UNUSABLE", Severity::warning,
                                              "The scale, origin, rotation or DrawScale in the class script or "
                                              "MODELDEF leaves nothing to show. The usual size is used instead.",
                                              "scale, origin or rotation leaves nothing to show"};
inline constexpr IssueKind frames_skipped{
    "FRAMES_LEFT_OUT", Severity::warning,
    "Frames at the end do not store every vertex that polygons use. The scene does without them.",
    "only {found} shown, the file has {expected}"};
inline constexpr IssueKind rate_unusable{"RATE_UNUSABLE", Severity::warning,
                                         "A sequence cannot be played at its RATE. It is played at 30 frames a second.",
                                         "rate is {found}, expected {expected}"};
inline constexpr IssueKind clips_skipped{"CLIPS_LEFT_OUT", Severity::warning,
                                         "The sequences of the class script play the frames far more often than any "
                                         "real script does. The scene does without the rest of them.",
                                         "this sequence and those after it left out: the frames are played too often"};
inline constexpr IssueKind many_targets{"MANY_TARGETS", Severity::warning,
                                        "The scene has more than 255 morph targets, one per frame, and some viewers "
                                        "stop there. One mesh per clip has fewer.",
                                        "{found} morph targets, but some viewers stop at {expected}"};
inline constexpr IssueKind modeldef_rate{
    "MODELDEF_RATE", Severity::info,
    "A MODELDEF does not say how fast frames follow each other; the actor's states do, in tics of 1/35 second. Every "
    "frame is shown for four of them; --fps sets another rate.",
    "{found} assumed"};
inline constexpr IssueKind unmirrored_texture{
    "UNMIRRORED_TEXTURE", Severity::info,
    "The class script mirrors the image of one skin slot (UNMIRRORTEX). Nobody knows how, so it is shown as it is.",
    "{found} is mirrored in an unknown way (UNMIRRORTEX) and shown as it is"};

// The same in other words.
inline constexpr IssueKind data_missing =
    missing_companion.saying("data file ({expected}) with the polygons not found");
inline constexpr IssueKind aniv_missing =
    missing_companion.saying("aniv file ({expected}) with the vertices not found");
inline constexpr IssueKind polygons_out_of_range =
    index_out_of_range.saying("{found} with vertices that do not exist, expected vertices {expected}");
inline constexpr IssueKind polygons_not_stored =
    vertex_not_stored.saying("{found} with vertices that are not stored in every frame, expected vertices {expected}");
inline constexpr IssueKind degenerate_polygons = degenerate_triangle.saying("{found} without area");
inline constexpr IssueKind unknown_styles = unknown_style.saying("{found} with an unknown style, expected {expected}");
inline constexpr IssueKind nothing_drawn = empty_model.saying("no polygon can be drawn");
inline constexpr IssueKind no_frames_stored = empty_model.saying("{found} declared, but none in the file");
inline constexpr IssueKind no_frame_stored = empty_model.saying("no frame is stored");
inline constexpr IssueKind slot_without_file =
    slot_without_image.saying("texture[ {found}] has no image file, expected {expected}");
inline constexpr IssueKind draw_scale_unusable = placement_unusable.saying("DrawScale {found} leaves nothing to show");
inline constexpr IssueKind slot_beyond_game =
    game_limit.saying("skin slot is {found}, but the game has only {expected}");

// What validate() and to_scene() may report.
inline constexpr auto kinds = std::to_array<const IssueKind*>({
    &missing_companion,
    &empty_model,
    &num_polys_beyond_file,
    &reserved_not_zero,
    &one_based_indices,
    &index_out_of_range,
    &vertex_not_stored,
    &degenerate_triangle,
    &duplicate_triangle,
    &unreferenced_vertices,
    &unknown_style,
    &many_weapon_triangles,
    &game_limit,
    &trailing_bytes,
    &frame_size_three_quarters,
    &frame_size_larger,
    &frame_size_smaller,
    &frame_size_wrapped,
    &pair_mismatch,
    &num_frames_beyond_file,
    &short_frame,
    &identical_frames,
    &coordinate_at_limit,
    &pad_not_zero,
    &sequence_beyond_frames,
    &slot_without_image,
    &texture_missing,
    &script_defaults,
    &placement_unusable,
    &frames_skipped,
    &rate_unusable,
    &clips_skipped,
    &many_targets,
    &modeldef_rate,
    &unmirrored_texture,
});

// What changing between standard and Deus Ex vertices may report.
inline constexpr IssueKind variant_scale{
    "VARIANT_SCALE", Severity::info,
    "The numbers of the vertices changed by factors of 32, 32 and 64. Change MESHMAP SCALE in the class script "
    "accordingly, or the model has the wrong size.",
    "change MESHMAP SCALE in the class script from {found} to {expected}"};
inline constexpr IssueKind variant_rounded{
    "VARIANT_ROUNDED", Severity::warning,
    "Coordinates had to be rounded: standard vertices are coarser. The largest error is given in Deus Ex units.",
    "{found}, to {expected}"};
inline constexpr IssueKind variant_out_of_range{
    "VARIANT_OUT_OF_RANGE", Severity::error,
    "A coordinate rounds to a value just past what standard vertices can hold; the nearest that fits was written.",
    "coordinate {found} does not fit, expected {expected}"};
inline constexpr IssueKind variant_dropped{"VARIANT_DROPPED", Severity::warning,
                                           "Bytes of the aniv file that are not vertices could not be kept.",
                                           "{found} left out"};
inline constexpr IssueKind variant_filled{
    "VARIANT_FILLED", Severity::warning,
    "Vertices that the file does not store had to be written, because a later frame follows. They are 0, 0, 0.",
    "{found} not in the file written as 0, 0, 0"};
inline constexpr auto variant_kinds = std::to_array<const IssueKind*>(
    {&variant_scale, &variant_rounded, &variant_out_of_range, &variant_dropped, &variant_filled});

}  // namespace thaw::unreal::issue
