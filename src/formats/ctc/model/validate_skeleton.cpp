// Findings about bones, what hangs on them, morphs, and numbers that are none.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/skeleton.hpp"
#include "formats/ctc/model/validate_parts.hpp"

namespace thaw::ctc {

namespace {

template <std::size_t N>
bool all_finite(const std::array<f32, N>& values) {
    return std::all_of(values.begin(), values.end(), [](f32 value) { return std::isfinite(value); });
}

void check_parents(const Document& d, const Skeleton& skeleton, IssueReporter& reporter) {
    for (std::size_t b = 0; b < d.bones.size(); ++b) {
        const i32 parent = d.bones[b].parent_plus_one;
        if (!exists(parent, d.bones.size() + 1)) {
            reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("bones", b, "parent_plus_one"), at_most(d.bones.size()),
                               std::to_string(parent)};
            });
        }
    }
    const auto path = [](std::size_t b) { return field_path("bones", b, "parent_plus_one"); };
    reporter.report_some(
        issue::parent_cycle, issue::parent_cycle.severity, d.bones.size(),
        [&](std::size_t b) { return skeleton.depths[b] == 0; }, path, "parents that lead to a root");
    reporter.report_some(
        issue::parent_order, issue::parent_order.severity, d.bones.size(),
        [&](std::size_t b) { return parent_of(d, b).value_or(0) > b; }, path, "parents before their children");
}

void check_children(const Document& d, const Skeleton& skeleton, IssueReporter& reporter) {
    for (std::size_t b = 0; b < d.bones.size(); ++b) {
        const i32 stated = d.bones[b].child_count;
        const u32 counted = skeleton.child_counts[b];
        if (stated >= 0 && static_cast<u32>(stated) == counted) continue;
        const bool corrupts = stated < 0 || static_cast<u32>(stated) < counted;
        reporter.report(
            issue::child_count, reporter.game() && corrupts ? Severity::error : issue::child_count.severity, [&] {
                return Finding{field_path("bones", b, "child_count"), std::to_string(counted), std::to_string(stated)};
            });
    }
}

// Calls body(vertex, first influence, number of influences).
template <class Body>
void for_each_vertex(const Document& d, Body&& body) {
    std::size_t first = 0;
    for (std::size_t v = 0; v < d.influence_counts.size(); ++v) {
        body(v, first, d.influence_counts[v]);
        first += d.influence_counts[v];
    }
}

void check_influences(const Document& d, IssueReporter& reporter) {
    for_each_vertex(d, [&](std::size_t v, std::size_t first, u32 n) {
        if (n == 0) {
            reporter.report_fatal_in_game(
                issue::no_influence, [&] { return Finding{field_path("skeleton", v, "count"), "at least 1", "0"}; });
        }
        for (u32 i = 0; i < n; ++i) {
            const i32 bone = d.influences[first + i].bone;
            if (exists(bone, d.bones.size())) continue;
            reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("skeleton", v, "influences", i, "bone"), below(d.bones.size()),
                               std::to_string(bone)};
            });
        }
    });
    reporter.report_some(
        issue::multiple_influences, reporter.game() ? Severity::warning : Severity::info, d.influence_counts.size(),
        [&](std::size_t v) { return d.influence_counts[v] > 1; },
        [](std::size_t v) { return field_path("skeleton", v, "count"); }, "one bone per vertex");
}

void check_weights(const Document& d, IssueReporter& reporter) {
    std::vector<bool> wrong(d.influence_counts.size());
    for_each_vertex(d, [&](std::size_t v, std::size_t first, u32 n) {
        double sum = 0;
        for (u32 i = 0; i < n; ++i) sum += double{d.influences[first + i].weight};
        wrong[v] = n > 0 && !(std::abs(sum - 1) <= 0.01);  // also if it is not a number
    });
    reporter.report_some(
        issue::weight, issue::weight.severity, wrong.size(), [&](std::size_t v) { return wrong[v]; },
        [](std::size_t v) { return field_path("skeleton", v, "influences"); }, "1");
}

}  // namespace

