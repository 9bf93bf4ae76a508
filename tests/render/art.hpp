// Images drawn with characters.
#pragma once

#include <string>

#include "images/image.hpp"

namespace thaw::test {

inline Pixels blank(u32 width, u32 height, u8 value = 0, u8 alpha = 255) {
    Pixels image{width, height, {}};
    for (u64 i = 0; i < u64{width} * height; ++i) image.rgba.insert(image.rgba.end(), {value, value, value, alpha});
    return image;
}

inline const u8* pixel(const Pixels& image, u32 x, u32 y) {
    return &image.rgba[(std::size_t{y} * image.width + x) * 4];
}

// '#' where red is above half, '.' elsewhere, a line a row.
inline std::string art(const Pixels& image) {
    std::string out;
    for (u32 y = 0; y < image.height; ++y) {
        for (u32 x = 0; x < image.width; ++x) out += pixel(image, x, y)[0] > 127 ? '#' : '.';
        out += '\n';
    }
    return out;
}

}  // namespace thaw::test
