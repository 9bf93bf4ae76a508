#include "images/stamp.hpp"

#include <algorithm>
#include <string_view>

#include "base/checksums.hpp"
#include "base/endian.hpp"
#include "base/text.hpp"

namespace thaw {

namespace {

constexpr std::size_t after_header = 33;  // signature and IHDR

}  // namespace

void stamp_png(std::vector<u8>& png) {
    std::vector<u8> chunk(4 + png_stamp.size() + 4);
    store<u32>(chunk.data(), static_cast<u32>(png_stamp.size() - 4), Order::big);
    std::copy(png_stamp.begin(), png_stamp.end(), chunk.begin() + 4);
    store<u32>(chunk.data() + 4 + png_stamp.size(), crc32(Bytes(chunk).subspan(4, png_stamp.size())), Order::big);
    png.insert(png.begin() + after_header, chunk.begin(), chunk.end());
}

bool is_stamped(Bytes head, Bytes tail) {
    const std::string start = text::view_as_text(head);
    return start.find(png_stamp) != std::string::npos || start.find(gif_stamp) != std::string::npos ||
           text::view_as_text(tail).ends_with(webp_stamp);
}

}  // namespace thaw
