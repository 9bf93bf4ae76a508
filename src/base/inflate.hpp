// Inflate, the inverse of deflate.hpp (RFC 1951, alone or in the wrapping of RFC 1950). Any bytes may come in;
// memory is bounded by what the caller allows.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

// No stream can grow by more than this: 258 bytes for two bits.
inline constexpr u64 most_inflated_per_byte = 1032;

enum class InflateEnd : u8 {
    whole,
    wrong_checksum,  // everything is there, but not what was packed
    too_long,        // more bytes than allowed
    truncated,       // the stream ends early
    damaged,
};

struct Inflated {
    std::vector<u8> bytes{};  // up to where it ended
    InflateEnd end = InflateEnd::whole;
    std::size_t used = 0;  // how many bytes the stream has, if it is whole
};

// Unpacks a zlib stream of at most `most` bytes. What follows the stream is ignored.
Inflated zlib_decode(Bytes stream, u64 most);

// The same without a wrapping, as in zip: neither header nor checksum.
Inflated inflate(Bytes stream, u64 most);

}  // namespace thaw
