// Meshes out of editors as scenes: OBJ and PLY, with the colours of their vertices. Any bytes may come in; an error
// says where it is. Y is taken for up, and a unit for a metre.
#pragma once

#include <string>
#include <vector>

#include <thaw/result.hpp>
#include <thaw/scene.hpp>

namespace thaw::obj {

// Text of lines, at least one of which is a vertex.
bool is_obj(Bytes file);
// Vertices, of these colours if there are some ("v x y z r g b", as shown, 0 to 1 or 0 to 255), coordinates, faces of
// any number of corners. An object is a node. Materials have their names alone; `material_files`, if not null, gets the
// files that say more (read_mtl()). What else there is, is passed over.
Result<Scene> read_obj(Bytes file, std::vector<std::string>* material_files = nullptr);

struct MtlMaterial {
    std::string name{};
    Vec4 color{1, 1, 1, 1};  // linear; alpha is how opaque it is
    std::string image{};     // as the file names it; empty if it has none
    bool has_holes = false;  // its image says where
    bool clamp = false;      // the image does not repeat
};
struct Mtl {
    std::vector<MtlMaterial> materials{};
    u64 unread = 0;  // lines with a number that is none
};
// Colours (Kd, d, Tr) and images (map_Kd, map_d) of the materials of an OBJ. What else there is, is passed over.
Mtl read_mtl(Bytes file);

bool is_ply(Bytes file);
// Text, or binary in either order.
Result<Scene> read_ply(Bytes file);

}  // namespace thaw::obj
