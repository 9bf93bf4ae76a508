// Pictures drawn with characters.
#pragma once

#include <string>

#include "images/image.hpp"

namespace thaw::test {

inline Picture blank(u32 width, u32 height, u8 value = 0, u8 alpha = 255) {
    Picture picture{width, height, {}};
    for (u64 i = 0; i < u64{width} * height; ++i) picture.rgba.insert(picture.rgba.end(), {value, value, value, alpha});
    return picture;
}

inline const u8* pixel(const Picture& picture, u32 x, u32 y) {
    return &picture.rgba[(std::size_t{y} * picture.width + x) * 4];
}

// '#' where red is above half, '.' elsewhere, a line a row.
inline std::string art(const Picture& picture) {
    std::string out;
    for (u32 y = 0; y < picture.height; ++y) {
        for (u32 x = 0; x < picture.width; ++x) out += pixel(picture, x, y)[0] > 127 ? '#' : '.';
        out += '\n';
    }
    return out;
}

}  // namespace thaw::test
