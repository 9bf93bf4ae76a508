// Raw discs: sectors with everything that a drive sees, of which only the data are wanted.
#pragma once

#include <optional>

#include <thaw/archives.hpp>

namespace thaw::archives {

inline constexpr u64 data_sector_bytes = 2048;

struct SectorLayout {
    u64 stride = data_sector_bytes;  // from one sector to the next
    u64 data_offset = 0;             // of the 2,048 bytes in it

    friend bool operator==(const SectorLayout&, const SectorLayout&) = default;
};

// What lies at `offset`: sectors that begin with the sync pattern, or (for 2,336 bytes, which lack it) a file system
// where it would have to be. `stride` is what a cue sheet says, 0 if there is none.
std::optional<SectorLayout> find_layout(Source& source, u64 offset, u64 stride);

// The data alone, 2,048 bytes a sector. Of form 2 (films and music of the PlayStation, 2,324 bytes a sector) these are
// the first 2,048, as many as the directory of the disc counts.
std::shared_ptr<Source> raw_sectors(std::shared_ptr<Source> source, SectorLayout layout, u64 offset = 0,
                                    u64 bytes = ~u64{0});

}  // namespace thaw::archives
