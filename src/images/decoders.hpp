// What the decoders share: bytes read in order, palettes, the first allocation. One function a format.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/endian.hpp"
#include "images/image.hpp"

namespace thaw::images {

// Reads forward. Past the end everything is 0 and failed() stays true, so that callers ask once, at the end of a step.
class ByteReader {
public:
    explicit ByteReader(Bytes bytes, u64 at = 0) : bytes_(bytes), at_(at) {}

    // The next n bytes, or none if they are not all there.
    Bytes take(u64 n) {
        if (failed_ || at_ > bytes_.size() || n > bytes_.size() - at_) {
            failed_ = true;
            return {};
        }
        const Bytes taken = bytes_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(n));
        at_ += n;
        return taken;
    }
    u8 byte() { return number<u8>(Order::little); }
    u16 little16() { return number<u16>(Order::little); }
    u32 little32() { return number<u32>(Order::little); }
    u16 big16() { return number<u16>(Order::big); }
    u32 big32() { return number<u32>(Order::big); }

    void seek(u64 at) { at_ = at; }
    bool failed() const { return failed_; }
    u64 position() const { return at_; }
    Error truncated() const { return {Code::truncated, "the image ends early", {}, {}, bytes_.size()}; }

private:
    template <class T>
    T number(Order order) {
        const Bytes taken = take(sizeof(T));
        return taken.empty() ? T{0} : load<T>(taken.data(), order);
    }

    Bytes bytes_;
    u64 at_;
    bool failed_ = false;
};

inline Error refused(Code code, std::string message, u64 offset) { return {code, std::move(message), {}, {}, offset}; }

struct Color {
    u8 red = 0;
    u8 green = 0;
    u8 blue = 0;
    u8 alpha = 255;
    friend bool operator==(const Color&, const Color&) = default;
};

// A channel of some bits as 8: repeated until they fill the byte, as the hardware did it; of more than 8, the highest.
constexpr u8 widened(u32 value, u32 bits) {
    if (bits > 8) return static_cast<u8>(value >> (bits - 8));
    u32 filled = value << (8 - bits);
    for (u32 n = bits; n < 8; n *= 2) filled |= filled >> n;
    return static_cast<u8>(filled);
}

struct Palette {
    std::array<Color, 256> colors{};
    u32 size = 0;

    void add(Color color) { colors[size++ & 255] = color; }
};

inline void set_pixel(Pixels& pixels, u64 x, u64 y, Color color) {
    u8* to = pixels.rgba.data() + 4 * (y * pixels.width + x);
    to[0] = color.red;
    to[1] = color.green;
    to[2] = color.blue;
    to[3] = color.alpha;
}

// Pixel x of a row of 1, 2, 4 or 8 bits each, the first one in the highest bits.
inline u32 index_at(Bytes row, u64 x, u32 bits) {
    const u64 bit = x * bits;
    const u32 byte = row[static_cast<std::size_t>(bit / 8)];
    return (byte >> (8 - bits - bit % 8)) & ((1u << bits) - 1);
}

// The first thing every decoder does with the size it read at `offset`, before it allocates: is the image within the
// limits, and can `stored` bytes spell so many pixels, if one of them makes `most_per_byte` at best?
Status check_size(u64 width, u64 height, u64 offset, u64 stored, u64 most_per_byte, const Context& context);
Pixels blank_image(u64 width, u64 height);  // after check_size()
Error no_such_color(u32 index, const Palette& palette, u64 offset);

Result<Pixels> decode_png(Bytes file, const DecodeOptions& options, const Context& context);
Result<Pixels> decode_jpg(Bytes file, const DecodeOptions& options, const Context& context);
Result<Pixels> decode_bmp(Bytes file, const DecodeOptions& options, const Context& context);
Result<Pixels> decode_pcx(Bytes file, const DecodeOptions& options, const Context& context);
Result<Pixels> decode_tim(Bytes file, const DecodeOptions& options, const Context& context);
Result<Pixels> decode_tga(Bytes file, const DecodeOptions& options, const Context& context);

bool is_png(Bytes file);
bool is_jpg(Bytes file);
bool is_bmp(Bytes file);
bool is_pcx(Bytes file);
bool is_tim(Bytes file);
bool is_tga(Bytes file);  // has no magic: to be asked last

struct DecodedPng {
    Pixels pixels{};
    bool stands_as_is =
        false;  // any reader of PNG makes these pixels of the file: sums and order right, 8 bits at most
};
Result<DecodedPng> decode_png_file(Bytes file, const DecodeOptions& options, const Context& context);

}  // namespace thaw::images
