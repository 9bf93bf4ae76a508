// An 8-bit PCX picture, the kind both Unreal and SoulFu load.
#pragma once

#include <array>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::samples {

struct Picture {
    u16 width;
    u16 height;
    std::vector<u8> pixels;                      // palette indices, rows from the top
    std::array<std::array<u8, 3>, 256> palette;  // red, green, blue
};

std::vector<u8> encode_pcx(const Picture& picture);

}  // namespace thaw::samples
