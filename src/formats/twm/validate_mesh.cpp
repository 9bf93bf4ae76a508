// Findings about the shape of a mesh: attributes and indices.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::twm {

namespace {

constexpr double length_tolerance = 0.01;
constexpr std::size_t uvs_worth_judging = 6;  // fewer are often 0 at the telling places by chance

bool is_finite(const Vec2& v) { return std::isfinite(v.u) && std::isfinite(v.v); }

// To four digits after the point: lengths of normals are near 1.
std::string lengths_between(double least, double most) {
    const auto words = [](double length) { return text::number(std::round(length * 1e4) / 1e4); };
    return words(least) == words(most) ? words(least) : words(least) + " to " + words(most);
}

class MeshChecker {
public:
    MeshChecker(const Document& document, std::size_t m, IssueReporter& reporter)
        : document_(document), mesh_(document.meshes[m]), m_(m), reporter_(reporter) {}

    void run() {
        check_empty();
        check_finite("positions", mesh_.positions);
        check_finite("normals", mesh_.normals);
        check_normals();
        check_finite("uvs", mesh_.uvs);
        check_uv_stride();
        check_finite("tangents", mesh_.tangents);
        check_finite("binormals", mesh_.binormals);
        check_tangents();
        check_attributes();
        check_index_array();
        check_indices();
    }

private:
    template <class... Segments>
    std::string path(Segments... segments) const {
        return field_path("meshes", m_, segments...);
    }

    void check_empty() {
        if (mesh_.positions.empty()) {
            reporter_.report_fatal_in_game(issue::empty_mesh,
                                           [&] { return Finding{path("num_vertices"), "at least 1", "0"}; });
        }
        if (mesh_.stored_indices() == 0) {
            reporter_.report_fatal_in_game(issue::no_indices,
                                           [&] { return Finding{path("num_indices"), "at least 1", "0"}; });
        }
    }

    template <class T>
    void check_finite(const char* name, const std::vector<T>& values) {
        Offenders odd;
        for (std::size_t i = 0; i < values.size(); ++i) odd.note_if(!is_finite(values[i]), i);
        if (!odd) return;
        reporter_.report(issue::not_finite,
                         [&] { return Finding{path(name, odd.first()), "finite numbers", odd.of(values.size())}; });
    }

    void check_normals() {
        Offenders zero, odd;
        double least = 1, most = 1;
        for (std::size_t i = 0; i < mesh_.normals.size(); ++i) {
            if (!is_finite(mesh_.normals[i])) continue;
            const double length = thaw::length(as_double(scene_vector(mesh_.normals[i])));
            zero.note_if(length == 0, i);
            if (length == 0 || std::abs(length - 1) <= length_tolerance) continue;
            least = odd ? std::min(least, length) : length;
            most = odd ? std::max(most, length) : length;
            odd.note(i);
        }
        if (zero) {
            reporter_.report(issue::zero_normal, [&] {
                return Finding{path("normals", zero.first()), "a direction", zero.of(mesh_.normals.size())};
            });
        }
        if (odd) {
            reporter_.report(issue::normal_length, [&] {
                return Finding{path("normals", odd.first()), "1",
                               lengths_between(least, most) + " (" + odd.of(mesh_.normals.size()) + ")"};
            });
        }
    }

    void check_uv_stride() {
        if (!has_uv_stride_bug(document_, mesh_)) return;
        reporter_.report(issue::uv_stride, [&] {
            return Finding{path("uvs"), "2 numbers per vertex",
                           std::to_string(uvs_lost(mesh_)) + " of " + std::to_string(mesh_.uvs.size())};
        });
    }

    void check_tangents() {
        if ((mesh_.has_tangents != 0) == (mesh_.has_binormals != 0)) return;
        reporter_.report(issue::tangents_alone, [&] {
            const bool tangents = mesh_.has_tangents != 0;
            return Finding{path(tangents ? "has_binormals" : "has_tangents"), tangents ? "binormals" : "tangents",
                           tangents ? "tangents" : "binormals"};
        });
    }

    void check_attributes() {
        if (!document_.layout.salvaged) return;
        reporter_.report(issue::attributes_unreadable, [&] {
            return Finding{path("attributes"), text::plural(mesh_.positions.size(), "vertex"),
                           text::plural(mesh_.attributes.size(), "byte")};
        });
    }

    void check_index_array() {
        const bool half = document_.index_form() == IndexForm::half;
        const u64 declared = mesh_.declared_indices(half);
        if (half && declared > 0) {
            reporter_.report(issue::half_indices, [&] {
                return Finding{path("num_indices"), std::to_string(declared) + " indices",
                               std::to_string(mesh_.stored_indices())};
            });
        }
        if (document_.version < 2 && document_.index_form() == IndexForm::u32s && declared > 0) {
            reporter_.report(issue::index_width, [&] { return Finding{path("indices"), "64-bit", "32-bit"}; });
        }
        if (declared % 3 == 0) return;
        reporter_.report(issue::index_remainder,
                         [&] { return Finding{path("num_indices"), "a multiple of 3", std::to_string(declared)}; });
    }

    void check_indices() {
        const u64 n = mesh_.stored_indices();
        Offenders outside, degenerate;
        for (u64 i = 0; i < n; ++i) outside.note_if(mesh_.index(i) >= mesh_.positions.size(), i);
        for (u64 t = 0; t + 3 <= n; t += 3) {
            const u64 a = mesh_.index(t), b = mesh_.index(t + 1), c = mesh_.index(t + 2);
            degenerate.note_if(a == b || b == c || a == c, t);
        }
        if (outside) {
            reporter_.report(issue::index_out_of_range, [&] {
                return Finding{path("indices", outside.first()), below(mesh_.positions.size()),
                               outside.first_is(mesh_.index(outside.first()))};
            });
        }
        if (degenerate) {
            reporter_.report(issue::degenerate_triangles, [&] {
                return Finding{path("indices", degenerate.first()), "three vertices", degenerate.of(n / 3)};
            });
        }
    }

    const Document& document_;
    const Mesh& mesh_;
    std::size_t m_;
    IssueReporter& reporter_;
};

}  // namespace

bool has_uv_stride_bug(const Document& document, const Mesh& mesh) {
    if (document.version != newest_version || mesh.uvs.size() < uvs_worth_judging) return false;
    const auto number = [&](std::size_t i) { return i % 2 == 0 ? mesh.uvs[i / 2].u : mesh.uvs[i / 2].v; };
    bool any = false;
    for (std::size_t i = 0; i < 2 * mesh.uvs.size(); ++i) {
        if (i % 3 == 2 && number(i) != 0) return false;
        any = any || number(i) != 0;
    }
    return any;
}

u64 uvs_lost(const Mesh& mesh) {
    const u64 n = mesh.uvs.size();
    return n - (2 * n + 1) / 3;
}

void validate_mesh(const Document& document, std::size_t m, IssueReporter& reporter) {
    MeshChecker(document, m, reporter).run();
}

}  // namespace thaw::twm
