#include "render/shrink.hpp"

#include <gtest/gtest.h>

#include "render/art.hpp"

namespace thaw::test {

namespace {

TEST(Shrink, SmallImagesStayAsTheyAre) {
    const Pixels image = blank(7, 3, 9, 30);
    EXPECT_EQ(shrunk(image, 7, 3), image);
    EXPECT_EQ(shrunk(image, 100, 100), image);
    EXPECT_EQ(shrunk({}, 10, 10), Pixels());
}

TEST(Shrink, PixelsAreTheMeanOfThoseTheyStandFor) {
    Pixels image{4, 2, {}};
    for (const u8 value : std::vector<u8>{0, 100, 10, 10, 200, 100, 10, 10}) {
        image.rgba.insert(image.rgba.end(), {value, 0, 0, 255});
    }
    const Pixels small = shrunk(image, 2, 2);
    EXPECT_EQ(small.width, 2u);
    EXPECT_EQ(small.height, 1u);
    EXPECT_EQ(small.rgba, (std::vector<u8>{100, 0, 0, 255, 10, 0, 0, 255}));
}

TEST(Shrink, ColoursCountByTheirAlpha) {
    const Pixels image{2, 1, {200, 0, 0, 255, 0, 90, 0, 0}};
    EXPECT_EQ(shrunk(image, 1, 1).rgba, (std::vector<u8>{200, 0, 0, 128}));
}

TEST(Shrink, ProportionsAreKept) {
    for (u32 width = 1; width < 60; width += 7) {
        for (u32 height = 1; height < 60; height += 5) {
            const Pixels small = shrunk(blank(width, height, 50), 16, 12);
            EXPECT_LE(small.width, 16u);
            EXPECT_LE(small.height, 12u);
            EXPECT_GE(small.width, 1u);
            EXPECT_GE(small.height, 1u);
            EXPECT_TRUE(small.width == std::min(width, 16u) || small.height == std::min(height, 12u));
            EXPECT_EQ(small, blank(small.width, small.height, 50)) << "one colour stays one colour";
        }
    }
    EXPECT_TRUE(shrunk(blank(5, 5), 0, 0).rgba.empty());
}

TEST(Shrink, LaidOverAtAnyPlace) {
    const Pixels over = blank(2, 2, 255);
    for (i64 x = -3; x < 6; ++x) {
        for (i64 y = -3; y < 6; ++y) {
            Pixels page = blank(4, 4);
            lay_image(page, x, y, over);
            for (u32 py = 0; py < 4; ++py) {
                for (u32 px = 0; px < 4; ++px) {
                    const bool inside = px >= x && px < x + 2 && py >= y && py < y + 2;
                    EXPECT_EQ(pixel(page, px, py)[0], inside ? 255 : 0);
                }
            }
        }
    }
}

}  // namespace

}  // namespace thaw::test
