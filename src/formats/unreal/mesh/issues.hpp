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
                                       "The file declares nothing to draw, or holds none of what it declares."};
inline constexpr IssueKind num_polys_beyond_file{
    "NUM_POLYS_BEYOND_FILE", Severity::warning,
    "The data file ends before the number of polygons it declares. Those that are there are used."};
inline constexpr IssueKind reserved_not_zero{
    "RESERVED_NOT_ZERO", Severity::info,
    "A field that no game reads is not zero. It is kept; many authoring tools leave numbers there."};
inline constexpr IssueKind one_based_indices{
    "ONE_BASED_INDICES", Severity::warning,
    "Polygons use vertices 1 to N instead of 0 to N-1, as one exporter wrote them. They are used as they stand, which "
    "fits the shapes better; those that use vertex N cannot be drawn."};
inline constexpr IssueKind vertex_not_stored{
    "VERTEX_NOT_STORED", Severity::warning,
    "A polygon uses a vertex that the aniv file does not store in every frame. It cannot be drawn there."};
inline constexpr IssueKind duplicate_triangle{
    "DUPLICATE_TRIANGLE", Severity::info,
    "A second triangle has the same three vertices, often to show both sides. Some editors cannot hold that."};
inline constexpr IssueKind unreferenced_vertices{"UNREFERENCED_VERTICES", Severity::info,
                                                 "Some vertices belong to no polygon. They are kept."};
inline constexpr IssueKind unknown_style{
    "UNKNOWN_STYLE", Severity::warning,
    "A polygon's style is 5 (alpha blending, only in Unreal 227) or 6 or 7 (no known meaning)."};
inline constexpr IssueKind many_weapon_triangles{
    "MANY_WEAPON_TRIANGLES", Severity::warning,
    "More than one triangle marks where a weapon is held. Games use one of them; every known model has exactly one."};
inline constexpr IssueKind frame_size_three_quarters{
    "FRAME_SIZE_THREE_QUARTERS", Severity::info,
    "The frame size says 3 bytes a vertex, as one old converter wrote it. With one frame it does not matter."};
inline constexpr IssueKind frame_size_larger{
    "FRAME_SIZE_LARGER", Severity::info,
    "Frames are stored farther apart than their vertices need. The bytes between are kept; programs that ignore the "
    "frame size show wrong shapes from the second frame on."};
inline constexpr IssueKind frame_size_smaller{
    "FRAME_SIZE_SMALLER", Severity::warning,
    "Frames are stored closer together than their vertices need, so the last vertices of a frame are the first of the "
    "next one."};
inline constexpr IssueKind frame_size_wrapped{
    "FRAME_SIZE_WRAPPED", Severity::warning,
    "A frame is larger than the 16 bits of the frame size can say. Thaw reads the frames as their vertices need it."};
inline constexpr IssueKind pair_mismatch{
    "PAIR_MISMATCH", Severity::error,
    "The two files do not belong together: vertices that polygons use lie outside their frame. The class script (.uc) "
    "says which files make a model."};
inline constexpr IssueKind num_frames_beyond_file{
    "NUM_FRAMES_BEYOND_FILE", Severity::warning,
    "The aniv file ends before the number of frames it declares. Those that are there are used."};
inline constexpr IssueKind short_frame{"SHORT_FRAME", Severity::info,
                                       "The file ends inside its last frame. The missing vertices stay unset."};
inline constexpr IssueKind identical_frames{"IDENTICAL_FRAMES", Severity::info,
                                            "All frames are the same: the model does not move."};
inline constexpr IssueKind coordinate_at_limit{
    "COORDINATE_AT_LIMIT", Severity::info,
    "Coordinates sit on the largest or smallest value the format has. The shape may have been cut off there."};
inline constexpr IssueKind pad_not_zero{"PAD_NOT_ZERO", Severity::info,
                                        "The fourth number of a Deus Ex vertex is not zero. It is kept."};
