// The packing of GIF.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::images {

// Appends the indices, each of less than `bits` bits (2 to 8), in blocks of 255 bytes and an empty one.
void put_lzw(std::vector<u8>& out, Bytes indices, u32 bits);

}  // namespace thaw::images
