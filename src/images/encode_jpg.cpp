// The one file that sees stb_image_write, of which only JPEG is used: no files, no texts, no memory of its own. Its
// switches are variables that nobody sets, which compilers make constants of.
#include <algorithm>

#include "images/encode_game.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STBIW_ASSERT(condition) static_cast<void>(0)
#include <stb/stb_image_write.h>

namespace thaw {

namespace {

void append(void* out, void* bytes, int size) {
    const auto* from = static_cast<const u8*>(bytes);
    auto& to = *static_cast<std::vector<u8>*>(out);
    to.insert(to.end(), from, from + size);
}

}  // namespace

std::vector<u8> encode_jpg(const Pixels& image, int quality) {
    std::vector<u8> out;
    if (image.rgba.empty()) return out;
    stbi_write_jpg_to_func(append, &out, static_cast<int>(image.width), static_cast<int>(image.height), 4,
                           image.rgba.data(), std::clamp(quality, 1, 100));
    return out;
}

}  // namespace thaw
