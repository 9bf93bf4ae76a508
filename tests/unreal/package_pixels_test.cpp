// Textures of packages in every format of pixels, and those that stand in for others.
#include "images/image.hpp"
#include "unreal/package_support.hpp"

namespace thaw::test {
namespace {

using Rgba = std::array<u8, 4>;

struct MadePixels {
    u8 format;
    std::vector<u8> bytes;
    u32 width, height;
    std::vector<Rgba> expected;  // the first ones
};

Result<Pixels> image_in(const Model& archive, std::string_view name) {
    for (const std::string& file : names_in(archive)) {
        if (file.starts_with("Textures/" + std::string(name) + "."))
            return decode_image(file_in(archive, file).bytes());
    }
    return Error{Code::bad_index, "no image"};
}

TEST(PackagePixels, PixelsOfEveryKnownFormat) {
    std::vector<u8> bc2{0x0F, 0, 0, 0, 0, 0, 0, 0, 0x00, 0xF8, 0x1F, 0x00, 0x00, 0x55, 0xAA, 0xFF};
    // Alpha from 255 to 55 in eight steps; pixels 0 and 1 take the first and the third, which is 6/7 of the way.
    std::vector<u8> bc3{255, 55, 0x10, 0, 0, 0, 0, 0, 0x1F, 0x00, 0x00, 0xF8, 0x00, 0x55, 0xAA, 0xFF};
    const MadePixels all[] = {
        {1, {1, 2, 3, 4}, 1, 1, {{6, 4, 2, 255}}},
        {2, {0x1F, 0x00, 0x00, 0xF8}, 2, 1, {{0, 0, 255, 255}, {255, 0, 0, 255}}},
        {4, {1, 2, 3}, 1, 1, {{1, 2, 3, 255}}},
        {5, {1, 2, 3, 4}, 1, 1, {{3, 2, 1, 4}}},
        {5, {1, 2, 3, 0, 4, 5, 6, 0}, 2, 1, {{3, 2, 1, 255}, {6, 5, 4, 255}}},  // an alpha that nobody meant
        {5, {1, 2, 3, 0, 4, 5, 6, 1}, 2, 1, {{3, 2, 1, 0}, {6, 5, 4, 1}}},
        {6, bc2, 4, 4, {{255, 0, 0, 255}, {255, 0, 0, 0}}},
        {7, bc3, 4, 4, {{0, 0, 255, 255}, {0, 0, 255, 226}}},
    };
    for (const MadePixels& one : all) {
        SCOPED_TRACE(int{one.format});
        PackageMaker maker(69);
        maker.texture("Wall", {.width = one.width, .height = one.height, .pixels = one.bytes, .format = one.format});
        const Model archive = opened(maker.finish());
        EXPECT_TRUE(codes_of(archive).empty());
        const auto image = image_in(archive, "Wall");
        ASSERT_TRUE(image.ok());
        for (std::size_t i = 0; i < one.expected.size(); ++i) {
            const u8* p = image->rgba.data() + 4 * i;
            EXPECT_EQ((Rgba{p[0], p[1], p[2], p[3]}), one.expected[i]) << i;
        }
    }
}

TEST(PackagePixels, TwoColoursAsRunsAndAsBits) {
    struct Case {
        std::vector<u8> bytes;
        bool sound;
    };
    const std::vector<u8> expected{1, 1, 1, 1, 1, 0, 0, 0, 0, 1};
    const Case cases[] = {
        {{0, 1, 0x85, 0x04, 0x81}, true},
        {{0, 1, 0x83, 0x82, 0x04, 0x8F}, true},  // more than there is room for
        {{1, 1, 0x1F, 0x02}, true},
        {{0, 1, 0x85, 0x04}, false},
        {{1, 1, 0x1F}, false},
        {{2, 1, 0x1F, 0x02}, false},
        {{0}, false},
    };
    for (const Case& one : cases) {
        PackageMaker maker(69);
        const i32 palette = maker.palette("P", {{0, 0, 0, 0}, {200, 100, 50, 0}});
        maker.texture("Tick", {.width = 5, .height = 2, .pixels = one.bytes, .palette = palette, .format = 19});
        const Model archive = opened(maker.finish());
        EXPECT_EQ(codes_of(archive).size(), one.sound ? 0u : 1u);
        const auto image = image_in(archive, "Tick");
        ASSERT_EQ(image.ok(), one.sound);
        for (std::size_t i = 0; one.sound && i < expected.size(); ++i) {
            EXPECT_EQ(image->rgba[4 * i], expected[i] == 1 ? 200 : 0) << i;
        }
    }
}

TEST(PackagePixels, ThePackedCopyIsPreferredIfItIsWhole) {
    const std::vector<u8> red{0x00, 0xF8, 0x00, 0xF8, 0, 0, 0, 0};
    for (const std::size_t bytes : {std::size_t{8}, std::size_t{7}}) {
        PackageMaker maker(69);
        MadeTexture texture{.width = 4, .height = 4, .pixels = std::vector<u8>(16, 1)};
        texture.palette = maker.palette("P", {{0, 0, 0, 0}, {7, 8, 9, 0}});
        texture.packed = {red.begin(), red.begin() + static_cast<std::ptrdiff_t>(bytes)};
        texture.packed_format = 3;
        maker.texture("Wall", texture);
        const auto image = image_in(opened(maker.finish()), "Wall");
        ASSERT_TRUE(image.ok());
        EXPECT_EQ(image->rgba[0], bytes == 8 ? 255 : 7);
    }
}

TEST(PackagePixels, AComputedTextureShowsWhatItIsComputedFrom) {
    PackageMaker maker(69);
    const i32 palette = maker.palette("P", {{0, 0, 0, 0}, {7, 8, 9, 0}});
    const i32 wall = maker.texture("Wall", {.width = 1, .height = 1, .pixels = {1}, .palette = palette});
    MadeTexture wet{.width = 1, .height = 1, .pixels = {}, .palette = palette, .class_name = "WetTexture"};
    wet.source = wall;
    wet.mean = {10, 20, 30, 255};
    const i32 first = maker.texture("First", wet);
    wet.source = first;
    maker.texture("Second", wet);  // through another computed one
    wet.source = 0;
    maker.texture("Mean", wet);
    wet.mean = {0, 0, 0, 255};  // as good as none
    maker.texture("None", wet);
    wet.pixels = {1};
    maker.texture("Own", wet);
    const Model archive = opened(maker.finish());
    EXPECT_EQ(image_in(archive, "First")->rgba[0], 7);
    EXPECT_EQ(image_in(archive, "Second")->rgba[0], 7);
    EXPECT_EQ(image_in(archive, "Mean")->rgba[1], 20);
    EXPECT_FALSE(image_in(archive, "None").ok());
    EXPECT_EQ(image_in(archive, "Own")->rgba[0], 7);
    EXPECT_EQ(codes_of(archive), (std::vector<std::string>{"UPACKAGE_PICTURE_INSTEAD", "UPACKAGE_PICTURE_INSTEAD",
                                                           "UPACKAGE_PICTURE_INSTEAD", "UPACKAGE_PICTURE"}));
}

TEST(PackagePixels, TexturesThatShowEachOtherEnd) {
    PackageMaker maker(69);
    MadeTexture wet{.width = 1, .height = 1, .pixels = {}, .class_name = "WetTexture", .source = 2};
    maker.texture("A", wet);
    wet.source = 1;
    maker.texture("B", wet);
    EXPECT_TRUE(names_in(opened(maker.finish())).empty());
}

// Else a small file would be as many large images as it likes.
TEST(PackagePixels, ATextureStandsInForSixtyFourOthers) {
    PackageMaker maker(69);
    const i32 wall =
        maker.texture("Wall", {.width = 1, .height = 1, .pixels = {1}, .palette = maker.palette("P", colors())});
    for (int i = 0; i < 65; ++i) {
        maker.texture("Wet" + std::to_string(i),
                      {.width = 1, .height = 1, .pixels = {}, .class_name = "WetTexture", .source = wall});
    }
    const auto names = names_in(opened(maker.finish()));
    EXPECT_EQ(names.size(), 65u);
    EXPECT_EQ(names.back(), "Textures/Wet63.pcx");
}

TEST(PackagePixels, APictureOfTwoColoursStandsInForNone) {
    PackageMaker maker(69);
    const i32 palette = maker.palette("P", {{0, 0, 0, 0}, {200, 100, 50, 0}});
    const i32 tick =
        maker.texture("Tick", {.width = 5, .height = 1, .pixels = {0, 1, 0x85}, .palette = palette, .format = 19});
    maker.texture("Wet", {.width = 1, .height = 1, .pixels = {}, .class_name = "WetTexture", .source = tick});
    EXPECT_EQ(names_in(opened(maker.finish())), std::vector<std::string>{"Textures/Tick.pcx"});
}

}  // namespace
}  // namespace thaw::test
