// What an ISO 9660 disc says of its folders and files (ECMA-119), with the names of Joliet and of Rock Ridge.
#pragma once

#include <string>

#include <thaw/archives.hpp>

#include "archives/window.hpp"

namespace thaw::archives {

// A record of a folder, as it is on the disc. The views live as long as the bytes it was read from.
struct IsoRecord {
    std::size_t bytes = 0;  // of the record itself
    u64 offset = 0;         // of the data
    u64 data_bytes = 0;
    bool is_folder = false;
    bool continues = false;    // the next record has more data of the same file
    bool interleaved = false;  // with those of other files
    Bytes name{};
    Bytes system_use{};
};
// Nothing if the first bytes are no record, or it does not fit.
std::optional<IsoRecord> read_iso_record(Bytes from, u64 block_bytes);
// The folder itself or the one above it, which every folder lists first.
bool is_dot_or_dots(const IsoRecord& record);

// The tree of folders that is read.
struct IsoVolume {
    u64 block_bytes = 2048;
    u64 root_offset = 0;
    u64 root_bytes = 0;
    bool joliet = false;        // names have 16 bits a letter
    bool has_use = false;       // system use is as SUSP says
    std::size_t use_skips = 0;  // bytes of it that are something else
};
Result<IsoVolume> find_iso_volume(Window& window);

// ";1" and a dot at the end go.
std::string iso_name(Bytes name, bool joliet);

// What the system use of a record says: the extensions of Rock Ridge.
struct IsoExtras {
    std::string name{};
    bool has_name = false;
    bool special = false;             // a symbolic link or a device
    bool moved = false;               // a folder that is listed elsewhere: its record there leads here
    bool packed = false;              // by zisofs
    bool named = false;               // some extension of Rock Ridge is there
    std::optional<u64> folder{};      // the offset of the folder that this record stands for
    std::optional<u64> real_bytes{};  // of a packed file
    u64 read_bytes = 0;               // of what lies elsewhere
};
IsoExtras read_iso_extras(Bytes system_use, const IsoVolume& volume, Window& window);

}  // namespace thaw::archives
