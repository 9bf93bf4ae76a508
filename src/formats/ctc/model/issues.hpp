// What validate() may say about a CTC, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"

namespace thaw::ctc::issue {

using thaw::issue::degenerate_triangle;
using thaw::issue::game_limit;
using thaw::issue::index_out_of_range;
using thaw::issue::tables_overlap;
using thaw::issue::texture_missing;

// The header and where it says things are.
inline constexpr IssueKind end{"CTC_END", Severity::warning, "The size in the header is not the size of the file."};
inline constexpr IssueKind beyond_end{
    "CTC_BEYOND_END", Severity::warning,
    "A table lies past the size in the header. The game allocates no more than that and writes outside it."};
inline constexpr IssueKind unaligned{"CTC_UNALIGNED", Severity::info,
                                     "A table does not start at a multiple of four bytes."};
inline constexpr IssueKind reserved{"CTC_RESERVED", Severity::info,
                                    "The two bytes after the version are not 0. No program looks at them."};
inline constexpr IssueKind empty{
    "CTC_EMPTY", Severity::warning,
    "The model lacks something that the game takes for granted: it would stop or read memory that is not there."};
inline constexpr IssueKind name{"CTC_NAME", Severity::warning,
                                "A name has no end within its field, or holds characters no name in the game has."};

// Bones and what hangs on them.
inline constexpr IssueKind parent_cycle{"CTC_PARENT_CYCLE", Severity::error,
                                        "Bones are their own ancestors, so that they never move with the model."};
inline constexpr IssueKind parent_order{
    "CTC_PARENT_ORDER", Severity::info,
    "A bone stands before its parent. The game does not mind; other programs refuse such a file."};
inline constexpr IssueKind child_count{
    "CTC_CHILD_COUNT", Severity::warning,
    "A bone's number of children is wrong. The game allocates by it: too small a number corrupts its memory."};
inline constexpr IssueKind base_transform{
    "CTC_BASE_TRANSFORM", Severity::warning,
    "A bone's base matrix is not a rotation with a translation, so that the bind pose cannot be told from it."};
inline constexpr IssueKind skeleton_magic{
    "CTC_SKELETON_MAGIC", Severity::warning,
    "The skeletal data does not begin with STGW. The game does not look; another program insists on it."};
inline constexpr IssueKind no_influence{
    "CTC_NO_INFLUENCE", Severity::warning,
    "A vertex hangs on no bone. The game takes the next vertex's numbers for its bone."};
inline constexpr IssueKind multiple_influences{
    "CTC_MULTIPLE_INFLUENCES", Severity::info,
    "Vertices hang on several bones. The game follows the first of them only."};
inline constexpr IssueKind weight{"CTC_WEIGHT", Severity::info,
                                  "The weights of a vertex do not add up to 1. The game does not use them."};
inline constexpr IssueKind non_finite{"CTC_NON_FINITE", Severity::error,
                                      "A number is infinite or not a number, so that what it places cannot be shown."};

inline constexpr IssueKind unposed{
    "CTC_UNPOSED", Severity::warning,
    "Vertices have no bone that moves with the model. In a scene they stay where the file has them."};

// The surface.
inline constexpr IssueKind inside_out{
    "CTC_INSIDE_OUT", Severity::warning,
    "Most triangles face against their normals: the model is inside out, or its normals are."};
inline constexpr IssueKind normal_length{"CTC_NORMAL_LENGTH", Severity::info,
                                         "Normals are not of length 1. The game does not use normals."};
inline constexpr IssueKind list_sizes{
    "CTC_LIST_SIZES", Severity::error,
    "The triangle lists ask for more triangles than there are, or for a negative number of them."};
inline constexpr IssueKind undrawn_triangles{
    "CTC_UNDRAWN_TRIANGLES", Severity::info,
    "Some triangles are in no list and mark no attachment point. They are kept but never drawn."};
inline constexpr IssueKind missing_skin{
    "CTC_MISSING_SKIN", Severity::info,
    "A triangle list has no skin of its own number. The game draws it with skin 0."};
inline constexpr IssueKind colour_count{
    "CTC_COLOUR_COUNT", Severity::warning,
    "There is not one vertex colour for each corner of all triangles, or of all drawn ones."};
inline constexpr IssueKind colour_stall{
    "CTC_COLOUR_STALL", Severity::info,
    "A triangle's first colour has no red. The game stops there: this and all later triangles lose their colours."};
inline constexpr IssueKind collapses{"CTC_COLLAPSES", Severity::info,
                                     "The file has detail-reduction records. The game never applies them."};

// Morphs and animations.
inline constexpr IssueKind morph_duplicate{"CTC_MORPH_DUPLICATE", Severity::warning,
                                           "A morph moves the same vertex twice."};
inline constexpr IssueKind clips{
    "CTC_CLIPS", Severity::info,
    "The numbers of the animations explain the frames in no way we know, so that all frames are one clip."};

inline constexpr IssueKind attachment_still{
    "CTC_ATTACHMENT_STILL", Severity::warning,
    "An attachment point's triangle hangs on several bones, and so do many before it. In a scene it does not move."};
inline constexpr IssueKind nothing_drawn{
    "CTC_NOTHING_DRAWN", Severity::warning,
    "No triangle of the model can be shown. The scene has its bones and clips alone."};
inline constexpr IssueKind animated_texture{
    "CTC_ANIMATED_TEXTURE", Severity::info,
    "A skin is an animated texture (ATD) that names no picture to show: the game computes it, or its text is "
    "incomplete. A plain colour takes its place."};
inline constexpr IssueKind first_picture{
    "CTC_FIRST_PICTURE", Severity::info,
    "A skin is an animated texture (ATD). The scene shows the first of its pictures and lists the others."};

// What the game's entity.dat says of the model.
inline constexpr IssueKind entity_scale{
    "CTC_ENTITY_SCALE", Severity::info,
    "The game shows the model larger or smaller than the file has it (entity.dat). So does the scene."};
inline constexpr IssueKind entity_scales{
    "CTC_ENTITY_SCALES", Severity::info,
    "The game shows the model at several scales (entity.dat). In a scene it is as large as the file has it."};
inline constexpr IssueKind entity_row{
    "CTC_ENTITY_ROW", Severity::warning,
    "A row of entity.dat that names the model has not 24 fields, or its scale is not three numbers above 0. It counts "
    "as far as it can be read."};

// What only the retail game minds.
inline constexpr IssueKind frames_before_skeleton{
    "CTC_FRAMES_BEFORE_SKELETON", Severity::error,
    "The frames do not come after the skeletal data. The game copies what lies between the two and crashes."};
inline constexpr IssueKind colours_ignored{
    "CTC_COLOURS_IGNORED", Severity::warning,
    "The file has vertex colours and detail-reduction records. The game uses no colours then."};
inline constexpr IssueKind no_colour_byte{
    "CTC_NO_COLOUR_BYTE", Severity::warning,
    "There are no vertex colours, and no zero byte where they would be. The game looks there in any case."};
inline constexpr IssueKind attachment_hidden{
    "CTC_ATTACHMENT_HIDDEN", Severity::warning,
    "The game searches only as many attachment points as there are triangle lists and never finds this one."};
inline constexpr IssueKind old_version{
    "CTC_OLD_VERSION", Severity::warning,
    "The game does not let scripts use attachment points and morphs of files below version 11."};

inline constexpr std::array<const IssueKind*, 43> all{&index_out_of_range,
                                                      &degenerate_triangle,
                                                      &game_limit,
                                                      &tables_overlap,
                                                      &end,
                                                      &beyond_end,
                                                      &unaligned,
                                                      &reserved,
                                                      &empty,
                                                      &name,
                                                      &parent_cycle,
                                                      &parent_order,
                                                      &child_count,
                                                      &base_transform,
                                                      &skeleton_magic,
                                                      &no_influence,
                                                      &multiple_influences,
                                                      &weight,
                                                      &non_finite,
                                                      &inside_out,
                                                      &normal_length,
                                                      &list_sizes,
                                                      &undrawn_triangles,
                                                      &missing_skin,
                                                      &colour_count,
                                                      &colour_stall,
                                                      &collapses,
                                                      &morph_duplicate,
                                                      &clips,
                                                      &frames_before_skeleton,
                                                      &colours_ignored,
                                                      &no_colour_byte,
                                                      &attachment_hidden,
                                                      &old_version,
                                                      &texture_missing,
                                                      &unposed,
                                                      &attachment_still,
                                                      &nothing_drawn,
                                                      &animated_texture,
                                                      &first_picture,
                                                      &entity_scale,
                                                      &entity_scales,
                                                      &entity_row};

}  // namespace thaw::ctc::issue
