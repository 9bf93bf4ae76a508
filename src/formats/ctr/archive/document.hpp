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
    std::string_view kind_of(std::size_t entry) const;
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

// What a file is, by its content: "vrm", "ctr", "mpk", "lev", "ptr", else "bin"; "empty" if it has no bytes. A pointer
// map is one behind what asks for it.
std::string_view content_kind(const Blob& bytes, const Blob& next = {}, const Blob& before = {});
// What the files of the game's archive of so many are called, releases, betas and demos alike; an empty name where that
// is not known. None if no build has as many.
std::vector<std::string> known_names(std::size_t files);
// Another program may pack as many files in another order: are some of them what the list says?
bool is_as_listed(const Document& document, const std::vector<std::string>& names);
// "0258_shared.vrm": the number, and what the list calls it if that is what it holds; else what a model calls itself.
std::string entry_name(std::size_t entry, std::string_view listed, std::string_view kind, const Blob& bytes = {});

}  // namespace thaw::big
