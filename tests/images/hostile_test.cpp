// Damaged images are refused with a typed error inside the file, or decoded; nothing else happens.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "fixtures/images.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

void expect_sane(const std::vector<u8>& bytes, const ImageFixture& fixture) {
    const std::vector<u8> exact(bytes);  // so that a byte read past the end is noticed
    const auto image = decode_image(exact, fixture.options);
    if (image) {
        ASSERT_EQ(image->rgba.size(), std::size_t{4} * image->width * image->height) << fixture.name;
        return;
    }
    ASSERT_LE(image.error().offset, exact.size()) << fixture.name << ": " << to_string(image.error());
    ASSERT_NE(image.error().code, Code::internal) << fixture.name;
    ASSERT_FALSE(image.error().message.empty()) << fixture.name;
}

TEST(HostileImages, EveryTruncation) {
    for (const auto& fixture : all_images()) {
        for (std::size_t size = 0; size < fixture.file.size(); ++size) {
            expect_sane({fixture.file.begin(), fixture.file.begin() + static_cast<std::ptrdiff_t>(size)}, fixture);
            if (HasFatalFailure()) return;
        }
    }
}

// The last byte of pixels is needed by every format but JPG, whose last bytes say that it is over.
TEST(HostileImages, WithoutItsLastByteNoneIsAccepted) {
    for (const auto& fixture : all_images()) {
        auto file = fixture.file;
        file.pop_back();
        EXPECT_FALSE(decode_image(file, fixture.options).ok()) << fixture.name;
    }
}

// stb_image 2.27 leaves its memory over each of these.
TEST(HostileImages, JpgsThatStbTrustsTooMuchAreRefused) {
    for (const auto& fixture : all_images()) {
        if (fixture.name != "jpg_color") continue;
        const auto& table = fixture.file;
        for (std::size_t at = 0; at + 20 < table.size(); ++at) {
            if (table[at] != 0xFF || table[at + 1] != 0xC4) continue;
            auto crowded = table;
            const u32 symbols = 9 + 255;  // 9 short codes, and 255 of 16 bits more
            crowded[at + 2] = (2 + 17 + symbols) >> 8;
            crowded[at + 3] = (2 + 17 + symbols) & 255;
            crowded[at + 20] = 255;
            crowded.insert(crowded.begin() + static_cast<std::ptrdiff_t>(at + 21), 255, u8{1});
            const auto image = decode_image(crowded);
            ASSERT_FALSE(image.ok());
            EXPECT_EQ(image.error().offset, at + 4) << to_string(image.error());
            break;
        }
        for (std::size_t at = 0; at + 20 < table.size(); ++at) {
            if (table[at] != 0xFF || table[at + 1] != 0xC0) continue;
            auto uneven = table;
            uneven[at + 11] = 0x31;
            uneven[at + 14] = 0x21;
            const auto image = decode_image(uneven);
            ASSERT_FALSE(image.ok());
            EXPECT_EQ(image.error().code, Code::unsupported);
            return;
        }
    }
    FAIL() << "no JPG to change";
}

TEST(HostileImages, EveryByteChanged) {
    for (const auto& fixture : all_images()) {
        for (std::size_t at = 0; at < fixture.file.size(); ++at) {
            auto file = fixture.file;
            for (const u8 change : std::array<u8, 5>{0x01, 0x80, 0xFF, 0x10, 0x55}) {
                if (sanitized && change != 0xFF && change != 0x01) continue;
                file[at] = static_cast<u8>(fixture.file[at] ^ change);
                expect_sane(file, fixture);
                if (HasFatalFailure()) return;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::test
