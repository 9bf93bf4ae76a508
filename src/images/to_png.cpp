#include "base/guard.hpp"
#include "images/decoders.hpp"

namespace thaw {

namespace {

Png encoded(const Picture& picture) {
    return {Blob::take(encode_png(picture)), picture.width, picture.height, is_opaque(picture), pixel_hash(picture)};
}

Result<Picture> from_pixels(const Image& image, const Context& context) {
    const u64 bytes = image.pixels.size();
    if (auto status = images::check_size(image.width, image.height, 0, bytes, 1, context); !status) {
        return status.error();
    }
    if (bytes != u64{4} * image.width * image.height) {
        return Error{Code::bad_value, "a picture with more or fewer pixels than its size says"};
    }
    return Picture{image.width, image.height, {image.pixels.bytes().begin(), image.pixels.bytes().end()}};
}

}  // namespace

Result<Picture> to_picture(const Image& image, const Context& context) {
    return guarded([&]() -> Result<Picture> {
        if (image.file.empty()) return from_pixels(image, context);
        auto picture = decode_picture(image.file.bytes(), {image.first_color_clear}, context);
        if (picture) make_alpha(*picture, image.alpha);
        return picture;
    });
}

Result<Png> to_png(const Image& image, const Context& context, Holes holes) {
    return guarded([&]() -> Result<Png> {
        const Bytes file = image.file.bytes();
        if (image.alpha == AlphaFrom::file && images::is_png(file) && file.size() <= context.limits.input_bytes) {
            auto decoded = images::decode_png_file(file, {image.first_color_clear}, context);
            if (!decoded) return decoded.error();
            Picture& picture = decoded->picture;
            const bool changed = holes == Holes::filled && fill_holes(picture);
            if (changed || !decoded->stands_as_is) return encoded(picture);
            return Png{image.file, picture.width, picture.height, is_opaque(picture), pixel_hash(picture)};
        }
        auto picture = to_picture(image, context);
        if (!picture) return picture.error();
        if (holes == Holes::filled) fill_holes(*picture);
        return encoded(*picture);
    });
}

}  // namespace thaw
