// Vertices that were edited. Those of the file are the points of its scene, so that a number is all that is needed.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/numbers.hpp"
#include "build/match.hpp"
#include "formats/twm/edit_parts.hpp"
#include "formats/twm/validate.hpp"
#include "scene/normals.hpp"

namespace thaw::twm {

namespace {

constexpr f32 same_direction = 1e-3f;
constexpr f32 same_weight = 1e-5f;

bool is_nearly(f32 a, f32 b, double size) { return std::abs(double{a} - double{b}) <= 1e-6 * size; }

// Of one corner of the edited mesh: a vertex of the file has as many as triangles meet in it, all of them alike.
struct Corner {
    u32 part = no_index;
    u32 corner = 0;
};

class MeshEdit {
public:
    MeshEdit(EditWork& work, u32 base_node, u32 edited_node, Mesh& mesh)
        : work_(work),
          base_(work.base.meshes[work.base.nodes[base_node].mesh]),
          edited_(work.edited.meshes[work.edited.nodes[edited_node].mesh]),
          node_(edited_node),
          mesh_(mesh) {
        const u32 skin = work.edited.nodes[edited_node].skin;
        base_skin_ = work.base.nodes[base_node].skin;
        edited_skin_ = skin;
        if (skin == no_index) matrix_ = work.edited_rest.worlds[edited_node];
    }

    bool run() {
        if ((base_skin_ == no_index) != (edited_skin_ == no_index)) {
            return work_.differs(edited_.name + " hangs on another skeleton");
        }
        if (!find_vertices()) return false;
        edit_positions();
        return edit_uvs() && edit_normals() && edit_weights();
    }

private:
    thaw::Vec3 point_of(u32 p) const {
        return edited_skin_ == no_index ? transformed(matrix_, edited_.points[p]) : edited_.points[p];
    }
    u32 point_at(const Corner& at) const { return edited_.primitives[at.part].points[at.corner]; }

    bool find_vertices() {
        build::Surface base, edited;
        const auto add = [](build::Surface& out, const Primitive& part, u32 number, std::vector<Corner>* corners) {
            if (part.topology != Topology::triangles) return;
            for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
                const auto at = [&](std::size_t k) { return part.points[part.indices[i + k]]; };
                out.triangles.push_back({at(0), at(1), at(2)});
                out.groups.push_back(0);
                for (std::size_t k = 0; k < 3 && corners != nullptr; ++k) {
                    corners->push_back({number, part.indices[i + k]});
                }
            }
        };
        base.points = base_.points;
        base.marks.assign(base.points.size(), 0);
        for (const Primitive& part : base_.primitives) add(base, part, 0, nullptr);
        edited.points = std::vector<thaw::Vec3>(edited_.points.size());
        for (u32 p = 0; p < edited.points.size(); ++p) edited.points[p] = point_of(p);
        edited.marks.assign(edited.points.size(), 0);
        std::vector<Corner> corners;
        for (u32 i = 0; i < edited_.primitives.size(); ++i) add(edited, edited_.primitives[i], i, &corners);
        std::span<const u32> sources;
        const u32 number = work_.edited.nodes[node_].mesh;
        const auto given = work_.input.source_points;
        if (number < given.size() && given[number].size() == edited.points.size()) sources = given[number];
        const auto match = build::match_surfaces(base, edited, sources);
        if (!match) return work_.differs("the triangles of " + edited_.name + " are others");
        vertices_.assign(base_.points.size(), {});
        touched_.assign(base_.points.size(), false);
        for (std::size_t t = 0; t < match->triangles.size(); ++t) {
            const auto& other = match->triangles[t];
            for (std::size_t k = 0; k < 3; ++k) {
                const u32 v = base.triangles[other.triangle][(k + other.turn) % 3];
                if (!take(v, corners[3 * t + k])) {
                    return work_.differs(edited_.name + " has a seam where it had none");
                }
            }
        }
        base_triangles_ = std::move(base.triangles);
        return true;
    }

    // False if the vertex would have to be two.
    bool take(u32 v, const Corner& corner) {
        Corner& place = vertices_[v];
        if (place.part == no_index) {
            place = corner;
            return true;
        }
        const auto uv = [&](const Corner& at) {
            const Primitive& part = edited_.primitives[at.part];
            return part.uvs.empty() ? thaw::Vec2{} : part.uvs[at.corner];
        };
        const thaw::Vec2 a = uv(place), b = uv(corner);
        return is_nearly(a.x, b.x, 1) && is_nearly(a.y, b.y, 1);
    }

