// What validate() may say about a package, besides the findings shared with other archives.
#pragma once

#include <array>

#include "formats/shared/archive_issues.hpp"

namespace thaw::upackage::issue {

using thaw::issue::archive_beyond_end;
using thaw::issue::archive_overlap;
using thaw::issue::archive_unclaimed;

inline constexpr IssueKind reference{
    "UPACKAGE_REFERENCE", Severity::error,
    "A table names something by a number that no table has. What it would be is left out; the number is kept."};
inline constexpr IssueKind name_end{"UPACKAGE_NAME_END", Severity::warning,
                                    "A name does not end with a zero, or goes on after one."};
inline constexpr IssueKind damaged{
    "UPACKAGE_DAMAGED", Severity::error,
    "The bytes of an object are not what its class has. They are kept, and no file is made of them."};
inline constexpr IssueKind properties{
    "UPACKAGE_PROPERTIES", Severity::info,
    "An object of a class that Thaw does not know does not begin with a list of properties. Its bytes are kept."};
inline constexpr IssueKind class_defaults{
    "UPACKAGE_CLASS_DEFAULTS", Severity::info,
    "The default properties of a class are not reached, mostly because the class has code of its own in front of them. "
    "What they say of a mesh is not in its script."};
inline constexpr IssueKind mesh_version{
    "UPACKAGE_MESH_VERSION", Severity::warning,
    "Packages of this version have meshes that nobody has described. No files are made of them."};
inline constexpr IssueKind mesh_kind{
    "UPACKAGE_MESH_KIND", Severity::info,
    "A mesh of a kind that moves by bones, or of another one that is not a vertex mesh. No files are made of it."};
inline constexpr IssueKind trailing{"UPACKAGE_TRAILING", Severity::info,
                                    "The bytes of an object go on after its last field. They are kept."};
inline constexpr IssueKind lazy_end{
    "UPACKAGE_LAZY_END", Severity::warning,
    "A list does not end where it says. Games that skip it read something else than those that do not."};
inline constexpr IssueKind vertex_count{
    "UPACKAGE_VERTEX_COUNT", Severity::warning,
    "A mesh does not store as many vertices as its frames have. Only whole frames are given."};
inline constexpr IssueKind remap{"UPACKAGE_REMAP", Severity::error,
                                 "A vertex is said to be one that the stored frames do not have. It is 0, 0, 0."};
inline constexpr IssueKind face{
    "UPACKAGE_FACE", Severity::error,
    "A face uses a corner, a vertex, a material or a texture slot that cannot be. It is left out of the .3d files."};
inline constexpr IssueKind face_flags{"UPACKAGE_FACE_FLAGS", Severity::info,
                                      "Faces have flags that a .3d file has no bit for, or lack some that it implies."};
inline constexpr IssueKind too_large{"UPACKAGE_TOO_LARGE", Severity::error,
                                     "A .3d file has no room for this mesh, or there is nothing of it to write."};
inline constexpr IssueKind number{"UPACKAGE_NUMBER", Severity::warning,
                                  "A number of a mesh is infinite or no number at all. The class script says 0."};
inline constexpr IssueKind picture{"UPACKAGE_PICTURE", Severity::warning,
                                   "No picture can be made of a texture: of its format, or of its size."};
inline constexpr IssueKind palette{"UPACKAGE_PALETTE", Severity::warning,
                                   "The palette of a texture is not in this package. Its picture has shades of grey."};
inline constexpr IssueKind file_name{
    "UPACKAGE_FILE_NAME", Severity::info,
    "The file made of an object is not named like it: another has that name, or it has signs that no file should."};

inline constexpr std::array<const IssueKind*, 21> all{&archive_beyond_end,
                                                      &archive_overlap,
                                                      &archive_unclaimed,
                                                      &reference,
                                                      &name_end,
                                                      &damaged,
                                                      &properties,
                                                      &class_defaults,
                                                      &mesh_version,
                                                      &mesh_kind,
                                                      &trailing,
                                                      &lazy_end,
                                                      &vertex_count,
                                                      &remap,
                                                      &face,
                                                      &face_flags,
                                                      &too_large,
                                                      &number,
                                                      &picture,
                                                      &palette,
                                                      &file_name};

}  // namespace thaw::upackage::issue
