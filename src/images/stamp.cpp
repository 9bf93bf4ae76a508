#include "images/stamp.hpp"

#include <algorithm>
#include <string_view>

#include "base/checksums.hpp"
#include "base/endian.hpp"

namespace thaw {

namespace {

constexpr std::size_t after_header = 33;  // signature and IHDR
constexpr std::string_view stamp{"tEXtSoftware\0Thaw", 17};

}  // namespace

void stamp_png(std::vector<u8>& png) {
    std::vector<u8> chunk(4 + stamp.size() + 4);
    store<u32>(chunk.data(), static_cast<u32>(stamp.size() - 4), Order::big);
    std::copy(stamp.begin(), stamp.end(), chunk.begin() + 4);
    store<u32>(chunk.data() + 4 + stamp.size(), crc32(Bytes(chunk).subspan(4, stamp.size())), Order::big);
    png.insert(png.begin() + after_header, chunk.begin(), chunk.end());
}

bool is_stamped(Bytes head) { return std::search(head.begin(), head.end(), stamp.begin(), stamp.end()) != head.end(); }

}  // namespace thaw
