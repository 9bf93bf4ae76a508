// What the retail game's renderer has room for, and what it does with the order of things.
#include "base/text.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/ctc/model/skeleton.hpp"
#include "formats/ctc/model/validate_parts.hpp"

namespace thaw::ctc {

namespace {

constexpr u64 hunk_rounding = 32;

void check_limit(IssueReporter& reporter, u64 limit, u64 found, const std::string& path, const char* unit = "") {
    if (found <= limit) return;
    reporter.report(issue::game_limit,
                    [&] { return Finding{path, at_most(limit) + unit, std::to_string(found) + unit}; });
}

u64 rounded(u64 bytes) { return (bytes + hunk_rounding - 1) / hunk_rounding * hunk_rounding; }

void check_morphs(const Document& d, IssueReporter& reporter) {
    check_limit(reporter, max_morphs, d.morphs.size(), "num_morphs");
    std::size_t first = 0;
    for (std::size_t m = 0; m < d.morphs.size(); ++m) {
        const u32 count = d.morphs[m].count;
        check_limit(reporter, max_morph_vertices, count, field_path("morphs", m, "count"));
        // The game's table has a row per morph and a column per vertex number, not per moved vertex.
        reporter.report_some(
            issue::morphs_beyond_table, issue::game_limit.severity, count,
            [&](std::size_t i) { return d.morph_indices[first + i] >= static_cast<i32>(max_morph_vertices); },
            [&](std::size_t i) { return field_path("morph_data", m, "indices", i); },
            "vertex numbers " + below(max_morph_vertices));
        first += count;
    }
}

void check_depth(const Document& d, IssueReporter& reporter) {
    const Skeleton skeleton = skeleton_of(d);
    reporter.report_some(
        issue::bones_too_deep, issue::game_limit.severity, d.bones.size(),
        [&](std::size_t b) { return skeleton.depths[b] > max_depth; },
        [](std::size_t b) { return field_path("bones", b, "parent_plus_one"); },
        at_most(max_depth) + " bones from the root");
}

// The game copies as many bytes of skeletal data as lie between it and the frames.
void check_frames_place(const Document& d, IssueReporter& reporter) {
    for (const Extent& table : extents(d)) {
        if (table.offset_field != std::string_view("ofs_skeleton") || table.end() <= d.offsets.frames) continue;
        reporter.report(issue::frames_before_skeleton, [&] {
            return Finding{"ofs_frames", "at least " + text::hex(table.end()), text::hex(d.offsets.frames)};
        });
    }
}

void check_colours(const Document& d, IssueReporter& reporter) {
    if (!d.colours.empty()) {
        if (d.collapses.empty()) return;
        return reporter.report(issue::colours_ignored, [&] {
            return Finding{"num_colours", "none", text::plural(d.colours.size(), "vertex colour")};
        });
    }
    const u64 at = d.offsets.colours;
    if (at < d.image.size() && d.image[static_cast<std::size_t>(at)] == 0) return;
    reporter.report(issue::no_colour_byte, [&] {
        return Finding{"ofs_colours", "a byte that is 0",
                       at < d.image.size() ? "a byte that is not 0" : "no place in the file"};
    });
}

void check_points(const Document& d, IssueReporter& reporter) {
    for (std::size_t k = d.triangle_lists.size(); k < d.attachments.size(); ++k) {
        reporter.report(issue::attachment_hidden, [&] {
            return Finding{field_path("attachments", k), text::plural(d.triangle_lists.size(), "attachment point"),
                           std::to_string(k + 1)};
        });
    }
    if (d.version >= usual_version || (d.attachments.empty() && d.morphs.empty())) return;
    reporter.report(issue::old_version, [&] {
        return Finding{"version", "at least " + std::to_string(usual_version), std::to_string(d.version)};
    });
}

}  // namespace

u64 bytes_in_memory(const Document& d) {
    u64 total = rounded(d.offsets.end) + rounded(8 * u64{d.vertices.size()});
    for (const Bone& bone : d.bones)
        total += bone.child_count > 0 ? rounded(4 * static_cast<u64>(bone.child_count)) : 0;
    return total;
}

void validate_game(const Document& d, IssueReporter& reporter) {
    if (d.skin_height > max_skin_height) {
        reporter.report(issue::game_limit, [&] {
            return Finding{"skin_height", at_most(max_skin_height), std::to_string(d.skin_height)};
        });
    }
    check_limit(reporter, max_skins, d.skins.size(), "num_skins");
    check_limit(reporter, max_vertices, d.vertices.size(), "num_vertices");
    check_limit(reporter, max_lists, d.triangle_lists.size(), "num_triangle_lists");
    check_limit(reporter, hunk_bytes, bytes_in_memory(d), "ofs_end", " bytes in the game's memory");
    check_frames_place(d, reporter);
    check_depth(d, reporter);
    check_morphs(d, reporter);
    check_points(d, reporter);
    check_colours(d, reporter);
}

}  // namespace thaw::ctc