inline constexpr IssueKind sequence_beyond_frames{"SEQUENCE_BEYOND_FRAMES", Severity::warning,
                                                  "The class script or MODELDEF plays frames that the aniv file does "
                                                  "not have. The sequence is cut to those that exist."};
inline constexpr IssueKind slot_without_picture{
    "SLOT_WITHOUT_PICTURE", Severity::warning,
    "Polygons use a skin slot for which the class script or MODELDEF names no picture file. A flat colour is shown."};

// Only in a scene.
inline constexpr IssueKind script_defaults{
    "SCRIPT_DEFAULTS", Severity::info,
    "No class script (.uc) or MODELDEF tells about the model: size and orientation are the "
    "usual ones, all frames are one clip at 30 "
    "frames a second, and every skin slot is a flat colour."};
inline constexpr IssueKind placement_unusable{"PLACEMENT_UNUSABLE", Severity::warning,
                                              "The scale, origin, rotation or DrawScale in the class script or "
                                              "MODELDEF leaves no shape to show. The usual size is shown "
                                              "instead."};
inline constexpr IssueKind frames_left_out{
    "FRAMES_LEFT_OUT", Severity::warning,
    "Frames at the end do not store every vertex that polygons use. The scene does without them."};
inline constexpr IssueKind rate_unusable{
    "RATE_UNUSABLE", Severity::warning,
    "A sequence's RATE is no speed to play at. It is played at 30 frames a second."};
inline constexpr IssueKind clips_left_out{"CLIPS_LEFT_OUT", Severity::warning,
                                          "The sequences of the class script play the frames far more often than any "
                                          "real one does. The scene does without the "
                                          "rest of them."};
inline constexpr IssueKind many_targets{"MANY_TARGETS", Severity::warning,
                                        "The scene has more than 255 morph targets, one a frame, and some viewers stop "
                                        "there. A mesh for each clip has fewer."};
inline constexpr IssueKind modeldef_rate{
    "MODELDEF_RATE", Severity::info,
    "A MODELDEF does not say how fast frames follow each other; the states of the actor do, in tics of 1/35 second. "
    "Every frame is shown for four of them; --fps says otherwise."};
inline constexpr IssueKind unmirrored_texture{
    "UNMIRRORED_TEXTURE", Severity::info,
    "The class script mirrors the picture of one skin slot (UNMIRRORTEX). Nobody knows how, so it is shown as it is."};

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
    &slot_without_picture,
    &texture_missing,
    &script_defaults,
    &placement_unusable,
    &frames_left_out,
    &rate_unusable,
    &clips_left_out,
    &many_targets,
    &modeldef_rate,
    &unmirrored_texture,
});

// What changing between standard and Deus Ex vertices may report.
inline constexpr IssueKind variant_scale{"VARIANT_SCALE", Severity::info,
                                         "The numbers of the vertices changed by 32, 32 and 64. Change MESHMAP SCALE "
                                         "in the class script accordingly, or the "
                                         "model has the wrong size."};
inline constexpr IssueKind variant_rounded{
    "VARIANT_ROUNDED", Severity::warning,
    "Coordinates had to be rounded: standard vertices are coarser. The largest error is given in Deus Ex units."};
inline constexpr IssueKind variant_out_of_range{
    "VARIANT_OUT_OF_RANGE", Severity::error,
    "A coordinate rounds to a value just past what standard vertices can hold; the nearest that fits was written."};
inline constexpr IssueKind variant_dropped{"VARIANT_DROPPED", Severity::warning,
                                           "Bytes of the aniv file that are no vertices could not be taken along."};
inline constexpr IssueKind variant_filled{
    "VARIANT_FILLED", Severity::warning,
    "Vertices that the file does not store had to be written, because a later frame follows. They are 0, 0, 0."};
inline constexpr auto variant_kinds = std::to_array<const IssueKind*>(
    {&variant_scale, &variant_rounded, &variant_out_of_range, &variant_dropped, &variant_filled});

}  // namespace thaw::unreal::issue
