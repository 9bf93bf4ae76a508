// What encode_png() writes comes back, in the smallest kind of PNG that holds it, and to_png() changes no more than it
// has to.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

#include "base/deflate.hpp"
#include "base/huffman.hpp"
#include "base/inflate.hpp"
#include "fixtures/images.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

class Random {
public:
    explicit Random(u32 seed) : engine_(seed) {}
    u32 word() { return static_cast<u32>(engine_()); }
    u32 below(u32 n) { return word() % n; }

private:
    std::mt19937 engine_;
};

constexpr std::size_t bits_at = 24;
constexpr std::size_t type_at = 25;

Pixels random_image(Random& random, u32 width, u32 height, u32 colors, bool with_alpha) {
    std::vector<u32> palette(colors);
    for (u32& color : palette) color = random.word() | (with_alpha ? 0 : 0xFF000000);
    Pixels image{width, height};
    for (u32 i = 0; i < width * height; ++i) {
        const u32 color = palette[random.below(colors)];
        for (const u32 shift : {0u, 8u, 16u, 24u}) image.rgba.push_back(static_cast<u8>(color >> shift));
    }
    return image;
}

void expect_round_trip(const Pixels& image) {
    for (const PngEffort effort : {PngEffort::small, PngEffort::quick}) {
        const auto file = encode_png(image, effort);
        const auto again = decode_image(file);
        ASSERT_TRUE(again.ok()) << to_string(again.error());
        ASSERT_EQ(*again, image) << image.width << " x " << image.height;
    }
}

TEST(EncodePng, RandomImagesComeBack) {
    Random random(20);
    for (int i = 0; i < (sanitized ? 60 : 600); ++i) {
        const u32 colors = std::array<u32, 9>{1, 2, 3, 4, 16, 17, 256, 257, 100'000}[static_cast<std::size_t>(i) % 9];
        expect_round_trip(random_image(random, 1 + random.below(70), 1 + random.below(70), colors, i % 2 == 0));
        if (HasFatalFailure()) return;
    }
}

// A shape with a soft edge and detail on it before an empty background: what rows skip at their ends must come back.
TEST(EncodePng, ShapesBeforeNothingComeBackAndQuickOnesAreLittleLarger) {
    Random random(11);
    for (const u32 side : {1u, 2u, 5u, 17u, 64u, 255u}) {
        Pixels image{side, side + side / 3};
        for (u32 y = 0; y < image.height; ++y) {
            for (u32 x = 0; x < side; ++x) {
                const u32 far = (2 * x - side) * (2 * x - side) + (2 * y - side) * (2 * y - side);
                const u32 inside = far * 2 > side * side ? 0 : far * 2 > side * side * 7 / 8 ? 128 : 255;
                for (u32 c = 0; c < 3; ++c) {
                    image.rgba.push_back(static_cast<u8>(inside == 0 ? 0 : x + c * y / 2 + random.below(4)));
                }
                image.rgba.push_back(static_cast<u8>(inside));
            }
        }
        expect_round_trip(image);
        if (HasFatalFailure()) return;
        const auto small = encode_png(image).size();
        EXPECT_LE(encode_png(image, PngEffort::quick).size(), small + small / 7 + 20) << side;
    }
}

TEST(EncodePng, SmoothAndLargeImagesComeBack) {
    for (const u32 side : {255u, 1024u}) {
        Pixels image{side, side};
        for (u32 y = 0; y < side; ++y) {
            for (u32 x = 0; x < side; ++x) {
                for (const u32 value : {x / 4, y / 4, x * y / 1024, 255u}) {
                    image.rgba.push_back(static_cast<u8>(value));
                }
            }
        }
        expect_round_trip(image);
        EXPECT_LT(encode_png(image).size(), image.rgba.size() / 10);
        EXPECT_LT(encode_png(image, PngEffort::quick).size(), image.rgba.size() / 10);
    }
}

TEST(EncodePng, TheKindFollowsTheColors) {
    Random random(7);
    const auto kind = [&](u32 colors, bool with_alpha) {
        const auto file = encode_png(random_image(random, 64, 64, colors, with_alpha));
        return std::pair<int, int>(file[type_at], file[bits_at]);
    };
    EXPECT_EQ(kind(2, false), std::pair(3, 1));
    EXPECT_EQ(kind(4, true), std::pair(3, 2));
    EXPECT_EQ(kind(16, false), std::pair(3, 4));
    EXPECT_EQ(kind(256, true), std::pair(3, 8));
    EXPECT_EQ(kind(5000, false), std::pair(2, 8));
    EXPECT_EQ(kind(5000, true), std::pair(6, 8));
}

// Both directions against zlib itself.
std::vector<u8> unpacked_by_zlib(const std::vector<u8>& packed, std::size_t size) {
    std::vector<u8> out(size + 1);
    uLongf length = out.size();
    EXPECT_EQ(uncompress(out.data(), &length, packed.data(), packed.size()), Z_OK);
    out.resize(length);
    return out;
}

std::vector<u8> packed_by_zlib(std::vector<u8>& bytes, int level, int strategy) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, 15, 8, strategy), Z_OK);
    std::vector<u8> out(deflateBound(&stream, bytes.size()));
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

