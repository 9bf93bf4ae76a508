#include "images/stamp.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "images/png_write.hpp"

namespace thaw {

namespace {

constexpr std::size_t after_header = 33;  // signature and IHDR

}  // namespace

Blob stamped_png(const Pixels& image) {
    std::vector<u8> png = encode_png(image, PngEffort::quick);
    std::vector<u8> chunk;
    images::put_stamp(chunk);
    png.insert(png.begin() + after_header, chunk.begin(), chunk.end());
    return Blob::take(std::move(png));
}

bool is_stamped(Bytes head, Bytes tail) {
    const std::string start = text::view_as_text(head);
    return start.find(png_stamp) != std::string::npos || start.find(gif_stamp) != std::string::npos ||
           text::view_as_text(tail).ends_with(webp_stamp);
}

}  // namespace thaw
