// BMP: Windows' and OS/2's format, with its palettes, masks and two kinds of runs.
#include <algorithm>
#include <bit>
#include <optional>

#include "images/decoders.hpp"

namespace thaw::images {

namespace {

constexpr u64 file_header_bytes = 14;
constexpr u32 old_header_bytes = 12;
constexpr u32 header_bytes_with_alpha = 56;
constexpr u64 header_at = file_header_bytes;
constexpr u64 longest_run = 255;

enum Compression : u32 { none = 0, runs_of_8 = 1, runs_of_4 = 2, masks = 3, masks_with_alpha = 6 };

struct Header {
    u64 pixels_at = 0;
    u32 bytes = 0;  // of the second header
    u64 width = 0;
    u64 height = 0;
    bool from_top = false;
    u32 bits = 0;
    u32 compression = none;
    u32 colors = 0;
    std::array<u32, 4> masks{};  // red, green, blue, alpha
};

Header read_header(ByteReader& in) {
    Header h;
    in.take(10);
    h.pixels_at = in.little32();
    h.bytes = in.little32();
    if (h.bytes == old_header_bytes) {
        h.width = in.little16();
        h.height = in.little16();
        in.little16();  // planes
        h.bits = in.little16();
        return h;
    }
    h.width = in.little32();
    const u32 height = in.little32();
    h.from_top = height >> 31 != 0;
    h.height = h.from_top ? u32{0} - height : height;
    in.little16();  // planes
    h.bits = in.little16();
    h.compression = in.little32();
    in.take(12);  // sizes nobody needs
    h.colors = in.little32();
    in.take(4);
    return h;
}

// In the header if it is long enough, else behind it; and the usual ones if there are none.
void read_masks(ByteReader& in, Header& h) {
    if (h.bits != 16 && h.bits != 32) return;
    if (h.compression == masks || h.compression == masks_with_alpha) {
        const bool has_alpha = h.compression == masks_with_alpha || h.bytes >= header_bytes_with_alpha;
        for (std::size_t i = 0; i < (has_alpha ? 4u : 3u); ++i) h.masks[i] = in.little32();
    } else if (h.bits == 16) {
        h.masks = {0x7C00, 0x03E0, 0x001F, 0};
    } else {
        h.masks = {0xFF0000, 0x00FF00, 0x0000FF, 0};
    }
}

bool has_palette(const Header& h) { return h.bits <= 8; }

std::optional<Error> fault_of(const Header& h) {
    const bool known_bits = h.bits == 1 || h.bits == 4 || h.bits == 8 || h.bits == 16 || h.bits == 24 || h.bits == 32;
    bool known = known_bits;
    switch (h.compression) {
        case none: break;
        case runs_of_8: known = h.bits == 8 && !h.from_top; break;
        case runs_of_4: known = h.bits == 4 && !h.from_top; break;
        case masks:
        case masks_with_alpha: known = h.bits == 16 || h.bits == 32; break;
        default: known = false;
    }
    if (known) return std::nullopt;
    return refused(Code::unsupported,
                   "a BMP of " + std::to_string(h.bits) + " bits with compression " + std::to_string(h.compression),
                   h.bytes == old_header_bytes ? 24 : 28);
}

Palette read_palette(ByteReader& in, const Header& h) {
    Palette palette;
    const u32 most = 1u << h.bits;
    const u32 colors = h.colors == 0 ? most : std::min(h.colors, most);
    for (u32 i = 0; i < colors && in.position() < h.pixels_at; ++i) {
        const u8 blue = in.byte();
        const u8 green = in.byte();
        const u8 red = in.byte();
        if (h.bytes != old_header_bytes) in.byte();
        palette.add({red, green, blue});
    }
    return palette;
}

u8 channel(u32 word, u32 mask, u8 absent) {
    if (mask == 0) return absent;
    const int shift = std::countr_zero(mask);
    return widened((word & mask) >> shift, static_cast<u32>(std::bit_width(mask >> shift)));
}

Result<Pixels> read_rows(ByteReader in, const Header& h, const Palette& palette, Pixels image) {
    const u64 row_bytes = (h.width * h.bits + 31) / 32 * 4;
    for (u32 row = 0; row < image.height; ++row) {
        const u32 y = h.from_top ? row : image.height - 1 - row;
        const u64 row_at = in.position();
        const Bytes bytes = in.take(row_bytes);
        if (in.failed()) return in.truncated();
        for (u32 x = 0; x < image.width; ++x) {
            const u8* at = bytes.data() + u64{x} * h.bits / 8;
            if (has_palette(h)) {
                const u32 index = index_at(bytes, x, h.bits);
                if (index >= palette.size) return no_such_color(index, palette, row_at + u64{x} * h.bits / 8);
                set_pixel(image, x, y, palette.colors[index]);
            } else if (h.bits == 24) {
                set_pixel(image, x, y, {at[2], at[1], at[0]});
            } else {
                const u32 word = h.bits == 16 ? load<u16>(at, Order::little) : load<u32>(at, Order::little);
                set_pixel(image, x, y,
                          {channel(word, h.masks[0], 0), channel(word, h.masks[1], 0), channel(word, h.masks[2], 0),
                           channel(word, h.masks[3], 255)});
            }
        }
    }
    return image;
}

// Pixels that the runs leave out have colour 0.
class Runs {
public:
    Runs(ByteReader in, const Header& h, const Palette& palette, Pixels image)
        : in_(in), bits_(h.bits), palette_(palette), image_(std::move(image)) {}

