// Video memory as an image.
#include <gtest/gtest.h>

#include "ctr/support.hpp"

namespace thaw::test {
namespace {

vrm::Block block_at(u16 x, u16 y, u16 width, const std::vector<u16>& words) {
    vrm::Block out{static_cast<u32>(12 + 2 * words.size()), x, y, width, static_cast<u16>(words.size() / width), {}};
    std::vector<u8> pixels;
    for (const u16 word : words) {
        pixels.push_back(static_cast<u8>(word));
        pixels.push_back(static_cast<u8>(word >> 8));
    }
    out.pixels = Blob::take(std::move(pixels));
    return out;
}

std::vector<u8> pixels_of(const Image& image) { return {image.pixels.bytes().begin(), image.pixels.bytes().end()}; }

TEST(CtrMemoryImage, IsTheWordsThatAreFilled) {
    vrm::Document document;
    document.mark = vrm::stream_mark;
    document.entries.resize(3);
    document.entries[0].size = document.entries[1].size = 24;
    document.entries[0].tim.image = block_at(600, 300, 2, {0x001F, 0});
    document.entries[1].tim.image = block_at(601, 301, 1, {0x7C00, 0x03E0});
    const auto image = vrm::to_image(document);
    ASSERT_TRUE(image.ok());
    EXPECT_EQ(image->width, 2u);
    EXPECT_EQ(image->height, 3u);
    EXPECT_EQ(pixels_of(*image), (std::vector<u8>{255, 0, 0, 255, 0, 0,   0,   255,  // red, and a word of zeros
                                                  0,   0, 0, 0,   0, 0,   255, 255,  // nothing, blue
                                                  0,   0, 0, 0,   0, 255, 0,   255}));
}

TEST(CtrMemoryImage, OfOneImageWithAPaletteAreTheColours) {
    vrm::Document document;
    document.single.flags = vrm::palette_bit;  // four bits a texel
    document.single.palette = block_at(0, 480, 4, {0, 0x001F, 0x03E0, 0x7C00});
    document.single.image = block_at(512, 0, 1, {0x3210});
    const auto image = vrm::to_image(document);
    ASSERT_TRUE(image.ok());
    EXPECT_EQ(image->width, 4u);
    EXPECT_EQ(pixels_of(*image), (std::vector<u8>{0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255}));
    document.single.flags = vrm::palette_bit | 1;  // eight bits
    EXPECT_EQ(vrm::to_image(document)->width, 2u);
    document.single.flags = vrm::palette_bit | 2;  // none that a palette is for
    EXPECT_EQ(vrm::to_image(document)->height, 481u) << "both blocks, where they lie";
}

TEST(CtrMemoryImage, WithoutTexelsThereIsNone) {
    EXPECT_FALSE(vrm::to_image({}).ok());
    vrm::Document cut;
    cut.single.flags = vrm::palette_bit;
    cut.single.image = block_at(0, 0, 4, {1, 2, 3, 4});
    cut.single.image.height = 60000;  // of which one row is there
    EXPECT_EQ(vrm::to_image(cut)->height, 1u);
}

}  // namespace
}  // namespace thaw::test
