// Findings about where the tables lie.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctc/issues.hpp"
#include "formats/ctc/validate_parts.hpp"

namespace thaw::ctc {

namespace {

void check_overlaps(std::vector<Extent> tables, Finder& finder) {
    std::sort(tables.begin(), tables.end(), [](const Extent& a, const Extent& b) {
        return a.offset != b.offset ? a.offset < b.offset : std::string_view(a.name) < std::string_view(b.name);
    });
    Extent farthest{"the header", "", 0, header_bytes};
    for (const Extent& table : tables) {
        if (table.offset < farthest.end()) {
            finder.report(issue::tables_overlap, [&] {
                return Finding{table.offset_field,
                               std::string("past ") + farthest.name + ", which end at " + text::hex(farthest.end()),
                               text::hex(table.offset)};
            });
        }
        if (table.end() > farthest.end()) farthest = table;
    }
}

void check_end(const Document& d, const std::vector<Extent>& tables, Finder& finder) {
    if (d.offsets.end != d.image.size()) {
        finder.report(issue::end, [&] {
            return Finding{"ofs_end", text::hex(d.image.size()) + ", the size of the file", text::hex(d.offsets.end)};
        });
    }
    for (const Extent& table : tables) {
        if (table.end() <= d.offsets.end) continue;
        finder.report_fatal_in_game(issue::beyond_end, [&] {
            return Finding{table.offset_field, "a table that ends by " + text::hex(d.offsets.end),
                           "one that ends at " + text::hex(table.end())};
        });
    }
}

}  // namespace

void validate_tables(const Document& d, Finder& finder) {
    const std::vector<Extent> tables = extents(d);
    check_overlaps(tables, finder);
    check_end(d, tables, finder);
    for (const Extent& table : tables) {
        if (table.offset % 4 == 0) continue;
        finder.report(issue::unaligned,
                      [&] { return Finding{table.offset_field, "a multiple of 4", text::hex(table.offset)}; });
    }
}

}  // namespace thaw::ctc
