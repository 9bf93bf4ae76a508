#include "base/endian.hpp"
#include "images/encode_game.hpp"

namespace thaw {

namespace {

constexpr std::size_t file_header_bytes = 14;
constexpr std::size_t plain_header_bytes = 40;
constexpr std::size_t masks_header_bytes = 56;
constexpr u32 with_masks = 3;

}  // namespace

std::vector<u8> encode_bmp(const Pixels& image) {
    const bool opaque = is_opaque(image);
    const std::size_t header_bytes = opaque ? plain_header_bytes : masks_header_bytes;
    const std::size_t pixel_bytes = opaque ? 3 : 4, row_bytes = (image.width * pixel_bytes + 3) / 4 * 4;
    const std::size_t pixels_at = file_header_bytes + header_bytes;
    std::vector<u8> out(pixels_at + row_bytes * image.height, 0);
    const auto put = [&](std::size_t at, std::size_t value) {
        store<u32>(out.data() + at, static_cast<u32>(value), Order::little);
    };
    out[0] = 'B', out[1] = 'M';
    put(2, out.size());
    put(10, pixels_at);
    put(14, header_bytes);
    put(18, image.width);
    put(22, image.height);  // the lowest row first
    out[26] = 1;
    out[28] = static_cast<u8>(8 * pixel_bytes);
    put(34, row_bytes * image.height);
    if (!opaque) {
        put(30, with_masks);
        std::size_t at = 54;
        for (const u32 mask : {0x00FF0000u, 0x0000FF00u, 0x000000FFu, 0xFF000000u}) {
            put(at, mask);
            at += 4;
        }
    }
    for (std::size_t y = 0; y < image.height; ++y) {
        const u8* from = image.rgba.data() + y * image.width * 4;
        u8* to = out.data() + pixels_at + (image.height - 1 - y) * row_bytes;
        for (std::size_t x = 0; x < image.width; ++x, from += 4, to += pixel_bytes) {
            to[0] = from[2], to[1] = from[1], to[2] = from[0];
            if (!opaque) to[3] = from[3];
        }
    }
    return out;
}

}  // namespace thaw
