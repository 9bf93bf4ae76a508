// Findings about the joints: parents and matrices.
#include <cmath>

#include "base/text.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/validate_parts.hpp"

namespace thaw::twm {

namespace {

constexpr float matrix_tolerance = 1e-4f;

void check_parents(const Document& document, IssueReporter& reporter) {
    Offenders missing, late, self;
    u64 roots = 0;
    const u64 n = document.joints.size();
    for (std::size_t j = 0; j < n; ++j) {
        const u32 parent = document.joints[j].parent;
        if (document.is_root(j)) ++roots;
        if (parent == no_parent) continue;
        missing.note_if(parent >= n || (j == 0 && parent != 0), j);
        self.note_if(parent == j, j);
        late.note_if(parent < n && parent > j, j);
    }
    const auto path = [](const Offenders& tally) { return field_path("joints", tally.first(), "parent"); };
    if (missing) {
        reporter.report(issue::parent, [&] {
            return Finding{path(missing), "root (0xffffffff) or an earlier joint",
                           missing.first_is(document.joints[static_cast<std::size_t>(missing.first())].parent)};
        });
    }
    if (self) {
        reporter.report(issue::root_spelling,
                        [&] { return Finding{path(self), "root (0xffffffff)", std::to_string(self.first())}; });
    }
    if (late) {
        reporter.report(issue::parent_order, [&] { return Finding{path(late), "parents first", late.of(n)}; });
    }
    if (roots > 1) {
        reporter.report(issue::several_roots, [&] { return Finding{"num_joints", "1", std::to_string(roots)}; });
    }
}

// Follows parents from every joint; a joint met again on the same way is on a cycle. Each joint is walked once.
void check_cycles(const Document& document, IssueReporter& reporter) {
    std::vector<std::size_t> walk_of(document.joints.size());  // which walk came by, plus 1
    Offenders cycles;
    for (std::size_t start = 0; start < document.joints.size(); ++start) {
        std::size_t j = start;
        while (walk_of[j] == 0 && !document.is_root(j)) {
            walk_of[j] = start + 1;
            j = document.joints[j].parent;
        }
        cycles.note_if(!document.is_root(j) && walk_of[j] == start + 1, j);
    }
    if (!cycles) return;
    reporter.report(issue::parent_cycle, [&] {
        return Finding{field_path("joints", cycles.first(), "parent"), "a way to a root",
                       text::plural(cycles.count(), "cycle")};
    });
}

bool is(float value, float expected) { return std::abs(value - expected) <= matrix_tolerance; }

void check_matrices(const Document& document, IssueReporter& reporter) {
    Offenders odd, transposed, not_affine;
    for (std::size_t j = 0; j < document.joints.size(); ++j) {
        const auto& m = document.joints[j].inverse_bind;
        bool finite = true;
        for (const float value : m) finite = finite && std::isfinite(value);
        odd.note_if(!finite, j);
        if (!finite) continue;
        const bool one = is(m[15], 1);
        if (one && is(m[3], 0) && is(m[7], 0) && is(m[11], 0)) continue;
        const bool other_way = one && is(m[12], 0) && is(m[13], 0) && is(m[14], 0);
        (other_way ? transposed : not_affine).note(j);
    }
    const auto report = [&](const IssueKind& kind, const Offenders& tally, const char* expected) {
        if (!tally) return;
        reporter.report(kind, [&] {
            return Finding{field_path("joints", tally.first(), "inverse_bind"), expected,
                           tally.of(document.joints.size())};
        });
    };
    report(issue::not_finite, odd, "finite numbers");
    report(issue::matrix_transposed, transposed, "translation in numbers 12 to 14");
    report(issue::matrix_not_affine, not_affine, "0, 0, 0, 1 in numbers 3, 7, 11, 15");
}

}  // namespace

void validate_skeleton(const Document& document, IssueReporter& reporter) {
    check_parents(document, reporter);
    check_cycles(document, reporter);
    check_matrices(document, reporter);
}

}  // namespace thaw::twm
