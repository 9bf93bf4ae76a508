// The files in an ADAT: unpacked, replaced, and a new archive of some.
#include <algorithm>
#include <limits>

#include "base/deflate.hpp"
#include "base/inflate.hpp"
#include "base/text.hpp"
#include "formats/ctc/archive/document.hpp"

namespace thaw::adat {

namespace {

constexpr u64 most = std::numeric_limits<u32>::max();

Error too_much() { return Error{Code::unrepresentable, "the archive would be larger than its directory can say"}; }

// As the archive has a file: packed if that is smaller.
struct Stored {
    Blob bytes;
    u32 packed_size = 0;
};
Stored stored(const Blob& bytes) {
    auto packed = zlib_encode(bytes.bytes());
    if (packed.size() >= bytes.size()) return {bytes, 0};
    const auto size = static_cast<u32>(packed.size());
    return {Blob::take(std::move(packed)), size};
}

// New files go in front of a directory that ends the archive.
u64 end_of_data(const Document& document, std::span<const archive::Extent> files) {
    const archive::Extent directory = document.directory();
    const bool last = directory.end() == document.image.size();
    const bool free = std::all_of(files.begin(), files.end(), [&](const archive::Extent& file) {
        return file.size == 0 || file.end() <= directory.start || file.start >= directory.end();
    });
    return last && free ? directory.start : document.image.size();
}

}  // namespace

std::string_view Entry::raw_path() const { return text::until_nul(path); }

std::string Entry::name() const {
    std::string out;
    bool after_separator = false;
    for (const char c : text::to_utf8(raw_path())) {
        if (after_separator && c == ' ') continue;
        out += c == '\\' ? '/' : c;
        after_separator = out.back() == '/';
    }
    return out;
}

std::vector<archive::Extent> Document::extents() const {
    std::vector<archive::Extent> out;
    std::transform(entries.begin(), entries.end(), std::back_inserter(out),
                   [](const Entry& entry) { return entry.extent(); });
    return out;
}

namespace {

enum class Past8 : u8 { dropped, wrapped };

u32 hash_of(std::string_view path, Past8 past) {
    u32 sum = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (i >= 8 && past == Past8::dropped) break;
        sum += static_cast<u32>(static_cast<u8>(text::upper(path[i]))) << (4 * (i % 8));
    }
    return sum;
}

}  // namespace

u32 name_hash(std::string_view path) { return hash_of(path, Past8::dropped); }

bool is_hash_of(u32 hash, std::string_view path) {
    return hash == hash_of(path, Past8::dropped) || hash == hash_of(path, Past8::wrapped);
}

Unpacked unpack(const Document& document, std::size_t index, u64& budget) {
    const Entry& entry = document.entries[index];
    const archive::Extent extent = entry.extent();
    if (!extent.is_in(document.image)) return {extent.size == 0 ? Outcome::sound : Outcome::beyond_end, {}};
    const Blob raw = document.image.slice(extent.start, extent.size);
    if (!entry.is_packed()) return {Outcome::sound, raw};
    // No stream grows more than this, whatever the directory says.
    const u64 largest = std::min<u64>(entry.size, raw.size() * most_inflated_per_byte);
    if (largest > budget) return {Outcome::too_large, {}};
    budget -= largest;
    Inflated inflated = zlib_decode(raw.bytes(), largest);
    const bool all = inflated.bytes.size() == entry.size;
    const auto given = [&](Outcome outcome) { return Unpacked{outcome, Blob::take(std::move(inflated.bytes))}; };
    switch (inflated.end) {
        case InflateEnd::whole: return given(all ? Outcome::sound : Outcome::wrong_size);
        case InflateEnd::wrong_checksum: return all ? given(Outcome::wrong_checksum) : Unpacked{Outcome::damaged, {}};
        case InflateEnd::too_long: return {Outcome::wrong_size, {}};
        case InflateEnd::truncated:
        case InflateEnd::damaged: break;
    }
    return {Outcome::damaged, {}};
}

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context) {
    std::vector<ArchiveEntry> out;
    for (const Entry& entry : document.entries) {
        if (context.cancelled()) return Error{Code::cancelled, "stopped on request"};
        out.push_back(
            {.name = entry.name(), .bytes = entry.size, .stored_bytes = entry.extent().size, .offset = entry.offset});
    }
    return out;
}

Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    u64 budget = context.limits.memory_for(document.image.size());
    Unpacked unpacked = unpack(document, entry, budget);
    switch (unpacked.outcome) {
        case Outcome::sound:
        case Outcome::wrong_checksum: return std::move(unpacked.bytes);  // an issue of validate()
        case Outcome::wrong_size:
            if (!unpacked.bytes.empty()) return std::move(unpacked.bytes);
            return Error{Code::bad_value, "unpacks to more than the directory says"};
        case Outcome::too_large:
            return Error{Code::over_budget, "unpacks to more than an archive of this size justifies"};
        case Outcome::beyond_end: return archive::past_end();
        case Outcome::damaged: break;
    }
    return Error{Code::bad_value, "cannot be unpacked: its packed bytes are damaged"};
}

