// What reading a glTF may find, and writing a compact one. Codes never change their meaning.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::gltf::issue {

inline constexpr IssueKind attribute{"GLTF_ATTRIBUTE", Severity::info,
                                     "A vertex attribute has no place in a scene (a further set of coordinates or "
                                     "colours, or an application's own) and is left out.",
                                     "vertex attribute {found} left out"};
inline constexpr IssueKind camera_light{"GLTF_CAMERA_LIGHT", Severity::info, "Cameras and lights are left out.",
                                        "camera or light left out"};
inline constexpr IssueKind channel{
    "GLTF_CHANNEL", Severity::warning,
    "An animation channel moves nothing, or what another one moves already, and is left out.",
    "animation channel left out: {found}"};
inline constexpr IssueKind color{"GLTF_COLOR", Severity::warning, "Colours outside of 0 to 1 are clamped.",
                                 "colour outside of 0 to 1 clamped"};
inline constexpr IssueKind color_order{"GLTF_COLOR_ORDER", Severity::warning,
                                       "Blender 3.4 writes vertex colours at the wrong corners. With a base, the "
                                       "base's colours stay; Thaw's add-on and Blender 3.5 write them correctly.",
                                       "vertex colours at the wrong corners, as Blender 3.4 writes them"};
inline constexpr IssueKind cubic{"GLTF_CUBIC", Severity::info,
                                 "Curves (CUBICSPLINE) become straight pieces that stay within the stated distance.",
                                 "curve replaced by straight pieces {found}"};
inline constexpr IssueKind default_weights{
    "GLTF_DEFAULT_WEIGHTS", Severity::warning,
    "A mesh has morph targets switched on at rest. The scene rests in the shape without them.",
    "morph targets switched on at rest left out"};
inline constexpr IssueKind degenerate{"GLTF_DEGENERATE", Severity::info,
                                      "Triangles have two corners at one point. They are kept.",
                                      "{found} triangles with two corners at one point"};
inline constexpr IssueKind extension{"GLTF_EXTENSION", Severity::info,
                                     "An extension that Thaw does not know is used, but not required. It is ignored.",
                                     "unknown extension {found} left out"};
inline constexpr IssueKind extras{"GLTF_EXTRAS", Severity::info,
                                  "Extras that are not an object have no place in a scene and are left out.",
                                  "extras that are not an object left out"};
inline constexpr IssueKind file_missing{"GLTF_FILE_MISSING", Severity::error,
                                        "A file that holds the shape is missing, so there is nothing to show.",
                                        "file {found} not found"};
inline constexpr IssueKind hard_edges{"GLTF_HARD_EDGES", Severity::warning,
                                      "A point has different normals on different triangles. They become one.",
                                      "different normals at one point merged"};
inline constexpr IssueKind image{"GLTF_IMAGE", Severity::warning,
                                 "An image is missing or cannot be used; its materials do without.",
                                 "image cannot be used: {found}"};
inline constexpr IssueKind influences{"GLTF_INFLUENCES", Severity::warning,
                                      "Weights are missing, negative, do not add up to 1, or belong to joints that the "
                                      "skin does not have. They are repaired.",
                                      "weights repaired[, expected {expected}]"};
inline constexpr IssueKind material{
    "GLTF_MATERIAL", Severity::info,
    "A material has more than a base colour: what a scene has no place for is left out.", "material loses {found}"};
inline constexpr IssueKind mesh_empty{"GLTF_MESH_EMPTY", Severity::warning,
                                      "A mesh, or a part of one, has nothing that can be shown and is left out.",
                                      "nothing to show[: {found}]"};
inline constexpr IssueKind morph_normals{
    "GLTF_MORPH_NORMALS", Severity::info,
    "Normals and tangents of morph targets are left out; normals follow from the shape.",
    "normals or tangents of morph targets left out"};
inline constexpr IssueKind non_finite{"GLTF_NON_FINITE", Severity::error,
                                      "Numbers that are infinite or not a number become 0.",
                                      "numbers infinite or not a number[: {found}]"};
inline constexpr IssueKind normals{"GLTF_NORMALS", Severity::warning,
                                   "Normals or tangents without a direction are replaced.",
                                   "normals or tangents without a direction replaced"};
