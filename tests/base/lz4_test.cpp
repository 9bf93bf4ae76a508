// The LZ4 block decoder beside the reference implementation: the same blocks accepted, the same bytes out.
#include <gtest/gtest.h>
#include <lz4.h>

#include <numeric>
#include <random>

#include "base/lz4.hpp"

namespace thaw {
namespace {

std::vector<u8> reference_encode(Bytes bytes) {
    std::vector<u8> out(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(bytes.size()))));
    const int n = LZ4_compress_default(reinterpret_cast<const char*>(bytes.data()), reinterpret_cast<char*>(out.data()),
                                       static_cast<int>(bytes.size()), static_cast<int>(out.size()));
    EXPECT_GT(n, 0);
    out.resize(static_cast<std::size_t>(n));
    return out;
}

std::optional<std::vector<u8>> reference_decode(Bytes block, std::size_t size) {
    std::vector<u8> out(size + 1);
    const int n = LZ4_decompress_safe(reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(out.data()),
                                      static_cast<int>(block.size()), static_cast<int>(size));
    if (n != static_cast<int>(size)) return std::nullopt;
    out.resize(size);
    return out;
}

// A copy from distance 0 is the one thing the reference lets pass: it then leaves bytes that nothing defines.
bool has_zero_offset(const Result<std::vector<u8>>& ours) {
    return !ours && ours.error().message.find("outside the data") != std::string::npos;
}

struct Tally {
    int accepted = 0;
    int refused = 0;
    int stricter = 0;
};

void compare(Bytes block, std::size_t size, Tally& tally) {
    const std::vector<u8> exact(block.begin(), block.end());  // so that a byte read past the end is noticed
    const auto ours = lz4::decode(exact, size);
    const auto theirs = reference_decode(exact, size);
    if (ours) {
        ASSERT_TRUE(theirs.has_value());
        ASSERT_EQ(*ours, *theirs);
        ++tally.accepted;
    } else if (theirs) {
        ASSERT_TRUE(has_zero_offset(ours)) << ours.error().message;
        ++tally.stricter;
    } else {
        EXPECT_TRUE(ours.error().code == Code::bad_value || ours.error().code == Code::truncated);
        EXPECT_LE(ours.error().offset, exact.size());
        ++tally.refused;
    }
}

// Data of several tempers: noise, runs, text-like repeats, numbers that grow.
std::vector<u8> make_data(std::mt19937& random, std::size_t size) {
    std::vector<u8> data(size);
    const u32 temper = random() % 4;
    for (std::size_t i = 0; i < size; ++i) {
        switch (temper) {
            case 0: data[i] = static_cast<u8>(random()); break;
            case 1: data[i] = static_cast<u8>(random() % 40 == 0 ? random() : i == 0 ? 0 : data[i - 1]); break;
            case 2: data[i] = static_cast<u8>("the mill turns the wheel "[i % (20 + random() % 5)]); break;
            default: data[i] = static_cast<u8>(i % 8 == 0 ? i / 8 : 0); break;
        }
    }
    return data;
}

TEST(Lz4, GoesBothWaysWithTheReference) {
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        const auto data = make_data(random, random() % (round % 50 == 0 ? 300'000 : 700));
        const auto own = lz4::encode(data);
        const auto theirs = reference_encode(data);
        const auto from_theirs = lz4::decode(theirs, data.size());
        ASSERT_TRUE(from_theirs.ok()) << from_theirs.error().message;
        ASSERT_EQ(*from_theirs, data);
        const auto from_own = lz4::decode(own, data.size());
        ASSERT_TRUE(from_own.ok()) << from_own.error().message;
        ASSERT_EQ(*from_own, data);
        ASSERT_EQ(reference_decode(own, data.size()), data);
        ASSERT_EQ(*lz4::decoded_size(own, data.size()), data.size());
    }
}

TEST(Lz4, EveryTruncationAndEveryByteChangeIsJudgedLikeTheReference) {
    std::mt19937 random(2);
    Tally tally;
    for (int round = 0; round < 24; ++round) {
        const auto data = make_data(random, 1 + random() % 400);
        const auto block = reference_encode(data);
        for (std::size_t n = 0; n <= block.size(); ++n) compare(Bytes(block).first(n), data.size(), tally);
        for (std::size_t i = 0; i < block.size(); ++i) {
            for (const int value : {0, 1, 15, 16, 31, 127, 128, 240, 254, 255}) {
                auto changed = block;
                changed[i] = static_cast<u8>(value);
                compare(changed, data.size(), tally);
            }
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_GT(tally.accepted, 1000);
    EXPECT_GT(tally.refused, 1000);
    EXPECT_GT(tally.stricter, 0);
}

TEST(Lz4, AnySizeButTheRightOneIsRefused) {
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        const auto data = make_data(random, 1 + random() % 300);
        const auto block = reference_encode(data);
        for (std::size_t size = 0; size < 600; ++size) {
            EXPECT_EQ(lz4::decode(block, size).ok(), size == data.size());
        }
        EXPECT_FALSE(lz4::decode(block, ~u64{0}).ok());
    }
}

TEST(Lz4, RandomBytesAreJudgedLikeTheReference) {
    std::mt19937 random(4);
    Tally tally;
    for (int round = 0; round < 50'000; ++round) {
        std::vector<u8> block(random() % 40);
        for (u8& byte : block) byte = static_cast<u8>(random() % 3 == 0 ? random() : random() % 64);
        const auto size = lz4::decoded_size(block, 10'000);
        compare(block, size ? static_cast<std::size_t>(*size) : random() % 100, tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.accepted, 100);
    EXPECT_GT(tally.refused, 100);
}

TEST(Lz4, ABombTakesNoMemoryBeforeItIsKnownToBeSound) {
    std::vector<u8> bomb{0x1F, 'x', 1, 0};
    bomb.insert(bomb.end(), 100'000, 0xFF);
    EXPECT_FALSE(lz4::decode(bomb, u64{1} << 60).ok());
    EXPECT_FALSE(lz4::decode(bomb, ~u64{0}).ok());
    EXPECT_FALSE(lz4::decode({}, 0).ok());
    EXPECT_TRUE(lz4::decode(std::vector<u8>{0}, 0).ok());
}

TEST(Lz4, TheFirstLiteralsAreSeenWithoutDecoding) {
    std::vector<u8> data(1000);
    std::iota(data.begin(), data.end(), u8{0});
    const auto block = lz4::encode(data);
    const Bytes first = lz4::first_literals(block, 4);
    EXPECT_EQ((std::vector<u8>{first.begin(), first.end()}), (std::vector<u8>{0, 1, 2, 3}));
    EXPECT_EQ(lz4::first_literals(std::vector<u8>{0x20, 'a', 'b', 'c'}, 4).size(), 2u);
    EXPECT_TRUE(lz4::first_literals({}, 4).empty());
    EXPECT_TRUE(lz4::first_literals(std::vector<u8>{0xF0, 255, 255}, 4).empty());
    EXPECT_TRUE(lz4::first_literals(std::vector<u8>{0xF0}, 4).empty());
}

}  // namespace
}  // namespace thaw
