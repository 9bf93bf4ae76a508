// The checksums inside PNG and zlib data, and one that only tells texts apart.
#pragma once

#include <array>
#include <string_view>

#include <thaw/bytes.hpp>

#include "base/endian.hpp"

namespace thaw {

namespace detail {
// Table k: what a byte does that k more bytes follow. Sixteen bytes are then looked up side by side.
inline constexpr std::array<std::array<u32, 256>, 16> crc32_tables = [] {
    std::array<std::array<u32, 256>, 16> tables{};
    for (u32 i = 0; i < 256; ++i) {
        u32 c = i;
        for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xEDB88320 ^ (c >> 1) : c >> 1;
        tables[0][i] = c;
    }
    for (std::size_t k = 1; k < tables.size(); ++k) {
        for (u32 i = 0; i < 256; ++i) {
            const u32 c = tables[k - 1][i];
            tables[k][i] = tables[0][c & 255] ^ (c >> 8);
        }
    }
    return tables;
}();
}  // namespace detail

inline u32 crc32(Bytes bytes) {
    const auto& tables = detail::crc32_tables;
    u32 c = 0xFFFFFFFF;
    for (; bytes.size() >= 16; bytes = bytes.subspan(16)) {
        const u64 first = load<u64>(bytes.data(), Order::little) ^ c;
        const u64 second = load<u64>(bytes.data() + 8, Order::little);
        c = 0;
        for (u32 i = 0; i < 8; ++i)
            c ^= tables[15 - i][first >> (8 * i) & 255] ^ tables[7 - i][second >> (8 * i) & 255];
    }
    for (const u8 byte : bytes) c = tables[0][(c ^ byte) & 255] ^ (c >> 8);
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

// FNV-1a. The same everywhere and for ever, but easy to forge.
inline u64 fnv1a(std::string_view text) {
    u64 hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<u8>(c)) * 0x100000001b3;
    return hash;
}

}  // namespace thaw
