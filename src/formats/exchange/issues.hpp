// What there is to say of meshes out of editors.
#pragma once

#include <array>

#include <thaw/issue.hpp>

#include "formats/shared/common_issues.hpp"

namespace thaw::exchange::issue {

using thaw::issue::missing_companion;
using thaw::issue::texture_missing;

inline constexpr IssueKind no_colors{"MESH_NO_COLORS", Severity::info, "No vertex has a colour; the model is white.",
                                     "no colours"};
inline constexpr IssueKind no_material{
    "MESH_NO_MATERIAL", Severity::info,
    "The file with the materials does not have one that the mesh names. It is white.",
    "material {found} is in no materials file"};
inline constexpr IssueKind materials_unread{
    "MESH_MATERIALS_UNREAD", Severity::info,
    "Lines of the file with the materials have something else where numbers should be. They are left out.",
    "{found} of the materials left out, as their numbers are none"};
inline constexpr std::array<const IssueKind*, 5> obj{&no_colors, &no_material, &materials_unread, &missing_companion,
                                                     &texture_missing};
inline constexpr std::array<const IssueKind*, 1> ply{&no_colors};

}  // namespace thaw::exchange::issue
