#include "cli/suggest.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace thaw::cli {
namespace {

TEST(Suggest, DistanceCountsWhatATypistDoesWrong) {
    EXPECT_EQ(edit_distance("output", "output"), 0u);
    EXPECT_EQ(edit_distance("output", "OUTPUT"), 0u);
    EXPECT_EQ(edit_distance("otput", "output"), 1u) << "dropped";
    EXPECT_EQ(edit_distance("outtput", "output"), 1u) << "doubled";
    EXPECT_EQ(edit_distance("outpit", "output"), 1u) << "changed";
    EXPECT_EQ(edit_distance("uotput", "output"), 1u) << "swapped";
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggest, OnlyWhatIsNear) {
    const std::vector<std::string> options{"output", "only", "verbose", "jobs"};
    EXPECT_EQ(nearest("otput", options), "output");
    EXPECT_EQ(nearest("onyl", options), "only");
    EXPECT_EQ(nearest("jbos", options), "jobs");
    EXPECT_EQ(nearest("xyzzy", options), "");
    EXPECT_EQ(nearest("", options), "");
    EXPECT_EQ(nearest(std::string(1000, 'o'), options), "");
    // A third of the letters at most: two of six are near, three of six are not.
    EXPECT_EQ(nearest("autpuk", options), "output");
    EXPECT_EQ(nearest("aitpuk", options), "");
}

TEST(Suggest, ABeginningThatOnlyOneHas) {
    const std::vector<std::string> options{"shared-vrm", "shard", "durable-writes"};
    EXPECT_EQ(nearest("dura", options), "durable-writes");
    EXPECT_EQ(nearest("du", options), "") << "too short to mean anything";
    EXPECT_EQ(nearest("sha", options), "") << "two begin so, and neither is near";
}

}  // namespace
}  // namespace thaw::cli
