#include "images/encode_pcx.hpp"

#include <algorithm>

#include "images/quantise.hpp"

namespace thaw {

namespace {

constexpr std::size_t header_bytes = 128;
constexpr u32 longest_run = 63;
constexpr u8 run_mark = 0xC0;

void put_row(std::vector<u8>& out, const u8* row, u32 length) {
    for (u32 x = 0; x < length;) {
        u32 run = 1;
        while (x + run < length && run < longest_run && row[x + run] == row[x]) ++run;
        if (run > 1 || row[x] >= run_mark) out.push_back(static_cast<u8>(run_mark | run));
        out.push_back(row[x]);
        x += run;
    }
}

std::vector<u8> header_of(const IndexedImage& image, u32 row_bytes) {
    std::vector<u8> out(header_bytes, 0);
    const auto put = [&](std::size_t at, u32 value) {
        out[at] = static_cast<u8>(value);
        out[at + 1] = static_cast<u8>(value >> 8);
    };
    out[0] = 10;  // PCX
    out[1] = 5;   // with a palette of 256 colours
    out[2] = 1;   // runs
    out[3] = 8;   // bits
    put(8, image.width - 1);
    put(10, image.height - 1);
    put(12, image.dots_per_inch);
    put(14, image.dots_per_inch);
    out[65] = 1;  // planes
    put(66, row_bytes);
    put(68, 1);  // colours
    return out;
}

}  // namespace

std::vector<u8> encode_pcx(const IndexedImage& image) {
    const u32 row_bytes = image.width + (image.width & 1);
    std::vector<u8> out = header_of(image, row_bytes);
    std::vector<u8> row(row_bytes, 0);
    for (u32 y = 0; y < image.height; ++y) {
        const u8* from = image.pixels.data() + std::size_t{y} * image.width;
        std::copy(from, from + image.width, row.begin());
        put_row(out, row.data(), row_bytes);
    }
    out.push_back(12);  // the palette follows
    for (const auto& color : image.palette) out.insert(out.end(), color.begin(), color.end());
    return out;
}

std::vector<u8> encode_pcx(const Pixels& image, const PcxOptions& options) {
    const std::size_t pixels = image.rgba.size() / 4;
    const auto is_hole = [&](std::size_t i) { return options.holes != PcxHoles::never && image.rgba[4 * i + 3] < 128; };
    const auto color_at = [&](std::size_t i) {
        const u8* p = image.rgba.data() + 4 * i;
        return u32{p[0]} << 16 | u32{p[1]} << 8 | p[2];
    };
    std::vector<u32> solid;
    solid.reserve(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        if (!is_hole(i)) solid.push_back(color_at(i));
    }
    const bool holes = options.holes == PcxHoles::always || solid.size() < pixels;
    images::Quantiser quantiser;
    const auto palette = quantiser.choose(solid, holes ? 255 : 256);
    const u8 shift = holes ? 1 : 0;

    IndexedImage out{.width = image.width, .height = image.height, .dots_per_inch = 72};
    out.pixels.reserve(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        out.pixels.push_back(is_hole(i) ? u8{0} : static_cast<u8>(quantiser.index(color_at(i)) + shift));
    }
    if (holes) out.palette[0] = options.hole_color;
    for (std::size_t i = 0; i < palette.size(); ++i) {
        const u32 color = palette[i];
        out.palette[i + shift] = {static_cast<u8>(color >> 16), static_cast<u8>(color >> 8), static_cast<u8>(color)};
    }
    return encode_pcx(out);
}

}  // namespace thaw
