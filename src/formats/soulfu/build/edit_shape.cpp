#include "formats/soulfu/build/edit_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "formats/soulfu/scene/bases.hpp"
#include "formats/soulfu/shared/bits.hpp"
#include "scene/influences.hpp"

namespace thaw::ddd {

namespace {

class ShapeEditing {
public:
    ShapeEditing(const ShapeEdit& edit, ShapeNumbers& numbers, BaseModel& base)
        : edit_(edit), numbers_(numbers), base_(base) {}

    bool run() {
        if (edit_.own == no_index && edit_.is.meshes.empty()) return false;
        const bool is_new = !has_its_triangles();
        if (is_new) {
            make_anew();
        } else {
            edit_vertices();
            edit_slots();
        }
        return is_new;
    }

private:
    const Mesh& mesh_in(const Scene& scene) const { return scene.meshes[edit_.base_scene.nodes[edit_.own].mesh]; }

    bool has_its_triangles() const {
        if (edit_.own == no_index || edit_.is.meshes.size() != 1 || edit_.is.meshes[0].node != edit_.own) return false;
        if (edit_.scene.nodes[edit_.own].mesh != edit_.base_scene.nodes[edit_.own].mesh) return false;
        const Mesh &was = mesh_in(edit_.base_scene), &is = mesh_in(edit_.scene);
        const auto same = [&](const Primitive& a, const Primitive& b) {
            // Corners may have been cut apart: a triangle has texture vertices of its own.
            const auto same_point = [&](u32 x, u32 y) { return a.points[x] == b.points[y]; };
            return a.material == b.material && a.topology == b.topology &&
                   std::equal(a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(), same_point) &&
                   (a.material == no_index || edit_.plan_before.slot_of[a.material] == edit_.plan.slot_of[a.material]);
        };
        return was.points.size() == base_.vertices.size() && is.points.size() == was.points.size() &&
               std::equal(was.primitives.begin(), was.primitives.end(), is.primitives.begin(), is.primitives.end(),
                          same);
    }

    // --- number by number

    void edit_vertices() {
        const Mesh &was = mesh_in(edit_.base_scene), &is = mesh_in(edit_.scene);
        const double feet = edit_.metres / metres_per_foot;
        for (std::size_t v = 0; v < base_.vertices.size(); ++v) {
            const Vec3 &a = was.points[v], &b = is.points[v];
            auto& own = base_.vertices[v].position;
            if (a.x != b.x) own[0] = numbers_.lengths(b.x * feet);
            if (a.z != b.z) own[1] = numbers_.lengths(b.z * feet);
            if (a.y != b.y) own[2] = numbers_.lengths(b.y * feet);
            if (!thaw::hangs_alike(was.influences, v, is.influences, v)) rebind(is.influences, v);
        }
    }

    void rebind(const Influences& influences, std::size_t v) {
        BuildVertex made;
        bind_vertex(influences, v, edit_.is.meshes[0], made, numbers_.losses);
        if (!made.loose) hang(made.bones, made.weight, base_.vertices[v]);
    }

    static void hang(const std::array<u8, 2>& bones, u8 weight, Vertex& vertex) {
        vertex.bones = bones;
        vertex.weight = static_cast<u8>(weight | (vertex.weight & anchor_bit));
    }

    void edit_slots() {
        std::size_t next = 0;  // primitive
        for (std::size_t s = 0; s < slot_count; ++s) {
            const auto corners = seen_corners(base_.slots[s]);
            if (corners.empty()) continue;
            const auto& primitives = mesh_in(edit_.base_scene).primitives;
            if (next >= primitives.size() || primitives[next].topology != Topology::triangles) return;
            edit_slot(primitives[next].material, base_.slots[s]);
            note_uvs(primitives[next], mesh_in(edit_.scene).primitives[next], corners);
            ++next;
        }
        put_uvs();
    }

    // In the order in which a scene has them.
    std::vector<Corner*> seen_corners(Slot& slot) const {
        std::vector<Corner*> out;
        for (Triangle& triangle : slot.triangles) {
            if (slot.mode == 0 || !is_whole(triangle, base_.vertices.size(), base_.tex_vertices.size())) continue;
            for (const std::size_t k : corners_in_scene) out.push_back(&triangle.corners[k]);
        }
        return out;
    }

    void edit_slot(u32 material, Slot& slot) const {
        if (material == no_index) return;
        const Material &was = edit_.base_scene.materials[material], &is = edit_.scene.materials[material];
        if (flags_of(was) != flags_of(is)) slot.flags = flags_of(is);
        if (alpha_of(was) != alpha_of(is)) slot.alpha = alpha_of(is);
    }

