// LZ4 blocks: the raw kind, without the frame that `lz4` files have. Decoding is bounded and never guesses; encoding is
// simple and quick, and makes no attempt at the bytes of any other encoder.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>
#include <thaw/result.hpp>

namespace thaw::lz4 {

// No block can grow by more than this: 255 bytes of output for each byte that extends a length.
inline constexpr u64 greatest_ratio = 255;

// How many bytes the block holds, found by walking it without decoding; at most `most`. The block is then known to be
// sound: decode() cannot fail on it. Errors have the offset in the block.
Result<u64> decoded_size(Bytes block, u64 most);

// Exactly `size` bytes, which must be what the block holds.
Result<std::vector<u8>> decode(Bytes block, u64 size);

// The first bytes of what the block holds, at most `count` of them and only those that its first literals spell out.
// For recognising a file.
Bytes first_literals(Bytes block, std::size_t count);

std::vector<u8> encode(Bytes bytes);

}  // namespace thaw::lz4
