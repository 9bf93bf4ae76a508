// Cue sheets: text that says which tracks of a disc lie where in which file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::archives {

inline constexpr std::size_t largest_cue_bytes = 1 << 20;  // a full disc has 99 tracks: some 10 KB

struct CueTrack {
    std::size_t file = 0;  // in CueSheet::files
    bool data = false;     // else music
    u64 sector_bytes = 2352;
    std::optional<u64> gap_frame{};    // INDEX 00, where the pause before the track begins; of 75 a second
    std::optional<u64> first_frame{};  // INDEX 01, where the track begins
};

struct CueSheet {
    std::vector<std::string> files{};
    std::vector<CueTrack> tracks{};
};

// Any bytes give a sheet; lines that say nothing known are passed over.
CueSheet read_cue(Bytes text);

// Where the first data track lies in its file.
struct CueExtent {
    std::size_t file = 0;
    u64 sector_bytes = 0;
    u64 offset = 0;
    u64 bytes = ~u64{0};  // up to the next track; all there is if it is the last
};
std::optional<CueExtent> data_extent(const CueSheet& sheet);

}  // namespace thaw::archives