    void edit_positions() {
        u64 moved = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            if (vertices_[v].part == no_index) continue;
            const thaw::Vec3 a = base_.points[v], b = point_of(point_at(vertices_[v]));
            if (is_nearly(a.x, b.x, work_.size) && is_nearly(a.y, b.y, work_.size) && is_nearly(a.z, b.z, work_.size)) {
                continue;
            }
            mesh_.positions[v] = {b.x, b.y, b.z};
            touched_[v] = true;
            ++moved;
        }
        work_.words.count("vertex", moved);
    }

    bool edit_uvs() {
        const bool from_bottom = work_.document.version < newest_version || work_.document.ancestor;
        const auto& shown = base_.primitives[0].uvs;
        std::vector<std::pair<std::size_t, thaw::Vec2>> changes;
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            if (vertices_[v].part == no_index) continue;
            const auto& uvs = edited_.primitives[vertices_[v].part].uvs;
            if (uvs.empty()) continue;  // an editor that dropped what it did not need
            const thaw::Vec2 now = uvs[vertices_[v].corner];
            if (shown.empty()) return work_.differs(edited_.name + " has texture coordinates, and had none");
            const double most = std::max({1.0, std::abs(double{shown[v].x}), std::abs(double{shown[v].y})});
            if (!is_nearly(shown[v].x, now.x, most) || !is_nearly(shown[v].y, now.y, most))
                changes.emplace_back(v, now);
        }
        if (changes.empty()) return true;
        const auto stored = [&](thaw::Vec2 uv) { return Vec2{uv.x, from_bottom ? 1 - uv.y : uv.y}; };
        if (has_uv_stride_bug(work_.document, mesh_)) {  // T10: then the others cannot stay as they are
            for (std::size_t v = 0; v < mesh_.uvs.size(); ++v) mesh_.uvs[v] = stored(shown[v]);
        }
        for (const auto& [v, uv] : changes) mesh_.uvs[v] = stored(uv);
        work_.words.count("texture coordinate", changes.size());
        return true;
    }

    bool edit_normals() {
        if (mesh_.normals.empty() || base_.normals.empty()) return true;
        std::vector<bool> around(vertices_.size());
        for (const auto& t : base_triangles_) {
            if (!touched_[t[0]] && !touched_[t[1]] && !touched_[t[2]]) continue;
            for (const u32 v : t) around[v] = true;
        }
        std::vector<thaw::Vec3> computed;
        thaw::Matrix turning = identity_matrix;
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) {
                turning[4 * column + row] = (is_mirror(matrix_) ? -1 : 1) * cofactor(matrix_, row, column);
            }
        }
        const bool given = !edited_.normals.empty();
        if (!given) compute_normals(edited_, edited_.points, computed);
        u64 turned = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            if (vertices_[v].part == no_index || (!given && !around[v])) continue;
            const thaw::Vec3 own = (given ? edited_.normals : computed)[point_at(vertices_[v])];
            const thaw::Vec3 normal = direction_of(transformed(turning, own), own);
            if (length(normal - base_.normals[v]) <= same_direction) continue;
            // Points that an editor joined have one normal for all; where none of them moved, theirs are as they were.
            if (!around[v] && is_shared(v)) continue;
            mesh_.normals[v] = {normal.x, normal.y, normal.z};
            ++turned;
        }
        work_.words.count("normal", turned);
        return true;
    }

    // Does the edited scene have one point where the file has several vertices?
    bool is_shared(std::size_t v) {
        if (sharers_.empty()) {
            sharers_.assign(edited_.points.size(), 0);
            for (const Corner& at : vertices_) {
                if (at.part != no_index) ++sharers_[point_at(at)];
            }
        }
        return sharers_[point_at(vertices_[v])] > 1;
    }

    bool edit_weights() {
        if (base_skin_ == no_index) return true;
        if (!find_bones()) return false;
        std::vector<bool> changed(vertices_.size());
        u64 count = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            changed[v] = vertices_[v].part != no_index && !has_same_weights(v);
            if (changed[v]) ++count;
        }
        if (count == 0) return true;
        Mesh out;
        std::size_t at = 0;
        for (std::size_t v = 0; v < vertices_.size(); ++v) {
            const auto n = static_cast<std::size_t>(mesh_.weight_counts[v]);
            if (changed[v]) {
                gather(edited_.influences, point_at(vertices_[v]), &bones_);
                out.weight_counts.push_back(pulls_.size());
                for (const auto& [joint, weight] : pulls_) out.weights.push_back({joint, double{weight}});
            } else {
                out.weight_counts.push_back(n);
                out.weights.insert(out.weights.end(), mesh_.weights.begin() + static_cast<std::ptrdiff_t>(at),
                                   mesh_.weights.begin() + static_cast<std::ptrdiff_t>(at + n));
            }
            at += n;
        }
        mesh_.weight_counts = std::move(out.weight_counts);
        mesh_.weights = std::move(out.weights);
        work_.words.count("list of weights", count);
        return true;
    }

    bool find_bones() {
        std::map<u32, u32> joint_of;
        for (u32 j = 0; j < work_.edited_joints.size(); ++j) joint_of.emplace(work_.edited_joints[j], j);
        for (const u32 node : work_.edited.skins[edited_skin_].joints) {
            const auto found = joint_of.find(node);
            bones_.push_back(found == joint_of.end() ? no_index : found->second);
        }
        const Influences& list = edited_.influences;
        for (std::size_t i = 0; i < list.joints.size(); ++i) {
            if (list.weights[i] > 0 && bones_[list.joints[i]] == no_index)
                return work_.differs("there is another joint");
        }
        return true;
    }

    void gather(const Influences& list, std::size_t point, const std::vector<u32>* bones) {
        pulls_.clear();
        for (std::size_t i = point * list.per_point; i < (point + 1) * list.per_point; ++i) {
            if (list.weights[i] == 0) continue;
            pulls_.emplace_back(bones == nullptr ? list.joints[i] : (*bones)[list.joints[i]], list.weights[i]);
        }
    }

    bool has_same_weights(std::size_t v) {
        gather(base_.influences, v, nullptr);  // joints of the base's skin are those of the file
        before_ = pulls_;
        gather(edited_.influences, point_at(vertices_[v]), &bones_);
        std::sort(before_.begin(), before_.end());
        std::sort(pulls_.begin(), pulls_.end());
        std::size_t i = 0, k = 0;
        while (i < before_.size() || k < pulls_.size()) {
            const u32 a = i < before_.size() ? before_[i].first : no_index;
            const u32 b = k < pulls_.size() ? pulls_[k].first : no_index;
            const f32 x = a <= b ? before_[i++].second : 0, y = b <= a ? pulls_[k++].second : 0;
            if (std::abs(x - y) > same_weight) return false;
        }
        return true;
    }

    EditWork& work_;
    const thaw::Mesh& base_;
    const thaw::Mesh& edited_;
    u32 node_;
    u32 base_skin_ = no_index;
    u32 edited_skin_ = no_index;
    Mesh& mesh_;
    thaw::Matrix matrix_ = identity_matrix;
    std::vector<Corner> vertices_{};  // by vertex of the file
    std::vector<bool> touched_{};     // by vertex: it moved
    std::vector<std::array<u32, 3>> base_triangles_{};
    std::vector<u32> sharers_{};
    std::vector<u32> bones_{};  // by joint of the edited skin
    std::vector<std::pair<u32, f32>> pulls_{}, before_{};
};

