// ADAT archives (`.dat`): the files of the game, each stored or packed by zlib. See README.md, "ADAT archives".
#pragma once

#include <array>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "formats/shared/archive.hpp"

namespace thaw::adat {

inline constexpr u32 header_bytes = 16;
inline constexpr u32 usual_version = 9;

struct Entry {
    static constexpr std::size_t disk_bytes = 144;
    std::array<char, 128> path{};
    u32 offset = 0;
    u32 size = 0;
    u32 packed_size = 0;  // 0: stored as it is
    u32 hash = 0;         // of the path

    bool is_packed() const { return packed_size > 0; }
    archive::Extent extent() const { return {offset, is_packed() ? packed_size : size}; }
    std::string_view raw_path() const;
    // '/' between folders, and without the space that some paths have after a separator.
    std::string name() const;
};

struct Document : thaw::Document {
    Blob image;  // the file as it was read: writing lays header and directory over it
    u32 directory_offset = header_bytes;
    u32 directory_length = 0;
    u32 version = usual_version;
    std::vector<Entry> entries;

    archive::Extent directory() const { return {directory_offset, Entry::disk_bytes * u64{entries.size()}}; }
    std::vector<archive::Extent> extents() const;
};

enum class Outcome : u8 { sound, wrong_checksum, wrong_size, damaged, beyond_end, too_large };

struct Unpacked {
    Outcome outcome = Outcome::sound;
    Blob bytes{};
};
// What is in an entry. `budget` is how many bytes may still be unpacked; what was is taken off.
Unpacked unpack(const Document& document, std::size_t entry, u64& budget);

u32 name_hash(std::string_view path);
// Past the eighth character no file tells which of two sums it is: both are right.
bool is_hash_of(u32 hash, std::string_view path);

void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);
Status replace_entry(Document& document, std::size_t entry, const Blob& bytes);
// An archive of these files in this order, packed where that is smaller, the directory last.
Result<Document> build(std::span<const ArchiveFile> files);

}  // namespace thaw::adat
