// The surface: points, morph targets, triangle lists.
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "scene/normals.hpp"
#include "scene/unique.hpp"

namespace thaw::ctc {

namespace {

bool is_finite(const std::array<f32, 3>& v) { return thaw::is_finite(vector_of(v)); }

void add_points(SceneWork& work, thaw::Mesh& mesh) {
    const auto& vertices = work.document.vertices;
    for (const Vertex& vertex : vertices) {
        mesh.points.push_back(is_finite(vertex.position) ? scene_point(vertex.position, work.unit) : Vec3{});
    }
    work.reporter.report_some(
        issue::non_finite, issue::non_finite.severity, vertices.size(),
        [&](std::size_t v) { return !is_finite(vertices[v].position); },
        [](std::size_t v) { return field_path("vertices", v, "position"); }, "finite numbers");
}

bool has_direction(const std::array<f32, 3>& n) { return is_finite(n) && (n[0] != 0 || n[1] != 0 || n[2] != 0); }

// The file's own, where they say anything; the others from the triangles.
void add_normals(SceneWork& work, thaw::Mesh& mesh) {
    const auto& vertices = work.document.vertices;
    const auto lacks = [&](std::size_t v) { return !has_direction(vertices[v].normal); };
    work.reporter.report_some(
        issue::normal_length, issue::normal_length.severity, vertices.size(), lacks,
        [](std::size_t v) { return field_path("vertices", v, "normal"); }, "1");
    compute_normals(mesh, mesh.points, mesh.normals);
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (!lacks(v)) mesh.normals[v] = direction_of(scene_point(vertices[v].normal, 1), mesh.normals[v]);
    }
}

// Targets are absolute, offsets are not; a vertex that a morph names twice takes both, as in pose.hpp.
thaw::MorphTarget target_of(SceneWork& work, std::size_t m, std::size_t first) {
    const Document& d = work.document;
    const std::size_t n = d.morphs[m].count;
    std::vector<std::pair<u32, u32>> moved;  // vertex, place in the morph
    std::vector<bool> lost(n);
    for (std::size_t i = 0; i < n; ++i) {
        const i32 v = d.morph_indices[first + i];
        if (!selects(v, d.vertices.size())) {
            work.reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("morph_data", m, "indices", i), below(d.vertices.size()), std::to_string(v)};
            });
            continue;
        }
        moved.emplace_back(static_cast<u32>(v), static_cast<u32>(i));
    }
    std::sort(moved.begin(), moved.end());
    thaw::MorphTarget target;
    target.name = text::to_utf8(text::until_nul(d.morphs[m].name));
    if (target.name.empty()) target.name = "morph_" + std::to_string(m);
    bool repeats = false;
    for (const auto& [v, i] : moved) {
        const auto& to = d.morph_targets[first + i].position;
        const auto& from = d.vertices[v].position;
        Vec3 offset{static_cast<f32>((double{to[0]} - double{from[0]}) * work.unit),
                    static_cast<f32>((double{to[1]} - double{from[1]}) * work.unit),
                    static_cast<f32>((double{from[2]} - double{to[2]}) * work.unit)};
        const bool again = !target.points.empty() && target.points.back() == v;
        if (again) offset = offset + target.offsets.back();
        lost[i] = !thaw::is_finite(offset);
        if (lost[i]) continue;
        repeats = repeats || again;
        if (again) {
            target.offsets.back() = offset;
        } else {
            target.points.push_back(v);
            target.offsets.push_back(offset);
        }
    }
    work.reporter.report_some(
        issue::non_finite, issue::non_finite.severity, n, [&](std::size_t i) { return lost[i]; },
        [&](std::size_t i) { return field_path("morph_data", m, "targets", i); }, "finite numbers");
    if (repeats) {
        work.reporter.report(issue::morph_duplicate,
                             [&] { return Finding{field_path("morph_data", m, "indices"), "each vertex once"}; });
    }
    return target;
}

// C17: colours of the game's own light are white here.
class Colours {
public:
    explicit Colours(const Document& d) : d_(d) {
        for (std::size_t i = 0; i < linear_.size(); ++i) linear_[i] = srgb_to_linear(static_cast<f32>(i) / 255);
    }

