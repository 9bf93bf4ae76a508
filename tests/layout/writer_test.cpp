// What Writer refuses: documents that the format cannot hold.
#include <gtest/gtest.h>

#include "layout/support.hpp"

namespace thaw {
namespace {

TEST(Layout, WritingRefusesWhatTheFormatCannotHold) {
    toy::Document d = example();
    d.named.resize(256);
    d.doubled.resize(512);
    const auto written = try_writing([&](Codec& io) { describe(io, d, Order::little); });
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, Code::unrepresentable);
    EXPECT_EQ(written.error().path, "num_named");
}

TEST(Layout, WritingRefusesAnArrayThatDisagreesWithItsSize) {
    toy::Document d = example();
    d.doubled.pop_back();
    const auto written = try_writing([&](Codec& io) { describe(io, d, Order::little); });
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().path, "doubled");
}

}  // namespace
}  // namespace thaw
