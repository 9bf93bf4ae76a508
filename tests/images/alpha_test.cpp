// Alpha from colours, as SoulFu makes it.
#include <gtest/gtest.h>

#include <algorithm>

#include "images/image.hpp"

namespace thaw::test {
namespace {

// Grey pixels, opaque.
Pixels greys(u32 width, std::vector<u8> values) {
    Pixels image{width, static_cast<u32>(values.size()) / width};
    for (const u8 value : values) image.rgba.insert(image.rgba.end(), {value, value, value, 255});
    return image;
}

std::vector<int> alphas(const Pixels& image) {
    std::vector<int> out;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) out.push_back(image.rgba[i]);
    return out;
}

TEST(ImageAlpha, WhatIsLikeTheCornerIsAHole) {
    Pixels image = greys(4, {100, 121, 122, 79});
    make_alpha(image, AlphaFrom::corner);
    EXPECT_EQ(alphas(image), (std::vector<int>{0, 0, 255, 0}));  // 63 and 66 apart
    EXPECT_EQ(image.rgba[0], 0);
    EXPECT_EQ(image.rgba[8], 122);
}

TEST(ImageAlpha, SoftHolesFadeWhatIsBesideThemAndTakeItsColour) {
    Pixels image = greys(3, {0, 200, 200, 200, 200, 200});
    make_alpha(image, AlphaFrom::corner_soft);
    EXPECT_EQ(alphas(image), (std::vector<int>{0, 180, 255, 180, 218, 255}));
    EXPECT_EQ(image.rgba[0], 200);
}

TEST(ImageAlpha, ShadowsAreBlackAndLightsBright) {
    Pixels shadow = greys(3, {0, 100, 255});
    make_alpha(shadow, AlphaFrom::darkness);
    EXPECT_EQ(alphas(shadow), (std::vector<int>{250, 150, 0}));
    EXPECT_EQ(shadow.rgba[4], 0);
    Pixels light{2, 1, {50, 100, 0, 255, 0, 0, 0, 255}};
    make_alpha(light, AlphaFrom::brightness);
    EXPECT_EQ(light.rgba, (std::vector<u8>{127, 255, 0, 100, 0, 0, 0, 0}));
}

TEST(ImageAlpha, IsInThePng) {
    Image image;
    image.file = Blob::take(encode_png(greys(2, {0, 200})));
    image.alpha = AlphaFrom::corner;
    const auto png = to_png(image);
    ASSERT_TRUE(png.ok());
    EXPECT_FALSE(png->opaque);
    EXPECT_EQ(alphas(*decode_image(png->bytes.bytes())), (std::vector<int>{0, 255}));
}

// What a game makes of the image.
Pixels shown(Pixels image, AlphaFrom from) {
    make_alpha(image, from);
    return image;
}

TEST(UndoAlpha, AGamesImageComesBackWhereNothingWasPainted) {
    Pixels game{8, 8};
    for (u32 i = 0; i < 64; ++i) {
        const auto value = static_cast<u8>(i < 20 ? 100 + i % 5 : i * 4);
        game.rgba.insert(game.rgba.end(), {value, static_cast<u8>(value / 2), 40, 255});
    }
    for (const AlphaFrom from :
         {AlphaFrom::corner, AlphaFrom::corner_soft, AlphaFrom::darkness, AlphaFrom::brightness, AlphaFrom::file}) {
        Pixels painted = shown(game, from);
        EXPECT_EQ(undo_alpha(painted, from, &game), game);
        fill_holes(painted);  // as it goes out
        EXPECT_EQ(undo_alpha(painted, from, &game), game);
        painted.rgba[4 * 40] ^= 16;
        painted.rgba[4 * 40 + 3] = 255;
        const Pixels back = undo_alpha(painted, from, &game);
        std::size_t changed = 0;
        for (std::size_t i = 0; i < 64; ++i) {
            if (!std::equal(back.rgba.data() + 4 * i, back.rgba.data() + 4 * i + 4, game.rgba.data() + 4 * i)) {
                EXPECT_EQ(i, 40u);
                ++changed;
            }
        }
        EXPECT_EQ(changed, 1u);
    }
}

TEST(UndoAlpha, HolesAreHolesAgainWithoutTheGamesImage) {
    // The corner and another pixel are clear, in the colour of what is beside them.
    const Pixels painted{3, 2, {90, 0, 0, 0, 90, 0, 0, 255, 0, 90, 0, 255, 5, 5, 5, 0, 5, 5, 5, 255, 0, 0, 255, 255}};
    const Pixels back = undo_alpha(painted, AlphaFrom::corner);
    EXPECT_TRUE(is_opaque(back));
    EXPECT_TRUE(same_pixels(shown(back, AlphaFrom::corner), painted));
    // Magenta is on it, so that the holes are another colour.
    Pixels magenta = painted;
    magenta.rgba[4] = magenta.rgba[6] = 255;
    EXPECT_TRUE(same_pixels(shown(undo_alpha(magenta, AlphaFrom::corner), AlphaFrom::corner), magenta));
}

TEST(UndoAlpha, PaintInTheColourOfTheHolesIsSeen) {
    for (const int key : {0, 30, 128, 250, 255}) {
        for (const int paint : {key - 3, key, key + 2}) {
            if (paint < 0 || paint > 255) continue;
            const Pixels game = greys(2, {static_cast<u8>(key), static_cast<u8>(key)});
            Pixels painted = shown(game, AlphaFrom::corner);
            for (std::size_t c = 4; c < 7; ++c) painted.rgba[c] = static_cast<u8>(paint);
            painted.rgba[7] = 255;
            const Pixels back = undo_alpha(painted, AlphaFrom::corner, &game);
            EXPECT_EQ(alphas(shown(back, AlphaFrom::corner)), (std::vector<int>{0, 255})) << key << " " << paint;
        }
    }
}

TEST(UndoAlpha, TheCornerIsAHoleInAnyCase) {
    const Pixels opaque{2, 1, {10, 20, 30, 255, 40, 50, 60, 255}};
    const Pixels back = shown(undo_alpha(opaque, AlphaFrom::corner), AlphaFrom::corner);
    EXPECT_EQ(alphas(back), (std::vector<int>{0, 255}));
    EXPECT_TRUE(std::equal(back.rgba.begin() + 4, back.rgba.end(), opaque.rgba.begin() + 4));
}

TEST(UndoAlpha, ShadowsAndLightsAreGreysAndColoursAgain) {
    for (int alpha = 0; alpha <= 250; ++alpha) {
        const Pixels shadow{1, 1, {0, 0, 0, static_cast<u8>(alpha)}};
        EXPECT_EQ(shown(undo_alpha(shadow, AlphaFrom::darkness), AlphaFrom::darkness), shadow);
    }
    for (int value = 0; value <= 255; ++value) {
        const Pixels light =
            shown({1, 1, {static_cast<u8>(value), static_cast<u8>(value / 3), 77, 255}}, AlphaFrom::brightness);
        EXPECT_EQ(shown(undo_alpha(light, AlphaFrom::brightness), AlphaFrom::brightness), light) << value;
    }
}

}  // namespace
}  // namespace thaw::test
