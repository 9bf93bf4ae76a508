// A texture of a package as an image: with its palette as PCX, otherwise as TGA.
#include <algorithm>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

constexpr i32 format_p8 = 0;
constexpr i32 format_dxt1 = 3;
constexpr u64 most_pixels_a_side = 0xFFFF;  // both kinds of file count with 16 bits

i32 number_of(const Document& package, const Object& texture, std::string_view name) {
    const Property* found = texture.find(package, name);
    return found == nullptr ? 0 : found->number;
}

u64 dxt1_bytes(u64 width, u64 height) { return (width + 3) / 4 * ((height + 3) / 4) * 8; }

ImageSource source_in(const std::vector<Mip>& mips, i32 format) {
    if (mips.empty()) return {ImageKind::none, nullptr, "no pixels"};
    const Mip& mip = mips[0];
    if (mip.width == 0 || mip.height == 0 || mip.width > most_pixels_a_side || mip.height > most_pixels_a_side) {
        return {ImageKind::none, nullptr, std::to_string(mip.width) + " x " + std::to_string(mip.height) + " pixels"};
    }
    const bool packed = format == format_dxt1;
    if (!packed && format != format_p8) return {ImageKind::none, nullptr, "pixels of format " + std::to_string(format)};
    const u64 needed = packed ? dxt1_bytes(mip.width, mip.height) : u64{mip.width} * mip.height;
    if (mip.pixels.size() < needed) {
        return {ImageKind::none, nullptr,
                text::plural(mip.pixels.size(), "byte") + " of pixels, " + std::to_string(needed) + " needed"};
    }
    return {packed ? ImageKind::dxt1 : ImageKind::indexed, &mip, {}};
}

void put_pcx_row(std::vector<u8>& out, const u8* row, u32 length, u32 stored) {
    const auto at = [&](u32 x) { return x < length ? row[x] : u8{0}; };
    for (u32 x = 0; x < stored;) {
        u32 run = 1;
        while (x + run < stored && run < 63 && at(x + run) == at(x)) ++run;
        if (run > 1 || at(x) >= 0xC0) out.push_back(static_cast<u8>(0xC0 | run));
        out.push_back(at(x));
        x += run;
    }
}

// Colours and numbers exactly as they are in the package, so that colour 0 is still the hole of a masked image.
Blob indexed_pcx(const Mip& mip, const PaletteBody* palette) {
    std::vector<u8> out(128, 0);
    const u32 stored = mip.width + (mip.width & 1);
    out[0] = 10;  // PCX
    out[1] = 5;   // with 256 colours at the end
    out[2] = 1;   // runs
    out[3] = 8;   // bits
    store(out.data() + 8, static_cast<u16>(mip.width - 1), Order::little);
    store(out.data() + 10, static_cast<u16>(mip.height - 1), Order::little);
    store(out.data() + 12, u16{72}, Order::little);
    store(out.data() + 14, u16{72}, Order::little);
    out[65] = 1;  // planes
    store(out.data() + 66, static_cast<u16>(stored), Order::little);
    out[68] = 1;  // colours
    for (u32 y = 0; y < mip.height; ++y) {
        put_pcx_row(out, mip.pixels.data() + std::size_t{y} * mip.width, mip.width, stored);
    }
    out.push_back(12);
    for (std::size_t i = 0; i < 256; ++i) {
        const auto grey = static_cast<u8>(i);
        std::array<u8, 4> color{grey, grey, grey, 255};
        if (palette != nullptr) {
            color = i < palette->colors.items.size() ? palette->colors.items[i].rgba : std::array<u8, 4>{};
        }
        out.insert(out.end(), color.begin(), color.begin() + 3);
    }
    return Blob::take(std::move(out));
}

using Bgra = std::array<u8, 4>;

Bgra from_565(u32 word) {
    const auto wide = [](u32 value, u32 bits) {
        return static_cast<u8>(value << (8 - bits) | value >> (2 * bits - 8));
    };
    return {wide(word & 31, 5), wide(word >> 5 & 63, 6), wide(word >> 11, 5), 255};
}

// The four colours of a block; the fourth is a hole if the first is not the larger one.
std::array<Bgra, 4> block_colors(const u8* block) {
    const u32 first = load<u16>(block, Order::little);
    const u32 second = load<u16>(block + 2, Order::little);
    std::array<Bgra, 4> out{from_565(first), from_565(second), Bgra{}, Bgra{}};
    for (std::size_t c = 0; c < 3; ++c) {
        const u32 a = out[0][c];
        const u32 b = out[1][c];
        out[2][c] = static_cast<u8>(first > second ? (2 * a + b) / 3 : (a + b) / 2);
        out[3][c] = static_cast<u8>(first > second ? (a + 2 * b) / 3 : 0);
    }
    out[2][3] = 255;
    out[3][3] = first > second ? 255 : 0;
    return out;
}

Blob dxt1_tga(const Mip& mip) {
    constexpr std::size_t header = 18;
    std::vector<u8> out(header + std::size_t{4} * mip.width * mip.height);
    out[2] = 2;  // true colour, not packed
    store(out.data() + 12, static_cast<u16>(mip.width), Order::little);
    store(out.data() + 14, static_cast<u16>(mip.height), Order::little);
    out[16] = 32;    // bits
    out[17] = 0x28;  // top row first, 8 bits of them alpha
    const u8* block = mip.pixels.data();
    for (u32 top = 0; top < mip.height; top += 4) {
        for (u32 left = 0; left < mip.width; left += 4, block += 8) {
            const auto colors = block_colors(block);
            const u32 choices = load<u32>(block + 4, Order::little);
            for (u32 i = 0; i < 16; ++i) {
                const u32 x = left + i % 4;
                const u32 y = top + i / 4;
                if (x >= mip.width || y >= mip.height) continue;
                const Bgra& color = colors[choices >> (2 * i) & 3];
                std::copy(color.begin(), color.end(),
                          out.begin() + static_cast<std::ptrdiff_t>(header + 4 * (std::size_t{y} * mip.width + x)));
            }
        }
    }
    return Blob::take(std::move(out));
}

}  // namespace

ImageSource image_source(const Document& package, const Object& texture) {
    if (texture.texture == nullptr) return {ImageKind::none, nullptr, "its fields cannot be read"};
    ImageSource source = source_in(texture.texture->mips, number_of(package, texture, "Format"));
    if (source.kind != ImageKind::none || texture.texture->packed.empty()) return source;
    return source_in(texture.texture->packed, number_of(package, texture, "CompFormat"));
}

const PaletteBody* palette_of(const Document& package, const Object& texture) {
    const Property* property = texture.find(package, "Palette");
    if (property == nullptr || property->type() != PropertyType::object) return nullptr;
    const Object* found = package.object(property->reference.value());
    return found == nullptr ? nullptr : found->palette.get();
}

Result<Blob> image_of(const Document& package, const Object& texture) {
    const ImageSource source = image_source(package, texture);
    switch (source.kind) {
        case ImageKind::indexed: return indexed_pcx(*source.mip, palette_of(package, texture));
        case ImageKind::dxt1: return dxt1_tga(*source.mip);
        case ImageKind::none: break;
    }
    return Error{Code::unsupported, "no image: " + source.reason};
}

}  // namespace thaw::upackage
