#include "scene/normals.hpp"

#include <array>

#include "scene/maths.hpp"

namespace thaw {

namespace {

// The points of a triangle.
std::array<u32, 3> points_of(const Primitive& primitive, std::size_t triangle) {
    const u32* corners = primitive.indices.data() + 3 * triangle;
    return {primitive.points[corners[0]], primitive.points[corners[1]], primitive.points[corners[2]]};
}

Vec3 area_normal(const std::array<u32, 3>& points, std::span<const Vec3> positions) {
    const Vec3 a = positions[points[0]];
    return cross(positions[points[1]] - a, positions[points[2]] - a);
}

}  // namespace

void compute_normals(const Mesh& mesh, std::span<const Vec3> positions, std::vector<Vec3>& normals) {
    normals.assign(positions.size(), Vec3{});
    for (const Primitive& primitive : mesh.primitives) {
        if (primitive.topology != Topology::triangles) continue;
        for (std::size_t t = 0; t < primitive.indices.size() / 3; ++t) {
            const std::array<u32, 3> points = points_of(primitive, t);
            const Vec3 normal = area_normal(points, positions);
            for (const u32 point : points) normals[point] = normals[point] + normal;
        }
    }
    for (Vec3& normal : normals) normal = direction_of(normal);
}

void compute_flat_normals(const Primitive& primitive, std::span<const Vec3> positions, std::vector<Vec3>& normals) {
    normals.assign(primitive.points.size(), Vec3{0, 1, 0});
    for (std::size_t t = 0; t < primitive.indices.size() / 3; ++t) {
        const Vec3 normal = direction_of(area_normal(points_of(primitive, t), positions));
        for (std::size_t k = 0; k < 3; ++k) normals[primitive.indices[3 * t + k]] = normal;
    }
}

}  // namespace thaw