Status replace_entry(Document& document, std::size_t entry, const Blob& bytes) {
    if (entry >= document.entries.size()) return archive::no_such_file();
    if (bytes.size() > most) return too_much();
    u64 budget = bytes.size();
    if (document.entries[entry].size == bytes.size()) {
        const Unpacked before = unpack(document, entry, budget);
        if (before.outcome == Outcome::sound && before.bytes == bytes) return Done{};
    }
    const archive::Extent directory = document.directory();
    if (directory.start < header_bytes) {
        return Error{Code::unrepresentable, "the directory lies on the header, so that neither can be changed"};
    }
    const Stored now = stored(bytes);
    const auto files = document.extents();
    const auto plan = archive::plan_replacement({.files = files,
                                                 .tables = {&directory, 1},
                                                 .first = header_bytes,
                                                 .image_bytes = document.image.size(),
                                                 .append_at = end_of_data(document, files)},
                                                entry, now.bytes.size());
    if (document.image.size() - plan.old_bytes + plan.new_bytes > most) return too_much();
    Blob image = archive::replaced(document.image, plan, now.bytes.bytes());
    for (Entry& other : document.entries) {
        const u64 moved = plan.moved(other.offset);
        other.offset = static_cast<u32>(std::min(moved, most));  // only of a file past the end can it be more
    }
    Entry& own = document.entries[entry];
    own.offset = static_cast<u32>(plan.start());
    own.size = static_cast<u32>(bytes.size());
    own.packed_size = now.packed_size;
    document.directory_offset = static_cast<u32>(plan.moved(document.directory_offset));
    document.image = std::move(image);
    return Done{};
}

Result<Document> build(std::span<const ArchiveFile> files) {
    Document document;
    std::vector<u8> image(header_bytes);
    for (const ArchiveFile& file : files) {
        if (file.name.size() >= Entry{}.path.size()) {
            return Error{Code::unrepresentable, "a path of " + text::plural(file.name.size(), "character") +
                                                    ", but the archive has room for 127"};
        }
        const Stored now = stored(file.bytes);
        Entry entry;
        std::transform(file.name.begin(), file.name.end(), entry.path.begin(),
                       [](char c) { return c == '/' ? '\\' : c; });
        if (image.size() + now.bytes.size() > most || file.bytes.size() > most) return too_much();
        entry.offset = static_cast<u32>(image.size());
        entry.size = static_cast<u32>(file.bytes.size());
        entry.packed_size = now.packed_size;
        entry.hash = name_hash(entry.raw_path());
        document.entries.push_back(entry);
        image.insert(image.end(), now.bytes.bytes().begin(), now.bytes.bytes().end());
    }
    const u64 directory = Entry::disk_bytes * u64{document.entries.size()};
    if (image.size() + directory > most) return too_much();
    document.directory_offset = static_cast<u32>(image.size());
    document.directory_length = static_cast<u32>(directory);
    image.insert(image.end(), static_cast<std::size_t>(directory), 0);
    document.image = Blob::take(std::move(image));
    return document;
}

}  // namespace thaw::adat
