// Canonical Huffman codes of limited length, as deflate uses them.
#pragma once

#include <span>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

struct HuffmanCode {
    std::vector<u8> lengths{};  // 0: the symbol is not used
    std::vector<u16> words{};   // the bits, first one lowest
};

// At least two symbols get a code, since readers differ on trees with fewer.
HuffmanCode huffman_code(std::span<const u32> frequencies, u32 longest);
// The code that given lengths stand for.
HuffmanCode canonical_code(std::vector<u8> lengths);

}  // namespace thaw
