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
