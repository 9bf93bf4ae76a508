// The surface: vertices, corners and morphs have the base's numbers.
#include "formats/ctc/build/edit_mesh.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/shared/build_issues.hpp"
#include "scene/influences.hpp"
#include "scene/targets.hpp"

namespace thaw::ctc {

namespace {

void edit_vertices(const MeshEdit& work) {
    for (std::size_t v = 0; v < work.base.points.size(); ++v) {
        Vertex& vertex = work.document.vertices[v];
        if (work.edited.points[v] != work.base.points[v]) vertex.position = in_file(work.edited.points[v], work.metres);
        if (work.edited.normals[v] != work.base.normals[v]) vertex.normal = file_direction(work.edited.normals[v]);
    }
}

// C13: the first one counts, and its weight does not.
void edit_influences(const MeshEdit& work) {
    Document& d = work.document;
    const Influences &then = work.base.influences, &now = work.edited.influences;
    u64 shared = 0;
    f32 most = 0;
    std::size_t first = 0;
    for (std::size_t v = 0; v < d.vertices.size(); first += d.influence_counts[v], ++v) {
        if (hangs_alike(then, v, now, v)) continue;
        const u32 bone = work.bones[now.joints[v * now.per_point]];
        const f32 others = 1 - now.weights[v * now.per_point];
        if (bone == no_index || d.influence_counts[v] == 0) {
            ++work.lost[ChangeKind::weights];
            continue;
        }
        d.influences[first].bone = static_cast<i32>(bone);
        shared += others > 0.001f ? 1u : 0u;
        most = std::max(most, others);
    }
    if (shared > 0) report_shared(work.issues, work.base.name, shared, work.base.points.size(), most);
}

class CornerEdit {
public:
    explicit CornerEdit(const MeshEdit& work) : work_(work), d_(work.document) {}

    std::string run() {
        using enum ChangeKind;
        if (!work_.edit.has(uvs) && !work_.edit.has(colors) && !work_.edit.has(materials)) return {};
        const std::size_t drawn = static_cast<std::size_t>(d_.drawn_triangles());
        std::size_t t = 0;
        for (u32 i = 0; i < work_.base.primitives.size(); ++i) {
            const auto& indices = work_.base.primitives[i].indices;
            for (std::size_t k = 0; k + 2 < indices.size(); k += 3, ++t) {
                while (t < drawn && !is_native(t, i, k)) ++t;
                if (t >= drawn) return "the scene before the edit is not all of the file";
                for (std::size_t c = 0; c < 3; ++c) edit(t, c, i, scene_corner(k, c));
            }
        }
        if (reddened_ > 0) report_reddened(work_.issues, reddened_);
        work_.lost[colors] += colorless_.size();
        return {};
    }

private:
    // The mirrored axis turns triangles round.
    static std::size_t scene_corner(std::size_t first, std::size_t corner) { return first + (3 - corner) % 3; }

    // Triangles that nobody can see are not in the scene.
    bool is_native(std::size_t t, u32 number, std::size_t k) const {
        const Primitive& primitive = work_.base.primitives[number];
        for (std::size_t c = 0; c < 3; ++c) {
            const auto vertex = static_cast<i64>(primitive.points[primitive.indices[scene_corner(k, c)]]);
            if (d_.triangles[t].vertices[c] != vertex) return false;
        }
        return true;
    }

    // Corners that triangles shared may have been cut apart.
    void edit(std::size_t t, std::size_t c, u32 primitive, std::size_t index) {
        const Primitive &then = work_.base.primitives[primitive], &now = work_.edited.primitives[primitive];
        const u32 before = then.indices[index], corner = now.indices[index];
        if (now.uvs[corner] != then.uvs[before]) d_.uvs[t].corners[c] = {now.uvs[corner].x, now.uvs[corner].y};
        const Vec4 tint = tint_of(now.material), own = now.colors.empty() ? white : now.colors[corner];
        if (own == (then.colors.empty() ? white : then.colors[before]) && tint == white) return;
        const Vec4 color = product(own, tint);
        const std::size_t place = 3 * t + c;
        if (place >= d_.colours.size()) {
            if (color != white) colorless_.insert({primitive, corner});
            return;
        }
        auto& rgba = d_.colours[place].rgba;
        rgba = file_color(color);
        if (c != 0 || rgba[0] != 0) return;
        rgba[0] = 1;  // C17
        ++reddened_;
    }

    // The colour that somebody gave a skin with an image, which only corners can have.
    Vec4 tint_of(u32 material) const {
        if (material == no_index || d_.colours.empty()) return white;
        const Material& now = work_.scene.materials[material];
        return now.image == no_index ? white : now.base_color;
    }

    const MeshEdit& work_;
    Document& d_;
    std::set<std::pair<u32, u32>> colorless_{};  // primitive and corner
    u64 reddened_ = 0;
};

// Targets are places: they move with their vertex, and as far as the shape itself does.
std::string edit_morphs(const MeshEdit& work) {
    Document& d = work.document;
    std::size_t first = 0;
    for (std::size_t m = 0; m < d.morphs.size(); first += d.morphs[m].count, ++m) {
        const thaw::MorphTarget &then = work.base.targets[m], &now = work.edited.targets[m];
        std::vector<bool> listed(d.vertices.size());
        for (std::size_t i = first; i < first + d.morphs[m].count; ++i) {
            if (!selects(d.morph_indices[i], d.vertices.size())) continue;
            const auto v = static_cast<std::size_t>(d.morph_indices[i]);
            Vec3 step = work.edited.points[v] - work.base.points[v];
            if (!listed[v]) step = step + (offset_of(work.edited, now, v) - offset_of(work.base, then, v));
            listed[v] = true;
            const auto by = in_file(step, work.metres);
            for (std::size_t k = 0; k < 3; ++k) {
                if (by[k] != 0) d.morph_targets[i].position[k] += by[k];  // -0 stays
            }
        }
        for (std::size_t i = 0; i < now.points.size(); ++i) {
            if (listed[now.points[i]] || now.offsets[i] == Vec3{}) continue;
            return "the morph " + now.name + " moves a vertex that it did not move before";
        }
    }
    return {};
}

}  // namespace

std::string edit_mesh(const MeshEdit& work) {
    edit_vertices(work);
    edit_influences(work);
    if (std::string why = CornerEdit(work).run(); !why.empty()) return why;
    return edit_morphs(work);
}

}  // namespace thaw::ctc
