// Findings about the surface: triangles, normals, lists, colours, detail-reduction records.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/validate_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::ctc {

namespace {

Vec3d exact(const std::array<f32, 3>& a) { return as_double(vector_of(a)); }

bool is_sound(const Document& d, const Triangle& triangle) {
    return std::all_of(triangle.vertices.begin(), triangle.vertices.end(),
                       [&](i16 v) { return exists(v, d.vertices.size()); });
}

void check_triangle(const Document& d, std::size_t t, IssueReporter& reporter) {
    const auto& corners = d.triangles[t].vertices;
    for (std::size_t c = 0; c < corners.size(); ++c) {
        if (exists(corners[c], d.vertices.size())) continue;
        reporter.report(issue::index_out_of_range, [&] {
            return Finding{field_path("triangles", t, "vertices", c), below(d.vertices.size()),
                           std::to_string(corners[c])};
        });
    }
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[0] != corners[2]) return;
    reporter.report(issue::degenerate_triangle, [&] {
        return Finding{
            field_path("triangles", t, "vertices"), "three vertices",
            std::to_string(corners[0]) + ", " + std::to_string(corners[1]) + ", " + std::to_string(corners[2])};
    });
}

// In raw CTC numbers the outside of a triangle is (v1 - v0) x (v2 - v0), and normals point outside.
void check_winding(const Document& d, IssueReporter& reporter) {
    std::size_t with = 0, against = 0, first = 0;
    for (std::size_t t = 0; t < d.triangles.size(); ++t) {
        if (!is_sound(d, d.triangles[t])) continue;
        const auto vertex = [&](std::size_t c) -> const Vertex& {
            return d.vertices[static_cast<std::size_t>(d.triangles[t].vertices[c])];
        };
        const Vec3d start = exact(vertex(0).position);
        const Vec3d outside = cross(exact(vertex(1).position) - start, exact(vertex(2).position) - start);
        const double agreement = dot(outside, exact(vertex(0).normal)) + dot(outside, exact(vertex(1).normal)) +
                                 dot(outside, exact(vertex(2).normal));
        if (agreement > 0) ++with;
        if (agreement < 0 && against++ == 0) first = t;
    }
    if (against <= with) return;
    reporter.report(issue::inside_out, [&] {
        return Finding{field_path("triangles", first), "most along their normals",
                       std::to_string(against) + " of " + std::to_string(with + against)};
    });
}

bool is_unit(const std::array<f32, 3>& n) { return std::abs(dot(exact(n), exact(n)) - 1) <= 0.02; }

void check_list_sizes(const Document& d, IssueReporter& reporter) {
    u64 sum = 0;
    for (std::size_t i = 0; i < d.triangle_lists.size(); ++i) {
        const i32 size = d.triangle_lists[i];
        const u64 left = d.triangles.size() - std::min<u64>(sum, d.triangles.size());
        if (size > 0) sum += static_cast<u64>(size);
        if (size >= 0 && static_cast<u64>(size) <= left) continue;
        reporter.report(issue::list_sizes, [&] {
            return Finding{field_path("triangle_lists", i), "0 to " + std::to_string(left), std::to_string(size)};
        });
    }
}

void check_undrawn(const Document& d, IssueReporter& reporter) {
    std::vector<bool> used(d.triangles.size());
    std::fill_n(used.begin(), static_cast<std::ptrdiff_t>(d.drawn_triangles()), true);
    for (const Attachment& point : d.attachments) {
        if (exists(point.triangle, used.size())) used[static_cast<std::size_t>(point.triangle)] = true;
    }
    reporter.report_some(
        issue::undrawn_triangles, issue::undrawn_triangles.severity, used.size(),
        [&](std::size_t t) { return !used[t]; }, [](std::size_t t) { return field_path("triangles", t); },
        "in a list or at an attachment point");
}

void check_collapses(const Document& d, IssueReporter& reporter) {
    for (std::size_t i = 0; i < d.collapses.size(); ++i) {
        const auto check = [&](const char* field, i32 vertex) {
            if (exists(vertex, d.vertices.size())) return;
            reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("collapses", i, field), below(d.vertices.size()), std::to_string(vertex)};
            });
        };
        check("from", d.collapses[i].from);
        check("to", d.collapses[i].to);
    }
    if (d.collapses.empty()) return;
    reporter.report(issue::collapses, [&] {
        return Finding{"num_collapses", "none", text::plural(d.collapses.size(), "detail-reduction record")};
    });
}

}  // namespace

void validate_mesh(const Document& d, IssueReporter& reporter) {
    for (std::size_t t = 0; t < d.triangles.size(); ++t) check_triangle(d, t, reporter);
    check_winding(d, reporter);
    reporter.report_some(
        issue::normal_length, issue::normal_length.severity, d.vertices.size(),
        [&](std::size_t v) { return !is_unit(d.vertices[v].normal); },
        [](std::size_t v) { return field_path("vertices", v, "normal"); }, "1");
    check_collapses(d, reporter);
}

void validate_lists(const Document& d, IssueReporter& reporter) {
    for (std::size_t i = 0; i < d.attachments.size(); ++i) {
        if (exists(d.attachments[i].triangle, d.triangles.size())) continue;
        reporter.report(issue::index_out_of_range, [&] {
            return Finding{field_path("attachments", i, "triangle"), below(d.triangles.size()),
                           std::to_string(d.attachments[i].triangle)};
        });
    }
    check_list_sizes(d, reporter);
    check_undrawn(d, reporter);
    if (d.triangle_lists.size() <= d.skins.size() || d.skins.empty()) return;
    reporter.report(issue::missing_skin, [&] {
        return Finding{field_path("triangle_lists", d.skins.size()), text::plural(d.skins.size(), "skin"),
                       std::to_string(d.triangle_lists.size())};
    });
}

void validate_colours(const Document& d, IssueReporter& reporter) {
    if (d.colours.empty()) return;
    const u64 all = 3 * u64{d.triangles.size()}, drawn = 3 * d.drawn_triangles();
    if (d.colours.size() != all && d.colours.size() != drawn) {
        reporter.report(issue::colour_count, [&] {
            return Finding{"num_colours", std::to_string(all) + (all == drawn ? "" : " or " + std::to_string(drawn)),
                           std::to_string(d.colours.size())};
        });
    }
    for (u64 t = 0; t < d.drawn_triangles() && 3 * t < d.colours.size(); ++t) {
        if (d.colours[static_cast<std::size_t>(3 * t)].rgba[0] != 0) continue;
        reporter.report(issue::colour_stall, reporter.game() ? Severity::warning : Severity::info, [&] {
            return Finding{field_path("colours", 3 * t, "rgba"), "a red of at least 1",
                           std::to_string(t) + " of " + std::to_string(d.drawn_triangles())};
        });
        return;  // the game gets no farther, so no other is of interest
    }
}

bool has_bad_index(const Document& d) {
    const auto bone_exists = [&](const Influence& i) { return exists(i.bone, d.bones.size()); };
    return !std::all_of(d.triangles.begin(), d.triangles.end(), [&](const Triangle& t) { return is_sound(d, t); }) ||
           !std::all_of(d.influences.begin(), d.influences.end(), bone_exists) ||
           !std::all_of(d.attachments.begin(), d.attachments.end(),
                        [&](const Attachment& a) { return exists(a.triangle, d.triangles.size()); }) ||
           !std::all_of(d.bones.begin(), d.bones.end(),
                        [&](const Bone& b) { return exists(b.parent_plus_one, d.bones.size() + 1); });
}

}  // namespace thaw::ctc
