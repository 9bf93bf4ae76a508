// Findings name fields; the engine adds the offsets.
#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

bool is_whole(const Document& document, const Triangle& triangle) {
    return std::all_of(triangle.points.begin(), triangle.points.end(),
                       [&](u16 point) { return point < document.points.size(); });
}

void validate(const Document& d, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "toy");
    reporter.report_some(
        issue::point_out_of_range, Severity::error, d.triangles.size(),
        [&](std::size_t t) { return !is_whole(d, d.triangles[t]); },
        [](std::size_t t) { return field_path("triangles", t, "points"); }, below(d.points.size()));
    if (d.trailing.empty()) return;
    reporter.report(issue::trailing_bytes,
                    [&] { return Finding{"trailing", "none", text::plural(d.trailing.size(), "byte")}; });
}

}  // namespace thaw::toy
