#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/checksums.hpp"

namespace thaw {
namespace {

Bytes bytes_of(const std::string& text) { return {reinterpret_cast<const u8*>(text.data()), text.size()}; }

// The examples of FIPS 180-2 and the usual ones beside them.
TEST(Sha256, StandardVectors) {
    const std::pair<std::string, const char*> vectors[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
         "nopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
        {std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    for (const auto& [text, expected] : vectors) EXPECT_EQ(hex(sha256(bytes_of(text))), expected);
}

TEST(Sha256, PiecesOfAnySizeGiveTheSameSum) {
    std::string text(200, ' ');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 7);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const Bytes whole = bytes_of(text).first(size);
        const auto expected = sha256(whole);
        for (const std::size_t step : {1u, 13u, 63u, 64u, 65u}) {
            Sha256 sum;
            for (std::size_t at = 0; at < size; at += step) sum.add(whole.subspan(at, std::min(step, size - at)));
            ASSERT_EQ(sum.finish(), expected) << size << " bytes in pieces of " << step;
        }
    }
}

// Many bytes are looked up at once, and those at the end one by one.
TEST(Checksums, OfAnyLength) {
    std::vector<u8> bytes;
    u32 bit_by_bit = ~u32{0};
    for (u32 i = 0; i < 200; ++i) {
        EXPECT_EQ(crc32(bytes), ~bit_by_bit) << i;
        bytes.push_back(static_cast<u8>(i * i >> 2 ^ i));
        bit_by_bit ^= bytes.back();
        for (int bit = 0; bit < 8; ++bit) bit_by_bit = bit_by_bit >> 1 ^ ((bit_by_bit & 1) != 0 ? 0xEDB88320 : 0);
    }
}

TEST(Checksums, StandardVectors) {
    EXPECT_EQ(crc32(bytes_of("123456789")), 0xCBF43926u);
    EXPECT_EQ(crc32({}), 0u);
    EXPECT_EQ(adler32(bytes_of("Wikipedia")), 0x11E60398u);
    EXPECT_EQ(adler32({}), 1u);
    EXPECT_EQ(adler32(bytes_of(std::string(20000, '\xFF'))), 0x9f51d664u);
}

}  // namespace
}  // namespace thaw
