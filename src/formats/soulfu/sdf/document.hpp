// SDF archives (datafile.sdf): all files of the game in one. See README.md, "SDF archives".
#pragma once

#include <array>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "formats/shared/archive.hpp"

namespace thaw::sdf {

inline constexpr u64 header_bytes = 64;
inline constexpr u64 rule_bytes = 16;
inline constexpr u64 most_file_bytes = 0xFFFFFF;
// The game compares this much of the header.
inline constexpr std::string_view title = "----------------SOULFU DATA FIL";
using Line = std::array<char, 16>;
inline constexpr Line dashes{'-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'};

inline constexpr std::array<std::string_view, 16> type_names{"",    "TXT", "JPG", "OGG", "RGB", "RAW", "SRF", "MUS",
                                                             "DAT", "SRC", "RUN", "PCX", "LAN", "DDD", "RDY", "TIL"};
inline constexpr u32 text_type = 1;
inline constexpr u32 script_type = 9;

struct Entry {
    static constexpr std::size_t disk_bytes = 16;
    u32 offset = 0;  // from where the data starts
    u32 word = 0;    // size, type and flags
    std::array<char, 8> name{};

    u32 size() const { return word & 0xFFFFFF; }
    u32 type() const { return word >> 24 & 15; }
    u32 unused_flags() const { return word >> 28 & 3; }
    // Lines of text end with NUL in the archive and with a line feed outside.
    bool is_text() const { return type() == text_type || type() == script_type; }
    std::string file_name() const;  // "RAT.DDD"
};

// As the bytes are without the numbers that the game adds to each: see shift.hpp.
struct Document : thaw::Document {
    Blob image;  // the file as it was read: writing lays header and index over it
    char title_end = 'E';
    Line count{'0', ' ', 'F', 'I', 'L', 'E', 'S', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '};
    Line rule = dashes;
    std::vector<Entry> entries;
    Line end_rule = dashes;

    u64 data_start() const { return header_bytes + Entry::disk_bytes * entries.size() + rule_bytes; }
    std::vector<archive::Extent> extents() const;
    archive::Extent extent_of(std::size_t entry) const;
};

void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);
Status replace_entry(Document& document, std::size_t entry, const Blob& bytes);
// As the engine adds one: the file of that name, if there is one, becomes unused, and the new one is the last.
Status add_entry(Document& document, const ArchiveFile& file);
// An archive of these files in this order. The end of a name is its type; what is longer than eight letters is cut.
Result<Document> build(std::span<const ArchiveFile> files);

}  // namespace thaw::sdf
