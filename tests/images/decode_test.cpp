// Every format, depth and orientation gives the pixels it was made of.
#include <gtest/gtest.h>

#include "base/checksums.hpp"
#include "base/endian.hpp"
#include "fixtures/images.hpp"

namespace thaw::test {
namespace {

TEST(DecodeImage, EveryFixtureGivesItsPixels) {
    for (const auto& fixture : all_images()) {
        const auto image = decode_image(fixture.file, fixture.options);
        ASSERT_TRUE(image.ok()) << fixture.name << ": " << to_string(image.error());
        EXPECT_EQ(image->width, fixture.expected.width) << fixture.name;
        EXPECT_EQ(image->height, fixture.expected.height) << fixture.name;
        EXPECT_EQ(image->rgba, fixture.expected.rgba) << fixture.name;
    }
}

const ImageFixture& fixture_named(const std::vector<ImageFixture>& all, const std::string& name) {
    for (const auto& fixture : all) {
        if (fixture.name == name) return fixture;
    }
    ADD_FAILURE() << "no " << name;
    return all.front();
}

TEST(DecodeImage, NothingElseIsRecognised) {
    for (const std::vector<u8>& bytes :
         {std::vector<u8>{}, {'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0}, std::vector<u8>(64)}) {
        const auto image = decode_image(bytes);
        ASSERT_FALSE(image.ok());
        EXPECT_EQ(image.error().code, Code::not_recognised);
    }
}

TEST(DecodeImage, HugeSizesAreRefusedBeforeMemoryIsTaken) {
    const auto all = all_images();
    // Where a size of 60000 by 60000 is written.
    struct Place {
        const char* name;
        std::size_t width_at, height_at;
        Order order;
    };
    for (const Place& place : {Place{"bmp_24", 18, 22, Order::little}, Place{"tga_24_from0", 12, 14, Order::little},
                               Place{"pcx_8_runs", 8, 10, Order::little}, Place{"png_8_type2", 18, 22, Order::big},
                               Place{"jpg_grey", 78, 76, Order::big}}) {
        auto file = fixture_named(all, place.name).file;
        store<u16>(file.data() + place.width_at, 60000, place.order);
        store<u16>(file.data() + place.height_at, 60000, place.order);
        if (std::string(place.name).starts_with("pcx")) store<u16>(file.data() + 66, 60000, Order::little);
        const auto image = decode_image(file);
        ASSERT_FALSE(image.ok()) << place.name;
        EXPECT_EQ(image.error().code, Code::over_budget) << place.name << ": " << to_string(image.error());
    }
}

TEST(DecodeImage, TheCallersLimitHolds) {
    for (const auto& fixture : all_images()) {
        Context context;
        context.limits.image_pixels = u64{fixture.expected.width} * fixture.expected.height;
        EXPECT_TRUE(decode_image(fixture.file, fixture.options, context).ok()) << fixture.name;
        --context.limits.image_pixels;
        const auto refused = decode_image(fixture.file, fixture.options, context);
        ASSERT_FALSE(refused.ok()) << fixture.name;
        EXPECT_EQ(refused.error().code, Code::over_budget) << fixture.name;
    }
}

TEST(DecodeImage, AFlatImageMayBeMuchLargerThanItsFile) {
    const Pixels flat{2048, 2048, std::vector<u8>(std::size_t{4} * 2048 * 2048, 255)};
    const auto file = encode_png(flat);
    EXPECT_LT(file.size(), 4096u);
    const auto image = decode_image(file);
    ASSERT_TRUE(image.ok());
    EXPECT_EQ(*image, flat);
}

TEST(DecodeImage, AColorThatThePaletteLacksIsAnError) {
    const auto all = all_images();
    for (const char* name : {"bmp_8_header40", "tga_palette", "tim_8"}) {
        auto file = fixture_named(all, name).file;
        file.back() = 200;
        const auto image = decode_image(file);
        // The last byte of a BMP's row is padding.
        if (std::string(name).starts_with("bmp")) {
            file[file.size() - 4] = 200;
            const auto damaged = decode_image(file);
            ASSERT_FALSE(damaged.ok());
            EXPECT_EQ(damaged.error().code, Code::bad_index);
            EXPECT_EQ(damaged.error().offset, file.size() - 4);
            continue;
        }
        ASSERT_FALSE(image.ok()) << name;
        EXPECT_EQ(image.error().code, Code::bad_index) << name;
        EXPECT_EQ(image.error().offset, file.size() - 1) << name;
    }
}

}  // namespace
}  // namespace thaw::test
