// The files in an SDF: taken out, replaced, and a new archive of some.
#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "formats/soulfu/sdf/document.hpp"

namespace thaw::sdf {

namespace {

constexpr u64 most = std::numeric_limits<u32>::max();

Error no_room(std::string what) { return Error{Code::unrepresentable, std::move(what)}; }

Error too_large(u64 bytes) {
    return no_room(text::plural(bytes, "byte") + "; a file in the archive has at most " +
                   std::to_string(most_file_bytes));
}

Blob with_each(const Blob& bytes, char from, char to) {
    std::vector<u8> out(bytes.bytes().begin(), bytes.bytes().end());
    std::replace(out.begin(), out.end(), static_cast<u8>(from), static_cast<u8>(to));
    return Blob::take(std::move(out));
}

// As the file is outside the archive. Text that has line feeds already is left alone: else what is packed again would
// not be the same one.
Blob outside(const Entry& entry, const Blob& stored) {
    const Bytes bytes = stored.bytes();
    const bool has_lines = std::find(bytes.begin(), bytes.end(), u8{'\n'}) != bytes.end();
    return entry.is_text() && !has_lines ? with_each(stored, '\0', '\n') : stored;
}
Blob inside(const Entry& entry, const Blob& bytes) { return entry.is_text() ? with_each(bytes, '\n', '\0') : bytes; }

Result<Entry> named_entry(std::string_view name) {
    Entry entry;
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const std::string_view stem = name.substr(0, dot);
    const std::string_view ending = name.substr(std::min(dot + 1, name.size()));
    const auto type = std::find_if(type_names.begin(), type_names.end(),
                                   [&](std::string_view one) { return text::equal_ignoring_case(one, ending); });
    if (type == type_names.end()) return no_room("the archive has no files of type " + text::printable(ending));
    // An entry has no folder. Of a longer name the game's packer keeps what fits.
    if (stem.empty() || stem.find('/') != stem.npos) {
        return no_room(text::printable(stem) + " is no name of a file in the archive");
    }
    entry.word = static_cast<u32>(type - type_names.begin()) << 24;
    const std::string_view kept = stem.substr(0, entry.name.size());
    std::transform(kept.begin(), kept.end(), entry.name.begin(), [](char c) { return text::upper(c); });
    return entry;
}

// `after`: what stands behind the number.
Line count_line(std::size_t files, std::string_view after = " FILES") {
    Line line;
    line.fill(' ');
    const std::string words = std::to_string(files) + std::string(after);
    std::copy_n(words.begin(), std::min(words.size(), line.size()), line.begin());
    return line;
}

bool is_same_file(const Entry& a, const Entry& b) { return a.type() == b.type() && a.name == b.name; }

Error named_error(Error error, const std::string& file) {
    error.file = file;
    return error;
}

// "1578 FILES": all but the number.
std::string_view after_number(const Line& line) {
    std::string_view rest(line.data(), line.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    return rest;
}

}  // namespace

std::string Entry::file_name() const {
    std::string out = text::to_utf8(text::until_nul(name));
    if (type() != 0) out += "." + std::string(type_names[type()]);
    return out;
}

std::vector<archive::Extent> Document::extents() const {
    std::vector<archive::Extent> out;
    for (std::size_t i = 0; i < entries.size(); ++i) out.push_back(extent_of(i));
    return out;
}

archive::Extent Document::extent_of(std::size_t entry) const {
    return {data_start() + entries[entry].offset, entries[entry].size()};
}

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context) {
    std::vector<ArchiveEntry> out;
    const auto files = document.extents();
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
        const Entry& entry = document.entries[i];
        out.push_back({.name = entry.file_name(),
                       .bytes = entry.size(),
                       .stored_bytes = entry.size(),
                       .offset = files[i].start,
                       .kind = std::string(type_names[entry.type()])});
    }
    return out;
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& /*context*/) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    const auto stored = archive::stored_bytes(document.image, document.extent_of(entry));
    if (!stored) return stored.error();
    return outside(document.entries[entry], *stored);
}

