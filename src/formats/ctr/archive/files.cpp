// The files in a BIG: taken out, replaced, and a new archive of some.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/ctr/archive/document.hpp"

namespace thaw::big {

namespace {

constexpr u64 first_data_sector = 3;  // of the game's own archive
constexpr u64 most = std::numeric_limits<u32>::max();

u64 rounded_to_sectors(u64 bytes) { return (bytes + sector_bytes - 1) / sector_bytes * sector_bytes; }

Error too_large(std::string what) {
    return Error{Code::unrepresentable, std::move(what) + " is more than the archive's table can say"};
}

}  // namespace

std::vector<archive::Extent> Document::extents() const {
    std::vector<archive::Extent> out;
    std::transform(entries.begin(), entries.end(), std::back_inserter(out),
                   [](const Entry& entry) { return entry.extent(); });
    return out;
}

Blob Document::bytes_of(std::size_t entry) const {
    const archive::Extent extent = entries[entry].extent();
    return extent.is_in(image) ? image.slice(extent.start, extent.size) : Blob();
}

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context) {
    std::vector<ArchiveEntry> out;
    auto names = known_names(document.entries.size());
    if (!is_as_listed(document, names)) names.clear();
    for (std::size_t i = 0; i < document.entries.size(); ++i) {
        if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
        const Entry& entry = document.entries[i];
        const std::string_view listed = names.empty() ? std::string_view() : names[i];
        out.push_back({.name = entry_name(i, listed, document.kind_of(i), document.bytes_of(i)),
                       .bytes = entry.size,
                       .stored_bytes = entry.size,
                       .offset = entry.extent().start});
    }
    return out;
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& /*context*/) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    return archive::stored_bytes(document.image, document.entries[entry].extent());
}

Status replace_entry(Document& document, std::size_t entry, const Blob& bytes) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    if (bytes.size() > most) return too_large(text::plural(bytes.size(), "byte"));
    if (document.entries[entry].extent().is_in(document.image) && document.bytes_of(entry) == bytes) return Done{};
    const auto files = document.extents();
    const u64 size = document.image.size();
    const auto plan =
        archive::plan_replacement({files, {}, document.table_end(), size, size, sector_bytes}, entry, bytes.size());
    std::vector<Entry> moved = document.entries;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const u64 start = i == entry ? plan.start() : plan.moved(files[i].start);
        if (start / sector_bytes > most) return too_large("byte " + text::hex(start));
        moved[i].sector = static_cast<u32>(start / sector_bytes);
    }
    moved[entry].size = static_cast<u32>(bytes.size());
    document.image = archive::replaced(document.image, plan, bytes.bytes());
    document.entries = std::move(moved);
    return Done{};
}

namespace {

constexpr std::size_t most_places = 65536;  // a hundred times those of the game

std::optional<std::size_t> number_of(std::string_view name) {
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    if (digits == 0 || digits > 5) return std::nullopt;
    std::size_t number = 0;
    for (const char c : name.substr(0, digits)) number = number * 10 + static_cast<std::size_t>(c - '0');
    return number < most_places ? std::optional(number) : std::nullopt;
}

// The files by their places; null for none. Without numbers, or if two have the same, one after the other.
std::vector<const ArchiveFile*> placed(std::span<const ArchiveFile> files) {
    std::map<std::size_t, const ArchiveFile*> by_number;
    std::vector<const ArchiveFile*> out;
    for (const ArchiveFile& file : files) {
        out.push_back(&file);
        if (const auto number = number_of(text::file_name(file.name))) by_number.emplace(*number, &file);
    }
    if (by_number.size() != files.size() || files.empty()) return out;
    out.assign(by_number.rbegin()->first + 1, nullptr);
    for (const auto& [number, file] : by_number) out[number] = file;
    return out;
}

}  // namespace

Result<Document> build(std::span<const ArchiveFile> files) {
    const std::vector<const ArchiveFile*> places = placed(files);
    Document document;
    std::vector<u8> image(static_cast<std::size_t>(std::max(
        first_data_sector * sector_bytes, rounded_to_sectors(header_bytes + Entry::disk_bytes * places.size()))));
    for (const ArchiveFile* file : places) {
        const Bytes bytes = file == nullptr ? Bytes() : file->bytes.bytes();
        const u64 sector = image.size() / sector_bytes;
        if (bytes.size() > most || sector > most) return too_large(text::plural(bytes.size(), "byte"));
        document.entries.push_back({static_cast<u32>(sector), static_cast<u32>(bytes.size())});
        image.insert(image.end(), bytes.begin(), bytes.end());
        image.insert(image.end(), static_cast<std::size_t>(rounded_to_sectors(image.size()) - image.size()), 0);
    }
    document.image = Blob::take(std::move(image));
    return document;
}

}  // namespace thaw::big
