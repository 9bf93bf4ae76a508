// Deflate, the compression of PNG and zip (RFC 1951), in the wrapping of zlib (RFC 1950). Small output before speed:
// what is packed is packed once. The same bytes on every machine.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

// Of less than 4 GB.
std::vector<u8> zlib_encode(Bytes bytes);

}  // namespace thaw
