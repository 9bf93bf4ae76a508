#include "render/shrink.hpp"

#include <algorithm>

#include "render/label.hpp"

namespace thaw {

namespace {

struct Range {
    u64 from;
    u64 to;
};

// Which of `all` places the place `at` of `some` stands for; never none.
Range range_of(u64 at, u64 some, u64 all) {
    return {at * all / some, std::max((at + 1) * all / some, at * all / some + 1)};
}

// Colours count by their alpha, so that what is under alpha 0 does not shine through.
void put_mean(const Pixels& image, Range xs, Range ys, u8* out) {
    u64 sums[4] = {};
    for (u64 y = ys.from; y < ys.to; ++y) {
        const u8* pixel = &image.rgba[static_cast<std::size_t>((y * image.width + xs.from) * 4)];
        for (u64 x = xs.from; x < xs.to; ++x, pixel += 4) {
            for (int i = 0; i < 3; ++i) sums[i] += u64{pixel[i]} * pixel[3];
            sums[3] += pixel[3];
        }
    }
    const u64 pixels = (xs.to - xs.from) * (ys.to - ys.from);
    for (int i = 0; i < 3; ++i) out[i] = sums[3] == 0 ? u8{0} : static_cast<u8>((sums[i] + sums[3] / 2) / sums[3]);
    out[3] = static_cast<u8>((sums[3] + pixels / 2) / pixels);
}

}  // namespace

Pixels shrunk(const Pixels& image, u32 width, u32 height) {
    if (image.width <= width && image.height <= height) return image;
    Pixels out;
    // The side that is further off decides.
    if (u64{image.width} * height >= u64{image.height} * width) {
        out.width = width;
        out.height = static_cast<u32>(std::max<u64>(std::min<u64>(height, 1), u64{image.height} * width / image.width));
    } else {
        out.height = height;
        out.width = static_cast<u32>(std::max<u64>(std::min<u64>(width, 1), u64{image.width} * height / image.height));
    }
    out.rgba.resize(std::size_t{out.width} * out.height * 4);
    u8* at = out.rgba.data();
    for (u32 y = 0; y < out.height; ++y) {
        const Range ys = range_of(y, out.height, image.height);
        for (u32 x = 0; x < out.width; ++x, at += 4) put_mean(image, range_of(x, out.width, image.width), ys, at);
    }
    return out;
}

void lay_image(Pixels& image, i64 x, i64 y, const Pixels& over) {
    const u8* from = over.rgba.data();
    for (i64 row = 0; row < i64{over.height}; ++row) {
        for (i64 column = 0; column < i64{over.width}; ++column, from += 4) {
            fill_rectangle(image, x + column, y + row, 1, 1, {from[0], from[1], from[2], from[3]});
        }
    }
}

}  // namespace thaw
