#include <algorithm>
#include <string>

#include "base/guard.hpp"
#include "images/decoders.hpp"

namespace thaw {

namespace images {

namespace {

struct Decoder {
    std::string_view kind;
    bool (*recognises)(Bytes file);
    Result<Pixels> (*decode)(Bytes file, const DecodeOptions& options, const Context& context);
};

constexpr Decoder decoders[] = {
    {"png", is_png, decode_png}, {"jpg", is_jpg, decode_jpg}, {"bmp", is_bmp, decode_bmp},
    {"pcx", is_pcx, decode_pcx}, {"tim", is_tim, decode_tim}, {"tga", is_tga, decode_tga},
};

}  // namespace

Status check_size(u64 width, u64 height, u64 offset, u64 stored, u64 most_per_byte, const Context& context) {
    const std::string size = std::to_string(width) + " x " + std::to_string(height) + " pixels";
    if (width == 0 || height == 0) return refused(Code::bad_value, "an image of " + size, offset);
    if (width > greatest_image_side || height > greatest_image_side || width * height > context.limits.image_pixels) {
        return refused(Code::over_budget, size + " are more than an image may have", offset);
    }
    if (width * height / most_per_byte > stored) {
        return refused(Code::truncated, size + " do not fit in " + std::to_string(stored) + " bytes", offset);
    }
    return Done{};
}

Pixels blank_image(u64 width, u64 height) {
    Pixels image{static_cast<u32>(width), static_cast<u32>(height)};
    image.rgba.resize(static_cast<std::size_t>(4 * width * height));
    return image;
}

Error no_such_color(u32 index, const Palette& palette, u64 offset) {
    return refused(Code::bad_index,
                   "colour " + std::to_string(index) + " of a palette of " + std::to_string(palette.size), offset);
}

}  // namespace images

Result<Pixels> decode_image(Bytes file, const DecodeOptions& options, const Context& context) {
    return guarded([&]() -> Result<Pixels> {
        if (file.size() > context.limits.input_bytes) {
            return images::refused(Code::over_budget, "the image's file is larger than allowed", 0);
        }
        for (const auto& decoder : images::decoders) {
            if (decoder.recognises(file)) return decoder.decode(file, options, context);
        }
        return images::refused(Code::not_recognised, "neither PNG, JPG, BMP, PCX, TIM nor TGA", 0);
    });
}

std::string_view image_kind(Bytes file) {
    for (const auto& decoder : images::decoders) {
        if (decoder.recognises(file)) return decoder.kind;
    }
    return {};
}

bool is_opaque(const Pixels& image) {
    for (std::size_t at = 3; at < image.rgba.size(); at += 4) {
        if (image.rgba[at] != 255) return false;
    }
    return true;
}

}  // namespace thaw
