// Reading stays within its memory, work and depth, and can be stopped.
#include <gtest/gtest.h>

#include "layout/reader.hpp"
#include "layout/toy.hpp"

namespace thaw {
namespace {

TEST(Layout, MemoryIsBudgetedByTheInput) {
    Context context;
    context.limits.memory_floor = 0;
    context.limits.memory_per_byte = 1;
    Reader reader(Blob::take(std::vector<u8>(100)), context);
    std::vector<toy::Named> values;  // one byte on disk, much more in memory
    reader.sized_by("values", values, 90);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::over_budget);
}

TEST(Layout, WorkIsBudgetedByTheInput) {
    Context context;
    context.limits.work_floor = 0;
    context.limits.work_per_byte = 2;
    Reader reader(Blob::take(std::vector<u8>(10)), context);
    u8 value = 0;
    for (int i = 0; reader.ok() && i < 1000; ++i) {
        reader.at(0, [&] { reader.field("value", value); });  // reading the same byte for ever
    }
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::over_budget);
}

struct Nest {
    int depth = 0;
};
void describe(Codec& io, Nest& n) {
    if (n.depth > 100) return;
    ++n.depth;
    io.field("inner", n);
}

TEST(Layout, DepthIsBounded) {
    const Context context;
    Reader reader(Blob::take({1}), context);
    Nest nest;
    reader.field("outer", nest);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::too_deep);
}

TEST(Layout, LoopsWithoutBytesAreBoundedByWork) {
    Context context;
    context.limits.work_floor = 1000;
    Reader reader(Blob::take({1, 2}), context);
    u64 rounds = 0;
    reader.repeat("rounds", ~u64{0}, [&](u64) { ++rounds; });
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::over_budget);
    EXPECT_LT(rounds, 2000u);
}

class StopAtOnce final : public Monitor {
public:
    bool cancelled() override { return true; }
};

TEST(Layout, LongReadsCanBeCancelled) {
    StopAtOnce stop;
    Context context;
    context.monitor = &stop;
    Reader reader(Blob::take(std::vector<u8>(200'000 * toy::Record::disk_bytes)), context);
    std::vector<toy::Record> values;
    reader.sized_by("values", values, 200'000);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::cancelled);
}

}  // namespace
}  // namespace thaw