    bool any() const { return !d_.colours.empty(); }
    // As one number, so that corners can be compared. One past the end of the table is lit by the scene.
    u32 word(std::size_t corner) const {
        const auto& c = corner < d_.colours.size() ? d_.colours[corner].rgba : white;
        return static_cast<u32>(c[0] | c[1] << 8 | c[2] << 16) | u32{c[3]} << 24;
    }
    Vec4 of(u32 word) const {
        const std::array<u8, 3> rgb{static_cast<u8>(word), static_cast<u8>(word >> 8), static_cast<u8>(word >> 16)};
        const f32 alpha = static_cast<f32>(word >> 24) / 255;
        if (rgb == lit_colour) return {1, 1, 1, alpha};
        return {linear_[rgb[0]], linear_[rgb[1]], linear_[rgb[2]], alpha};
    }

private:
    static constexpr std::array<u8, 4> white{255, 255, 255, 255};
    const Document& d_;
    std::array<f32, 256> linear_{};
};

class Lists {
public:
    explicit Lists(SceneWork& work)
        : work_(work),
          d_(work.document),
          colours_(d_),
          collapsed_(collapsed_vertices(work)),
          bad_index_(d_.triangles.size()),
          bad_point_(d_.triangles.size()),
          bad_uv_(d_.triangles.size()) {}

    void add_to(thaw::Mesh& mesh) {
        std::size_t first = 0;
        for (std::size_t i = 0; i < d_.triangle_lists.size() && first < d_.triangles.size(); ++i) {
            const std::size_t size = static_cast<std::size_t>(std::max<i32>(0, d_.triangle_lists[i]));
            const std::size_t last = first + std::min(size, d_.triangles.size() - first);
            Primitive primitive = list(first, last);
            first = last;
            if (primitive.indices.empty()) continue;
            set_material(primitive, i);
            mesh.primitives.push_back(std::move(primitive));
        }
        report();
    }

private:
    // C18, C19: false if a triangle is not to be seen.
    bool corner(std::size_t t, std::size_t c, u32& vertex, Uv& uv) {
        const i16 stored = d_.triangles[t].vertices[c];
        if (!selects(stored, d_.vertices.size())) {
            bad_index_[t] = true;
            return false;
        }
        const Collapsed& end = collapsed_[static_cast<std::size_t>(stored)];
        vertex = end.vertex;
        uv = d_.uvs[t].corners[c];
        if (end.record != no_index) uv = {d_.collapses[end.record].u, d_.collapses[end.record].v};
        if (!std::isfinite(uv.u) || !std::isfinite(uv.v)) {
            bad_uv_[t] = true;
            uv = {};
        }
        if (is_finite(d_.vertices[vertex].position)) return true;
        bad_point_[t] = true;
        return false;
    }

    Primitive list(std::size_t first, std::size_t last) {
        std::vector<std::array<u32, 4>> keys;  // vertex, u, v, colour
        for (std::size_t t = first; t < last; ++t) {
            std::array<std::array<u32, 4>, 3> triangle{};
            bool shown = true;
            for (std::size_t c = 0; c < 3; ++c) {
                Uv uv;
                shown = corner(t, c, triangle[c][0], uv) && shown;
                triangle[c][1] = std::bit_cast<u32>(uv.u);
                triangle[c][2] = std::bit_cast<u32>(uv.v);
                triangle[c][3] = colours_.any() ? colours_.word(3 * t + c) : 0;
            }
            if (!shown || is_collapsed(t, triangle[0][0], triangle[1][0], triangle[2][0])) continue;
            keys.insert(keys.end(), {triangle[0], triangle[2], triangle[1]});  // the mirrored axis turns them round
        }
        Primitive out;
        Unique corners = unique_of(keys);
        out.indices = std::move(corners.index);
        for (const u32 k : corners.firsts) {
            out.points.push_back(keys[k][0]);
            out.uvs.push_back({std::bit_cast<f32>(keys[k][1]), std::bit_cast<f32>(keys[k][2])});
            if (colours_.any()) out.colors.push_back(colours_.of(keys[k][3]));
        }
        return out;
    }

    // Two corners that a record brought together; a triangle that was flat from the start is kept.
    bool is_collapsed(std::size_t t, u32 a, u32 b, u32 c) const {
        const auto& was = d_.triangles[t].vertices;
        return (a == b && was[0] != was[1]) || (b == c && was[1] != was[2]) || (a == c && was[0] != was[2]);
    }

    // C16: list i has skin i, or the first one. Skins past the last list are other looks of list 0.
    void set_material(Primitive& primitive, std::size_t i) {
        const std::size_t skins = d_.skins.size();
        primitive.material = i < skins ? static_cast<u32>(i) : 0;
        if (i >= skins && skins > 0) {
            work_.reporter.report(issue::missing_skin, [&] {
                return Finding{field_path("triangle_lists", i), text::plural(skins, "skin"),
                               std::to_string(d_.triangle_lists.size())};
            });
        }
        if (i != 0 || work_.scene.variants.empty()) return;
        primitive.variants.push_back(0);
        for (std::size_t s = d_.triangle_lists.size(); s < skins; ++s) {
            primitive.variants.push_back(static_cast<u32>(s));
        }
    }

