// A word in images that tells where they come from: what Thaw made can be made again and may be replaced.
#pragma once

#include <string_view>

#include "images/image.hpp"

namespace thaw {

inline constexpr std::string_view png_stamp{"tEXtSoftware\0Thaw", 17};  // type and body of a chunk
inline constexpr std::string_view gif_stamp{"!\xFE\x04Thaw"};           // a comment, without the 0 that ends it
inline constexpr std::string_view webp_stamp{"THAW\0\0\0\0", 8};  // an empty chunk at the end that nobody else knows

// The image as a PNG with the stamp: what is made quickly, to be looked at.
Blob stamped_png(const Pixels& image);

// The first and the last bytes of a file, 256 or as many as there are.
bool is_stamped(Bytes head, Bytes tail);

}  // namespace thaw
