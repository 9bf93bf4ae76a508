#include "render/label.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "render/font.hpp"

namespace thaw {

namespace {

constexpr u32 advance = glyph_width + 1;  // at scale 1

u8 mixed(u64 over, u64 over_weight, u64 under, u64 under_weight) {
    const u64 weight = over_weight + under_weight;
    return weight == 0 ? u8{0} : static_cast<u8>((over * over_weight + under * under_weight + weight / 2) / weight);
}

// Porter and Duff's "over", with alpha that is not multiplied in.
void lay_over(u8* pixel, Rgba ink) {
    const u64 over = u64{ink.alpha} * 255;
    const u64 under = u64{pixel[3]} * (255u - ink.alpha);
    pixel[0] = mixed(ink.red, over, pixel[0], under);
    pixel[1] = mixed(ink.green, over, pixel[1], under);
    pixel[2] = mixed(ink.blue, over, pixel[2], under);
    pixel[3] = static_cast<u8>((over + under + 127) / 255);
}

}  // namespace

u64 text_width(std::string_view text, u32 scale) {
    const u64 n = text::count_points(text);
    return n == 0 ? 0 : (n * advance - 1) * scale;
}

std::string fitted(std::string_view text, u64 width, u32 scale) {
    // n characters take n * advance - 1 pixels.
    const u64 most = scale == 0 ? 0 : (width / scale + 1) / advance;
    return text::shortened(text, static_cast<std::size_t>(std::min<u64>(most, text.size())));
}

void draw_text(Pixels& image, i64 x, i64 y, std::string_view text, Rgba ink, u32 scale) {
    if (scale == 0 || y >= i64{image.height}) return;
    const i64 side = scale;
    while (!text.empty() && x < i64{image.width}) {
        const char32_t point = text::take_point(text);
        for (u32 row = 0; row < glyph_height; ++row) {
            const u8 pixels = glyph_row(point, row);
            for (u32 column = 0; column < glyph_width; ++column) {
                if ((pixels >> column & 1) == 0) continue;
                fill_rectangle(image, x + column * side, y + row * side, side, side, ink);
            }
        }
        x += advance * side;
    }
}

void fill_rectangle(Pixels& image, i64 x, i64 y, i64 width, i64 height, Rgba ink) {
    const i64 right = std::min(x + width, i64{image.width});
    const i64 bottom = std::min(y + height, i64{image.height});
    for (i64 at_y = std::max<i64>(y, 0); at_y < bottom; ++at_y) {
        for (i64 at_x = std::max<i64>(x, 0); at_x < right; ++at_x) {
            lay_over(&image.rgba[static_cast<std::size_t>((at_y * i64{image.width} + at_x) * 4)], ink);
        }
    }
}

}  // namespace thaw