    Result<Pixels> read() {
        if (palette_.size == 0) return no_such_color(0, palette_, in_.position());
        for (u32 at = 0; at < image_.height; ++at) {
            for (u32 x = 0; x < image_.width; ++x) set_pixel(image_, x, at, palette_.colors[0]);
        }
        while (!ended_) {
            const u8 count = in_.byte();
            const u8 value = in_.byte();
            if (in_.failed()) return in_.truncated();
            if (count > 0) {
                const std::array<u8, 1> both{value};
                for (u32 i = 0; i < count; ++i) put(index_at(both, bits_ == 8 ? 0 : i % 2, bits_));
            } else {
                escape(value);
            }
            if (in_.failed()) return in_.truncated();
            if (bad_index_) return no_such_color(*bad_index_, palette_, in_.position() - 1);
        }
        return std::move(image_);
    }

private:
    void escape(u8 value) {
        switch (value) {
            case 0:
                x_ = 0;
                ++row_;
                break;
            case 1: ended_ = true; break;
            case 2:
                x_ += in_.byte();
                row_ += in_.byte();
                break;
            default: {  // so many pixels as they are, padded to words
                const Bytes pixels = in_.take((u64{value} * bits_ + 15) / 16 * 2);
                for (u32 i = 0; i < value && !pixels.empty(); ++i) put(index_at(pixels, i, bits_));
            }
        }
    }
    void put(u32 index) {
        if (x_ < image_.width && row_ < image_.height) {  // what lies outside is not drawn
            if (index >= palette_.size) {
                bad_index_ = index;
                return;
            }
            set_pixel(image_, x_, image_.height - 1 - row_, palette_.colors[index]);
        }
        ++x_;
    }

    ByteReader in_;
    u32 bits_;
    const Palette& palette_;
    Pixels image_;
    u64 x_ = 0;
    u64 row_ = 0;
    bool ended_ = false;
    std::optional<u32> bad_index_{};
};

}  // namespace

bool is_bmp(Bytes file) {
    if (file.size() < file_header_bytes + 4 || file[0] != 'B' || file[1] != 'M') return false;
    const u32 bytes = load<u32>(file.data() + header_at, Order::little);
    return bytes == old_header_bytes || (bytes >= 40 && bytes <= 124);
}

Result<Pixels> decode_bmp(Bytes file, const DecodeOptions& options, const Context& context) {
    ByteReader in(file);
    Header h = read_header(in);
    read_masks(in, h);
    if (in.failed()) return in.truncated();
    if (const auto fault = fault_of(h)) return *fault;
    const bool has_runs = h.compression == runs_of_8 || h.compression == runs_of_4;
    // Runs may leave rows out, but no real file is made of nothing else.
    const u64 most_pixels = has_runs ? longest_run : 8;
    if (auto status = check_size(h.width, h.height, 18, file.size(), most_pixels, context); !status) {
        return status.error();
    }
    Palette palette;
    if (has_palette(h)) {
        ByteReader colors(file, header_at + h.bytes);
        palette = read_palette(colors, h);
        if (colors.failed()) return colors.truncated();
        if (options.first_color_clear) palette.colors[0].alpha = 0;
    }
    if (h.pixels_at > file.size()) return in.truncated();
    const ByteReader pixels(file, h.pixels_at);
    Pixels image = blank_image(h.width, h.height);
    if (has_runs) return Runs(pixels, h, palette, std::move(image)).read();
    return read_rows(pixels, h, palette, std::move(image));
}

}  // namespace thaw::images
