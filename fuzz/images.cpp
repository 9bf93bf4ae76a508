// Any bytes as a picture: refused inside the file, or pixels that survive being written as PNG.
#include "images/image.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    if (size == 0) return 0;
    // The last byte chooses, so that a seed is a picture's own file with one byte more.
    const PictureOptions options{(data[size - 1] & 1) != 0};
    const Bytes file{data, size - 1};
    Context context;
    context.limits.picture_pixels = 1 << 16;
    const auto picture = decode_picture(file, options, context);
    if (!picture) {
        fuzz::require(picture.error().offset <= file.size(), "an error outside the file");
        return 0;
    }
    fuzz::require(picture->rgba.size() == u64{4} * picture->width * picture->height, "pixels missing");
    for (const PngEffort effort : {PngEffort::small, PngEffort::quick}) {
        const auto again = decode_picture(encode_png(*picture, effort), {}, context);
        fuzz::require(again.ok() && *again == *picture, "the picture does not come back");
    }
    return 0;
}
