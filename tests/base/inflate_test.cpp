// Inflate: streams of another program, what deflate packs, and every way of breaking them.
#include "base/inflate.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "base/deflate.hpp"

namespace thaw {
namespace {

using namespace std::string_view_literals;

std::vector<u8> from_text(std::string_view text) { return {text.begin(), text.end()}; }

std::vector<u8> some_text() {
    std::string text;
    for (int i = 0; i < 9; ++i) text += "thaw ";
    for (int i = 0; i < 60; ++i) text += static_cast<char>(40 + i % 20);
    return from_text(text);
}

// Not compressed at all, and with the codes that need no table: as zlib packs some_text().
constexpr auto stored =
    "\x78\x01\x01\x69\x00\x96\xffthaw thaw thaw thaw thaw thaw thaw thaw thaw ()*+,-./0123456789:;()*+,-./0123456789:;"
    "()*+,-./0123456789:;\xb5\xce\x1c\x0f"sv;
constexpr auto fixed =
    "\x78\xda\x2b\xc9\x48\x2c\x57\x28\x21\x92\xd0\xd0\xd4\xd2\xd6\xd1\xd5\xd3\x37\x30\x34\x32\x36\x31\x35\x33\xb7\xb0"
    "\xb4\xb2\x26\x56\x0c\x00\xb5\xce\x1c\x0f"sv;

std::vector<u8> noise(u32 seed, std::size_t n, u32 range) {
    std::vector<u8> out;
    for (std::size_t i = 0; i < n; ++i) {
        seed = seed * 1664525 + 1013904223;
        const bool repeat = i > 300 && seed >> 28 > 3;
        out.push_back(repeat ? out[i - 1 - (seed >> 16 & 255)] : static_cast<u8>((seed >> 20) % range));
    }
    return out;
}

TEST(Inflate, ReadsStreamsOfAnotherProgram) {
    for (const std::string_view stream : {stored, fixed}) {
        const Inflated out = zlib_decode(from_text(stream), 1000);
        EXPECT_EQ(out.end, InflateEnd::whole);
        EXPECT_EQ(out.bytes, some_text());
    }
}

TEST(Inflate, GivesBackWhatDeflatePacks) {
    for (u32 seed = 0; seed < 200; ++seed) {
        const auto bytes = noise(seed, seed % 10 == 0 ? 150'000 : seed * 17, 1 + seed * 3 % 256);
        const auto packed = zlib_encode(bytes, seed % 2 == 0 ? Effort::small : Effort::quick);
        const Inflated out = zlib_decode(packed, bytes.size());
        ASSERT_EQ(out.end, InflateEnd::whole) << seed;
        ASSERT_EQ(out.bytes, bytes) << seed;
    }
}

// Long copies one after the other, so that some begin where the room that was made at once is nearly used up.
TEST(Inflate, CopiesAcrossEveryPieceOfRoom) {
    for (u32 start = 0; start < 64; ++start) {
        std::vector<u8> bytes = noise(start, 900 + start, 256);
        for (u32 i = 0; bytes.size() < 300'000; ++i) {
            const std::size_t from = (i * 37) % 600, length = 100 + (i * 53 + start) % 159;
            for (std::size_t k = 0; k < length; ++k) bytes.push_back(bytes[from + k]);
        }
        const auto packed = zlib_encode(bytes, Effort::quick);
        const Inflated out = zlib_decode(packed, bytes.size());
        ASSERT_EQ(out.end, InflateEnd::whole) << start;
        ASSERT_TRUE(out.bytes == bytes) << start;
    }
}

TEST(Inflate, EveryTruncationIsNoticed) {
    for (const auto& whole : {from_text(stored), from_text(fixed), zlib_encode(noise(1, 2000, 90))}) {
        for (std::size_t n = 0; n < whole.size(); ++n) {
            const Inflated out = zlib_decode(Bytes(whole).first(n), 4000);
            EXPECT_EQ(out.end, InflateEnd::truncated) << n << " of " << whole.size();
        }
    }
}

TEST(Inflate, ChangedBytesNeverPassForWhole) {
    const auto packed = zlib_encode(noise(2, 1500, 60));
    for (std::size_t i = 0; i < packed.size(); ++i) {
        for (const u8 change : {u8{1}, u8{0x10}, u8{0x80}, u8{0xFF}}) {
            auto changed = packed;
            changed[i] ^= change;
            const Inflated out = zlib_decode(changed, 4000);
            if (i == 1 && out.end == InflateEnd::whole) continue;  // how hard the packer tried is not checked
            EXPECT_NE(out.end, InflateEnd::whole) << i;
            EXPECT_LE(out.bytes.size(), 4000u);
        }
    }
}

TEST(Inflate, StopsAtTheLimit) {
    const std::vector<u8> zeros(1'000'000);
    const auto packed = zlib_encode(zeros);
    EXPECT_LE(zeros.size(), packed.size() * most_inflated_per_byte);
    EXPECT_EQ(zlib_decode(packed, zeros.size()).end, InflateEnd::whole);
    const Inflated out = zlib_decode(packed, 1000);
    EXPECT_EQ(out.end, InflateEnd::too_long);
    EXPECT_LE(out.bytes.size(), 1000u);
    EXPECT_LE(out.bytes.capacity(), 1000u);
}

TEST(Inflate, SaysWhatIsWrong) {
    auto checksum = from_text(fixed);
    checksum.back() ^= 1;
    const Inflated out = zlib_decode(checksum, 1000);
    EXPECT_EQ(out.end, InflateEnd::wrong_checksum);
    EXPECT_EQ(out.bytes, some_text());
    EXPECT_EQ(zlib_decode(from_text("PK\3\4 is a zip"), 1000).end, InflateEnd::damaged);
    // A copy of what came before the first byte.
    EXPECT_EQ(zlib_decode(from_text("\x78\xda\x03\x02\x00\x00\x00\x00\x00\x01"sv), 1000).end, InflateEnd::damaged);
    // What follows does not matter.
    auto longer = from_text(fixed);
    longer.insert(longer.end(), 20, 0xAB);
    EXPECT_EQ(zlib_decode(longer, 1000).end, InflateEnd::whole);
}

}  // namespace
// As in a zip: no header, no checksum, and it says where the stream ends.
TEST(Inflate, WithoutAWrapping) {
    for (u32 seed = 0; seed < 60; ++seed) {
        const auto bytes = noise(seed, seed * 1500, 1 + seed * 5 % 256);
        const auto zlib = zlib_encode(bytes, seed % 2 == 0 ? Effort::small : Effort::quick);
        const Bytes raw = Bytes(zlib).subspan(2, zlib.size() - 6);
        const Bytes and_more = Bytes(zlib).subspan(2);  // the checksum is no part of it
        for (const Bytes stream : {raw, and_more}) {
            const Inflated out = inflate(stream, bytes.size());
            ASSERT_EQ(out.end, InflateEnd::whole) << seed;
            ASSERT_EQ(out.bytes, bytes) << seed;
            ASSERT_EQ(out.used, raw.size()) << seed;
        }
        if (!bytes.empty()) {
            EXPECT_EQ(inflate(raw, bytes.size() - 1).end, InflateEnd::too_long) << seed;
        }
        EXPECT_EQ(inflate(raw.first(raw.size() - 1), bytes.size()).end, InflateEnd::truncated) << seed;
    }
    const Inflated plain = inflate(Bytes(from_text(stored)).subspan(2), 1000);
    EXPECT_EQ(plain.end, InflateEnd::whole);
    EXPECT_EQ(plain.used, stored.size() - 6);
    EXPECT_EQ(inflate({}, 1000).end, InflateEnd::truncated);
}

}  // namespace thaw
