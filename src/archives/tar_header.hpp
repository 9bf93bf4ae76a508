// The blocks of a tar that say what follows them.
#pragma once

#include <string>
#include <vector>

#include <thaw/archives.hpp>

namespace thaw::archives {

inline constexpr std::size_t tar_block_bytes = 512;

// Is it a header? Its sum is that of its bytes, where those of the sum itself count as spaces.
bool is_tar_header(Bytes block);

struct TarHeader {
    std::string name{};  // raw
    std::string link{};
    u64 bytes = 0;  // of data behind it
    char type = '0';
    bool more_blocks = false;  // of type 'S': a block with more places of data follows
};
// Of a block that is a header. Nothing if its size is no number.
std::optional<TarHeader> read_tar_header(Bytes block);
// Of a block behind a header of type 'S': does another one follow?
bool has_more_blocks(Bytes block);
// Of a header of type 'S': how large the file is with its holes.
std::optional<u64> real_bytes_of(Bytes block);

// What headers in front of the actual one say in its place.
struct TarOverrides {
    std::optional<std::string> name{};
    std::optional<std::string> link{};
    std::optional<u64> bytes{};
    std::optional<u64> real_bytes{};  // of a sparse file, unpacked
    bool sparse = false;              // it has holes that are not stored
};
// The data of an extended header. False if something in it is no record; what is in front of that counts.
bool read_tar_records(std::string_view text, TarOverrides& overrides);

}  // namespace thaw::archives