std::vector<u32> mesh_nodes(const Scene& scene) {
    std::vector<u32> out;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index) out.push_back(n);
    }
    return out;
}

}  // namespace

bool edit_meshes(EditWork& work) {
    const std::vector<u32> base = mesh_nodes(work.base);
    std::vector<u32> edited = mesh_nodes(work.edited);
    if (base.size() != edited.size()) {
        return work.differs(std::to_string(edited.size()) + " meshes, before " + std::to_string(base.size()));
    }
    for (const thaw::Mesh& mesh : work.base.meshes) {
        for (const thaw::Vec3 p : mesh.points) {
            work.size = std::max({work.size, std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
        }
    }
    for (std::size_t i = 0; i < base.size(); ++i) {
        const std::string& name = work.base.nodes[base[i]].name;
        for (std::size_t k = i; k < edited.size(); ++k) {
            if (work.edited.nodes[edited[k]].name != name) continue;
            std::swap(edited[i], edited[k]);
            break;
        }
        const auto number = text::whole_integer<u32>(std::string_view(name).substr(name.rfind('.') + 1));
        if (!number || *number >= work.document.meshes.size()) return work.differs("the meshes have other names");
        Mesh& mesh = work.document.meshes[*number];
        if (work.base.meshes[work.base.nodes[base[i]].mesh].points.size() != mesh.positions.size()) {
            return work.differs("the scene before the edit is not that of the file");
        }
        if (!MeshEdit(work, base[i], edited[i], mesh).run()) return false;
    }
    return true;
}

}  // namespace thaw::twm
