#include "scene/normals.hpp"

#include "scene/maths.hpp"

namespace thaw {

namespace {

Vec3 area_normal(const Primitive& primitive, std::size_t triangle, std::span<const Vec3> positions) {
    const Vec3 a = positions[primitive.points[primitive.indices[3 * triangle]]];
    const Vec3 b = positions[primitive.points[primitive.indices[3 * triangle + 1]]];
    const Vec3 c = positions[primitive.points[primitive.indices[3 * triangle + 2]]];
    return cross(b - a, c - a);
}

}  // namespace

void compute_normals(const Mesh& mesh, std::span<const Vec3> positions, std::vector<Vec3>& normals) {
    normals.assign(positions.size(), Vec3{});
    for (const Primitive& primitive : mesh.primitives) {
        if (primitive.topology != Topology::triangles) continue;
        for (std::size_t t = 0; t < primitive.indices.size() / 3; ++t) {
            const Vec3 normal = area_normal(primitive, t, positions);
            for (std::size_t k = 0; k < 3; ++k) {
                Vec3& sum = normals[primitive.points[primitive.indices[3 * t + k]]];
                sum = sum + normal;
            }
        }
    }
    for (Vec3& normal : normals) normal = direction_of(normal);
}

void compute_flat_normals(const Primitive& primitive, std::span<const Vec3> positions, std::vector<Vec3>& normals) {
    normals.assign(primitive.points.size(), Vec3{0, 1, 0});
    for (std::size_t t = 0; t < primitive.indices.size() / 3; ++t) {
        const Vec3 normal = direction_of(area_normal(primitive, t, positions));
        for (std::size_t k = 0; k < 3; ++k) normals[primitive.indices[3 * t + k]] = normal;
    }
}

}  // namespace thaw