    void report() {
        const auto some = [&](const IssueKind& kind, const std::vector<bool>& bad, const char* field,
                              std::string_view expected) {
            work_.reporter.report_some(
                kind, kind.severity, bad.size(), [&](std::size_t t) { return bad[t]; },
                [&](std::size_t t) { return field_path(field, t); }, expected);
        };
        some(issue::vertices_out_of_range, bad_index_, "triangles", below(d_.vertices.size()));
        some(issue::triangles_nowhere, bad_point_, "triangles", "vertices with finite positions");
        some(issue::non_finite, bad_uv_, "uvs", "finite numbers");
        report_colours();
    }

    void report_colours() {
        if (!colours_.any()) return;
        if (d_.colours.size() < 3 * d_.drawn_triangles()) {
            work_.reporter.report(issue::colour_count, [&] {
                return Finding{"num_colours", std::to_string(3 * d_.drawn_triangles()),
                               std::to_string(d_.colours.size())};
            });
        }
        if (d_.collapses.empty()) return;
        work_.reporter.report(issue::colours_ignored, [&] {
            return Finding{"num_colours", "none", text::plural(d_.colours.size(), "vertex colour")};
        });
    }

    SceneWork& work_;
    const Document& d_;
    Colours colours_;
    std::vector<Collapsed> collapsed_;
    std::vector<bool> bad_index_, bad_point_, bad_uv_;  // by triangle
};

// What building needs and no viewer shows.
std::string undrawn_triangles(const Document& d) {
    json::Array out;
    for (auto t = static_cast<std::size_t>(d.drawn_triangles()); t < d.triangles.size(); ++t) {
        json::Array one;
        for (const i16 v : d.triangles[t].vertices) one.push_back(v);
        for (const Uv& uv : d.uvs[t].corners) {
            one.push_back(double{uv.u});
            one.push_back(double{uv.v});
        }
        out.push_back(std::move(one));
    }
    return json::to_text(std::move(out));
}

}  // namespace

// Backward: what a record does to a corner at `from` is to put it at `to`, and later records then carry it on.
std::vector<Collapsed> collapsed_vertices(SceneWork& work) {
    const Document& d = work.document;
    std::vector<Collapsed> out;
    for (std::size_t v = 0; v < d.vertices.size(); ++v) out.push_back({static_cast<u32>(v), no_index});
    const double kept = work.options.lod.value_or(1);
    const double share = kept >= 1 ? 0 : kept > 0 ? 1 - kept : kept <= 0 ? 1 : 0;  // not a number: all detail
    const auto count = static_cast<std::size_t>(static_cast<double>(d.collapses.size()) * share + 0.5);
    for (std::size_t i = count; i-- > 0;) {
        const Collapse& record = d.collapses[i];
        if (!selects(record.from, out.size()) || !selects(record.to, out.size())) {
            work.reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("collapses", i), "vertices " + below(out.size()),
                               std::to_string(record.from) + " and " + std::to_string(record.to)};
            });
            continue;
        }
        if (record.from == record.to) continue;
        Collapsed next = out[static_cast<std::size_t>(record.to)];
        if (next.record == no_index) next.record = static_cast<u32>(i);
        out[static_cast<std::size_t>(record.from)] = next;
    }
    return out;
}

void add_mesh(SceneWork& work) {
    const Document& d = work.document;
    thaw::Mesh mesh;
    mesh.name = work.scene.name;
    add_points(work, mesh);
    Lists(work).add_to(mesh);
    if (mesh.primitives.empty()) {
        work.scene.skins.clear();
        work.reporter.report(issue::nothing_drawn, [&] {
            return Finding{"num_triangles", "at least 1", text::plural(d.triangles.size(), "triangle")};
        });
        return;
    }
    add_normals(work, mesh);
    std::size_t first = 0;
    for (std::size_t m = 0; m < d.morphs.size(); first += d.morphs[m].count, ++m) {
        mesh.targets.push_back(target_of(work, m, first));
    }
    add_influences(work, mesh);
    if (d.drawn_triangles() < d.triangles.size()) mesh.extras.set("thaw_undrawn_triangles", undrawn_triangles(d));
    work.mesh = static_cast<u32>(work.scene.meshes.size());
    work.scene.meshes.push_back(std::move(mesh));
    const bool skinned = !work.scene.skins.empty();
    work.scene.nodes.push_back(
        {work.scene.name, skinned ? no_index : work.top, {}, work.mesh, skinned ? 0 : no_index, {}});
}

}  // namespace thaw::ctc
