// Telling whether a file is still what it was.
#include "io/content.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

std::vector<u8> some_bytes(std::size_t size) {
    std::vector<u8> out(size);
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<u8>(i * 7 + (i >> 8));
    return out;
}

TEST(Content, IsTheSameInAnyPieces) {
    for (const std::size_t size : {0u, 1u, 31u, 32u, 33u, 64u, 1000u}) {
        const auto bytes = some_bytes(size);
        const Content whole = content_of(Bytes(bytes));
        EXPECT_EQ(whole.bytes, size);
        for (const std::size_t piece : {1u, 7u, 32u, 33u, 500u}) {
            ContentHash hash;
            for (std::size_t at = 0; at < size; at += piece) {
                hash.add(Bytes(bytes).subspan(at, std::min(piece, size - at)));
                static_cast<void>(hash.value());  // asking changes nothing
            }
            EXPECT_EQ(content_of(hash), whole) << size << " in " << piece;
        }
    }
}

TEST(Content, EveryBitAndTheLengthCount) {
    auto bytes = some_bytes(100);
    std::set<u64> seen{content_of(Bytes(bytes)).hash};
    for (u8& byte : bytes) {
        for (int bit = 0; bit < 8; ++bit) {
            byte = static_cast<u8>(byte ^ (1 << bit));
            EXPECT_TRUE(seen.insert(content_of(Bytes(bytes)).hash).second);
            byte = static_cast<u8>(byte ^ (1 << bit));
        }
    }
    // Two signs turned, as a mirrored model has; bytes exchanged; zeros at the end.
    bytes[7] ^= 0x80;
    bytes[39] ^= 0x80;
    EXPECT_TRUE(seen.insert(content_of(Bytes(bytes)).hash).second);
    bytes = some_bytes(100);
    std::swap_ranges(bytes.begin(), bytes.begin() + 32, bytes.begin() + 32);
    EXPECT_TRUE(seen.insert(content_of(Bytes(bytes)).hash).second);
    for (std::size_t size = 0; size < 70; ++size) {
        EXPECT_TRUE(seen.insert(content_of(Bytes(std::vector<u8>(size))).hash).second) << size;
    }
}

TEST(Content, OfFiles) {
    const test::Scratch scratch;
    const auto bytes = some_bytes(600'000);
    const std::string path = scratch.put("a", Blob::copy_of(bytes));
    const Content content = content_of(Bytes(bytes));
    EXPECT_TRUE(has_content(path, content));
    EXPECT_FALSE(has_content(path, {content.bytes, content.hash + 1}));
    EXPECT_FALSE(has_content(path, {content.bytes + 1, content.hash}));
    EXPECT_FALSE(has_content(scratch.path("nowhere"), content));
    EXPECT_FALSE(has_content(scratch.path(), content));
    EXPECT_TRUE(has_content(scratch.put("empty", ""), content_of(Bytes())));
    ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0666), 0);
    EXPECT_FALSE(has_content(scratch.path("pipe"), content_of(Bytes())));
}

}  // namespace
}  // namespace thaw::io
