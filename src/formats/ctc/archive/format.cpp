// The ADAT format record. See README.md, "ADAT archives".
#include "formats/ctc/archive/document.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/ctc/archive/issues.hpp"
#include "formats/ctc/archive/layout.hpp"
#include "formats/ctc/family.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"

namespace thaw::adat {

namespace {

constexpr PartRole parts[] = {{"adat", ".dat"}};

// Many programs call their files `.dat`, the game among them: the name says nothing, and files of a folder that have it
// are not taken for archives. The user has to name one.
Sniffed sniff(std::string_view, const Blob& bytes, const Context& context) {
    if (text::view_as_text(bytes.slice(0, 4).bytes()) != "ADAT") return {Confidence::no, "adat", {}};
    auto document = std::make_unique<Document>();
    const auto status = read_part(format, *document, {"adat", {}, bytes}, context);
    if (!status) return {Confidence::weak, "adat", "ADAT, but " + status.error().message};
    std::string reason = "ADAT, version " + std::to_string(document->version);
    return {Confidence::certain, "adat", std::move(reason), std::move(document)};
}

std::string path_path(std::size_t i) { return field_path("entries", i, "path"); }
std::string offset_path(std::size_t i) { return field_path("entries", i, "offset"); }
std::string stored_path(std::size_t i) { return field_path("entries", i, "size"); }

class Checker {
public:
    Checker(const Document& document, Profile profile, Issues& issues)
        : document_(document), reporter_(profile, issues, "adat") {}

    void run() {
        if (document_.directory_length % Entry::disk_bytes != 0) {
            report(issue::directory, "directory_length", "a multiple of 144",
                   std::to_string(document_.directory_length));
        }
        const auto files = document_.extents();
        const archive::Extent tables[] = {{0, header_bytes}, document_.directory()};
        archive::check_places(reporter_, {files, tables, document_.image, offset_path, stored_path});
        std::vector<std::string> names;
        for (const Entry& entry : document_.entries) names.push_back(entry.name());
        archive::check_names(reporter_, names, path_path);
        for (std::size_t i = 0; i < document_.entries.size(); ++i) check_entry(i);
    }

private:
    void report(const IssueKind& kind, std::string path, std::string expected, std::string found) {
        reporter_.report(kind, [&] { return Finding{std::move(path), std::move(expected), std::move(found)}; });
    }

    void check_entry(std::size_t i) {
        const Entry& entry = document_.entries[i];
        const std::string_view path = entry.raw_path();
        if (path.find("\\ ") != std::string_view::npos || path.find("/ ") != std::string_view::npos) {
            report(issue::space, path_path(i), {}, text::printable(path));
        }
        if (!is_hash_of(entry.hash, path)) {
            report(issue::hash, field_path("entries", i, "hash"), text::hex(name_hash(path)), text::hex(entry.hash));
        }
        if (!too_large_) check_content(i);
    }

    void check_content(std::size_t i) {
        const Entry& entry = document_.entries[i];
        const Unpacked unpacked = unpack(document_, i, budget_);
        const auto content = [&](const IssueKind& kind, const char* field, std::string expected, std::string found) {
            report(kind, field_path("entries", i, field), std::move(expected), std::move(found));
        };
        switch (unpacked.outcome) {
            case Outcome::sound:
            case Outcome::beyond_end: return;  // reported with its place
            case Outcome::wrong_checksum: return content(issue::checksum, "packed_size", {}, {});
            case Outcome::damaged: return content(issue::damaged, "packed_size", {}, {});
            case Outcome::wrong_size:
                return content(issue::size, "size", text::plural(entry.size, "byte"),
                               unpacked.bytes.empty() ? "larger" : text::plural(unpacked.bytes.size(), "byte"));
            case Outcome::too_large:
                too_large_ = true;
                return content(issue::too_large, "size",
                               at_most(Limits().memory_for(document_.image.size())) + " bytes for all files",
                               text::plural(entry.size, "byte"));
        }
    }

    const Document& document_;
    IssueReporter reporter_;
    u64 budget_ = Limits().memory_for(document_.image.size());
    bool too_large_ = false;
};

// The kind of a file is how its name ends.
std::string kind_of(const std::string& name) {
    const std::string_view file = text::file_name(name);
    const std::size_t dot = file.rfind('.');
    return dot == std::string_view::npos || dot + 1 == file.size() ? "other" : text::lower(file.substr(dot + 1));
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) { Checker(document, profile, issues).run(); }

Summary summarise(const Document& document, const Bundle&) {
    Summary summary;
    std::vector<archive::Counted> files;
    u64 packed = 0;
    for (const Entry& entry : document.entries) {
        files.push_back({kind_of(entry.name()), entry.size});
        if (entry.is_packed()) ++packed;
    }
    archive::summarise_files(summary, files);
    summary.native.set("packed_files", packed);
    return summary;
}

const Format format{
    .id = "adat",
    .title = "Anachronox archive",
    .game = "Anachronox",
    .parts = parts,
    .extensions = {},
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .pack_example = "models -o models.dat",
    .pack_advice = "paths as the folders have them",
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
    .replace_entry = replace_entry_as<Document>,
    .build_archive = build_archive_as<build>,
};

}  // namespace thaw::adat
