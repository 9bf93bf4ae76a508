// Meshes: one for each primitive of the scene that has a material of its own, with a vertex for each of its corners.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/twm/build/issues.hpp"
#include "formats/twm/build/parts.hpp"
#include "formats/twm/validate.hpp"
#include "scene/normals.hpp"

namespace thaw::twm {

namespace {

Vec3 file_vector(thaw::Vec3 v) { return {v.x, v.y, v.z}; }

class MeshBuilder {
public:
    MeshBuilder(BuildWork& work, const thaw::Mesh& from, const Placing& placing)
        : work_(work),
          from_(from),
          placing_(placing),
          plain_(placing.matrix == identity_matrix),
          turning_(normal_matrix(placing.matrix)) {
        if (from.normals.empty()) compute_normals(from, from.points, computed_);
    }

    void add(const Primitive& primitive) {
        Mesh mesh;
        const std::size_t n = primitive.points.size();
        mesh.positions = std::vector<Vec3>(n);
        mesh.normals = std::vector<Vec3>(n);
        mesh.has_normals = 1;
        for (std::size_t i = 0; i < n; ++i) mesh.positions[i] = file_vector(position_of(primitive.points[i]));
        add_normals(primitive, mesh);
        add_uvs(primitive, mesh);
        add_tangents(primitive, mesh);
        add_indices(primitive, mesh);
        add_weights(primitive, mesh);
        if (mesh.stored_indices() == 0) return;
        work_.document.meshes.push_back(std::move(mesh));
    }

private:
    bool from_bottom() const { return work_.document.version < newest_version; }

    thaw::Vec3 position_of(u32 point) const {
        const thaw::Vec3 p = placing_.at_rest != nullptr ? (*placing_.at_rest)[point] : from_.points[point];
        return plain_ ? p : transformed(placing_.matrix, p);
    }

    thaw::Vec3 direction(const thaw::Matrix& matrix, thaw::Vec3 v, thaw::Vec3 fallback) const {
        return plain_ ? v : direction_of(transformed(matrix, v), fallback);
    }

    void add_normals(const Primitive& primitive, Mesh& mesh) {
        if (primitive.flat) compute_flat_normals(primitive, from_.points, flat_);
        const auto& points = from_.normals.empty() ? computed_ : from_.normals;
        for (std::size_t i = 0; i < primitive.points.size(); ++i) {
            const thaw::Vec3 normal = primitive.flat ? flat_[i] : points[primitive.points[i]];
            mesh.normals[i] = file_vector(direction(turning_, normal, normal));
        }
    }

    void add_uvs(const Primitive& primitive, Mesh& mesh) {
        if (primitive.uvs.empty()) return;
        mesh.has_uvs = 1;
        mesh.uvs = std::vector<Vec2>(primitive.uvs.size());
        for (std::size_t i = 0; i < primitive.uvs.size(); ++i) {
            mesh.uvs[i] = {primitive.uvs[i].x, from_bottom() ? 1 - primitive.uvs[i].y : primitive.uvs[i].y};
        }
        if (!has_uv_stride_bug(work_.document, mesh)) return;
        // T10: by chance every third number is 0, which readers would take for the converter's mistake.
        mesh.uvs[1].u = 1e-7f;
        work_.issues.add(issue::uv_nudged, {}, from_.name, {}, "1e-7");
    }

    // Tangents are good for images only, and count from the front of the attributes.
    void add_tangents(const Primitive& primitive, Mesh& mesh) {
        if (from_.tangents.empty() || primitive.uvs.empty()) return;
        mesh.has_tangents = mesh.has_binormals = 1;
        mesh.tangents = std::vector<Vec3>(primitive.points.size());
        mesh.binormals = std::vector<Vec3>(primitive.points.size());
        const f32 side = (from_bottom() ? 1.0f : -1.0f) * (placing_.mirrors ? -1.0f : 1.0f);
        thaw::Matrix linear = placing_.matrix;
        linear[12] = linear[13] = linear[14] = 0;
        for (std::size_t i = 0; i < primitive.points.size(); ++i) {
            const Vec4 stored = from_.tangents[primitive.points[i]];
            const thaw::Vec3 normal{mesh.normals[i].x, mesh.normals[i].y, mesh.normals[i].z};
            thaw::Vec3 along = direction(linear, {stored.x, stored.y, stored.z}, {1, 0, 0});
            along = along - normal * dot(along, normal);
            if (!(length(along) > 1e-3f)) {
                along = cross(normal, std::abs(normal.x) < 0.7f ? thaw::Vec3{1, 0, 0} : thaw::Vec3{0, 1, 0});
            }
            along = direction_of(along, {1, 0, 0});
            mesh.tangents[i] = file_vector(along);
            mesh.binormals[i] = file_vector(cross(normal, along) * (stored.w < 0 ? -side : side));
        }
    }