TEST(Deflate, AnythingComesBack) {
    Random random(3);
    for (int i = 0; i < (sanitized ? 50 : 400); ++i) {
        std::vector<u8> bytes(random.below(i % 9 == 0 ? 200'000 : 3000));
        const u32 range = 1 + random.below(256);
        const u32 repeats = random.below(3);
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            const bool repeat = repeats > 0 && at > 40 && random.below(50) != 0;
            bytes[at] = repeat ? bytes[at - 1 - 37 * (repeats - 1)] : static_cast<u8>(random.below(range));
        }
        const auto packed = zlib_encode(bytes, i % 2 == 0 ? Effort::small : Effort::quick);
        ASSERT_EQ(unpacked_by_zlib(packed, bytes.size()), bytes);
        const Inflated own = zlib_decode(packed_by_zlib(bytes, 1 + i % 9, i % 5), bytes.size());
        ASSERT_EQ(own.end, InflateEnd::whole);
        ASSERT_EQ(own.bytes, bytes);
        // Noise costs no more than its size and a few bytes a block.
        ASSERT_LE(packed.size(), bytes.size() + bytes.size() / 1000 + 16);
    }
}

TEST(Huffman, CodesAreCompleteAndNoLongerThanAllowed) {
    Random random(9);
    for (int round = 0; round < 200; ++round) {
        std::vector<u32> frequencies(2 + random.below(285));
        for (u32& f : frequencies) f = random.below(3) == 0 ? 0 : 1u << random.below(31);  // as uneven as can be
        const u32 longest = 9 + random.below(7);
        const HuffmanCode code = huffman_code(frequencies, longest);
        u64 share = 0;
        for (std::size_t i = 0; i < frequencies.size(); ++i) {
            ASSERT_LE(code.lengths[i], longest);
            if (frequencies[i] != 0) {
                ASSERT_GT(code.lengths[i], 0);
            }
            if (code.lengths[i] != 0) share += u64{1} << (16 - code.lengths[i]);
        }
        ASSERT_EQ(share, u64{1} << 16);
    }
}

Image image_of(std::vector<u8> file, bool first_color_clear = false) {
    Image image;
    image.file = Blob::take(std::move(file));
    image.first_color_clear = first_color_clear;
    return image;
}

ImageFixture fixture_named(const std::string& name) {
    for (auto& fixture : all_images()) {
        if (fixture.name == name) return fixture;
    }
    ADD_FAILURE() << "no " << name;
    return {};
}

TEST(ToPng, EveryFixtureBecomesAPngOfTheSamePixels) {
    for (const auto& fixture : all_images()) {
        const auto png = to_png(image_of(fixture.file, fixture.options.first_color_clear));
        ASSERT_TRUE(png.ok()) << fixture.name << ": " << to_string(png.error());
        const auto again = decode_image(png->bytes.bytes());
        ASSERT_TRUE(again.ok()) << fixture.name;
        EXPECT_EQ(*again, fixture.expected) << fixture.name;
        EXPECT_EQ(png->opaque, is_opaque(fixture.expected)) << fixture.name;
        EXPECT_EQ(png->width, fixture.expected.width) << fixture.name;
        EXPECT_EQ(png->height, fixture.expected.height) << fixture.name;
    }
}

TEST(ToPng, AFaultlessFileIsPassedThrough) {
    for (const char* name : {"png_8_type2", "png_palette_4", "png_palette_8_clear", "png_interlaced_9"}) {
        const Image image = image_of(fixture_named(name).file);
        const auto png = to_png(image);
        ASSERT_TRUE(png.ok()) << name;
        EXPECT_EQ(png->bytes.data(), image.file.data()) << name;
    }
    // A hole that is there already needs no change either.
    const Image holed = image_of(fixture_named("png_palette_8_clear").file, true);
    EXPECT_EQ(to_png(holed)->bytes.data(), holed.file.data());
}

TEST(ToPng, WhatOthersWouldRefuseIsWrittenAnew) {
    const auto fixture = fixture_named("png_8_type2");
    std::vector<std::vector<u8>> files;
    auto trailing = fixture.file;
    trailing.push_back(0);
    files.push_back(trailing);
    auto wrong_sum = fixture.file;
    wrong_sum.back() ^= 1;
    files.push_back(wrong_sum);
    auto wrong_adler = fixture.file;  // the last byte of the last IDAT: 12 bytes of IEND and 4 of a sum follow
    wrong_adler[wrong_adler.size() - 17] ^= 1;
    files.push_back(wrong_adler);
    files.push_back(fixture_named("png_16_type2").file);
    for (auto& file : files) {
        const Image image = image_of(file);
        const auto png = to_png(image);
        ASSERT_TRUE(png.ok());
        EXPECT_NE(png->bytes.data(), image.file.data());
        EXPECT_EQ(*decode_image(png->bytes.bytes()), *decode_image(file));
    }
}

TEST(ToPng, PixelsOfAFormatAreEncoded) {
    Image image;
    image.width = 2;
    image.height = 1;
    image.pixels = Blob::take({1, 2, 3, 255, 4, 5, 6, 0});
    const auto png = to_png(image);
    ASSERT_TRUE(png.ok());
    EXPECT_FALSE(png->opaque);
    EXPECT_EQ(*decode_image(png->bytes.bytes()), (Pixels{2, 1, {1, 2, 3, 255, 4, 5, 6, 0}}));
    image.height = 2;
    EXPECT_FALSE(to_png(image).ok());
    image.height = 0;
    EXPECT_FALSE(to_png(image).ok());
}

}  // namespace
}  // namespace thaw::test
