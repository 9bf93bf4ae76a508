#include "formats/ctc/validate.hpp"

#include "formats/ctc/clips.hpp"
#include "formats/ctc/issues.hpp"
#include "formats/ctc/validate_parts.hpp"

namespace thaw::ctc {

namespace {

void check_present(Finder& finder, const char* field, std::size_t n) {
    if (n > 0) return;
    finder.report_fatal_in_game(issue::empty, [&] { return Finding{field, "at least 1", "0"}; });
}

void check_header(const Document& d, Finder& finder) {
    if (d.unknown_0x06 != 0) {
        finder.report(issue::reserved, [&] { return Finding{"unknown_0x06", "0", std::to_string(d.unknown_0x06)}; });
    }
    check_present(finder, "num_skins", d.skins.size());
    check_present(finder, "num_vertices", d.vertices.size());
    check_present(finder, "num_triangles", d.triangles.size());
    check_present(finder, "num_frames", d.main_keys.size());
    check_present(finder, "num_bones", d.bones.size());
    check_present(finder, "num_triangle_lists", d.triangle_lists.size());
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
    const std::string_view text = name_of(name);
    return is_printable(text) && (may_fill || text.size() < N);
}

void check_names(const Document& d, Finder& finder) {
    const auto check = [&](const auto& table, const char* path, bool may_fill) {
        finder.report_some(
            issue::name, issue::name.severity, table.size(),
            [&](std::size_t i) { return !is_good_name(table[i].name, may_fill); },
            [&](std::size_t i) { return field_path(path, i, "name"); }, "plain text that ends in its field");
    };
    check(d.skins, "skins", false);
    check(d.animations, "animations", false);
    check(d.morphs, "morphs", false);
    check(d.attachments, "attachments", true);
}

void check_clips(const Document& d, Finder& finder) {
    if (d.animations.empty() || d.num_frames() == 0 || clips_of(d).reading != Reading::none) return;
    finder.report(issue::clips, [&] {
        return Finding{"animations", "numbers that cover " + std::to_string(d.num_frames()) + " frames",
                       "none that do"};
    });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    Finder finder(profile, issues, "ctc");
    check_header(document, finder);
    if (!document.lists_agree()) return;  // no file gives such a document, and write() says what is wrong with it
    validate_tables(document, finder);
    if (finder.game()) validate_game(document, finder);
    check_names(document, finder);
    validate_numbers(document, finder);
    validate_mesh(document, finder);
    validate_bones(document, finder);
    validate_skeleton(document, finder);
    check_clips(document, finder);
    validate_morphs(document, finder);
    validate_lists(document, finder);
    validate_colours(document, finder);
}

}  // namespace thaw::ctc
