// The checksums inside PNG and zlib data.
#pragma once

#include <array>

#include <thaw/bytes.hpp>

namespace thaw {

namespace detail {
inline constexpr std::array<u32, 256> crc32_table = [] {
    std::array<u32, 256> table{};
    for (u32 i = 0; i < 256; ++i) {
        u32 c = i;
        for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xEDB88320 ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    return table;
}();
}  // namespace detail

inline u32 crc32(Bytes bytes) {
    u32 c = 0xFFFFFFFF;
    for (const u8 byte : bytes) c = detail::crc32_table[(c ^ byte) & 255] ^ (c >> 8);
    return ~c;
}

inline u32 adler32(Bytes bytes) {
    constexpr u32 modulus = 65521;
    constexpr std::size_t most_sums = 5552;  // so many fit 32 bits before a division is due
    u32 a = 1;
    u32 b = 0;
    while (!bytes.empty()) {
        const Bytes some = bytes.first(bytes.size() < most_sums ? bytes.size() : most_sums);
        for (const u8 byte : some) b += a += byte;
        a %= modulus;
        b %= modulus;
        bytes = bytes.subspan(some.size());
    }
    return b << 16 | a;
}

}  // namespace thaw
