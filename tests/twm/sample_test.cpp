// The sample beside the code that makes it, and what a visitor learns of it.
#include <gtest/gtest.h>

#include "samples.hpp"
#include "support/corpus.hpp"
#include "twm/support.hpp"

namespace thaw::test {
namespace {

TEST(TwmSample, IsWhatTheCodeMakes) {
    const auto files = samples::twm_sample();
    ASSERT_EQ(files.size(), 1u);
    EXPECT_LT(files[0].bytes.size(), 60'000u);
    EXPECT_TRUE(load_file(source_folder() / "samples" / files[0].path) == Blob::copy_of(files[0].bytes));
}

TEST(TwmSample, IsSoundAndMoves) {
    const auto model = read_twm(Blob::take(samples::twm_sample()[0].bytes));
    ASSERT_TRUE(model.ok()) << to_string(model.error());
    EXPECT_EQ(codes_of(*validate(*model)), std::vector<std::string>{});
    const auto summary = *summarise(*model);
    EXPECT_EQ(summary.totals.meshes, 5u);
    EXPECT_EQ(summary.totals.bones, 6u);
    ASSERT_EQ(summary.clips.size(), 2u);
    EXPECT_DOUBLE_EQ(summary.clips[0].seconds(), 2.4);
    EXPECT_DOUBLE_EQ(summary.clips[1].seconds(), 3);
    EXPECT_NEAR(*summary.height_metres, 0.485, 0.01);
}

}  // namespace
}  // namespace thaw::test
