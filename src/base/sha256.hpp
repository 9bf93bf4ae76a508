// SHA-256 (FIPS 180-4): what a file was made from, as 32 bytes.
#pragma once

#include <array>
#include <string>

#include <thaw/bytes.hpp>

namespace thaw {

class Sha256 {
public:
    using Digest = std::array<u8, 32>;

    void add(Bytes bytes);
    Digest finish();  // once, after the last bytes

private:
    using State = std::array<u32, 8>;

    State state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<u8, 64> block_{};
    u64 size_ = 0;  // of all bytes so far; those of the last, unfinished block are in block_
};

Sha256::Digest sha256(Bytes bytes);
std::string hex(const Sha256::Digest& digest);  // 64 digits in lower case

}  // namespace thaw
