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
inline constexpr IssueKind end{"CTC_END", Severity::warning, "The size in the header is not the size of the file.",
                               "the header says {found} bytes, but the file has {expected}"};
inline constexpr IssueKind beyond_end{
    "CTC_BEYOND_END", Severity::warning,
    "A table lies past the size in the header. The game allocates no more than that and writes outside it.",
    "the table ends at {found}, but the header says the file ends at {expected}"};
inline constexpr IssueKind unaligned{"CTC_UNALIGNED", Severity::info,
                                     "A table does not start at a multiple of four bytes.",
                                     "the table starts at {found}, expected {expected}"};
inline constexpr IssueKind reserved{"CTC_RESERVED", Severity::info,
                                    "The two bytes after the version are not 0. No program looks at them.",
                                    "reserved bytes are {found}, expected {expected}"};
inline constexpr IssueKind empty{
    "CTC_EMPTY", Severity::warning,
    "The model lacks something that the game takes for granted; it would stop or read memory that is not there.",
    "{path} is {found}, expected {expected}"};
inline constexpr IssueKind name{"CTC_NAME", Severity::warning,
                                "A name has no end within its field, or has characters that no name in the game has.",
                                "{found} names without an end or with unusual characters"};

// Bones and what hangs on them.
inline constexpr IssueKind parent_cycle{"CTC_PARENT_CYCLE", Severity::error,
                                        "Bones are their own ancestors, so they never move with the model.",
                                        "{found} bones among their own ancestors"};
inline constexpr IssueKind parent_order{
    "CTC_PARENT_ORDER", Severity::info,
    "A bone comes before its parent. The game does not mind; other programs refuse such a file.",
    "{found} bones before their parents"};
inline constexpr IssueKind child_count{
    "CTC_CHILD_COUNT", Severity::warning,
    "A bone's number of children is wrong. The game allocates by it: too small a number corrupts its memory.",
    "child count is {found}, but the bone has {expected}"};
inline constexpr IssueKind base_transform{
    "CTC_BASE_TRANSFORM", Severity::warning,
    "A bone's base matrix is not a rotation with a translation, so the bind pose cannot be derived from it.",
    "{found} base matrices that are not {expected}"};
inline constexpr IssueKind skeleton_magic{
    "CTC_SKELETON_MAGIC", Severity::warning,
    "The skeletal data does not begin with STGW. The game does not look; another program insists on it.",
    "skeletal data begins with {found}, expected {expected}"};
inline constexpr IssueKind no_influence{
    "CTC_NO_INFLUENCE", Severity::warning,
    "A vertex hangs on no bone. The game takes the next vertex's numbers for its bone.", "the vertex hangs on no bone"};
inline constexpr IssueKind multiple_influences{
    "CTC_MULTIPLE_INFLUENCES", Severity::info,
    "Vertices hang on several bones. The game follows the first of them only.",
    "{found} vertices on several bones, expected {expected}"};
inline constexpr IssueKind weight{"CTC_WEIGHT", Severity::info,
                                  "The weights of a vertex do not add up to 1. The game does not use them.",
                                  "{found} vertices with weights that do not add up to {expected}"};
inline constexpr IssueKind non_finite{"CTC_NON_FINITE", Severity::error,
                                      "A number is infinite or not a number, so what it places cannot be shown.",
                                      "{found} values infinite or not a number"};

inline constexpr IssueKind unposed{
    "CTC_UNPOSED", Severity::warning,
    "Vertices have no bone that moves with the model. In a scene they stay where they are in the file.",
    "{found} vertices on no bone that moves with the model"};

// The surface.
inline constexpr IssueKind inside_out{
    "CTC_INSIDE_OUT", Severity::warning,
    "Most triangles face against their normals: the model is inside out, or its normals are.",
    "{found} triangles face against their normals"};
inline constexpr IssueKind normal_length{"CTC_NORMAL_LENGTH", Severity::info,
                                         "Normals are not of length 1. The game does not use normals.",
                                         "{found} normals not of length {expected}"};
inline constexpr IssueKind list_sizes{
    "CTC_LIST_SIZES", Severity::error,
    "The triangle lists ask for more triangles than there are, or for a negative number of them.",
    "the list has {found} triangles, expected {expected}"};
inline constexpr IssueKind undrawn_triangles{
    "CTC_UNDRAWN_TRIANGLES", Severity::info,
    "Some triangles are in no list and mark no attachment point. They are kept but never drawn.",
    "{found} triangles never drawn"};
inline constexpr IssueKind missing_skin{"CTC_MISSING_SKIN", Severity::info,
                                        "A triangle list has no skin of its own number. The game draws it with skin 0.",
                                        "{found} triangle lists, but only {expected}"};
inline constexpr IssueKind colour_count{
    "CTC_COLOUR_COUNT", Severity::warning,
    "There is not one vertex colour for each corner of all triangles, or of all drawn ones.",
    "{found} vertex colours, expected {expected}"};
