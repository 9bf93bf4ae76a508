// Vertices and triangles that are still there keep their bytes, but for what was edited.
#include "formats/twm/build/edit_mesh.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate.hpp"
#include "scene/influences.hpp"

namespace thaw::twm {

namespace {

class MeshEditing {
public:
    MeshEditing(const MeshEdit& edit, Mesh& mesh)
        : edit_(edit), base_(edit.base), edited_(edit.edited), part_(edit.edited.primitives[0]), mesh_(mesh) {}

    std::string run() {
        const bool uvs_are_odd = has_uv_stride_bug(edit_.document, mesh_);
        if (std::string why = find_vertices(); !why.empty()) return why;
        if (part_.uvs.empty() != base_.primitives[0].uvs.empty())
            return edited_.name + " has texture coordinates, and had none";
        edit_triangles();
        pick_rows();
        edit_shape();
        edit_weights();
        edit_uvs(uvs_are_odd);
        return {};
    }

private:
    // Corners are vertices.
    std::string find_vertices() {
        if (edited_.primitives.size() != 1) return edited_.name + " has several materials";
        for (const u32 point : part_.points) {
            const u32 source = edit_.source_points[point];
            if (source == no_index) return edited_.name + " has new vertices";
            vertices_.push_back(source);
        }
        std::vector<u32> all(mesh_.positions.size());
        std::iota(all.begin(), all.end(), u32{0});
        is_all_ = vertices_ == all;
        return is_all_ || mesh_.attributes.empty() ? "" : edited_.name + " has attributes that cannot be told apart";
    }

    // Those that nobody can see stay where they are, as far as their vertices do.
    void edit_triangles() {
        if (is_all_ && part_.indices == base_.primitives[0].indices) return;
        std::map<u32, std::size_t> now;  // by triangle of the base
        std::vector<u64> indices;
        for (std::size_t t = 0; t < edit_.source_triangles.size(); ++t) now.emplace(edit_.source_triangles[t], 3 * t);
        std::map<u64, u64> vertex;
        for (std::size_t v = 0; v < vertices_.size(); ++v) vertex.emplace(vertices_[v], v);
        const auto add = [&](std::size_t first) {
            indices.insert(indices.end(), part_.indices.begin() + static_cast<std::ptrdiff_t>(first),
                           part_.indices.begin() + static_cast<std::ptrdiff_t>(first + 3));
        };
        u32 drawn = 0;
        for (u64 i = 0; i + 3 <= mesh_.stored_indices(); i += 3) {
            if (is_drawn(mesh_, i)) {
                const auto found = now.find(drawn++);
                if (found != now.end()) add(found->second);
                continue;
            }
            std::vector<u64> unseen;
            for (u64 k = i; k < i + 3; ++k) {
                const auto found = vertex.find(mesh_.index(k));
                if (is_all_ || found != vertex.end()) unseen.push_back(is_all_ ? mesh_.index(k) : found->second);
            }
            if (unseen.size() == 3) indices.insert(indices.end(), unseen.begin(), unseen.end());
        }
        for (std::size_t t = 0; t < edit_.source_triangles.size(); ++t) {
            if (edit_.source_triangles[t] == no_index) add(3 * t);
        }
        if (edit_.document.version < 2) {
            mesh_.wide_indices = std::move(indices);
        } else {
            mesh_.indices.assign(indices.begin(), indices.end());
        }
    }

    template <class Row>
    void pick(std::vector<Row>& rows) const {
        std::vector<Row> out;
        for (const u32 v : vertices_) {
            if (v < rows.size()) out.push_back(rows[v]);
        }
        rows = std::move(out);
    }

    void pick_rows() {
        if (is_all_) return;
        std::vector<Weight> weights;
        std::vector<std::size_t> first{0};
        for (const u64 count : mesh_.weight_counts) first.push_back(first.back() + static_cast<std::size_t>(count));
        for (const u32 v : vertices_) {
            if (v >= mesh_.weight_counts.size()) continue;
            weights.insert(weights.end(), mesh_.weights.begin() + static_cast<std::ptrdiff_t>(first[v]),
                           mesh_.weights.begin() + static_cast<std::ptrdiff_t>(first[v + 1]));
        }
        mesh_.weights = std::move(weights);
        pick(mesh_.positions);
        pick(mesh_.normals);
        pick(mesh_.uvs);
        pick(mesh_.tangents);
        pick(mesh_.binormals);
        pick(mesh_.weight_counts);
    }

    void edit_shape() {
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            const thaw::Vec3 p = edited_.points[part_.points[v]];
            if (p != base_.points[vertices_[v]]) mesh_.positions[v] = {p.x, p.y, p.z};
            if (mesh_.normals.empty() || edited_.normals.empty() || base_.normals.empty()) continue;
            const thaw::Vec3 n = edited_.normals[part_.points[v]];
            if (n != base_.normals[vertices_[v]]) mesh_.normals[v] = {n.x, n.y, n.z};
        }
    }

    void edit_weights() {
        const Influences& now = edited_.influences;
        std::vector<Weight> weights;
        std::size_t at = 0;
        for (std::size_t v = 0; v < mesh_.weight_counts.size(); ++v) {
            const auto first = mesh_.weights.begin() + static_cast<std::ptrdiff_t>(at);
            at += static_cast<std::size_t>(mesh_.weight_counts[v]);
            if (hangs_alike(base_.influences, vertices_[v], now, part_.points[v])) {
                weights.insert(weights.end(), first, mesh_.weights.begin() + static_cast<std::ptrdiff_t>(at));
                continue;
            }
            mesh_.weight_counts[v] = 0;
            const std::size_t row = std::size_t{part_.points[v]} * now.per_point;
            for (std::size_t i = row; i < row + now.per_point; ++i) {
                if (now.weights[i] == 0) continue;
                weights.push_back({now.joints[i], double{now.weights[i]}});
                ++mesh_.weight_counts[v];
            }
        }
        mesh_.weights = std::move(weights);
    }

    // T10: where the stored ones are those of other vertices, none can stay as it is.
    void edit_uvs(bool all) {
        const auto &then = base_.primitives[0].uvs, &now = part_.uvs;
        if (is_all_ && now == then) return;
        const bool from_bottom = edit_.document.version < newest_version || edit_.document.ancestor;
        for (std::size_t v = 0; v < mesh_.uvs.size(); ++v) {
            if (!all && now[v] == then[vertices_[v]]) continue;
            mesh_.uvs[v] = {now[v].x, from_bottom ? 1 - now[v].y : now[v].y};
        }
    }

    const MeshEdit& edit_;
    const thaw::Mesh& base_;
    const thaw::Mesh& edited_;
    const Primitive& part_;
    Mesh& mesh_;
    std::vector<u32> vertices_{};  // by vertex now: of the base
    bool is_all_ = true;           // all of them, in the same order
};

}  // namespace

std::string edit_mesh(const MeshEdit& edit, Mesh& mesh) { return MeshEditing(edit, mesh).run(); }

}  // namespace thaw::twm
