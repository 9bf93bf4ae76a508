#include "render/dither.hpp"

#include <algorithm>
#include <array>

namespace thaw::raster {

void to_fifteen_bits(Pixels& image) {
    // What the machine adds before it drops three bits.
    constexpr std::array<std::array<int, 4>, 4> pattern{
        {{-4, 0, -3, 1}, {2, -2, 3, -1}, {-3, 1, -4, 0}, {3, -1, 2, -2}}};
    for (u32 y = 0; y < image.height; ++y) {
        for (u32 x = 0; x < image.width; ++x) {
            u8* pixel = image.rgba.data() + 4 * (std::size_t{y} * image.width + x);
            if (pixel[3] == 0) continue;
            for (u32 c = 0; c < 3; ++c) {
                const int five = std::clamp(pixel[c] + pattern[y % 4][x % 4], 0, 255) >> 3;
                pixel[c] = static_cast<u8>(five << 3 | five >> 2);
            }
        }
    }
}

}  // namespace thaw::raster
