// Images in the forms that games take, and their colours for holes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "images/encode_game.hpp"
#include "images/encode_pcx.hpp"

namespace thaw::test {
namespace {

Pixels random_image(std::mt19937& random, u32 width, u32 height, bool with_alpha) {
    Pixels image{width, height};
    for (u32 i = 0; i < width * height; ++i) {
        const auto word = static_cast<u32>(random());
        for (const u32 shift : {0u, 8u, 16u}) image.rgba.push_back(static_cast<u8>(word >> shift));
        image.rgba.push_back(with_alpha ? static_cast<u8>(word >> 24) : u8{255});
    }
    return image;
}

// Changes little from pixel to pixel, as photographs do.
Pixels smooth_image(u32 width, u32 height) {
    Pixels image{width, height};
    for (u32 y = 0; y < height; ++y) {
        for (u32 x = 0; x < width; ++x) {
            for (const u32 value : {40 + x * 2, 200 - y * 2, 60 + x + y, 255u}) {
                image.rgba.push_back(static_cast<u8>(value));
            }
        }
    }
    return image;
}

int largest_difference(const Pixels& a, const Pixels& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) largest = std::max(largest, std::abs(a.rgba[i] - b.rgba[i]));
    return largest;
}

// Colours of the palette as the file has them, one a pixel.
std::vector<int> indices(const std::vector<u8>& pcx, u32 width) {
    std::vector<int> out;
    for (std::size_t at = 128; out.size() < width; ++at) {
        const int run = pcx[at] >= 0xC0 ? pcx[at++] - 0xC0 : 1;
        out.insert(out.end(), static_cast<std::size_t>(run), pcx[at]);
    }
    out.resize(width);
    return out;
}

TEST(EncodeBmp, ComesBackExactly) {
    std::mt19937 random(5);
    for (const bool with_alpha : {false, true}) {
        for (const auto& [width, height] : {std::pair(1u, 1u), std::pair(7u, 3u), std::pair(64u, 65u)}) {
            const Pixels image = random_image(random, width, height, with_alpha);
            const auto file = encode_bmp(image);
            EXPECT_EQ(image_kind(file), "bmp");
            EXPECT_EQ(file.size(), with_alpha ? 70 + width * height * 4 : 54 + (width * 3 + 3) / 4 * 4 * height);
            const auto again = decode_image(file);
            ASSERT_TRUE(again.ok()) << to_string(again.error());
            EXPECT_EQ(*again, image);
        }
    }
}

TEST(EncodeTga, ComesBackExactly) {
    std::mt19937 random(3);
    for (const bool with_alpha : {false, true}) {
        for (const auto& [width, height] : {std::pair(1u, 1u), std::pair(7u, 3u), std::pair(64u, 65u)}) {
            const Pixels image = random_image(random, width, height, with_alpha);
            const auto file = encode_tga(image);
            EXPECT_EQ(image_kind(file), "tga");
            EXPECT_EQ(file.size(), 18 + image.rgba.size() / 4 * (is_opaque(image) ? 3 : 4));
            const auto again = decode_image(file);
            ASSERT_TRUE(again.ok()) << to_string(again.error());
            EXPECT_EQ(*again, image);
        }
    }
    const Pixels clear{2, 1, {1, 2, 3, 0, 4, 5, 6, 0}};  // the alpha of all is 0, and is meant
    EXPECT_EQ(*decode_image(encode_tga(clear)), clear);
}

TEST(EncodeJpg, ComesBackNearlyTheSame) {
    for (const auto& [width, height] :
         {std::pair(1u, 1u), std::pair(8u, 8u), std::pair(37u, 21u), std::pair(64u, 32u)}) {
        const Pixels image = smooth_image(width, height);
        const auto file = encode_jpg(image);
        EXPECT_EQ(image_kind(file), "jpg");
        const auto again = decode_image(file);
        ASSERT_TRUE(again.ok()) << to_string(again.error());
        ASSERT_EQ(again->width, width);
        ASSERT_EQ(again->height, height);
        EXPECT_LE(largest_difference(*again, image), 6) << width << " x " << height;
    }
}

TEST(EncodeJpg, QualityIsSizeAndStaysWithinItsBounds) {
    const Pixels image = smooth_image(64, 64);
    EXPECT_LT(encode_jpg(image, 30).size(), encode_jpg(image, 95).size());
    EXPECT_EQ(encode_jpg(image, 0), encode_jpg(image, 1));
    EXPECT_EQ(encode_jpg(image, 1000), encode_jpg(image, 100));
    EXPECT_EQ(encode_jpg(image), encode_jpg(image, usual_jpg_quality));
    for (const int quality : {1, 50, 90, 91, 100}) EXPECT_TRUE(decode_image(encode_jpg(image, quality)).ok());
    EXPECT_TRUE(encode_jpg({}).empty());
}

TEST(EncodeJpg, ColoursUnderHolesStay) {
    Pixels image = smooth_image(16, 16);
    const auto opaque = encode_jpg(image);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 0;
    EXPECT_EQ(encode_jpg(image), opaque);
}

TEST(EncodePcx, HolesGetColour0WhateverColourTheyHave) {
    // Two holes, one in the colour of the pixel beside it, as fill_holes() leaves it; alpha 127 is one, 128 is none.
    const Pixels image{4, 1, {200, 0, 0, 0, 200, 0, 0, 255, 9, 9, 9, 127, 7, 7, 7, 128}};
    for (const PcxHoles holes : {PcxHoles::if_any, PcxHoles::always}) {
        const auto file = encode_pcx(image, {.holes = holes, .hole_color = {255, 0, 255}});
        EXPECT_EQ(indices(file, 4), (std::vector<int>{0, 2, 0, 1}));
        const auto masked = decode_image(file, {.first_color_clear = true});
        EXPECT_EQ(masked->rgba, (std::vector<u8>{255, 0, 255, 0, 200, 0, 0, 255, 255, 0, 255, 0, 7, 7, 7, 255}));
    }
}

TEST(EncodePcx, Colour0IsKeptFreeOrUsedAsAsked) {
    const Pixels opaque{2, 1, {0, 0, 0, 255, 7, 7, 7, 255}};
    EXPECT_EQ(indices(encode_pcx(opaque), 2), (std::vector<int>{0, 1}));
    const auto masked = encode_pcx(opaque, {.holes = PcxHoles::always});
    EXPECT_EQ(indices(masked, 2), (std::vector<int>{1, 2}));
    EXPECT_EQ(*decode_image(masked, {.first_color_clear = true}), opaque);

    const Pixels faint{2, 1, {10, 20, 30, 0, 7, 7, 7, 100}};
    const auto ignored = encode_pcx(faint, {.holes = PcxHoles::never});
    EXPECT_EQ(decode_image(ignored)->rgba, (std::vector<u8>{10, 20, 30, 255, 7, 7, 7, 255}));
}

TEST(EncodePcx, All256ColoursAreThereUnlessOneIsAHole) {
    Pixels many{256, 1};
    for (u32 i = 0; i < 256; ++i) many.rgba.insert(many.rgba.end(), {static_cast<u8>(i), 3, 3, 255});
    EXPECT_EQ(*decode_image(encode_pcx(many)), many);
    const auto masked = *decode_image(encode_pcx(many, {.holes = PcxHoles::always}), {.first_color_clear = true});
    EXPECT_TRUE(is_opaque(masked));
    EXPECT_LE(largest_difference(masked, many), 4);
    // An image of nothing but holes.
    const Pixels clear{2, 1, {1, 2, 3, 0, 4, 5, 6, 0}};
    EXPECT_EQ(indices(encode_pcx(clear), 2), (std::vector<int>{0, 0}));
}

}  // namespace
}  // namespace thaw::test
