// Colours under alpha 0: filled on the way out, of no account on the way back.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

#include "images/image.hpp"

namespace thaw::test {
namespace {

constexpr u8 magenta[] = {255, 0, 255};

Pixels holed_image(std::mt19937& random, u32 width, u32 height, u32 holes_in_ten) {
    Pixels image{width, height};
    for (u32 i = 0; i < width * height; ++i) {
        const bool hole = random() % 10 < holes_in_ten;
        const auto shade = static_cast<u8>(i * 7);
        if (hole) {
            image.rgba.insert(image.rgba.end(), {magenta[0], magenta[1], magenta[2], 0});
        } else {
            image.rgba.insert(image.rgba.end(), {shade, static_cast<u8>(i), static_cast<u8>(i >> 8),
                                                 static_cast<u8>(1 + random() % 255)});
        }
    }
    return image;
}

// How far the nearest visible pixel of this colour is, in steps along rows and columns.
u32 distance_to(const Pixels& image, u32 x, u32 y, const u8* color) {
    u32 nearest = std::numeric_limits<u32>::max();
    for (u32 v = 0; v < image.height; ++v) {
        for (u32 u = 0; u < image.width; ++u) {
            const u8* at = image.rgba.data() + 4 * (std::size_t{v} * image.width + u);
            if (at[3] == 0 || (color != nullptr && !std::equal(at, at + 3, color))) continue;
            nearest = std::min(nearest, static_cast<u32>(std::abs(static_cast<int>(u) - static_cast<int>(x)) +
                                                         std::abs(static_cast<int>(v) - static_cast<int>(y))));
        }
    }
    return nearest;
}

TEST(FillHoles, EveryHoleTakesTheColourOfANearestVisiblePixel) {
    std::mt19937 random(5);
    for (const u32 holes : {1u, 5u, 9u}) {
        for (u32 round = 0; round < 20; ++round) {
            const Pixels before =
                holed_image(random, 1 + static_cast<u32>(random() % 17), 1 + static_cast<u32>(random() % 17), holes);
            Pixels after = before;
            fill_holes(after);
            for (u32 i = 0; i < before.width * before.height; ++i) {
                const u8* then = before.rgba.data() + 4 * std::size_t{i};
                const u8* now = after.rgba.data() + 4 * std::size_t{i};
                ASSERT_EQ(now[3], then[3]);
                const u32 x = i % before.width, y = i / before.width;
                const u32 nearest = distance_to(before, x, y, nullptr);
                if (then[3] > 0 || nearest == std::numeric_limits<u32>::max()) {
                    ASSERT_TRUE(std::equal(now, now + 3, then));
                } else {
                    ASSERT_EQ(distance_to(before, x, y, now), nearest) << x << ", " << y;
                }
            }
            Pixels again = after;
            EXPECT_FALSE(fill_holes(again));  // nothing is left to do
            EXPECT_EQ(again, after);
        }
    }
}

TEST(FillHoles, AFaintPixelIsVisibleAndAWhollyClearImageStays) {
    Pixels faint{3, 1, {9, 9, 9, 0, 10, 20, 30, 1, 8, 8, 8, 0}};
    EXPECT_TRUE(fill_holes(faint));
    EXPECT_EQ(faint.rgba, (std::vector<u8>{10, 20, 30, 0, 10, 20, 30, 1, 10, 20, 30, 0}));

    const Pixels clear{2, 1, {255, 0, 255, 0, 1, 2, 3, 0}};
    Pixels same = clear;
    EXPECT_FALSE(fill_holes(same));
    EXPECT_EQ(same, clear);
    const Pixels opaque{2, 1, {255, 0, 255, 255, 1, 2, 3, 255}};
    same = opaque;
    EXPECT_FALSE(fill_holes(same));
    EXPECT_EQ(same, opaque);
    Pixels none;
    EXPECT_FALSE(fill_holes(none));
}

Image image_in(std::vector<u8> file) {
    Image image;
    image.file = Blob::take(std::move(file));
    return image;
}

TEST(FillHoles, ToPngDoesSoWhereItIsAsked) {
    const Pixels dirty{2, 1, {255, 0, 255, 0, 1, 2, 3, 255}};
    const Pixels filled{2, 1, {1, 2, 3, 0, 1, 2, 3, 255}};
    Image pixels;
    pixels.width = 2;
    pixels.height = 1;
    pixels.pixels = Blob::take(std::vector<u8>(dirty.rgba));
    EXPECT_EQ(*decode_image(to_png(pixels)->bytes.bytes()), dirty);
    EXPECT_EQ(*decode_image(to_png(pixels, {}, Holes::filled)->bytes.bytes()), filled);

    const Image file = image_in(encode_png(dirty));
    EXPECT_EQ(to_png(file)->bytes.data(), file.file.data());
    const auto png = to_png(file, {}, Holes::filled);
    EXPECT_EQ(*decode_image(png->bytes.bytes()), filled);
    EXPECT_FALSE(png->opaque);
    // A file in which nothing has to be filled is passed through.
    const Image clean = image_in(encode_png(filled));
    EXPECT_EQ(to_png(clean, {}, Holes::filled)->bytes.data(), clean.file.data());
}

TEST(SamePixels, ColourUnderAlpha0DoesNotCount) {
    const Pixels image{2, 2, {1, 2, 3, 0, 4, 5, 6, 1, 7, 8, 9, 255, 0, 0, 0, 0}};
    const auto expect = [&](const Pixels& other, bool same) {
        EXPECT_EQ(same_pixels(image, other), same);
        EXPECT_EQ(same_pixels(other, image), same);
        EXPECT_EQ(pixel_hash(image) == pixel_hash(other), same);
    };
    expect(image, true);
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        Pixels other = image;
        other.rgba[i] ^= 2;
        const bool is_color = i % 4 != 3;
        const bool is_clear = image.rgba[i / 4 * 4 + 3] == 0;
        expect(other, is_color && is_clear);
    }
}

TEST(SamePixels, TheSizeCounts) {
    const std::vector<u8> rgba{1, 2, 3, 255, 4, 5, 6, 255};
    EXPECT_FALSE(same_pixels({2, 1, rgba}, {1, 2, rgba}));
    EXPECT_NE(pixel_hash({2, 1, rgba}), pixel_hash({1, 2, rgba}));
    EXPECT_FALSE(same_pixels({2, 1, rgba}, {}));
    EXPECT_TRUE(same_pixels({}, {}));
}

// Files keep this number: it must never change.
TEST(SamePixels, TheHashIsThatOfSizeAndPixels) {
    const Pixels image{2, 1, {255, 0, 255, 0, 1, 2, 3, 255}};
    EXPECT_EQ(pixel_hash(image), "c1d1fd0b231d578d046c1b61682d4a56");
}

}  // namespace
}  // namespace thaw::test