void validate_bones(const Document& d, IssueReporter& reporter) {
    const Skeleton skeleton = skeleton_of(d);
    check_parents(d, skeleton, reporter);
    check_children(d, skeleton, reporter);
    reporter.report_some(
        issue::base_transform, issue::base_transform.severity, d.bones.size(),
        [&](std::size_t b) { return !is_rigid(d.bones[b].base_transform); },
        [](std::size_t b) { return field_path("bones", b, "base_transform"); }, "a rotation and a translation");
}

void validate_skeleton(const Document& d, IssueReporter& reporter) {
    if (!d.vertices.empty() && d.skeleton_magic != usual_skeleton_magic) {
        reporter.report(issue::skeleton_magic, [&] {
            return Finding{"skeleton_magic", "STGW",
                           text::printable({d.skeleton_magic.data(), d.skeleton_magic.size()})};
        });
    }
    check_influences(d, reporter);
    check_weights(d, reporter);
}

void validate_numbers(const Document& d, IssueReporter& reporter) {
    const auto check = [&](std::size_t n, auto&& is_finite, auto&& path) {
        reporter.report_some(
            issue::non_finite, issue::non_finite.severity, n, [&](std::size_t i) { return !is_finite(i); }, path,
            "finite numbers");
    };
    const auto is_finite_key = [](const Key& key) { return all_finite(key.translation) && all_finite(key.angles); };
    check(
        d.vertices.size(),
        [&](std::size_t i) { return all_finite(d.vertices[i].position) && all_finite(d.vertices[i].normal); },
        [](std::size_t i) { return field_path("vertices", i); });
    check(
        d.uvs.size(),
        [&](std::size_t i) {
            const auto& corners = d.uvs[i].corners;
            return std::all_of(corners.begin(), corners.end(),
                               [](const Uv& uv) { return std::isfinite(uv.u) && std::isfinite(uv.v); });
        },
        [](std::size_t i) { return field_path("uvs", i); });
    check(
        d.bones.size(), [&](std::size_t i) { return all_finite(d.bones[i].base_transform); },
        [](std::size_t i) { return field_path("bones", i, "base_transform"); });
    check(
        d.main_keys.size(), [&](std::size_t i) { return is_finite_key(d.main_keys[i]); },
        [](std::size_t i) { return field_path("frames", i, "main", 0); });
    check(
        d.bone_keys.size(), [&](std::size_t i) { return is_finite_key(d.bone_keys[i]); },
        [&](std::size_t i) { return field_path("frames", i / d.bones.size(), "keys", i % d.bones.size()); });
}

void validate_morphs(const Document& d, IssueReporter& reporter) {
    std::vector<u32> moved_by(d.vertices.size(), 0);  // the last morph that moves a vertex, plus one
    std::size_t first = 0;
    for (std::size_t m = 0; m < d.morphs.size(); ++m) {
        std::size_t duplicates = 0, first_duplicate = 0;
        for (std::size_t i = 0; i < d.morphs[m].count; ++i) {
            const i32 index = d.morph_indices[first + i];
            if (!exists(index, d.vertices.size())) {
                reporter.report(issue::index_out_of_range, [&] {
                    return Finding{field_path("morph_data", m, "indices", i), below(d.vertices.size()),
                                   std::to_string(index)};
                });
                continue;
            }
            u32& last = moved_by[static_cast<std::size_t>(index)];
            if (last == m + 1 && duplicates++ == 0) first_duplicate = i;
            last = static_cast<u32>(m + 1);
        }
        if (duplicates > 0) {
            reporter.report(issue::morph_duplicate, [&] {
                return Finding{field_path("morph_data", m, "indices", first_duplicate), "each vertex once",
                               text::plural(duplicates, "repetition")};
            });
        }
        reporter.report_some(
            issue::non_finite, issue::non_finite.severity, d.morphs[m].count,
            [&](std::size_t i) { return !all_finite(d.morph_targets[first + i].position); },
            [&](std::size_t i) { return field_path("morph_data", m, "targets", i); }, "finite numbers");
        first += d.morphs[m].count;
    }
}

}  // namespace thaw::ctc
