// What reading a glTF may find. Codes never change their meaning.
#pragma once

#include <thaw/issue.hpp>

namespace thaw::gltf::issue {

inline constexpr IssueKind attribute{"GLTF_ATTRIBUTE", Severity::info,
                                     "A vertex attribute has no place in a scene (a further set of coordinates or "
                                     "colours, an application's own) and is left out."};
inline constexpr IssueKind camera_light{"GLTF_CAMERA_LIGHT", Severity::info, "Cameras and lights are left out."};
inline constexpr IssueKind channel{"GLTF_CHANNEL", Severity::warning,
                                   "An animation channel moves nothing, or what another one moves already, and is left "
                                   "out."};
inline constexpr IssueKind color{"GLTF_COLOR", Severity::warning, "Colours outside of 0 to 1 are brought within."};
inline constexpr IssueKind color_order{"GLTF_COLOR_ORDER", Severity::warning,
                                       "Blender 3.4 writes vertex colours at the wrong corners. Over a base, the base's "
                                       "colours stay; Thaw's add-on and Blender 3.5 write them right."};
inline constexpr IssueKind cubic{"GLTF_CUBIC", Severity::info,
                                 "Curves (CUBICSPLINE) become straight pieces that stay within the stated distance."};
inline constexpr IssueKind default_weights{"GLTF_DEFAULT_WEIGHTS", Severity::warning,
                                           "A mesh has morph targets switched on at rest. The scene rests in the shape "
                                           "without any."};
inline constexpr IssueKind degenerate{"GLTF_DEGENERATE", Severity::info,
                                      "Triangles with two corners at one point. They are kept."};
inline constexpr IssueKind extension{"GLTF_EXTENSION", Severity::info,
                                     "An extension that Thaw does not know is used, but not required. What it says is "
                                     "left out."};
inline constexpr IssueKind extras{"GLTF_EXTRAS", Severity::info,
                                  "Extras that are no object have no place in a scene and are left out."};
inline constexpr IssueKind file_missing{"GLTF_FILE_MISSING", Severity::error,
                                        "A file that holds the shape is not there, so that there is nothing to show."};
inline constexpr IssueKind hard_edges{"GLTF_HARD_EDGES", Severity::warning,
                                      "A point has different normals on different triangles. They become one."};
inline constexpr IssueKind image{"GLTF_IMAGE", Severity::warning,
                                 "A picture is not there or cannot be used; its materials go without."};
inline constexpr IssueKind influences{
    "GLTF_INFLUENCES", Severity::warning,
    "Weights are missing, negative, not of sum 1, or for joints that the skin does not "
    "have. They are mended."};
inline constexpr IssueKind material{"GLTF_MATERIAL", Severity::info,
                                    "A material has more than a base colour: what a scene has no place for is left "
                                    "out."};
inline constexpr IssueKind mesh_empty{"GLTF_MESH_EMPTY", Severity::warning,
                                      "A mesh, or a part of one, has nothing that can be shown and is left out."};
inline constexpr IssueKind morph_normals{
    "GLTF_MORPH_NORMALS", Severity::info,
    "Changes of normals and tangents in morph targets are left out; normals follow "
    "from the shape."};
inline constexpr IssueKind non_finite{"GLTF_NON_FINITE", Severity::error,
                                      "Numbers that are infinite or not numbers at all become 0."};
inline constexpr IssueKind normals{"GLTF_NORMALS", Severity::warning,
                                   "Normals or tangents without a direction are replaced."};
inline constexpr IssueKind other_scenes{"GLTF_OTHER_SCENES", Severity::info,
                                        "Nodes that do not belong to the scene shown first are left out."};
inline constexpr IssueKind points{"GLTF_POINTS", Severity::info, "Point clouds are left out."};
inline constexpr IssueKind rotation{"GLTF_ROTATION", Severity::warning,
                                    "Rotations that are not of unit length are brought to it."};
inline constexpr IssueKind sampler{"GLTF_SAMPLER", Severity::info,
                                   "A texture repeats in a way that a scene has no word for (mirrored, or in one "
                                   "direction only). It repeats plainly."};
inline constexpr IssueKind shear{"GLTF_SHEAR", Severity::warning,
                                 "A node's matrix is not made of a shift, a turn and a scale. The nearest such "
                                 "transform takes its place."};
inline constexpr IssueKind skin_node{"GLTF_SKIN_NODE", Severity::info,
                                     "A skinned mesh hangs on a node with a transform, which glTF does not count. It "
                                     "becomes a root."};
inline constexpr IssueKind skin_unused{"GLTF_SKIN_UNUSED", Severity::info,
                                       "A mesh has weights but no skin, or a skin but no weights. Both go."};
inline constexpr IssueKind source{"GLTF_SOURCE", Severity::warning,
                                  "What Thaw left in the file for the way back is damaged and is not used."};
inline constexpr IssueKind source_vertex{"GLTF_SOURCE_VERTEX", Severity::info,
                                         "Vertices that were one in the original model have come apart."};
inline constexpr IssueKind tangents{"GLTF_TANGENTS", Severity::info,
                                    "A point has different tangents on different triangles. The mesh goes without."};
inline constexpr IssueKind targets{"GLTF_TARGETS", Severity::warning,
                                   "The parts of a mesh differ in their number of morph targets. Those without stay as "
                                   "they are."};
inline constexpr IssueKind times{"GLTF_TIMES", Severity::warning,
                                 "Times of keys are negative or do not increase. Such keys are left out."};
inline constexpr IssueKind trailing{"GLTF_TRAILING", Severity::info, "Bytes follow after the end of the GLB."};
inline constexpr IssueKind triangles{"GLTF_TRIANGLES", Severity::warning,
                                     "The last indices do not make a whole triangle or line and are left out."};
inline constexpr IssueKind unused{"GLTF_UNUSED", Severity::info,
                                  "Vertices that no triangle or line uses are left out."};
inline constexpr IssueKind uv_transform{"GLTF_UV_TRANSFORM", Severity::warning,
                                        "The variants of a part place their textures differently. All are placed like "
                                        "the first."};

inline constexpr const IssueKind* all[] = {
    &attribute,  &camera_light,  &channel,      &color,       &color_order, &cubic,        &default_weights, &degenerate,
    &extension,  &extras,        &file_missing, &hard_edges,  &image,        &influences,      &material,
    &mesh_empty, &morph_normals, &non_finite,   &normals,     &other_scenes, &points,          &rotation,
    &sampler,    &shear,         &skin_node,    &skin_unused, &source,       &source_vertex,   &tangents,
    &targets,    &times,         &trailing,     &triangles,   &unused,       &uv_transform};

}  // namespace thaw::gltf::issue