Status replace_entry(Document& document, std::size_t entry, const Blob& bytes) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    if (bytes.size() > most_file_bytes) return too_large(bytes.size());
    const auto files = document.extents();
    const Entry before = document.entries[entry];
    if (files[entry].is_in(document.image) &&
        outside(before, document.image.slice(files[entry].start, files[entry].size)) == bytes) {
        return Done{};
    }
    const Blob stored = inside(before, bytes);
    const u64 size = document.image.size();
    const auto plan =
        archive::plan_replacement({files, {}, document.data_start(), size, size, 1}, entry, stored.size());
    std::vector<Entry> moved = document.entries;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const u64 start = i == entry ? plan.start() : plan.moved(files[i].start);
        if (start - document.data_start() > most) return no_room("the archive would be larger than its index can say");
        moved[i].offset = static_cast<u32>(start - document.data_start());
    }
    moved[entry].word = (before.word & 0xFF000000) | static_cast<u32>(stored.size());
    document.image = archive::replaced(document.image, plan, stored.bytes());
    document.entries = std::move(moved);
    return Done{};
}

Status add_entry(Document& document, const ArchiveFile& file) {
    constexpr u32 updated = 0x80000000, type_bits = 0x0F000000;
    constexpr std::size_t most_entries = 6144;  // of the engine
    auto entry = named_entry(file.name);
    if (!entry) return named_error(entry.error(), file.name);
    const Blob stored = inside(*entry, file.bytes);
    if (stored.empty()) return named_error(no_room("the game takes no empty file"), file.name);
    if (stored.size() > most_file_bytes) return named_error(too_large(stored.size()), file.name);
    const u64 start = document.image.size() - document.data_start();
    if (document.entries.size() >= most_entries) return no_room("the game's index has no more than 6144 entries");
    if (start > most) return no_room("the archive would be larger than its index can say");
    entry->offset = static_cast<u32>(start);
    entry->word |= updated | static_cast<u32>(stored.size());
    for (Entry& old : document.entries) {
        if (is_same_file(old, *entry)) old.word &= ~type_bits;
    }
    const auto index_end = static_cast<std::size_t>(document.data_start() - rule_bytes);
    std::vector<u8> image(document.image.bytes().begin(), document.image.bytes().end());
    image.insert(image.begin() + static_cast<std::ptrdiff_t>(index_end), Entry::disk_bytes, 0);
    image.insert(image.end(), stored.bytes().begin(), stored.bytes().end());
    document.entries.push_back(*entry);
    document.count = count_line(document.entries.size(), after_number(document.count));
    document.image = Blob::take(std::move(image));
    return Done{};
}

Result<Document> build(std::span<const ArchiveFile> files) {
    Document document;
    document.count = count_line(files.size());
    std::vector<u8> data;
    for (const ArchiveFile& file : files) {
        auto entry = named_entry(file.name);
        if (!entry) return named_error(entry.error(), file.name);
        const auto twin = std::find_if(document.entries.begin(), document.entries.end(),
                                       [&](const Entry& other) { return is_same_file(other, *entry); });
        if (twin != document.entries.end()) {
            const std::string& other = files[static_cast<std::size_t>(twin - document.entries.begin())].name;
            return named_error(no_room("would be " + twin->file_name() + ", as " + text::printable(other) + " is"),
                               file.name);
        }
        const Blob stored = inside(*entry, file.bytes);
        if (stored.size() > most_file_bytes) return too_large(stored.size());
        if (data.size() > most) return no_room("the archive would be larger than its index can say");
        entry->offset = static_cast<u32>(data.size());
        entry->word |= static_cast<u32>(stored.size());
        document.entries.push_back(*entry);
        data.insert(data.end(), stored.bytes().begin(), stored.bytes().end());
    }
    data.insert(data.begin(), static_cast<std::size_t>(document.data_start()), 0);
    document.image = Blob::take(std::move(data));
    return document;
}

}  // namespace thaw::sdf
