// Video memory as an image.
#include <algorithm>

#include "base/endian.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/ctr/memory/video_memory.hpp"

namespace thaw::vrm {

namespace {

u16 word_of(const Block& block, u64 i) {
    return 2 * i + 2 <= block.pixels.size() ? load<u16>(block.pixels.data() + 2 * i, Order::little) : u16{0};
}

void add_color(std::vector<u8>& pixels, u16 word, bool is_there) {
    for (u32 shift = 0; shift < 15; shift += 5) {
        const u32 five = word >> shift & 31u;
        pixels.push_back(static_cast<u8>(five << 3 | five >> 2));
    }
    pixels.push_back(is_there ? 255 : 0);
}

// Four or two texels in a word, the lowest bits leftmost. Only the rows that are in the file.
Image with_palette(const Tim& tim) {
    const u32 bits = (tim.flags & 3) == 0 ? 4 : 8;
    const u32 in_word = 16 / bits;
    Image out;
    out.width = tim.image.width * in_word;
    const u64 row = u64{2} * tim.image.width;
    out.height = row == 0 ? 0 : static_cast<u32>(std::min<u64>(tim.image.height, tim.image.pixels.size() / row));
    std::vector<u8> pixels;
    for (u64 i = 0; i < u64{out.height} * tim.image.width; ++i) {
        const u32 word = word_of(tim.image, i);
        for (u32 t = 0; t < in_word; ++t) {
            const u16 color = word_of(tim.palette, word >> (t * bits) & ((1u << bits) - 1));
            add_color(pixels, color, color != 0);  // black is a hole unless its blend bit is set
        }
    }
    out.pixels = Blob::take(std::move(pixels));
    return out;
}

Image filled_words(const Document& document) {
    ctr::VideoMemory memory;
    memory.load(document);
    u32 left = memory_width, top = memory_height, right = 0, bottom = 0;
    for (u32 y = 0; y < memory_height; ++y) {
        for (u32 x = 0; x < memory_width; ++x) {
            if (!memory.is_filled(ctr::VideoMemory::place(x, y))) continue;
            left = std::min(left, x);
            right = std::max(right, x + 1);
            top = std::min(top, y);
            bottom = y + 1;
        }
    }
    Image out;
    if (left >= right) return out;
    out.width = right - left;
    out.height = bottom - top;
    std::vector<u8> pixels;
    for (u32 y = top; y < bottom; ++y) {
        for (u32 x = left; x < right; ++x) {
            const std::size_t place = ctr::VideoMemory::place(x, y);
            add_color(pixels, memory.word(place), memory.is_filled(place));
        }
    }
    out.pixels = Blob::take(std::move(pixels));
    return out;
}

}  // namespace

Result<Image> to_image(const Document& document) {
    const bool indexed = !document.is_stream() && document.single.has_palette() && (document.single.flags & 3) < 2;
    Image out = indexed ? with_palette(document.single) : filled_words(document);
    if (out.width == 0 || out.height == 0) return Error{Code::unsupported, "there are no texels in it"};
    return out;
}

}  // namespace thaw::vrm
