// Pixels of textures that have no palette.
#include <algorithm>

#include "base/endian.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

using Rgba = std::array<u8, 4>;

u8 widened(u32 value, u32 bits) { return static_cast<u8>(value << (8 - bits) | value >> (2 * bits - 8)); }

Rgba from_565(u32 word) {
    return {widened(word >> 11 & 31, 5), widened(word >> 5 & 63, 6), widened(word & 31, 5), 255};
}

// The four colours of a block. In BC1 the fourth is a hole if the first is not the larger one.
std::array<Rgba, 4> block_colors(const u8* block, bool may_have_hole) {
    const u32 first = load<u16>(block, Order::little);
    const u32 second = load<u16>(block + 2, Order::little);
    const bool hole = may_have_hole && first <= second;
    std::array<Rgba, 4> out{from_565(first), from_565(second), Rgba{}, Rgba{}};
    for (std::size_t c = 0; c < 3; ++c) {
        const u32 a = out[0][c];
        const u32 b = out[1][c];
        out[2][c] = static_cast<u8>(hole ? (a + b) / 2 : (2 * a + b) / 3);
        out[3][c] = static_cast<u8>(hole ? 0 : (a + 2 * b) / 3);
    }
    out[2][3] = 255;
    out[3][3] = hole ? 0 : 255;
    return out;
}

// The eight levels of alpha of a BC3 block.
std::array<u8, 8> block_levels(u32 first, u32 second) {
    std::array<u8, 8> out{static_cast<u8>(first), static_cast<u8>(second)};
    const u32 steps = first > second ? 7 : 5;
    for (u32 i = 1; i < steps; ++i) {
        out[i + 1] = static_cast<u8>(((steps - i) * first + i * second) / steps);
    }
    if (steps == 5) {
        out[6] = 0;
        out[7] = 255;
    }
    return out;
}

u8 block_alpha(const u8* block, PixelFormat format, u32 i) {
    if (format == PixelFormat::bc2) return static_cast<u8>((block[i / 2] >> (4 * (i % 2)) & 15u) * 17);
    const u64 choices = load<u64>(block, Order::little) >> 16;
    return block_levels(block[0], block[1])[choices >> (3 * i) & 7];
}

void decode_blocks(const ImageSource& source, std::vector<u8>& out) {
    const bool with_alpha = source.format != PixelFormat::bc1;
    const u8* block = source.stored.data();
    for (u32 top = 0; top < source.height; top += 4) {
        for (u32 left = 0; left < source.width; left += 4, block += with_alpha ? 16 : 8) {
            const u8* colors_at = block + (with_alpha ? 8 : 0);
            const auto colors = block_colors(colors_at, !with_alpha);
            const u32 choices = load<u32>(colors_at + 4, Order::little);
            for (u32 i = 0; i < 16; ++i) {
                const u32 x = left + i % 4;
                const u32 y = top + i / 4;
                if (x >= source.width || y >= source.height) continue;
                Rgba color = colors[choices >> (2 * i) & 3];
                if (with_alpha) color[3] = block_alpha(block, source.format, i);
                std::copy(color.begin(), color.end(), out.data() + 4 * (std::size_t{y} * source.width + x));
            }
        }
    }
}

Rgba plain_pixel(const u8* from, PixelFormat format) {
    switch (format) {
        case PixelFormat::bgra7: {
            // Light maps, whose parts have seven bits.
            const auto doubled = [](u8 value) { return static_cast<u8>(std::min(2 * value, 255)); };
            return {doubled(from[2]), doubled(from[1]), doubled(from[0]), 255};
        }
        case PixelFormat::r5g6b5: return from_565(load<u16>(from, Order::little));
        case PixelFormat::rgb8: return {from[0], from[1], from[2], 255};
        default: return {from[2], from[1], from[0], from[3]};
    }
}

std::size_t plain_bytes(PixelFormat format) {
    return format == PixelFormat::r5g6b5 ? 2 : format == PixelFormat::rgb8 ? 3 : 4;
}

// An alpha that is 0 everywhere says nothing: programs without alpha left it so.
void ignore_empty_alpha(std::vector<u8>& rgba) {
    for (std::size_t i = 3; i < rgba.size(); i += 4) {
        if (rgba[i] != 0) return;
    }
    for (std::size_t i = 3; i < rgba.size(); i += 4) rgba[i] = 255;
}

}  // namespace

std::vector<u8> decode_pixels(const ImageSource& source) {
    const std::size_t pixels = std::size_t{source.width} * source.height;
    std::vector<u8> out(4 * pixels);
    if (source.color) {
        for (std::size_t i = 0; i < pixels; ++i) std::copy(source.color->begin(), source.color->end(), &out[4 * i]);
        return out;
    }
    switch (source.format) {
        case PixelFormat::bc1:
        case PixelFormat::bc2:
        case PixelFormat::bc3: decode_blocks(source, out); return out;
        default: break;
    }
    const std::size_t stride = plain_bytes(source.format);
    for (std::size_t i = 0; i < pixels; ++i) {
        const Rgba color = plain_pixel(source.stored.data() + i * stride, source.format);
        std::copy(color.begin(), color.end(), out.begin() + static_cast<std::ptrdiff_t>(4 * i));
    }
    if (source.format == PixelFormat::bgra8) ignore_empty_alpha(out);
    return out;
}

// A mode, the number of the colour that is set (the other one is 0), then runs or bits. How we know: the runs of all 14
// seen fill their picture exactly; of the bits only this order makes the arrows of menus upright.
std::vector<u8> decode_two_colors(const ImageSource& source) {
    const std::size_t pixels = std::size_t{source.width} * source.height;
    if (source.stored.size() < 2) return {};
    const u8* from = source.stored.data() + 2;
    const std::size_t bytes = source.stored.size() - 2;
    const u8 mode = source.stored.data()[0];
    const u8 color = source.stored.data()[1];
    std::vector<u8> out;
    if (mode == 0) {
        for (std::size_t i = 0; i < bytes && out.size() < pixels; ++i) {
            out.insert(out.end(), std::min<std::size_t>(from[i] & 0x7F, pixels - out.size()),
                       (from[i] & 0x80) != 0 ? color : u8{0});
        }
    } else if (mode == 1) {
        for (std::size_t i = 0; i < std::min(pixels, 8 * bytes); ++i) {
            out.push_back((from[i / 8] >> (i % 8) & 1) != 0 ? color : u8{0});
        }
    }
    if (out.size() != pixels) out.clear();
    return out;
}

}  // namespace thaw::upackage
