// The BIG format record. See README.md, "BIG archives".
#include "formats/ctr/archive/document.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/archive/issues.hpp"
#include "formats/ctr/archive/layout.hpp"
#include "formats/ctr/family.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"

namespace thaw::big {

namespace {

constexpr PartRole parts[] = {{"big", ".big"}};
constexpr std::string_view extensions[] = {".big"};

// What speaks against a table that was read; empty if nothing does. There is no magic number: a zero, a number, and a
// table that leads to whole sectors of the file have to do.
std::string doubt_about(const Document& document) {
    if (document.zero != 0) return "does not start with 0";
    if (document.entries.empty() || document.entries.size() > most_entries) return "no number of files";
    u64 bytes = 0;
    for (const Entry& entry : document.entries) {
        const archive::Extent extent = entry.extent();
        if (entry.size == 0) continue;
        if (extent.start < document.table_end()) return "a file lies on the table";
        if (!extent.is_in(document.image)) return "a file lies past the end";
        bytes += entry.size;
    }
    if (bytes == 0) return "there is nothing in it";
    if (bytes > document.image.size()) return "files share bytes";
    return {};
}

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "big", {}};
    const bool named = text::ends_with_ignoring_case(name, ".big");
    const Confidence by_name = named ? Confidence::weak : Confidence::no;
    // Other files are recognised without reading them as a table.
    if (!named && (bytes.size() < sector_bytes || bytes[0] != 0 || bytes[1] != 0 || bytes[2] != 0 || bytes[3] != 0)) {
        return {Confidence::no, "big", {}};
    }
    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"big", {}, bytes}, context);
    if (!status) return {by_name, "big", named ? status.error().message : std::string()};
    if (const std::string doubt = doubt_about(*document); !doubt.empty()) {
        return {by_name, "big", named ? doubt : std::string()};
    }
    std::string reason = "a table of " + text::plural(document->entries.size(), "file");
    return {named ? Confidence::certain : Confidence::likely, "big", std::move(reason), std::move(document)};
}

std::string sector_path(std::size_t i) { return field_path("entries", i, "sector"); }
std::string size_path(std::size_t i) { return field_path("entries", i, "size"); }

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "big");
    if (document.zero != 0) {
        reporter.report(issue::zero, [&] { return Finding{"zero", "0", std::to_string(document.zero)}; });
    }
    if (reporter.game() && document.entries.size() > most_entries) {
        reporter.report(issue::game_limit, [&] {
            return Finding{"num_entries", at_most(most_entries), std::to_string(document.entries.size())};
        });
    }
    const auto files = document.extents();
    const archive::Extent table{0, document.table_end()};
    archive::check_places(reporter, {files, {&table, 1}, document.image, sector_path, size_path});
    if (document.image.size() % sector_bytes != 0) {
        reporter.report(issue::sector, [&] {
            return Finding{{}, "whole sectors", text::plural(document.image.size() % sector_bytes, "byte")};
        });
    }
}

Summary summarise(const Document& document, const Bundle&) {
    Summary summary;
    std::vector<archive::Counted> files;
    for (std::size_t i = 0; i < document.entries.size(); ++i) {
        const std::string_view kind = document.kind_of(i);
        files.push_back({std::string(kind == "bin" ? "other" : kind), document.entries[i].size});
    }
    archive::summarise_files(summary, files);
    return summary;
}

const Format format{
    .id = "big",
    .title = "Crash Team Racing archive",
    .game = "Crash Team Racing",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .pack_example = "bigfile -o bigfile.big",
    .pack_advice = "0258_shared.vrm becomes file 258",
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
    .replace_entry = replace_entry_as<Document>,
    .build_archive = build_archive_as<build>,
};

}  // namespace thaw::big