inline constexpr IssueKind other_scenes{"GLTF_OTHER_SCENES", Severity::info,
                                        "Nodes that do not belong to the scene shown first are left out.",
                                        "{found} outside of the first scene left out"};
inline constexpr IssueKind points{"GLTF_POINTS", Severity::info, "Point clouds are left out.", "point cloud left out"};
inline constexpr IssueKind rotation{"GLTF_ROTATION", Severity::warning,
                                    "Rotations that are not of unit length are normalized.",
                                    "rotation normalized to unit length"};
inline constexpr IssueKind sampler{
    "GLTF_SAMPLER", Severity::info,
    "A texture repeats in a way that a scene cannot express (mirrored, or in one direction only). It repeats plainly.",
    "texture set to repeat plainly"};
inline constexpr IssueKind shear{"GLTF_SHEAR", Severity::warning,
                                 "A node's matrix is not composed of a translation, a rotation and a scale. The "
                                 "nearest such transform takes its place.",
                                 "shear left out of a matrix"};
inline constexpr IssueKind skin_node{
    "GLTF_SKIN_NODE", Severity::info,
    "A skinned mesh hangs on a node with a transform, which glTF ignores. It becomes a root.",
    "transform of the node of a skinned mesh ignored"};
inline constexpr IssueKind skin_unused{"GLTF_SKIN_UNUSED", Severity::info,
                                       "A mesh has weights but no skin, or a skin but no weights. Both are left out.",
                                       "weights without a skin, or a skin without weights, left out"};
inline constexpr IssueKind source{"GLTF_SOURCE", Severity::warning,
                                  "The original that Thaw stored in the file is damaged and is not used.",
                                  "the original model inside the file is damaged"};
inline constexpr IssueKind source_vertex{
    "GLTF_SOURCE_VERTEX", Severity::info, "Vertices that were one in the original model have come apart.",
    "vertices that were one in the original have come apart[, expected {expected}]"};
inline constexpr IssueKind tangents{"GLTF_TANGENTS", Severity::info,
                                    "A point has different tangents on different triangles. The mesh does without.",
                                    "tangents left out, as they differ at one point"};
inline constexpr IssueKind targets{
    "GLTF_TARGETS", Severity::warning,
    "The parts of a mesh differ in their number of morph targets. Those without stay as they are.",
    "parts of the mesh have different numbers of morph targets"};
inline constexpr IssueKind times{"GLTF_TIMES", Severity::warning,
                                 "Times of keys are negative or do not increase. Such keys are left out.",
                                 "{found} keys at negative or decreasing times left out"};
inline constexpr IssueKind trailing{"GLTF_TRAILING", Severity::info, "There are bytes after the end of the GLB.",
                                    "{found} after the end of the GLB"};
inline constexpr IssueKind triangles{"GLTF_TRIANGLES", Severity::warning,
                                     "The last indices do not make a whole triangle or line and are left out.",
                                     "{found} indices left over and left out"};
inline constexpr IssueKind unused{"GLTF_UNUSED", Severity::info, "Vertices that no triangle or line uses are left out.",
                                  "{found} vertices in no triangle or line left out"};
inline constexpr IssueKind uv_transform{
    "GLTF_UV_TRANSFORM", Severity::warning,
    "The variants of a part place their textures differently. All are placed like the first.",
    "variants place their textures differently"};
inline constexpr IssueKind wide{"GLTF_WIDE", Severity::info,
                                "With --compact, shapes that are no whole steps within 16 bits, that have normals of "
                                "their own, or whose node moves or has children, keep 32 bits for each number.",
                                "{found} kept in 32 bits"};

inline constexpr const IssueKind* all[] = {
    &attribute,       &camera_light, &channel,   &color,         &color_order,   &cubic,
    &default_weights, &degenerate,   &extension, &extras,        &file_missing,  &hard_edges,
    &image,           &influences,   &material,  &mesh_empty,    &morph_normals, &non_finite,
    &normals,         &other_scenes, &points,    &rotation,      &sampler,       &shear,
    &skin_node,       &skin_unused,  &source,    &source_vertex, &tangents,      &targets,
    &times,           &trailing,     &triangles, &unused,        &uv_transform,  &wide};

}  // namespace thaw::gltf::issue
