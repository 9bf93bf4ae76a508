#include "base/guard.hpp"
#include "images/decoders.hpp"

namespace thaw {

namespace {

Png encoded(const Pixels& pixels, PngEffort effort) {
    return {Blob::take(encode_png(pixels, effort)), pixels.width, pixels.height, is_opaque(pixels), pixel_hash(pixels)};
}

Result<Pixels> from_pixels(const Image& image, const Context& context) {
    const u64 bytes = image.pixels.size();
    if (auto status = images::check_size(image.width, image.height, 0, bytes, 1, context); !status) {
        return status.error();
    }
    if (bytes != u64{4} * image.width * image.height) {
        return Error{Code::bad_value, "an image with more or fewer pixels than its size says"};
    }
    return Pixels{image.width, image.height, {image.pixels.bytes().begin(), image.pixels.bytes().end()}};
}

}  // namespace

Result<Pixels> to_pixels(const Image& image, const Context& context) {
    return guarded([&]() -> Result<Pixels> {
        if (image.file.empty()) return from_pixels(image, context);
        auto pixels = decode_image(image.file.bytes(), {image.first_color_clear}, context);
        if (pixels) make_alpha(*pixels, image.alpha);
        return pixels;
    });
}

namespace {

Result<Png> made_png(const Image& image, const Context& context, Holes holes, PngEffort effort) {
    return guarded([&]() -> Result<Png> {
        const Bytes file = image.file.bytes();
        if (image.alpha == AlphaFrom::file && images::is_png(file) && file.size() <= context.limits.input_bytes) {
            auto decoded = images::decode_png_file(file, {image.first_color_clear}, context);
            if (!decoded) return decoded.error();
            Pixels& pixels = decoded->pixels;
            const bool changed = holes == Holes::filled && fill_holes(pixels);
            if (changed || !decoded->stands_as_is) return encoded(pixels, effort);
            return Png{image.file, pixels.width, pixels.height, is_opaque(pixels), pixel_hash(pixels)};
        }
        auto pixels = to_pixels(image, context);
        if (!pixels) return pixels.error();
        if (holes == Holes::filled) fill_holes(*pixels);
        return encoded(*pixels, effort);
    });
}

}  // namespace

Result<Png> to_png(const Image& image, const Context& context, Holes holes) {
    return made_png(image, context, holes, PngEffort::small);
}

Result<Png> to_quick_png(const Image& image, const Context& context, Holes holes) {
    return made_png(image, context, holes, PngEffort::quick);
}

}  // namespace thaw
