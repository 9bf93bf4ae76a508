// The record of modules, .umod.
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/record.hpp"
#include "formats/unreal/archives/document.hpp"
#include "formats/unreal/archives/issues.hpp"
#include "formats/unreal/family.hpp"
#include "layout/codec.hpp"
#include "layout/reader.hpp"

namespace thaw::umod {

namespace {

constexpr PartRole parts[] = {{"module", ".umod"}};
constexpr std::string_view extensions[] = {".umod"};

u64 tail_of(const Blob& image) { return image.size() - std::min<u64>(image.size(), tail_bytes); }

void describe_entry(Codec& io, Entry& e) {
    unreal::describe(io, e.name);
    io.field("offset", e.offset, {.role = Role::offset});
    io.field("size", e.size, {.role = Role::count});
    io.field("flags", e.flags, {.role = Role::flags});
}

// An empty name takes no bytes.
std::string name_path(std::size_t i) { return field_path("entries", i); }
std::string offset_path(std::size_t i) { return field_path("entries", i, "offset"); }
std::string size_path(std::size_t i) { return field_path("entries", i, "size"); }

// All that tells is at the end.
Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    const bool named = text::ends_with_ignoring_case(name, extensions[0]);
    const Blob mark = bytes.slice(tail_of(bytes), magic.size());
    if (bytes.size() < tail_bytes || text::view_as_text(mark.bytes()) != magic) {
        if (!named || bytes.empty()) return {Confidence::no, "module", {}};
        return {Confidence::weak, "module", "does not end like Unreal's modules"};
    }
    Document document;
    Reader reader(bytes, context);
    describe(reader, document);
    if (!reader.ok()) return {Confidence::weak, "module", "ends like a module, but " + reader.error()->message};
    return {Confidence::certain, "module", "a module of Unreal"};
}

}  // namespace

std::vector<archive::Extent> Document::tables() const {
    const u64 start = std::min<u64>(table_offset, table_end);
    return {{start, table_end - start}, {tail_of(image), tail_bytes}};
}

std::vector<archive::Extent> Document::extents() const {
    std::vector<archive::Extent> out;
    for (const Entry& entry : entries) out.push_back(entry.extent());
    return out;
}

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.image(d.image);
    io.at(tail_of(d.image), [&] {
        io.magic("magic", magic);
        io.offset("table_offset", d.table_offset, Count{1});
        io.field("file_bytes", d.file_bytes, {.role = Role::count});
        io.field("version", d.version);
        io.field("checksum", d.checksum);
    });
    io.at(d.table_offset, [&] {
        io.compact("count", d.count, {.role = Role::count});
        io.items("entries", d.entries, Count{unreal::elements_of(io, d.count)}, describe_entry);
        d.table_end = io.position();
    });
    archive::describe_files(io, d.image, d.tables(), d.extents());
}

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "module");
    if (document.file_bytes != document.image.size()) {
        reporter.report(issue::size, [&] {
            return Finding{"file_bytes", text::plural(document.image.size(), "byte"),
                           std::to_string(document.file_bytes)};
        });
    }
    const auto files = document.extents();
    const auto tables = document.tables();
    archive::check_places(reporter, {files, tables, document.image, offset_path, size_path});
    std::vector<std::string> names;
    for (const Entry& entry : document.entries) names.push_back(entry.name.file_name());
    archive::check_names(reporter, names, name_path);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((document.entries[i].flags & packed_flag) == 0) continue;
        reporter.report(issue::packed,
                        [&] { return Finding{field_path("entries", i, "flags"), {}, text::printable(names[i])}; });
    }
}

Summary summarise(const Document& document, const Bundle&) {
    Summary summary;
    std::vector<archive::Counted> files;
    for (const Entry& entry : document.entries) {
        const std::string name = entry.name.file_name();
        const std::string_view file = text::file_name(name);
        const std::size_t dot = file.rfind('.');
        files.push_back({dot == std::string_view::npos ? "other" : text::lower(file.substr(dot + 1)), entry.size});
    }
    archive::summarise_files(summary, files);
    return summary;
}

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context&) {
    std::vector<ArchiveEntry> out;
    for (const Entry& entry : document.entries) {
        out.push_back(
            {.name = entry.name.file_name(), .bytes = entry.size, .stored_bytes = entry.size, .offset = entry.offset});
    }
    return out;
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context&) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    return archive::stored_bytes(document.image, document.entries[entry].extent());
}

const Format format{
    .id = "umod",
    .title = "Unreal module",
    .game = "Unreal, Unreal Tournament and other games of Unreal Engine 1",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .summarise = summarise_as<Document>,
    .has_sibling_folders = true,
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
};

}  // namespace thaw::umod