inline constexpr IssueKind colour_stall{
    "CTC_COLOUR_STALL", Severity::info,
    "A triangle's first colour has no red. The game stops there: this and all later triangles lose their colours.",
    "no red in the first colour of triangle {found}"};
inline constexpr IssueKind collapses{"CTC_COLLAPSES", Severity::info,
                                     "The file has detail-reduction records. The game never applies them.",
                                     "{found}, which the game never applies"};

// Morphs and animations.
inline constexpr IssueKind morph_duplicate{"CTC_MORPH_DUPLICATE", Severity::warning,
                                           "A morph moves the same vertex twice.",
                                           "the morph moves the same vertex twice[: {found}]"};
inline constexpr IssueKind clips{
    "CTC_CLIPS", Severity::info,
    "The numbers of the animations do not explain the frames in any known way, so all frames are one clip.",
    "no numbers of animations explain {found}"};

inline constexpr IssueKind attachment_still{
    "CTC_ATTACHMENT_STILL", Severity::warning,
    "An attachment point's triangle hangs on several bones, and so do many before it. In a scene it does not move.",
    "attachment points on several bones do not move beyond the first {expected}"};
inline constexpr IssueKind nothing_drawn{
    "CTC_NOTHING_DRAWN", Severity::warning,
    "No triangle of the model can be shown. The scene has only its bones and clips.",
    "no triangle can be shown; the file has {found}"};
inline constexpr IssueKind animated_texture{"CTC_ANIMATED_TEXTURE", Severity::info,
                                            "A skin is an animated texture (ATD) that names no image to show: the game "
                                            "computes it, or its text is incomplete. A plain colour takes its place.",
                                            "animated texture {found} names no image"};
inline constexpr IssueKind first_image{
    "CTC_FIRST_PICTURE", Severity::info,
    "A skin is an animated texture (ATD). The scene shows the first of its images and lists the others.",
    "animated texture {found} shows its first image only"};

// What the game's entity.dat says of the model.
inline constexpr IssueKind entity_scale{
    "CTC_ENTITY_SCALE", Severity::info,
    "The game shows the model larger or smaller than it is in the file (entity.dat). So does the scene.",
    "the game shows {found}"};
inline constexpr IssueKind entity_scales{
    "CTC_ENTITY_SCALES", Severity::info,
    "The game shows the model at several scales (entity.dat). The scene has it at the size of the file.",
    "the game shows {found}"};
inline constexpr IssueKind entity_row{"CTC_ENTITY_ROW", Severity::warning,
                                      "A row of entity.dat that names the model does not have 24 fields, or its scale "
                                      "is not three numbers above 0. It is used as far as it can be read.",
                                      "the row has {found} fields, expected {expected}"};

// What only the retail game minds.
inline constexpr IssueKind frames_before_skeleton{
    "CTC_FRAMES_BEFORE_SKELETON", Severity::error,
    "The frames do not come after the skeletal data. The game copies what lies between the two and crashes.",
    "frames start at {found}, expected {expected}"};
inline constexpr IssueKind colours_ignored{
    "CTC_COLOURS_IGNORED", Severity::warning,
    "The file has vertex colours and detail-reduction records. In that case the game ignores the colours.",
    "{found} ignored because of detail-reduction records"};
inline constexpr IssueKind no_colour_byte{
    "CTC_NO_COLOUR_BYTE", Severity::warning,
    "There are no vertex colours, and no zero byte where they would be. The game looks there in any case.",
    "no zero byte where vertex colours would be"};
inline constexpr IssueKind attachment_hidden{
    "CTC_ATTACHMENT_HIDDEN", Severity::warning,
    "The game searches only as many attachment points as there are triangle lists and never finds this one.",
    "attachment point {found} is never found: the game searches only {expected}"};
inline constexpr IssueKind old_version{
    "CTC_OLD_VERSION", Severity::warning,
    "The game does not let scripts use attachment points and morphs of files below version 11.",
    "version is {found}, expected {expected}"};

inline constexpr IssueKind turns_cut{
    "CTC_TURNS_CUT", Severity::warning,
    "Between two keys something turns so far that more keys would be needed to show it than Thaw adds.",
    "{found} between keys shown only roughly: they turn too far"};

// The same in other words.
inline constexpr IssueKind vertices_out_of_range =
    index_out_of_range.saying("{found} triangles with vertices that do not exist, expected vertices {expected}");
inline constexpr IssueKind triangles_nowhere =
    non_finite.saying("{found} triangles with a vertex at no finite position");
inline constexpr IssueKind morphs_beyond_table =
    game_limit.saying("{found} vertices of a morph beyond the game's table, expected {expected}");
inline constexpr IssueKind bones_too_deep =
    game_limit.saying("{found} bones too deep for the game, expected {expected}");
inline constexpr IssueKind entity_row_scale = entity_row.saying("scale is {found}, expected {expected}");

inline constexpr std::array<const IssueKind*, 44> all{&index_out_of_range,
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
                                                      &first_image,
                                                      &entity_scale,
                                                      &entity_scales,
                                                      &entity_row,
                                                      &turns_cut};

}  // namespace thaw::ctc::issue
