#include "cli/progress_line.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace thaw::cli {
namespace {

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
    EXPECT_EQ(progress_line({10, 40, 5, "rat.ddd"}, 80), "[#####---------------]  10 of 40  2.0/s  15 s left  rat.ddd");
    EXPECT_EQ(progress_line({0, 40, 5, "rat.ddd"}, 80), "[--------------------]  0 of 40  rat.ddd");
    EXPECT_EQ(progress_line({40, 40, 0.1, {}}, 80), "[####################]  40 of 40  400/s  0 s left");
}

TEST(ProgressLine, NamesGiveWayFirstThenTheRest) {
    const ProgressState state{1234, 5678, 60, "a/very/long/path/to/a/model/hellknight_body.ddd"};
    EXPECT_EQ(progress_line(state, 70), "[###--------------]  1234 of 5678  21/s  3:37 left  a/very/lo\u2026body.ddd");
    EXPECT_EQ(progress_line(state, 50), "[##----------]  1234 of 5678  21/s  3:37 left");
    EXPECT_EQ(progress_line(state, 45), "1234 of 5678  21/s  3:37 left  a/very/\u2026dy.ddd");
    EXPECT_EQ(progress_line(state, 20), "1234 of 5678  21/s");
    EXPECT_EQ(progress_line(state, 12), "1234 of 5678");
    EXPECT_EQ(progress_line(state, 11), "");
}

TEST(ProgressLine, FitsIntoAnyWidth) {
    const std::string names[] = {"", "x", std::string(300, 'y'),
                                 "\u00e9\U0001F600\xff\n\x1b[31m" + std::string(90, 'z')};
    for (const std::string& name : names) {
        for (std::size_t columns = 0; columns < 200; ++columns) {
            for (const u64 done : {u64{0}, u64{1}, u64{999}, u64{5000}, ~u64{0} / 64}) {
                for (const double seconds : {0.0, 1e-9, 1.0, 1e30}) {
                    for (const u64 total : {u64{0}, u64{1}, u64{1000}}) {
                        const std::string line = progress_line({done, total, seconds, name}, columns);
                        ASSERT_LE(text::count_points(line), columns);
                        ASSERT_EQ(line.find_first_of("\n\x1b"), std::string::npos);
                    }
                }
            }
        }
    }
}

TEST(ProgressLine, Durations) {
    EXPECT_EQ(duration_words(-5), "0 s");
    EXPECT_EQ(duration_words(0.1), "1 s");
    EXPECT_EQ(duration_words(59), "59 s");
    EXPECT_EQ(duration_words(59.5), "1:00");
    EXPECT_EQ(duration_words(65), "1:05");
    EXPECT_EQ(duration_words(7384), "2:03:04");
    EXPECT_EQ(duration_words(1e300), "277777:46:40");
}

}  // namespace
}  // namespace thaw::cli
