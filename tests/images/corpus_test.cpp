// Real images decode, and survive being written as PNG.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "base/text.hpp"
#include "images/image.hpp"
#include "support/corpus.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

TEST(CorpusImages, AllDecodeAndComeBack) {
    std::map<std::string, int> seen;
    int n = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_folder())) {
        const std::string extension = text::lower(entry.path().extension().string());
        if (extension != ".png" && extension != ".jpg" && extension != ".pcx" && extension != ".tga") continue;
        if (sanitized && ++n % 20 != 0) continue;
        ++seen[extension];
        const Blob file = load_file(entry.path());
        const auto image = decode_image(file.bytes());
        ASSERT_TRUE(image.ok()) << entry.path() << ": " << to_string(image.error());
        if (image->rgba.size() > 1'000'000) continue;  // writing the largest takes a while and shows nothing new
        const auto again = decode_image(encode_png(*image));
        ASSERT_TRUE(again.ok()) << entry.path();
        ASSERT_EQ(*again, *image) << entry.path();
    }
    EXPECT_FALSE(seen.empty());
}

}  // namespace
}  // namespace thaw::test
