// Damaged pictures are refused with a typed error inside the file, or decoded; nothing else happens.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "fixtures/pictures.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

void expect_sane(const std::vector<u8>& bytes, const PictureFixture& fixture) {
    const std::vector<u8> exact(bytes);  // so that a byte read past the end is noticed
    const auto picture = decode_picture(exact, fixture.options);
    if (picture) {
        ASSERT_EQ(picture->rgba.size(), std::size_t{4} * picture->width * picture->height) << fixture.name;
        return;
    }
    ASSERT_LE(picture.error().offset, exact.size()) << fixture.name << ": " << to_string(picture.error());
    ASSERT_NE(picture.error().code, Code::internal) << fixture.name;
    ASSERT_FALSE(picture.error().message.empty()) << fixture.name;
}

TEST(HostilePictures, EveryTruncation) {
    for (const auto& fixture : all_pictures()) {
        for (std::size_t size = 0; size < fixture.file.size(); ++size) {
            expect_sane({fixture.file.begin(), fixture.file.begin() + static_cast<std::ptrdiff_t>(size)}, fixture);
            if (HasFatalFailure()) return;
        }
    }
}

// The last byte of pixels is needed by every format but JPG, whose last bytes say that it is over.
TEST(HostilePictures, WithoutItsLastByteNoneIsAccepted) {
    for (const auto& fixture : all_pictures()) {
        auto file = fixture.file;
        file.pop_back();
        EXPECT_FALSE(decode_picture(file, fixture.options).ok()) << fixture.name;
    }
}

// stb_image 2.27 leaves its memory over each of these.
TEST(HostilePictures, JpgsThatStbTrustsTooMuchAreRefused) {
    for (const auto& fixture : all_pictures()) {
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
            const auto picture = decode_picture(crowded);
            ASSERT_FALSE(picture.ok());
            EXPECT_EQ(picture.error().offset, at + 4) << to_string(picture.error());
            break;
        }
        for (std::size_t at = 0; at + 20 < table.size(); ++at) {
            if (table[at] != 0xFF || table[at + 1] != 0xC0) continue;
            auto uneven = table;
            uneven[at + 11] = 0x31;
            uneven[at + 14] = 0x21;
            const auto picture = decode_picture(uneven);
            ASSERT_FALSE(picture.ok());
            EXPECT_EQ(picture.error().code, Code::unsupported);
            return;
        }
    }
    FAIL() << "no JPG to change";
}

TEST(HostilePictures, EveryByteChanged) {
    for (const auto& fixture : all_pictures()) {
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
