// Any bytes as an image: refused inside the file, or pixels that survive being written as PNG.
#include "images/image.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    if (size == 0) return 0;
    // The last byte chooses, so that a seed is an image's own file with one byte more.
    const DecodeOptions options{(data[size - 1] & 1) != 0};
    const Bytes file{data, size - 1};
    Context context;
    context.limits.image_pixels = 1 << 16;
    const auto image = decode_image(file, options, context);
    if (!image) {
        fuzz::require(image.error().offset <= file.size(), "an error outside the file");
        return 0;
    }
    fuzz::require(image->rgba.size() == u64{4} * image->width * image->height, "pixels missing");
    for (const PngEffort effort : {PngEffort::small, PngEffort::quick}) {
        const auto again = decode_image(encode_png(*image, effort), {}, context);
        fuzz::require(again.ok() && *again == *image, "the image does not come back");
    }
    return 0;
}
