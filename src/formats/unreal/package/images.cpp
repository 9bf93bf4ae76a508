// A texture of a package as an image: with its palette as PCX, otherwise as TGA.
#include <algorithm>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

constexpr u64 most_pixels_a_side = 0xFFFF;  // both kinds of file count with 16 bits
constexpr u32 most_steps = 4;               // from one texture to the one that it shows
constexpr u32 stand_in_pixels = 8;          // a side, of an image of the mean colour
constexpr u64 pcx_header = 128;
constexpr u64 pcx_colors = 1 + 3 * 256;
constexpr u64 tga_header = 18;

i32 number_of(const Document& package, const Object& texture, std::string_view name) {
    const Property* found = texture.find(package, name);
    return found == nullptr ? 0 : found->number;
}

u64 blocks(const Mip& mip) { return (u64{mip.width} + 3) / 4 * ((u64{mip.height} + 3) / 4); }

// Bytes that a picture of this format takes; 0 if nobody knows the format.
u64 bytes_needed(const Mip& mip, i32 format) {
    const u64 pixels = u64{mip.width} * mip.height;
    switch (format) {
        case static_cast<i32>(PixelFormat::p8): return pixels;
        case static_cast<i32>(PixelFormat::r5g6b5): return 2 * pixels;
        case static_cast<i32>(PixelFormat::rgb8): return 3 * pixels;
        case static_cast<i32>(PixelFormat::bgra7):
        case static_cast<i32>(PixelFormat::bgra8): return 4 * pixels;
        case static_cast<i32>(PixelFormat::bc1): return 8 * blocks(mip);
        case static_cast<i32>(PixelFormat::bc2):
        case static_cast<i32>(PixelFormat::bc3): return 16 * blocks(mip);
        case static_cast<i32>(PixelFormat::two_colors): return 2 + (pixels + 126) / 127;
        default: return 0;
    }
}

// What Unreal 227 calls the formats that are not read.
std::string format_words(i32 format) {
    constexpr std::string_view names[] = {"BC4",           "signed BC4",  "BC5",          "signed BC5",
                                          "BC7",           "signed BC6H", "BC6H",         "RGBA16",
                                          "signed RGBA16", "RGBA32",      "signed RGBA32"};
    const std::string number = "pixels of format " + std::to_string(format);
    const i32 first = 8;
    if (format < first || format >= first + static_cast<i32>(std::size(names))) return number;
    return number + " (" + std::string(names[static_cast<std::size_t>(format - first)]) + ")";
}

ImageSource no_image(std::string reason) {
    ImageSource out;
    out.reason = std::move(reason);
    return out;
}

ImageSource source_in(const std::vector<Mip>& mips, i32 format) {
    if (mips.empty()) return no_image("no pixels");
    const Mip& mip = mips[0];
    if (mip.width == 0 || mip.height == 0 || mip.width > most_pixels_a_side || mip.height > most_pixels_a_side) {
        return no_image(std::to_string(mip.width) + " x " + std::to_string(mip.height) + " pixels");
    }
    const u64 needed = bytes_needed(mip, format);
    if (needed == 0) return no_image(format_words(format));
    if (format != static_cast<i32>(PixelFormat::two_colors) && mip.pixels.size() < needed) {
        return no_image(text::plural(mip.pixels.size(), "byte") + " of pixels, " + std::to_string(needed) + " needed");
    }
    ImageSource out;
    out.format = static_cast<PixelFormat>(format);
    out.kind = format == 0 ? ImageKind::indexed : ImageKind::pixels;
    out.width = mip.width;
    out.height = mip.height;
    out.stored = mip.pixels;
    if (out.format == PixelFormat::two_colors) {
        // A run of up to 127 pixels takes a byte: what is too small for its size would be a bomb.
        std::vector<u8> numbers = mip.pixels.size() + 2 < needed ? std::vector<u8>() : decode_two_colors(out);
        if (numbers.empty()) return no_image("its runs do not fill it");
        out.stored = Blob::take(std::move(numbers));
        out.kind = ImageKind::indexed;
    }
    return out;
}

// What computed textures start from, where it is another texture of this package.
const Object* shown_instead(const Document& package, const Object& texture) {
    for (const char* name : {"SourceTexture", "GlassTexture"}) {
        const Property* found = texture.find(package, name);
        if (found == nullptr || found->type() != PropertyType::object) continue;
        const Object* other = package.object(found->reference.value());
        if (other != nullptr && other->texture != nullptr) return other;
    }
    return nullptr;
}

