// The shapes a mesh can take on, whether they are packed frames or morph targets: shape 0 is the mesh as it is.
#pragma once

#include <string_view>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

u32 shape_count(const Mesh& mesh);
std::string_view shape_name(const Mesh& mesh, u32 shape);  // empty if it has none
// Where all points are in it, before any skeleton or node moves them.
void shape_points(const Mesh& mesh, u32 shape, std::vector<Vec3>& out);

}  // namespace thaw