    void add_indices(const Primitive& primitive, Mesh& mesh) {
        const std::size_t n = primitive.indices.size() / 3 * 3;
        const auto index = [&](std::size_t i) {
            return primitive.indices[placing_.mirrors ? i / 3 * 3 + 2 - i % 3 : i];
        };
        if (work_.document.version < 2) {
            mesh.wide_indices = std::vector<u64>(n);
            for (std::size_t i = 0; i < n; ++i) mesh.wide_indices[i] = index(i);
        } else {
            mesh.indices = std::vector<u32>(n);
            for (std::size_t i = 0; i < n; ++i) mesh.indices[i] = index(i);
        }
    }

    void add_weights(const Primitive& primitive, Mesh& mesh) {
        const std::size_t n = primitive.points.size();
        if (placing_.bone != no_index) {
            mesh.has_deformer = 1;
            mesh.weight_counts.assign(n, 1);
            mesh.weights.assign(n, {placing_.bone, 1});
        }
        if (placing_.joints == nullptr) return;
        mesh.has_deformer = 1;
        mesh.weight_counts = std::vector<u64>(n);
        const Influences& list = from_.influences;
        const std::size_t width = list.per_point;
        const auto count_of = [&](std::size_t point) {
            const auto first = list.weights.begin() + static_cast<std::ptrdiff_t>(point * width);
            return static_cast<std::size_t>(std::find(first, first + static_cast<std::ptrdiff_t>(width), 0.0f) - first);
        };
        std::size_t total = 0, most = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t count = count_of(primitive.points[i]);
            mesh.weight_counts[i] = count;
            total += count;
            most = std::max(most, count);
        }
        // What readers take is bounded twice: no list may be so long that it makes all the others costly.
        const std::size_t room =
            n == 0 ? max_weights : std::min<std::size_t>(max_weights, (65536 + 16 * (total + n)) / n);
        if (most > room) {
            if (!work_.options.fit) return work_.refuse(from_.name, room, most, "weights of a vertex");
            work_.issues.add(issue::weights_fitted, {}, from_.name, std::to_string(room), std::to_string(most));
            total = 0;
            for (u64& count : mesh.weight_counts) total += static_cast<std::size_t>(count = std::min<u64>(count, room));
        }
        mesh.weights = std::vector<Weight>(total);
        std::size_t at = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t first = std::size_t{primitive.points[i]} * width;
            const std::size_t count = static_cast<std::size_t>(mesh.weight_counts[i]);
            double sum = 0;
            for (std::size_t k = 0; k < count; ++k) sum += double{list.weights[first + k]};
            const double scale = most > room ? 1 / sum : 1;
            for (std::size_t k = 0; k < count; ++k) {
                mesh.weights[at++] = {(*placing_.joints)[list.joints[first + k]],
                                      double{list.weights[first + k]} * scale};
            }
        }
    }

    BuildWork& work_;
    const thaw::Mesh& from_;
    const Placing& placing_;
    bool plain_;
    thaw::Matrix turning_;  // of normals
    std::vector<thaw::Vec3> computed_{};
    std::vector<thaw::Vec3> flat_{};
};

}  // namespace

void build_meshes(BuildWork& work) {
    const Scene& scene = work.scene;
    std::vector<thaw::Vec3> at_rest;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (node.mesh == no_index || BuildWork::is_in(work.kept_nodes, n)) continue;
        Placing placing;
        if (node.skin != no_index) {
            placing.joints = &work.rig.of_skin[node.skin];
            placing.matrix = work.shown[node.skin];
            if (work.baked[node.skin]) {
                posed_points(scene, work.rest, n, at_rest);
                placing.at_rest = &at_rest;
            }
        } else if (const build::Carried* carried = work.rig.carrier_of(n)) {
            placing.matrix = carried->placed;
            placing.bone = carried->bone;
        }
        placing.mirrors = node.skin == no_index && is_mirror(placing.matrix);
        MeshBuilder builder(work, scene.meshes[node.mesh], placing);
        for (const Primitive& primitive : scene.meshes[node.mesh].primitives) {
            if (primitive.topology == Topology::triangles) builder.add(primitive);
        }
    }
}

}  // namespace thaw::twm
