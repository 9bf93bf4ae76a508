// What Thaw takes from stb_image: the decoder of JPEG.
#pragma once

#include <optional>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::images {

// RGBA pixels, or none if stb_image refuses the file. The size has to be what the file's header says.
std::optional<std::vector<u8>> stb_decode_jpg(Bytes file, u32 width, u32 height);

}  // namespace thaw::images
