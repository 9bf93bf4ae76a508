// What Thaw takes from stb_image: the decoder of JPEG, and inflate.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::images {

// RGBA pixels, or none if stb_image refuses the file. The size has to be what the file's header says.
std::optional<std::vector<u8>> stb_decode_jpg(Bytes file, u32 width, u32 height);

// Fills `out` from a zlib stream; how many bytes it held, or none if it is damaged or holds more.
std::optional<std::size_t> stb_inflate(Bytes stream, std::span<u8> out);

}  // namespace thaw::images
