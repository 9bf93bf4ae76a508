// TGA: Truevision's format, which has no magic.
#include <algorithm>
#include <vector>

#include "images/decoders.hpp"

namespace thaw::images {

namespace {

enum Kind : u8 { with_palette = 1, true_color = 2, grey = 3 };
constexpr u8 packed_flag = 8;
constexpr u8 from_right = 0x10;
constexpr u8 from_top = 0x20;
constexpr u8 alpha_bits_mask = 15;
constexpr u64 longest_run = 128;

struct Header {
    u8 id_bytes = 0;
    bool has_palette = false;
    u8 kind = 0;
    bool packed = false;
    u32 first_color = 0;
    u32 colors = 0;
    u8 color_bits = 0;
    u64 width = 0;
    u64 height = 0;
    u8 bits = 0;
    u8 descriptor = 0;
};

Header read_header(ByteReader& in) {
    Header h;
    h.id_bytes = in.byte();
    h.has_palette = in.byte() != 0;
    const u8 kind = in.byte();
    h.packed = (kind & packed_flag) != 0;
    h.kind = h.packed ? kind ^ packed_flag : kind;
    h.first_color = in.little16();
    h.colors = in.little16();
    h.color_bits = in.byte();
    in.little32();  // where it goes
    h.width = in.little16();
    h.height = in.little16();
    h.bits = in.byte();
    h.descriptor = in.byte();
    return h;
}

bool has_color_bits(u8 bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

// Blue comes first. One bit of alpha counts only if the header says that there is one.
Color color_of(const u8* at, u8 bits, bool has_alpha_bit) {
    if (bits == 24) return {at[2], at[1], at[0]};
    if (bits == 32) return {at[2], at[1], at[0], at[3]};
    const u16 word = load<u16>(at, Order::little);
    return {widened(word >> 10 & 31, 5), widened(word >> 5 & 31, 5), widened(word & 31, 5),
            static_cast<u8>(has_alpha_bit && word >> 15 == 0 ? 0 : 255)};
}

// Yields the pixels one after another, whatever rows they fall in: real encoders let runs cross rows.
class PixelReader {
public:
    PixelReader(ByteReader in, bool packed, u64 width_bytes) : in_(in), packed_(packed), width_bytes_(width_bytes) {}

    // Null once the file has ended.
    const u8* next() {
        if (packed_ && left_ == 0) {
            const u8 packet = in_.byte();
            repeats_ = packet >= 128;
            left_ = packet % 128 + 1u;
            fresh_ = true;
        }
        if (!packed_ || !repeats_ || fresh_) pixel_ = in_.take(width_bytes_);
        fresh_ = false;
        if (packed_) --left_;
        return in_.failed() ? nullptr : pixel_.data();
    }
    u64 position() const { return in_.position(); }
    Error truncated() const { return in_.truncated(); }

private:
    ByteReader in_;
    bool packed_;
    u64 width_bytes_;
    Bytes pixel_{};
    u32 left_ = 0;
    bool repeats_ = false;
    bool fresh_ = false;
};

}  // namespace

bool is_tga(Bytes file) {
    ByteReader in(file);
    const bool palette_sane = file.size() >= 18 && file[1] <= 1;
    const Header h = read_header(in);
    if (!palette_sane || h.width == 0 || h.height == 0) return false;
    if (h.has_palette && !has_color_bits(h.color_bits)) return false;
    switch (h.kind) {
        case with_palette: return h.has_palette && h.bits == 8;
        case true_color: return has_color_bits(h.bits);
        case grey: return h.bits == 8 || h.bits == 16;
        default: return false;
    }
}

Result<Pixels> decode_tga(Bytes file, const DecodeOptions& options, const Context& context) {
    ByteReader in(file);
    const Header h = read_header(in);
    const u64 pixel_bytes = (h.bits + 7u) / 8;
    const u64 most_pixels = h.packed ? longest_run : 1;  // of a byte, at the very best
    if (auto status = check_size(h.width, h.height, 12, file.size(), most_pixels, context); !status) {
        return status.error();
    }
    in.take(h.id_bytes);
    const bool has_alpha_bit = (h.descriptor & alpha_bits_mask) != 0;
    Palette palette;
    if (h.has_palette) {
        const u64 color_bytes = (h.color_bits + 7u) / 8;
        const Bytes stored = in.take(color_bytes * h.colors);
        if (in.failed()) return in.truncated();
        for (u32 i = 0; i < std::min(h.colors, 256u); ++i) {
            palette.add(color_of(stored.data() + i * color_bytes, h.color_bits, has_alpha_bit));
        }
        if (options.first_color_clear) palette.colors[0].alpha = 0;
    }

    Pixels image = blank_image(h.width, h.height);
    PixelReader pixels(in, h.packed, pixel_bytes);
    bool all_clear = true;
    for (u32 row = 0; row < image.height; ++row) {
        const u32 y = (h.descriptor & from_top) != 0 ? row : image.height - 1 - row;
        for (u32 column = 0; column < image.width; ++column) {
            const u32 x = (h.descriptor & from_right) != 0 ? image.width - 1 - column : column;
            const u8* at = pixels.next();
            if (at == nullptr) return pixels.truncated();
            Color color;
            if (h.kind == with_palette) {
                const u32 index = *at - h.first_color;  // too small wraps around to too large
                if (index >= palette.size) return no_such_color(*at, palette, pixels.position() - 1);
                color = palette.colors[index];
            } else if (h.kind == grey) {
                color = {at[0], at[0], at[0], h.bits == 16 ? at[1] : u8{255}};
            } else {
                color = color_of(at, h.bits, has_alpha_bit);
            }
            all_clear = all_clear && color.alpha == 0;
            set_pixel(image, x, y, color);
        }
    }
    // Some programs leave the fourth byte 0 and say that it is no alpha; others put alpha there and say so too.
    if (h.kind == true_color && h.bits == 32 && !has_alpha_bit && all_clear) {
        for (std::size_t at = 3; at < image.rgba.size(); at += 4) image.rgba[at] = 255;
    }
    return image;
}

}  // namespace thaw::images
