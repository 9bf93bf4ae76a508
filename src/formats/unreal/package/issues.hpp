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
    "A table refers to something by a number that no table has. What it would be is left out; the number is kept.",
    "reference {found} does not exist, expected {expected}"};
inline constexpr IssueKind name_end{"UPACKAGE_NAME_END", Severity::warning,
                                    "A name does not end with a zero, or continues after one.",
                                    "{found} names without one zero at their end"};
inline constexpr IssueKind damaged{
    "UPACKAGE_DAMAGED", Severity::error,
    "The bytes of an object do not fit its class. They are kept, and no file is made of them.",
    "{expected} cannot be read: {found}"};
inline constexpr IssueKind properties{
    "UPACKAGE_PROPERTIES", Severity::info,
    "An object of a class that Thaw does not know does not begin with a list of properties. Its bytes are kept.",
    "no list of properties[ in {found}]"};
inline constexpr IssueKind class_defaults{
    "UPACKAGE_CLASS_DEFAULTS", Severity::info,
    "The default properties of a class cannot be reached: its code, or the layout of classes in this game, is not "
    "known. What they say about a mesh is not in its script.",
    "no default properties reached[ in {found}]"};
inline constexpr IssueKind property_size{
    "UPACKAGE_PROPERTY_SIZE", Severity::info,
    "The size of a property is not that of its value. The value is read by its type, as the engine reads it.",
    "sizes that are not those of their values[: {found}]"};
inline constexpr IssueKind sound{"UPACKAGE_SOUND", Severity::warning,
                                 "A sound or a piece of music has no data in this package: copies for servers lack "
                                 "them. No file is made of it.",
                                 "no data of sound[ {found}]"};
inline constexpr IssueKind image_instead{
    "UPACKAGE_PICTURE_INSTEAD", Severity::warning,
    "The pixels of a texture are computed by the game, or missing. Its image is the texture that the game computes it "
    "from, or has its mean colour.",
    "texture {found}[, so that its image is {expected}]"};
inline constexpr IssueKind mesh_version{
    "UPACKAGE_MESH_VERSION", Severity::warning,
    "Packages of this version have meshes that nobody has described. No files are made of them.",
    "mesh {found} cannot be read, expected {expected}"};
inline constexpr IssueKind mesh_kind{
    "UPACKAGE_MESH_KIND", Severity::info,
    "A mesh that moves by bones, or another kind that is not a vertex mesh. No files are made of it.",
    "mesh {found} is not a vertex mesh, expected {expected}"};
inline constexpr IssueKind trailing{"UPACKAGE_TRAILING", Severity::info,
                                    "The bytes of an object go on after its last field. They are kept.",
                                    "{found} after the last field"};
inline constexpr IssueKind lazy_end{
    "UPACKAGE_LAZY_END", Severity::warning,
    "A list does not end where it says. Games that skip it read something else than those that do not.",
    "the list says it ends at {found}, but ends elsewhere"};
inline constexpr IssueKind vertex_count{
    "UPACKAGE_VERTEX_COUNT", Severity::warning,
    "A mesh does not store as many vertices as its frames have. Only whole frames are written.",
    "mesh stores {found}, expected {expected}"};
inline constexpr IssueKind remap{"UPACKAGE_REMAP", Severity::error,
                                 "A vertex stands for one that the stored frames do not have. It is 0, 0, 0.",
                                 "{found} vertices stand for vertices that do not exist, expected {expected}"};
inline constexpr IssueKind face{"UPACKAGE_FACE", Severity::error,
                                "A face uses a corner, a vertex, a material or a texture slot that does not exist. It "
                                "is left out of the .3d files.",
                                "{found} with corners or slots that do not exist"};
inline constexpr IssueKind face_flags{"UPACKAGE_FACE_FLAGS", Severity::info,
                                      "Faces have flags that a .3d file has no bit for, or lack some that it implies.",
                                      "{found} with flags that a .3d file does not have"};
inline constexpr IssueKind too_large{"UPACKAGE_TOO_LARGE", Severity::error,
                                     "A .3d file has no room for this mesh, or there is nothing of it to write.",
                                     "the mesh does not fit a .3d file: {found}"};
inline constexpr IssueKind number{"UPACKAGE_NUMBER", Severity::warning,
                                  "A number of a mesh is infinite or not a number. The class script says 0.",
                                  "numbers infinite or not a number"};
inline constexpr IssueKind image{"UPACKAGE_PICTURE", Severity::warning,
                                 "No image can be made of a texture, because of its format or its size.",
                                 "no image can be made of texture[ {found}]"};
inline constexpr IssueKind palette{"UPACKAGE_PALETTE", Severity::warning,
                                   "The palette of a texture is not in this package. Its image has shades of grey.",
                                   "palette of texture[ {found}] is not in this package"};
inline constexpr IssueKind file_name{"UPACKAGE_FILE_NAME", Severity::info,
                                     "The file made of an object has another name: the name is taken, or has "
                                     "characters that a file name should not have.",
                                     "file is named {found}[, expected {expected}]"};

inline constexpr std::array<const IssueKind*, 24> all{&archive_beyond_end,
                                                      &archive_overlap,
                                                      &archive_unclaimed,
                                                      &reference,
                                                      &name_end,
                                                      &damaged,
                                                      &properties,
                                                      &class_defaults,
                                                      &property_size,
                                                      &sound,
                                                      &image_instead,
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
                                                      &image,
                                                      &palette,
                                                      &file_name};

}  // namespace thaw::upackage::issue
