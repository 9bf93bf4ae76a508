// What Unreal's files come in: packed ones (.uz), as servers send them, and modules that install themselves (.umod).
// See README.md, "Packed files and modules".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "formats/shared/archive.hpp"
#include "formats/unreal/stored.hpp"

namespace thaw {
class Codec;
}

namespace thaw::uz {

inline constexpr u32 usual_signature = 1234;
inline constexpr u32 newer_signature = 5678;  // runs are packed once more

struct Document : thaw::Document {
    u32 signature = usual_signature;
    unreal::StoredName name{};
    Blob packed{};
};

// The file. The error says what is wrong with the bytes; `most_bytes` bounds what any of the steps may give.
Result<Blob> unpack(const Document& document, u64 most_bytes);

void describe(Codec& io, Document& document);
void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);
Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);

}  // namespace thaw::uz

namespace thaw::umod {

inline constexpr std::string_view magic{"\xA3\xC5\xE3\x9F", 4};
inline constexpr u32 tail_bytes = 20;
inline constexpr u32 packed_flag = 4;

struct Entry {
    unreal::StoredName name{};
    u32 offset = 0;
    u32 size = 0;
    u32 flags = 0;

    archive::Extent extent() const { return {offset, size}; }
};

struct Document : thaw::Document {
    Blob image;  // the file as it was read: writing lays the tables over it
    u32 table_offset = 0;
    u32 file_bytes = 0;
    u32 version = 1;
    u32 checksum = 0;
    Compact count{};
    std::vector<Entry> entries{};
    u64 table_end = 0;  // noted in passing

    std::vector<archive::Extent> tables() const;
    std::vector<archive::Extent> extents() const;
};

void describe(Codec& io, Document& document);
void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);
Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);

}  // namespace thaw::umod
