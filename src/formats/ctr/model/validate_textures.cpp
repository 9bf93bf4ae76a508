// Findings about colours, texture layouts and textures that change.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr u16 page_rest = 0xFE00;
constexpr u32 no_depth = 3;

void check_colours(const File& file, std::size_t t, IssueReporter& reporter) {
    const auto& colours = file.colour_tables[t].value;
    Offenders odd;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        if (colours[i].weight != 0 && colours[i].weight != 2) odd.note(i);
    }
    if (!odd) return;
    reporter.report_fatal_in_game(issue::colour_weight, [&] {
        return Finding{field_path("colour_tables", t, "colours", odd.first(), "weight"), "0 or 2",
                       odd.of(colours.size())};
    });
}

void check_null_layouts(const File& file, std::size_t t, IssueReporter& reporter) {
    const auto& table = file.texture_tables[t].value;
    Offenders empty;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].target == 0) empty.note(i);
    }
    if (!empty) return;
    reporter.report(issue::null_layout, [&] {
        return Finding{field_path("texture_tables", t, "layouts", empty.first()), "a layout", empty.of(table.size())};
    });
}

void check_layout(const TextureLayout& layout, std::size_t i, IssueReporter& reporter) {
    if ((layout.page & page_rest) == 0 && layout.depth() != no_depth) return;
    reporter.report(issue::texture_page,
                    [&] { return Finding{field_path("layouts", i, "page"), "below 0x180", text::hex(layout.page)}; });
}

// Where the entries of all texture tables are, in order.
std::vector<u64> texture_entries(const File& file) {
    std::vector<u64> places;
    for (const auto& table : file.texture_tables) {
        for (std::size_t i = 0; i < table.value.size(); ++i) places.push_back(table.offset + 4 * i);
    }
    std::sort(places.begin(), places.end());
    return places;
}

void check_anim_textures(const File& file, std::size_t l, const std::vector<u64>& slots, IssueReporter& reporter) {
    const auto& entries = file.anim_textures[l].value.entries;
    // The last entry is the end mark.
    for (std::size_t e = 0; e + 1 < entries.size(); ++e) {
        if (entries[e].num_frames < 1) {
            reporter.report(issue::anim_texture, [&] {
                return Finding{field_path("anim_textures", l, "entries", e, "num_frames"), "at least 1",
                               std::to_string(entries[e].num_frames)};
            });
        }
        if (!std::binary_search(slots.begin(), slots.end(), file.place(entries[e].slot))) {
            reporter.report(issue::anim_texture_slot, [&] {
                return Finding{field_path("anim_textures", l, "entries", e, "slot"), "an entry of a texture table",
                               text::hex(entries[e].slot)};
            });
        }
    }
}

}  // namespace

void validate_textures(const File& file, IssueReporter& reporter) {
    for (std::size_t t = 0; t < file.colour_tables.size(); ++t) check_colours(file, t, reporter);
    for (std::size_t t = 0; t < file.texture_tables.size(); ++t) check_null_layouts(file, t, reporter);
    for (std::size_t i = 0; i < file.layouts.size(); ++i) check_layout(file.layouts[i].value, i, reporter);
    if (file.anim_textures.size() == 0) return;
    const auto slots = texture_entries(file);
    for (std::size_t l = 0; l < file.anim_textures.size(); ++l) check_anim_textures(file, l, slots, reporter);
}

}  // namespace thaw::ctr
