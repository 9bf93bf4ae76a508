// Corners in an order that packs well.
#pragma once

#include <thaw/scene.hpp>

namespace thaw::gltf {

// Corners at one point follow each other, and points that move alike, too. Only for meshes with frames: those are
// nearly all of their files. Triangles stay what they are.
void sort_corners(Mesh& mesh);

}  // namespace thaw::gltf
