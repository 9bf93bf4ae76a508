// What a zip says of its files: the directory at its end, or the headers in front of them.
#pragma once

#include <string>
#include <vector>

#include <thaw/archives.hpp>

#include "archives/window.hpp"

namespace thaw::archives {

// What the records of a zip begin with.
inline constexpr u32 zip_header_mark = 0x04034B50;     // in front of a file's data
inline constexpr u32 zip_sizes_mark = 0x08074B50;      // in front of sizes behind the data; not all programs write it
inline constexpr u32 zip_entry_mark = 0x02014B50;      // of the directory
inline constexpr u32 zip_signature_mark = 0x05054B50;  // behind the directory, of whoever signed it
inline constexpr u32 zip_wide_end_mark = 0x06064B50;
inline constexpr u32 zip_locator_mark = 0x07064B50;  // of the wide end
inline constexpr u32 zip_end_mark = 0x06054B50;

struct ZipEntry {
    std::string name{};
    u64 offset = 0;  // of the header in front of its data
    u64 packed_bytes = 0;
    u64 bytes = 0;
    u32 crc = 0;
    u16 method = 0;
    bool regular = true;  // no folder, link or device
    bool encrypted = false;
    bool sizes_follow = false;  // in a header: the sizes are behind the data
};

struct ZipDirectory {
    std::vector<ZipEntry> entries{};  // in the order of their places
    u64 offset = 0;                   // of the directory: no data lie behind it
    std::optional<Error> damage{};    // why it ends early
};

// Nothing if there is no directory, as when its end is lost; an error if it is one that cannot be used.
Result<std::optional<ZipDirectory>> read_zip_directory(Source& source, const Context& context);

// The header at `offset`: nothing if there is none, or it is cut off.
struct ZipHeader {
    ZipEntry entry{};
    u64 data_offset = 0;
    bool wide = false;  // sizes have 64 bits
};
std::optional<ZipHeader> read_zip_header(Window& window, u64 offset);

}  // namespace thaw::archives
