// What validate() and to_scene() may say about a TWM, besides the findings shared with other formats, and what
// conversion reports. In a packed file every offset counts in the unpacked bytes.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"

namespace thaw::twm::issue {

using thaw::issue::degenerate_triangle;
using thaw::issue::index_out_of_range;
using thaw::issue::trailing_bytes;

// The file as a whole.
inline constexpr IssueKind out_of_date{
    "TWM_OUT_OF_DATE", Severity::warning,
    "The version is older than 3, the only one the published engine loads. `--variant v3` brings it up to date.",
    "version {found} is older than {expected}"};
inline constexpr IssueKind ancestor{"TWM_ANCESTOR", Severity::info,
                                    "This is the format of 2018, which has `.mdl` where a `.twm` has its name.",
                                    "the file begins with {found}, expected {expected}"};
inline constexpr IssueKind packed{
    "TWM_PACKED", Severity::info,
    "The model is packed with LZ4. Offsets are those of the unpacked bytes, not of the file.",
    "packed with LZ4: {found}"};
inline constexpr IssueKind container{
    "TWM_CONTAINER", Severity::warning,
    "Version 0 is packed and the later ones are not; this file has it the other way round.",
    "version {found} is packed, but only version {expected} is ever packed"};
inline constexpr IssueKind reserved{"TWM_RESERVED", Severity::warning,
                                    "Reserved bytes are not 0. No program looks at them; they are kept.",
                                    "reserved bytes are {found}, expected {expected}"};
inline constexpr IssueKind flag_value{"TWM_FLAG_VALUE", Severity::warning,
                                      "A flag is neither 0 nor 1. Any value but 0 counts as yes.",
                                      "flag is {found}, expected {expected}"};
inline constexpr IssueKind no_meshes{"TWM_NO_MESHES", Severity::info, "The file has no mesh: there is nothing to see.",
                                     "the file has no meshes"};
inline constexpr IssueKind footer_missing{
    "TWM_FOOTER_MISSING", Severity::error,
    "The text that ends every file is missing or damaged. The engine refuses such a file.",
    "footer {expected} not found[; the file ends with {found}]"};
inline constexpr IssueKind footer_twice{
    "TWM_FOOTER_TWICE", Severity::warning,
    "The text that ends a file appears again after the end: a footer too early, or two files in one.",
    "a second footer follows the end of the file"};

// The layout that held.
inline constexpr IssueKind skeleton_flag{
    "TWM_SKELETON_FLAG", Severity::warning,
    "The flag promises a skeleton, but none follows. The converter of 2023 set it in every file.",
    "the flag promises a skeleton, but none follows"};
inline constexpr IssueKind joint_gap{"TWM_JOINT_GAP", Severity::warning,
                                     "Joints take 72 bytes, as the published description says, instead of 68.",
                                     "joints take {found}, expected {expected}"};
inline constexpr IssueKind weights_elsewhere{
    "TWM_WEIGHTS_ELSEWHERE", Severity::warning,
    "Vertex weights are not right after the indices of a mesh with a deformer, where they belong.",
    "weights are stored {found}, expected {expected}"};
inline constexpr IssueKind weights_missing{"TWM_WEIGHTS_MISSING", Severity::warning,
                                           "A mesh promises vertex weights, but none are stored.",
                                           "the mesh promises vertex weights, but has none"};
inline constexpr IssueKind half_indices{
    "TWM_HALF_INDICES", Severity::error,
    "Only half of the indices were written. The triangles of the other half are lost for good.",
    "only {found} of {expected} are stored"};
inline constexpr IssueKind index_width{"TWM_INDEX_WIDTH", Severity::info,
                                       "Indices are 32-bit where this version has 64-bit ones.",
                                       "indices are {found}, expected {expected}"};
inline constexpr IssueKind attributes_unreadable{
    "TWM_ATTRIBUTES_UNREADABLE", Severity::error,
    "Normals and texture coordinates have lengths of their own and cannot be told apart. Only the shape can be used.",
    "{found} of attributes do not divide into blocks for {expected}"};

// Meshes.
inline constexpr IssueKind empty_mesh{"TWM_EMPTY_MESH", Severity::warning, "A mesh has no vertices or no indices.",
                                      "the mesh has no vertices"};
inline constexpr IssueKind index_remainder{"TWM_INDEX_REMAINDER", Severity::warning,
                                           "The number of indices is not a multiple of 3; the last ones are left out.",
                                           "the number of indices is {found}, expected {expected}"};
inline constexpr IssueKind not_finite{"TWM_NOT_FINITE", Severity::warning,
                                      "A number is infinite or not a number. It is kept, but cannot be shown.",
                                      "{found} values infinite or not a number"};
inline constexpr IssueKind normal_length{
    "TWM_NORMAL_LENGTH", Severity::warning,
    "Normals are not of length 1. The first converter never normalised them; conversion does.",
    "normals of length {found}, expected {expected}"};
inline constexpr IssueKind zero_normal{"TWM_ZERO_NORMAL", Severity::warning,
                                       "A normal has no direction; conversion computes one from the triangles.",
                                       "{found} normals without a direction"};
inline constexpr IssueKind uv_stride{
    "TWM_UV_STRIDE", Severity::warning,
    "Texture coordinates were written three numbers apart instead of two: two thirds can be repaired, the rest is "
    "lost.",
    "{found} vertices without texture coordinates, which were written three numbers apart"};
inline constexpr IssueKind tangents_alone{"TWM_TANGENTS_ALONE", Severity::info,
                                          "Tangents and binormals come together in every file the converter made.",
                                          "{found} without {expected}"};

// Skeleton and weights.
inline constexpr IssueKind parent{"TWM_PARENT", Severity::warning,
                                  "The parent of a joint does not exist. The joint becomes a root.",
                                  "parent {found} does not exist, expected {expected}"};
inline constexpr IssueKind parent_cycle{"TWM_PARENT_CYCLE", Severity::error,
                                        "Joints are their own ancestors. Conversion makes the first of them a root.",
                                        "{found} among the parents of joints"};
inline constexpr IssueKind parent_order{"TWM_PARENT_ORDER", Severity::warning, "A joint comes before its parent.",
                                        "{found} joints before their parents"};
inline constexpr IssueKind root_spelling{
    "TWM_ROOT_SPELLING", Severity::info,
    "A root names itself as its parent instead of 0xffffffff. Both spellings are in use.",
    "the root names itself ({found}) as its parent, expected {expected}"};
inline constexpr IssueKind several_roots{"TWM_SEVERAL_ROOTS", Severity::info, "The skeleton has more than one root.",
                                         "the skeleton has {found} roots"};
inline constexpr IssueKind matrix_transposed{
    "TWM_MATRIX_TRANSPOSED", Severity::warning,
    "An inverse bind matrix has its translation in the last column instead of the last row.",
    "{found} inverse bind matrices transposed"};
inline constexpr IssueKind matrix_not_affine{
    "TWM_MATRIX_NOT_AFFINE", Severity::warning,
    "An inverse bind matrix is not affine: it has no 0, 0, 0, 1 in its last row or column.",
    "{found} inverse bind matrices not affine"};
inline constexpr IssueKind weights_sum{"TWM_WEIGHTS_SUM", Severity::warning,
                                       "The weights of a vertex do not add up to 1; conversion scales them.",
                                       "{found} vertices with weights that do not add up to {expected}"};
inline constexpr IssueKind weights_none{"TWM_WEIGHTS_NONE", Severity::warning,
                                        "A vertex of a mesh with weights has none; it stays with the first joint.",
                                        "{found} vertices without weights"};
inline constexpr IssueKind weights_twice{"TWM_WEIGHTS_TWICE", Severity::info,
                                         "A vertex names the same joint twice; the weights add up.",
                                         "{found} vertices with the same joint twice"};
inline constexpr IssueKind weight_negative{"TWM_WEIGHT_NEGATIVE", Severity::warning, "A weight is negative.",
                                           "{found} weights below 0"};

// Animations.
inline constexpr IssueKind animations_without_joints{
    "TWM_ANIMATIONS_WITHOUT_JOINTS", Severity::warning,
    "The file counts animations but has no joints, so each of them is empty.", "{found}, but no joints"};
inline constexpr IssueKind empty_track{"TWM_EMPTY_TRACK", Severity::info, "A joint has no keys in an animation.",
                                       "{found} joints without keys"};
inline constexpr IssueKind key_time_twice{
    "TWM_KEY_TIME_TWICE", Severity::warning,
    "Two keys have the same time, as the exporter of 2018 made them at 0. The earlier one is left out.",
    "{found} keys at the same time as the key before"};
inline constexpr IssueKind key_order{"TWM_KEY_ORDER", Severity::warning, "Keys are not in the order of their times.",
                                     "{found} keys earlier than the key before"};
inline constexpr IssueKind rotation_euler{
    "TWM_ROTATION_EULER", Severity::warning,
    "Rotations are angles in degrees, as the exporter of 2018 wrote them, not quaternions.",
    "{found} rotations stored as angles in degrees, expected {expected}"};
inline constexpr IssueKind rotation_length{"TWM_ROTATION_LENGTH", Severity::warning,
                                           "Rotations are neither unit quaternions nor recognisable angles.",
                                           "{found} rotations not of length {expected}"};
inline constexpr IssueKind rotation_zero{"TWM_ROTATION_ZERO", Severity::info,
                                         "A rotation is all zeros and counts as none.", "{found} rotations all zeros"};

// The same in other words.
inline constexpr IssueKind not_packed = container.saying("version 0 is {found}, expected {expected}");
inline constexpr IssueKind no_visible_meshes = no_meshes.saying("no mesh can be shown");
inline constexpr IssueKind no_indices = empty_mesh.saying("the mesh has no indices");
inline constexpr IssueKind degenerate_triangles = degenerate_triangle.saying("{found} triangles without area");
inline constexpr IssueKind joints_out_of_range =
    index_out_of_range.saying("{found} weights for joints that do not exist, expected joints {expected}");

// Only in a scene.
inline constexpr IssueKind tangents_dropped{
    "TWM_TANGENTS_DROPPED", Severity::info,
    "Tangents have no direction across their normals. The scene does without the tangents of this mesh.",
    "tangents without a direction across their normals left out"};
inline constexpr IssueKind matrix_singular{
    "TWM_MATRIX_SINGULAR", Severity::warning,
    "An inverse bind matrix has no inverse, so it does not say where the joint is. The joint rests on its parent.",
    "{found} inverse bind matrices without an inverse"};
inline constexpr IssueKind rest_sheared{
    "TWM_REST_SHEARED", Severity::warning,
    "A joint's bind pose is sheared, which a joint of a scene cannot be. The nearest pose without shear is taken.",
    "{found} joints with a sheared bind pose"};
inline constexpr IssueKind rest_from_key{
    "TWM_REST_FROM_KEY", Severity::info,
    "Nothing hangs on the joint and its bind matrix is empty. It rests where the first animation starts.",
    "{found} joints without a bind matrix, placed where the first animation starts"};

// The published engine.
inline constexpr IssueKind game_version{"TWM_GAME_VERSION", Severity::error,
                                        "The published engine loads version 3 and no other.",
                                        "version is {found}, but the engine loads only version {expected}"};
inline constexpr IssueKind game_skeleton{"TWM_GAME_SKELETON", Severity::error,
                                         "The published engine does not skip the skeleton and misreads the meshes.",
                                         "the engine misreads what follows the skeleton of {found}"};
inline constexpr IssueKind game_weights{
    "TWM_GAME_WEIGHTS", Severity::error,
    "The published engine does not skip vertex weights and misreads what comes after them.",
    "the engine misreads what follows {found}"};
inline constexpr IssueKind game_animations{
    "TWM_GAME_ANIMATIONS", Severity::error,
    "The published engine does not skip animations and misses the end of the file.",
    "the engine misreads what follows {found}"};
inline constexpr IssueKind game_attributes{
    "TWM_GAME_ATTRIBUTES", Severity::error,
    "The published engine counts attributes from the front: one is missing before another that is there.",
    "an attribute is missing before one that is there"};

inline constexpr std::array<const IssueKind*, 53> all{&degenerate_triangle,
                                                      &index_out_of_range,
                                                      &trailing_bytes,
                                                      &out_of_date,
                                                      &ancestor,
                                                      &packed,
                                                      &container,
                                                      &reserved,
                                                      &flag_value,
                                                      &no_meshes,
                                                      &footer_missing,
                                                      &footer_twice,
                                                      &skeleton_flag,
                                                      &joint_gap,
                                                      &weights_elsewhere,
                                                      &weights_missing,
                                                      &half_indices,
                                                      &index_width,
                                                      &attributes_unreadable,
                                                      &empty_mesh,
                                                      &index_remainder,
                                                      &not_finite,
                                                      &normal_length,
                                                      &zero_normal,
                                                      &uv_stride,
                                                      &tangents_alone,
                                                      &parent,
                                                      &parent_cycle,
                                                      &parent_order,
                                                      &root_spelling,
                                                      &several_roots,
                                                      &matrix_transposed,
                                                      &matrix_not_affine,
                                                      &weights_sum,
                                                      &weights_none,
                                                      &weights_twice,
                                                      &weight_negative,
                                                      &animations_without_joints,
                                                      &empty_track,
                                                      &key_time_twice,
                                                      &key_order,
                                                      &rotation_euler,
                                                      &rotation_length,
                                                      &rotation_zero,
                                                      &tangents_dropped,
                                                      &matrix_singular,
                                                      &rest_sheared,
                                                      &rest_from_key,
                                                      &game_version,
                                                      &game_skeleton,
                                                      &game_weights,
                                                      &game_animations,
                                                      &game_attributes};

// What a change of version does besides widening and narrowing numbers.
inline constexpr IssueKind magic_changed{"TWM_MAGIC_CHANGED", Severity::info, "`.mdl` became `.twm`.",
                                         "{found} became {expected}"};
inline constexpr IssueKind flag_repaired{"TWM_FLAG_REPAIRED", Severity::info,
                                         "A flag that was wrong, or neither 0 nor 1, was corrected.",
                                         "flag changed from {found} to {expected}"};
inline constexpr IssueKind reserved_cleared{"TWM_RESERVED_CLEARED", Severity::info, "Reserved bytes were set to 0.",
                                            "reserved bytes changed from {found} to {expected}"};
inline constexpr IssueKind gap_removed{"TWM_GAP_REMOVED", Severity::info, "The gap inside each joint was removed.",
                                       "joints take {expected} instead of {found}"};
inline constexpr IssueKind weights_moved{"TWM_WEIGHTS_MOVED", Severity::info,
                                         "Vertex weights were moved right after the indices of their mesh.",
                                         "weights, stored {found}, moved {expected}"};
inline constexpr IssueKind index_count_repaired{
    "TWM_INDEX_COUNT_REPAIRED", Severity::warning,
    "The number of indices was changed to that of the indices that are there. The lost triangles stay lost.",
    "number of indices changed from {found} to {expected}"};
inline constexpr IssueKind attributes_dropped{
    "TWM_ATTRIBUTES_DROPPED", Severity::warning,
    "Normals and texture coordinates that cannot be told apart were left out.", "{found} of attributes left out"};
inline constexpr IssueKind animations_dropped{"TWM_ANIMATIONS_DROPPED", Severity::info,
                                              "Animations without joints are no longer counted.",
                                              "{found} without joints no longer counted"};
inline constexpr IssueKind footer_repaired{"TWM_FOOTER_REPAIRED", Severity::info, "The missing footer was written.",
                                           "footer {expected} written[ in place of {found}]"};
inline constexpr IssueKind uv_origin{
    "TWM_UV_ORIGIN", Severity::info,
    "Texture coordinates kept their numbers. Version 3 files count V from the top, older ones from the bottom.",
    "version changed from {found} to {expected}, texture coordinates did not"};

inline constexpr std::array<const IssueKind*, 10> conversion{
    &magic_changed,        &flag_repaired,      &reserved_cleared,   &gap_removed,     &weights_moved,
    &index_count_repaired, &attributes_dropped, &animations_dropped, &footer_repaired, &uv_origin};

}  // namespace thaw::twm::issue
