// Real pictures decode, and survive being written as PNG.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/text.hpp"
#include "images/image.hpp"
#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

TEST(CorpusPictures, AllDecodeAndComeBack) {
    std::map<std::string, int> seen;
    int n = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder())) {
        const std::string extension = text::lower(entry.path().extension().string());
        if (extension != ".png" && extension != ".jpg" && extension != ".pcx" && extension != ".tga") continue;
        if (sanitized && ++n % 20 != 0) continue;
        ++seen[extension];
        const Blob file = load_file(entry.path());
        const auto picture = decode_picture(file.bytes());
        ASSERT_TRUE(picture.ok()) << entry.path() << ": " << to_string(picture.error());
        if (picture->rgba.size() > 1'000'000) continue;  // writing the largest takes a while and shows nothing new
        const auto again = decode_picture(encode_png(*picture));
        ASSERT_TRUE(again.ok()) << entry.path();
        ASSERT_EQ(*again, *picture) << entry.path();
    }
    EXPECT_FALSE(seen.empty());
}

}  // namespace
}  // namespace thaw::test
