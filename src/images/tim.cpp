// TIM: images of the PlayStation, cut for its video memory of 16-bit words.
#include <vector>

#include "images/decoders.hpp"

namespace thaw::images {

namespace {

constexpr u64 flags_at = 4;
constexpr u32 flag_palette = 8;

// Bits of a pixel by the low bits of the flags.
constexpr std::array<u32, 4> depths{4, 8, 16, 24};

// Red in the lowest bits. The word 0 is never drawn; black that is drawn has bit 15, which otherwise only says that the
// pixel takes part in blending.
Color color_of(u16 word) {
    return {widened(word & 31, 5), widened(word >> 5 & 31, 5), widened(word >> 10 & 31, 5),
            static_cast<u8>(word == 0 ? 0 : 255)};
}

// A rectangle of video memory.
struct Block {
    u64 width = 0;  // in words
    u64 height = 0;
    u64 at = 0;  // of the words
    Bytes words{};
};

// The length in front is not looked at: the game did not either, and files with a wrong one are about.
Block read_block(ByteReader& in) {
    Block block;
    in.little32();
    in.little32();  // where it goes
    block.width = in.little16();
    block.height = in.little16();
    block.at = in.position();
    block.words = in.take(2 * block.width * block.height);
    return block;
}

Palette palette_of(const Block& block) {
    Palette palette;
    // Further palettes are other looks of the same image.
    for (std::size_t i = 0; 2 * i < block.words.size() && i < 256; ++i) {
        palette.add(color_of(load<u16>(block.words.data() + 2 * i, Order::little)));
    }
    return palette;
}

}  // namespace

bool is_tim(Bytes file) {
    return file.size() >= 8 && load<u32>(file.data(), Order::little) == 0x10 &&
           (load<u32>(file.data() + flags_at, Order::little) & ~u32{flag_palette}) < depths.size();
}

Result<Pixels> decode_tim(Bytes file, const DecodeOptions& options, const Context& context) {
    ByteReader in(file, flags_at);
    const u32 flags = in.little32();
    const u32 bits = depths[flags & 3];
    Palette palette;
    if ((flags & flag_palette) != 0) {
        palette = palette_of(read_block(in));
        if (options.first_color_clear) palette.colors[0].alpha = 0;
    } else if (bits < 16) {
        return refused(Code::unsupported, "a TIM without the colours its pixels refer to", flags_at);
    }
    const Block block = read_block(in);
    if (in.failed()) return in.truncated();
    const u64 width = 16 * block.width / bits;
    if (auto status = check_size(width, block.height, block.at - 4, block.words.size(), 2, context); !status) {
        return status.error();
    }

    Pixels image = blank_image(width, block.height);
    for (u32 y = 0; y < image.height; ++y) {
        const u64 row = 2 * block.width * y;
        for (u32 x = 0; x < image.width; ++x) {
            const u64 offset = row + u64{x} * bits / 8;
            const u8* at = block.words.data() + offset;
            if (bits == 24) {
                set_pixel(image, x, y, {at[0], at[1], at[2]});
            } else if (bits == 16) {
                set_pixel(image, x, y, color_of(load<u16>(at, Order::little)));
            } else {
                const u32 index = bits == 8 ? *at : *at >> (x % 2 * 4) & 15;  // the left pixel is the low half
                if (index >= palette.size) return no_such_color(index, palette, block.at + offset);
                set_pixel(image, x, y, palette.colors[index]);
            }
        }
    }
    return image;
}

}  // namespace thaw::images
