// Meshes out of editors as scenes: OBJ and PLY, with the colours of their vertices. Any bytes may come in; an error
// says where it is. Y is taken for up, and a unit for a metre.
#pragma once

#include <thaw/result.hpp>
#include <thaw/scene.hpp>

namespace thaw::obj {

// Text of lines, at least one of which is a vertex.
bool is_obj(Bytes file);
// Vertices, of these colours if there are some ("v x y z r g b", as shown, 0 to 1 or 0 to 255), coordinates, faces of
// any number of corners. An object is a node. What else there is, materials apart, is passed over.
Result<Scene> read_obj(Bytes file);

bool is_ply(Bytes file);
// Text, or binary in either order.
Result<Scene> read_ply(Bytes file);

}  // namespace thaw::obj
