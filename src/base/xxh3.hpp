// XXH3 of 128 bits: tells contents apart at the speed of memory, for accidents and edits, not for forgers. The same on
// every machine. Of more than 240 bytes it is what `xxh128sum` prints; fewer take the same way here, which they do not
// there.
#pragma once

#include <array>

#include <thaw/bytes.hpp>

namespace thaw {

class Xxh3 {
public:
    using Digest = std::array<u8, 16>;  // highest byte first
    using Lanes = std::array<u64, 8>;

    void add(Bytes bytes);
    Digest finish() const;  // of the bytes so far

private:
    static constexpr std::size_t stripe_bytes = 64;

    void mix(const u8* stripes, std::size_t count);

    // The start that the algorithm names: its primes.
    alignas(64) Lanes lanes_{0xC2B2AE3D,         0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                             0x85EBCA77C2B2AE63, 0x85EBCA77,         0x27D4EB2F165667C5, 0x9E3779B1};
    // The stripe before the last bytes, and those: at most one stripe, which waits, since the very last 64 bytes are
    // taken in another way.
    std::array<u8, 2 * stripe_bytes> tail_{};
    std::size_t waiting_ = 0;
    std::size_t stripe_ = 0;  // within its block
    u64 size_ = 0;
};

Xxh3::Digest xxh3(Bytes bytes);

}  // namespace thaw
