// Alpha from colours, as SoulFu makes it.
#include <gtest/gtest.h>

#include "images/image.hpp"

namespace thaw::test {
namespace {

// Grey pixels, opaque.
Picture greys(u32 width, std::vector<u8> values) {
    Picture picture{width, static_cast<u32>(values.size()) / width};
    for (const u8 value : values) picture.rgba.insert(picture.rgba.end(), {value, value, value, 255});
    return picture;
}

std::vector<int> alphas(const Picture& picture) {
    std::vector<int> out;
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) out.push_back(picture.rgba[i]);
    return out;
}

TEST(PictureAlpha, WhatIsLikeTheCornerIsAHole) {
    Picture picture = greys(4, {100, 121, 122, 79});
    make_alpha(picture, AlphaFrom::corner);
    EXPECT_EQ(alphas(picture), (std::vector<int>{0, 0, 255, 0}));  // 63 and 66 apart
    EXPECT_EQ(picture.rgba[0], 0);
    EXPECT_EQ(picture.rgba[8], 122);
}

TEST(PictureAlpha, SoftHolesFadeWhatIsBesideThemAndTakeItsColour) {
    Picture picture = greys(3, {0, 200, 200, 200, 200, 200});
    make_alpha(picture, AlphaFrom::corner_soft);
    EXPECT_EQ(alphas(picture), (std::vector<int>{0, 180, 255, 180, 218, 255}));
    EXPECT_EQ(picture.rgba[0], 200);
}

TEST(PictureAlpha, ShadowsAreBlackAndLightsBright) {
    Picture shadow = greys(3, {0, 100, 255});
    make_alpha(shadow, AlphaFrom::darkness);
    EXPECT_EQ(alphas(shadow), (std::vector<int>{250, 150, 0}));
    EXPECT_EQ(shadow.rgba[4], 0);
    Picture light{2, 1, {50, 100, 0, 255, 0, 0, 0, 255}};
    make_alpha(light, AlphaFrom::brightness);
    EXPECT_EQ(light.rgba, (std::vector<u8>{127, 255, 0, 100, 0, 0, 0, 0}));
}

TEST(PictureAlpha, IsInThePng) {
    Image image;
    image.file = Blob::take(encode_png(greys(2, {0, 200})));
    image.alpha = AlphaFrom::corner;
    const auto png = to_png(image);
    ASSERT_TRUE(png.ok());
    EXPECT_FALSE(png->opaque);
    EXPECT_EQ(alphas(*decode_picture(png->bytes.bytes())), (std::vector<int>{0, 255}));
}

}  // namespace
}  // namespace thaw::test
