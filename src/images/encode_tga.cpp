#include "base/endian.hpp"
#include "images/encode_game.hpp"

namespace thaw {

namespace {

constexpr std::size_t header_bytes = 18;
constexpr u8 true_color = 2;
constexpr u8 from_top = 0x20;
constexpr u8 alpha_bits = 8;

}  // namespace

std::vector<u8> encode_tga(const Pixels& image) {
    const bool opaque = is_opaque(image);
    const std::size_t pixel_bytes = opaque ? 3 : 4;
    std::vector<u8> out(header_bytes, 0);
    out[2] = true_color;
    store<u16>(out.data() + 12, static_cast<u16>(image.width), Order::little);
    store<u16>(out.data() + 14, static_cast<u16>(image.height), Order::little);
    out[16] = static_cast<u8>(8 * pixel_bytes);
    out[17] = static_cast<u8>(from_top | (opaque ? 0 : alpha_bits));
    out.reserve(header_bytes + image.rgba.size() / 4 * pixel_bytes);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const u8* pixel = image.rgba.data() + i;
        out.insert(out.end(), {pixel[2], pixel[1], pixel[0]});
        if (!opaque) out.push_back(pixel[3]);
    }
    return out;
}

}  // namespace thaw
