// Unreal's "compact index": a signed number of one to five bytes.
#pragma once

#include <array>

#include <thaw/bytes.hpp>

namespace thaw {

// Kept as it stands, because one number can be written in several ways. The first byte has the sign in bit 7, says in
// bit 6 whether more follow, and holds 6 bits; each further one says so in bit 7 and holds 7, the fifth holds 8.
struct Compact {
    static constexpr std::size_t most_bytes = 5;
    std::array<u8, most_bytes> bytes{};

    static constexpr bool more_after(std::size_t i, u8 byte) {
        return i + 1 < most_bytes && (byte & (i == 0 ? 0x40 : 0x80)) != 0;
    }
    constexpr std::size_t size() const {
        std::size_t n = 1;
        while (more_after(n - 1, bytes[n - 1])) ++n;
        return n;
    }
    constexpr i32 value() const {
        u32 magnitude = bytes[0] & 0x3Fu;
        const std::size_t n = size();
        for (std::size_t i = 1; i < n; ++i) {
            magnitude |= static_cast<u32>(i == 4 ? bytes[i] : bytes[i] & 0x7F) << (7 * i - 1);
        }
        return static_cast<i32>((bytes[0] & 0x80) != 0 ? 0u - magnitude : magnitude);
    }
    // The shortest way to write it.
    static constexpr Compact of(i32 value) {
        Compact out;
        u32 rest = value < 0 ? 0u - static_cast<u32>(value) : static_cast<u32>(value);
        out.bytes[0] = static_cast<u8>((value < 0 ? 0x80u : 0u) | (rest & 0x3F));
        rest >>= 6;
        for (std::size_t i = 1; rest != 0; ++i) {
            out.bytes[i - 1] |= i == 1 ? 0x40 : 0x80;
            out.bytes[i] = static_cast<u8>(i == 4 ? rest & 0xFF : rest & 0x7F);
            rest = i == 4 ? 0 : rest >> 7;
        }
        return out;
    }
};

}  // namespace thaw
