// Findings about where the tables lie.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/validate_parts.hpp"

namespace thaw::ctc {

namespace {

void check_overlaps(std::vector<Extent> tables, IssueReporter& reporter) {
    std::sort(tables.begin(), tables.end(), [](const Extent& a, const Extent& b) {
        return a.offset != b.offset ? a.offset < b.offset : std::string_view(a.name) < std::string_view(b.name);
    });
    Extent farthest{"the header", "", 0, header_bytes};
    for (const Extent& table : tables) {
        if (table.offset < farthest.end()) {
            reporter.report(issue::tables_overlap,
                            [&] { return Finding{table.offset_field, text::hex(farthest.end()), farthest.name}; });
        }
        if (table.end() > farthest.end()) farthest = table;
    }
}

void check_end(const Document& d, const std::vector<Extent>& tables, IssueReporter& reporter) {
    if (d.offsets.end != d.image.size()) {
        reporter.report(issue::end,
                        [&] { return Finding{"ofs_end", text::hex(d.image.size()), text::hex(d.offsets.end)}; });
    }
    for (const Extent& table : tables) {
        if (table.end() <= d.offsets.end) continue;
        reporter.report_fatal_in_game(issue::beyond_end, [&] {
            return Finding{table.offset_field, text::hex(d.offsets.end), text::hex(table.end())};
        });
    }
}

}  // namespace

void validate_tables(const Document& d, IssueReporter& reporter) {
    const std::vector<Extent> tables = extents(d);
    check_overlaps(tables, reporter);
    check_end(d, tables, reporter);
    for (const Extent& table : tables) {
        if (table.offset % 4 == 0) continue;
        reporter.report(issue::unaligned,
                        [&] { return Finding{table.offset_field, "a multiple of 4", text::hex(table.offset)}; });
    }
}

}  // namespace thaw::ctc
