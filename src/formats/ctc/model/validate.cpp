#include "formats/ctc/model/validate.hpp"

#include "base/text.hpp"
#include "formats/ctc/model/clips.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/validate_parts.hpp"

namespace thaw::ctc {

namespace {

void check_present(IssueReporter& reporter, const char* field, std::size_t n) {
    if (n > 0) return;
    reporter.report_fatal_in_game(issue::empty, [&] { return Finding{field, "at least 1", "0"}; });
}

void check_header(const Document& d, IssueReporter& reporter) {
    if (d.unknown_0x06 != 0) {
        reporter.report(issue::reserved, [&] { return Finding{"unknown_0x06", "0", std::to_string(d.unknown_0x06)}; });
    }
    check_present(reporter, "num_skins", d.skins.size());
    check_present(reporter, "num_vertices", d.vertices.size());
    check_present(reporter, "num_triangles", d.triangles.size());
    check_present(reporter, "num_frames", d.main_keys.size());
    check_present(reporter, "num_bones", d.bones.size());
    check_present(reporter, "num_triangle_lists", d.triangle_lists.size());
}

bool is_printable(std::string_view text) {
    for (const char c : text) {
        if (c < ' ' || c > '~') return false;
    }
    return true;
}

// A name that fills its whole field has no end; only attachment points may.
template <std::size_t N>
bool is_good_name(const std::array<char, N>& name, bool may_fill) {
    const std::string_view text = text::until_nul(name);
    return is_printable(text) && (may_fill || text.size() < N);
}

void check_names(const Document& d, IssueReporter& reporter) {
    const auto check = [&](const auto& table, const char* path, bool may_fill) {
        reporter.report_some(
            issue::name, issue::name.severity, table.size(),
            [&](std::size_t i) { return !is_good_name(table[i].name, may_fill); },
            [&](std::size_t i) { return field_path(path, i, "name"); }, "plain text that ends in its field");
    };
    check(d.skins, "skins", false);
    check(d.animations, "animations", false);
    check(d.morphs, "morphs", false);
    check(d.attachments, "attachments", true);
}

void check_clips(const Document& d, IssueReporter& reporter) {
    if (d.animations.empty() || d.num_frames() == 0 || clips_of(d).reading != Reading::none) return;
    reporter.report(issue::clips, [&] {
        return Finding{"animations", "numbers that explain the frames", text::plural(d.num_frames(), "frame")};
    });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "ctc");
    check_header(document, reporter);
    if (!document.lists_agree()) return;  // no file gives such a document, and write() says what is wrong with it
    validate_tables(document, reporter);
    if (reporter.game()) validate_game(document, reporter);
    check_names(document, reporter);
    validate_numbers(document, reporter);
    validate_mesh(document, reporter);
    validate_bones(document, reporter);
    validate_skeleton(document, reporter);
    check_clips(document, reporter);
    validate_morphs(document, reporter);
    validate_lists(document, reporter);
    validate_colours(document, reporter);
}

}  // namespace thaw::ctc
