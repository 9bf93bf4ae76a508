// Normals from triangles.
#pragma once

#include <span>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

// One a point: the sum over the triangles around it, larger ones counting more. Corners on both sides of a seam get
// the same normal bit for bit, so that they weld. `positions` are the mesh's points in some pose.
void compute_normals(const Mesh& mesh, std::span<const Vec3> positions, std::vector<Vec3>& normals);

// Of a flat primitive: one a corner.
void compute_flat_normals(const Primitive& primitive, std::span<const Vec3> positions, std::vector<Vec3>& normals);

}  // namespace thaw
