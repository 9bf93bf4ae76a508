// BIGFILE.BIG: all files of the game in one, by number and without names. See README.md, "BIG archives".
#pragma once

#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "formats/shared/archive.hpp"

namespace thaw::big {

inline constexpr u64 sector_bytes = 2048;
inline constexpr u64 header_bytes = 8;
inline constexpr u64 most_entries = 2047;  // the game reads eight sectors for the table

struct Entry {
    static constexpr std::size_t disk_bytes = 8;
    u32 sector = 0;
    u32 size = 0;

    archive::Extent extent() const { return {sector * sector_bytes, size}; }
};

struct Document : thaw::Document {
    Blob image;    // the file as it was read: writing lays the table over it
    u32 zero = 0;  // what the file starts with
    std::vector<Entry> entries;

    u64 table_end() const { return header_bytes + Entry::disk_bytes * entries.size(); }
    std::vector<archive::Extent> extents() const;
    Blob bytes_of(std::size_t entry) const;  // none if they are not all there
};

void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);
Status replace_entry(Document& document, std::size_t entry, const Blob& bytes);
// An archive of these files. The game asks for them by number: where all names begin with one ("0258_shared.vrm", as
// entry_name() gives them) those are their places, and places between them are empty. Data begins where a table of the
// game's own length ends, sector 3 or later.
Result<Document> build(std::span<const ArchiveFile> files);

// What a file is, by its content: "vrm", "ctr", "mpk", "lev", else "bin"; "empty" if it has no bytes.
std::string_view content_kind(const Blob& bytes);
// "0258_shared.vrm": the number, what a file of that number is in the release with that many files, and what it holds.
std::string entry_name(std::size_t entry, std::size_t entries, std::string_view kind);

}  // namespace thaw::big