    void note_uvs(const Primitive& was, const Primitive& is, const std::vector<Corner*>& corners) {
        if (corners.size() != was.indices.size() || was.uvs.empty() || is.uvs.empty()) return;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            ++uses_[corners[i]->tex_vertex];
            const Vec2 &a = was.uvs[was.indices[i]], &b = is.uvs[is.indices[i]];
            if (a == b) continue;
            TexVertex uv = base_.tex_vertices[corners[i]->tex_vertex];
            if (a.x != b.x) uv.u = numbers_.uvs(b.x);
            if (a.y != b.y) uv.v = numbers_.uvs(b.y);
            wanted_[corners[i]->tex_vertex].push_back({corners[i], {uv.u, uv.v}});
        }
    }

    // A texture vertex that all its corners want so is changed; else they get another, that is there or comes at the
    // end.
    void put_uvs() {
        std::vector<std::pair<Corner*, Uv>> others;
        for (const auto& [number, list] : wanted_) {
            const Uv uv = list[0].second;
            const auto same = [&](const auto& each) { return each.second == uv; };
            if (list.size() == uses_[number] && std::all_of(list.begin(), list.end(), same)) {
                base_.tex_vertices[number] = {uv[0], uv[1]};
            } else {
                others.insert(others.end(), list.begin(), list.end());
            }
        }
        std::map<Uv, std::size_t> known;
        for (std::size_t i = 0; i < base_.tex_vertices.size(); ++i) {
            known.try_emplace({base_.tex_vertices[i].u, base_.tex_vertices[i].v}, i);
        }
        for (const auto& [corner, uv] : others) {
            const auto [place, is_new] = known.try_emplace(uv, base_.tex_vertices.size());
            if (is_new) base_.tex_vertices.push_back({uv[0], uv[1]});
            corner->tex_vertex = static_cast<u16>(place->second);
        }
    }

    // --- other triangles

    void make_anew() {
        // Only the mesh it had knows its vertices.
        std::vector<std::vector<u32>> sources(edit_.source_points.begin(), edit_.source_points.end());
        const u32 own = edit_.own == no_index ? no_index : edit_.base_scene.nodes[edit_.own].mesh;
        for (u32 m = 0; m < sources.size(); ++m) {
            if (m != own) sources[m].clear();
        }
        const BuildShape shape = shape_of(edit_.scene, edit_.is, edit_.plan, sources, numbers_.losses);
        const std::vector<Vertex> before = base_.vertices;
        put_shape(shape, numbers_.lengths, numbers_.uvs, base_);
        for (std::size_t v = 0; v < base_.vertices.size(); ++v) {
            const BuildVertex& made = shape.vertices[v];
            if (made.source >= before.size()) continue;
            Vertex vertex = before[made.source];
            vertex.position = base_.vertices[v].position;
            if (!made.loose && !hangs_alike(vertex, made)) hang(made.bones, made.weight, vertex);
            base_.vertices[v] = vertex;
        }
    }

    // The file may have the lighter bone first, and any weight where there is one bone.
    static bool hangs_alike(const Vertex& own, const BuildVertex& made) {
        auto [a, b] = own.bones;
        int weight = own.weight & weight_mask;
        if (a == b) return made.bones == own.bones;
        if (2 * weight < 127) {
            std::swap(a, b);
            weight = 127 - weight;
        }
        return made.bones == std::array{a, b} && std::abs(made.weight - weight) <= 1;
    }

    const ShapeEdit& edit_;
    ShapeNumbers& numbers_;
    BaseModel& base_;
    using Uv = std::array<i16, 2>;
    std::map<u16, std::size_t> uses_{};                            // by texture vertex: corners
    std::map<u16, std::vector<std::pair<Corner*, Uv>>> wanted_{};  // by texture vertex: corners with another
};

}  // namespace

u16 scaling_for(const Rounding& lengths) {
    return static_cast<u16>(lengths.beyond() == 0 ? 0
                                                  : std::min(std::floor(lengths.beyond()) + 1, double{most_scaling}));
}

void rescale(File& file, u16 scaling) {
    const double factor = static_cast<double>(file.scaling) / scaling;
    const auto put = [&](i16& x) { x = static_cast<i16>(std::floor(x * factor + 0.5)); };
    for (BaseModel& base : file.bases) {
        for (Vertex& vertex : base.vertices) std::for_each(vertex.position.begin(), vertex.position.end(), put);
    }
    for (Frame& frame : file.frames) {
        for (Vector3& joint : frame.joints) {
            for (i16* x : {&joint.x, &joint.y, &joint.z}) put(*x);
        }
        for (Shadow& shadow : frame.shadows) {
            for (ShadowCorner& corner : shadow.corners) {
                put(corner.x);
                put(corner.y);
            }
        }
    }
    file.scaling = scaling;
}

bool edit_shape(const ShapeEdit& edit, ShapeNumbers& numbers, BaseModel& base) {
    return ShapeEditing(edit, numbers, base).run();
}

}  // namespace thaw::ddd