// The mean colour is in the properties, and stays when the pixels are gone.
std::optional<std::array<u8, 4>> mean_color(const Document& package, const Object& texture) {
    const Property* found = texture.find(package, "MipZero");
    if (found == nullptr || found->type() != PropertyType::structure || found->declared_bytes() != 4) return {};
    const Blob value = package.image.slice(found->value_at, 4);
    if (value.size() < 4) return {};
    const u8* rgba = value.data();
    if (rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0) return {};
    return std::array<u8, 4>{rgba[0], rgba[1], rgba[2], 255};
}

ImageSource own_source(const Document& package, const Object& texture) {
    // The packed copy is the finer one: it was made of the picture, not of its 256 colours.
    if (texture.texture->has_packed) {
        ImageSource packed = source_in(texture.texture->packed, number_of(package, texture, "CompFormat"));
        if (packed.kind != ImageKind::none) return packed;
    }
    return source_in(texture.texture->mips, number_of(package, texture, "Format"));
}

template <class Put>
void pack_pcx_row(const u8* row, u32 length, u32 stored, Put&& put) {
    const auto at = [&](u32 x) { return x < length ? row[x] : u8{0}; };
    for (u32 x = 0; x < stored;) {
        u32 run = 1;
        while (x + run < stored && run < 63 && at(x + run) == at(x)) ++run;
        if (run > 1 || at(x) >= 0xC0) put(static_cast<u8>(0xC0 | run));
        put(at(x));
        x += run;
    }
}

// Colours and numbers exactly as they are in the package, so that colour 0 is still the hole of a masked image.
Blob indexed_pcx(const ImageSource& mip, const PaletteBody* palette) {
    std::vector<u8> out(pcx_header, 0);
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
        pack_pcx_row(mip.stored.data() + std::size_t{y} * mip.width, mip.width, stored,
                     [&](u8 byte) { out.push_back(byte); });
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

Blob pixels_tga(const ImageSource& source) {
    std::vector<u8> out(tga_header);
    out[2] = 2;  // true colour
    store(out.data() + 12, static_cast<u16>(source.width), Order::little);
    store(out.data() + 14, static_cast<u16>(source.height), Order::little);
    out[16] = 32;    // bits
    out[17] = 0x28;  // top row first, 8 bits of them alpha
    std::vector<u8> pixels = decode_pixels(source);
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) std::swap(pixels[i], pixels[i + 2]);
    out.insert(out.end(), pixels.begin(), pixels.end());
    return Blob::take(std::move(out));
}

}  // namespace

ImageSource image_source(const Document& package, const Object& texture) {
    if (texture.texture == nullptr) return no_image("its fields cannot be read");
    std::string reason;
    const Object* shown = &texture;
    for (u32 step = 0; step < most_steps && shown != nullptr; ++step) {
        // No game computes anything from a picture of two colours, and unpacking it again and again would take time.
        const bool stands_in = shown != &texture;
        if (stands_in && number_of(package, *shown, "Format") == static_cast<i32>(PixelFormat::two_colors)) break;
        ImageSource source = own_source(package, *shown);
        if (reason.empty()) reason = source.reason;
        if (source.kind != ImageKind::none) {
            source.texture = shown;
            source.reason = stands_in ? reason : std::string();
            return source;
        }
        shown = shown_instead(package, *shown);
    }
    ImageSource out = no_image(std::move(reason));
    out.color = mean_color(package, texture);
    if (!out.color) return out;
    out.kind = ImageKind::pixels;
    out.width = out.height = stand_in_pixels;
    out.texture = &texture;
    return out;
}

u64 image_bytes(const ImageSource& source) {
    if (source.kind == ImageKind::none) return 0;
    if (source.kind == ImageKind::pixels) return tga_header + u64{4} * source.width * source.height;
    u64 bytes = pcx_header + pcx_colors;
    for (u32 y = 0; y < source.height; ++y) {
        pack_pcx_row(source.stored.data() + std::size_t{y} * source.width, source.width,
                     source.width + (source.width & 1), [&](u8) { ++bytes; });
    }
    return bytes;
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
        case ImageKind::indexed: return indexed_pcx(source, palette_of(package, *source.texture));
        case ImageKind::pixels: return pixels_tga(source);
        case ImageKind::none: break;
    }
    return Error{Code::unsupported, "no image: " + source.reason};
}

}  // namespace thaw::upackage
