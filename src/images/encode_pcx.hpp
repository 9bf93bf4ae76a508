// A picture as a PCX file of 256 colours: what the tools of Unreal Engine 1 and Anachronox take.
#pragma once

#include <array>
#include <vector>

#include "images/image.hpp"

namespace thaw {

struct IndexedPicture {
    u32 width = 0;
    u32 height = 0;
    u16 dots_per_inch = 0;                         // 0: nobody says
    std::vector<u8> pixels{};                      // colours of the palette, row after row from the top
    std::array<std::array<u8, 3>, 256> palette{};  // red, green, blue
};

std::vector<u8> encode_pcx(const IndexedPicture& picture);

// Pixels with an alpha below one half get colour 0, which games draw as a hole; the others share the rest.
std::vector<u8> encode_pcx(const Picture& picture);

}  // namespace thaw
