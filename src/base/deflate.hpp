// Deflate, the compression of PNG and zip (RFC 1951), in the wrapping of zlib (RFC 1950). The same bytes on every
// machine.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

enum class Effort : u8 {
    small,  // small output before speed: what is kept is packed once
    quick,  // about seven times as fast, and a little larger: what is made by the hundred
};

// Of less than 4 GB.
std::vector<u8> zlib_encode(Bytes bytes, Effort effort = Effort::small);

}  // namespace thaw
