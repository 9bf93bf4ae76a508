// The SDF format record. See README.md, "SDF archives".
#include "formats/soulfu/sdf/document.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/sdf/issues.hpp"
#include "formats/soulfu/sdf/layout.hpp"
#include "formats/soulfu/sdf/shift.hpp"

namespace thaw::sdf {

namespace {

constexpr PartRole parts[] = {{"sdf", ".sdf"}};
constexpr std::string_view extensions[] = {".sdf"};

Result<Blob> unpack(thaw::Document&, const Part& part, const Context&) { return plain(part.bytes); }
Result<Blob> pack(const thaw::Document&, std::string_view, const Blob& described) { return shifted(described); }

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "sdf", {}};
    if (text::view_as_text(bytes.slice(0, title.size()).bytes()) != title) {
        // Other programs have .sdf files too: what the name says is only enough for an explanation.
        if (!text::ends_with_ignoring_case(name, ".sdf")) return {Confidence::no, "sdf", {}};
        return {Confidence::weak, "sdf", "does not start with SOULFU DATA FILE between dashes"};
    }
    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"sdf", {}, bytes}, context);
    if (!status) return {Confidence::weak, "sdf", "SOULFU DATA FILE, but " + status.error().message};
    return {Confidence::certain, "sdf", "SOULFU DATA FILE", std::move(document)};
}

std::string name_path(std::size_t i) { return field_path("entries", i, "name"); }
std::string offset_path(std::size_t i) { return field_path("entries", i, "offset"); }
std::string word_path(std::size_t i) { return field_path("entries", i, "word"); }

// RGB, RAW, RDY and TIL exist only while the game runs.
bool is_saved(u32 type) { return type != 0 && type != 4 && type != 5 && type != 14 && type != 15; }

void check_entry(IssueReporter& reporter, const Entry& entry, std::size_t i) {
    if (!is_saved(entry.type())) {
        reporter.report(issue::type, [&] {
            const std::string_view word = type_names[entry.type()];
            return Finding{word_path(i), "a type that is saved", word.empty() ? "none" : std::string(word)};
        });
    }
    if (entry.unused_flags() != 0) {
        reporter.report(issue::flags,
                        [&] { return Finding{word_path(i), "0", std::to_string(entry.unused_flags() * 16)}; });
    }
    const std::string_view name = text::until_nul(entry.name);
    if (std::any_of(name.begin(), name.end(), [](char c) { return text::upper(c) != c; })) {
        reporter.report(issue::small_letters, [&] { return Finding{name_path(i), {}, text::printable(name)}; });
    }
}

// Without a name the type alone would pass for one.
std::string checked_name(const Entry& entry) { return entry.name[0] == 0 ? std::string() : entry.file_name(); }

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "sdf");
    const auto check_rule = [&](const char* path, const Line& line) {
        if (line == dashes) return;
        reporter.report(issue::rule,
                        [&] { return Finding{path, "16 dashes", text::printable({line.data(), line.size()})}; });
    };
    check_rule("rule", document.rule);
    check_rule("end_rule", document.end_rule);
    const auto files = document.extents();
    const archive::Extent tables[] = {{0, document.data_start()}};
    archive::check_places(reporter, {files, tables, document.image, offset_path, word_path});
    std::vector<std::string> names;
    for (const Entry& entry : document.entries) names.push_back(checked_name(entry));
    archive::check_names(reporter, names, name_path);
    for (std::size_t i = 0; i < document.entries.size(); ++i) check_entry(reporter, document.entries[i], i);
}

Summary summarise(const Document& document, const Bundle&) {
    Summary summary;
    std::vector<archive::Counted> files;
    for (const Entry& entry : document.entries) {
        files.push_back({entry.type() == 0 ? "unused" : std::string(type_names[entry.type()]), entry.size()});
    }
    archive::summarise_files(summary, files);
    return summary;
}

const Format format{
    .id = "sdf",
    .title = "SoulFu archive",
    .game = "Secret of Ultimate Legendary Fantasy: Unleashed",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .unpack = unpack,
    .pack = pack,
    .pack_example = "files -o datafile.sdf",
    .pack_advice = "a known ending; names are cut to 8 letters, as the game's packer does",
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
    .replace_entry = replace_entry_as<Document>,
    .add_entry = add_entry_as<Document>,
    .build_archive = build_archive_as<build>,
};

}  // namespace thaw::sdf
