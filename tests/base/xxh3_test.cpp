#include "base/xxh3.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/endian.hpp"

namespace thaw {
namespace {

// What xxhsum tests itself with.
std::vector<u8> test_bytes(std::size_t size) {
    std::vector<u8> out(size);
    u64 state = 2654435761;
    for (u8& byte : out) {
        byte = static_cast<u8>(state >> 56);
        state *= 11400714785074694797u;
    }
    return out;
}

TEST(Xxh3, ThePublishedVectors) {
    const struct {
        std::size_t size;
        u64 low, high;
    } vectors[] = {
        {403, 0xCDEB804D65C6DEA4, 0x1B6DE21E332DD73D},  {512, 0x617E49599013CB6B, 0x18D2D110DCC9BCA1},
        {2048, 0xDD59E2C3A5F038E0, 0xF736557FD47073A5}, {2240, 0x6E73A90539CF2948, 0xCCB134FBFA7CE49D},
        {2367, 0xCB37AEB9E5D361ED, 0xE89C0F6FF369B427},
    };
    for (const auto& [size, low, high] : vectors) {
        const auto digest = xxh3(test_bytes(size));
        EXPECT_EQ(load<u64>(digest.data(), Order::big), high) << size;
        EXPECT_EQ(load<u64>(digest.data() + 8, Order::big), low) << size;
    }
}

TEST(Xxh3, PiecesOfAnySizeGiveTheSameSum) {
    const std::vector<u8> all = test_bytes(3000);
    for (std::size_t size = 0; size <= all.size(); size += size < 200 ? 1 : 61) {
        const Bytes whole = Bytes(all).first(size);
        const auto expected = xxh3(whole);
        for (const std::size_t step : {1u, 13u, 63u, 64u, 65u, 129u, 1024u}) {
            Xxh3 sum;
            for (std::size_t at = 0; at < size; at += step) sum.add(whole.subspan(at, std::min(step, size - at)));
            ASSERT_EQ(sum.finish(), expected) << size << " bytes in pieces of " << step;
        }
    }
}

// Also of few bytes and of zeros.
TEST(Xxh3, EveryByteCounts) {
    for (const std::size_t size : {1u, 5u, 63u, 64u, 65u, 300u, 1100u}) {
        std::vector<u8> bytes(size);
        const auto before = xxh3(bytes);
        EXPECT_NE(before, xxh3(std::vector<u8>(size + 1))) << size;
        for (std::size_t i = 0; i < size; ++i) {
            bytes[i] ^= 0x10;
            ASSERT_NE(xxh3(bytes), before) << i << " of " << size;
            bytes[i] ^= 0x10;
        }
    }
}

}  // namespace
}  // namespace thaw
