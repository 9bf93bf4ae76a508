#include <optional>
#include <utility>
#include <vector>

#include "base/endian.hpp"
#include "images/colors.hpp"
#include "images/png_write.hpp"

namespace thaw {

using images::Colors;
using images::PngColor;
using images::put_chunk;
using images::Rectangle;

namespace {

u32 color_at(const Pixels& image, u64 pixel) { return load<u32>(image.rgba.data() + 4 * pixel, Order::big); }

// The colours in order, those with alpha first since only they need a word about it; none if there are too many.
std::optional<Colors> colors_of(const Pixels& image) {
    Colors colors(256);
    const u64 pixels = image.rgba.size() / 4;
    for (u64 i = 0; i < pixels; ++i) {
        if (!colors.add(color_at(image, i))) return std::nullopt;
    }
    const auto key = [](u32 color) { return std::pair((color & 255) == 255, color); };
    colors.sort([&](u32 a, u32 b) { return key(a) < key(b); });
    return colors;
}

struct Body {
    u8 bits = 8;
    PngColor type = PngColor::rgb;
    std::vector<u8> rows{};  // each with its filter in front
};

Body with_palette(const Pixels& image, const Colors& colors) {
    const std::size_t n = colors.list().size();
    Body body{static_cast<u8>(n <= 2 ? 1 : n <= 4 ? 2 : n <= 16 ? 4 : 8), PngColor::indexed};
    const u64 row_bytes = (u64{image.width} * body.bits + 7) / 8 + 1;
    body.rows.resize(static_cast<std::size_t>(row_bytes * image.height));
    for (u64 y = 0; y < image.height; ++y) {
        for (u64 x = 0; x < image.width; ++x) {
            const u32 index = colors.index(color_at(image, y * image.width + x));
            const u64 bit = x * body.bits;
            u8& byte = body.rows[static_cast<std::size_t>(y * row_bytes + 1 + bit / 8)];
            byte = static_cast<u8>(byte | index << (8 - body.bits - bit % 8));
        }
    }
    return body;
}

Body with_channels(const Pixels& image) {
    const bool opaque = is_opaque(image);
    const Rectangle all{0, 0, image.width, image.height};
    return {8, opaque ? PngColor::rgb : PngColor::rgba, images::filtered_rows(image, all, opaque ? 3 : 4)};
}

}  // namespace

std::vector<u8> encode_png(const Pixels& image, PngEffort effort, bool palette) {
    const auto colors = palette ? colors_of(image) : std::nullopt;
    const Body body = colors ? with_palette(image, *colors) : with_channels(image);

    std::vector<u8> out(images::png_signature.begin(), images::png_signature.end());
    images::put_header(out, image.width, image.height, body.bits, body.type);
    if (colors) {
        std::vector<u8> list;
        std::vector<u8> alpha;
        for (const u32 color : colors->list()) {
            for (const u32 shift : {24u, 16u, 8u}) list.push_back(static_cast<u8>(color >> shift));
            if ((color & 255) != 255) alpha.push_back(static_cast<u8>(color));
        }
        put_chunk(out, "PLTE", list);
        if (!alpha.empty()) put_chunk(out, "tRNS", alpha);
    }
    put_chunk(out, "IDAT", zlib_encode(body.rows, effort));
    put_chunk(out, "IEND", {});
    return out;
}

}  // namespace thaw
