// Any allocation may fail: the call returns out_of_memory, leaks nothing, and works the next time.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "inspect/report.hpp"
#include "oracle/heap_meter.hpp"

namespace thaw::test {
namespace {

// Runs `operation` with allocation n failing, for every n, until it gets through.
template <class Operation>
void fail_each_allocation(const Fixture& fixture, const char* name, Operation&& operation) {
    for (std::size_t n = 0;; ++n) {
        std::size_t left = 0;
        bool reached = false;
        bool ok = false;
        Code code = Code::internal;
        {
            const HeapMeter heap;
            {
                const FailingAllocation failing(n);
                auto result = operation();
                reached = failing.reached();
                ok = result.ok();
                if (!ok) code = result.error().code;
            }
            left = heap.live();
        }
        if (!reached) return;
        // An operation may also get by without the memory, for example by trying a smaller buffer.
        if (!ok) {
            ASSERT_EQ(code, Code::out_of_memory) << fixture.name << " " << name << ", allocation " << n;
        }
        ASSERT_EQ(left, 0u) << fixture.name << " " << name << ", allocation " << n << " leaks";
        ASSERT_LT(n, 100'000u) << "never gets through";
    }
}

TEST(Allocation, EveryFailureIsReportedAndNothingLeaks) {
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error) continue;
        fail_each_allocation(fixture, "read", [&] { return read(*fixture.format, fixture.bundle); });
        auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok()) << fixture.name;
        fail_each_allocation(fixture, "write", [&] { return write(*model); });
        fail_each_allocation(fixture, "validate", [&] { return validate(*model, Profile::game); });
        fail_each_allocation(fixture, "needs", [&] { return needs(*model); });
        fail_each_allocation(fixture, "summarise", [&] { return summarise(*model); });
        fail_each_allocation(fixture, "detect", [&] { return detect("", fixture.bundle.parts[0].bytes); });
        if (HasFatalFailure()) return;
    }
}

TEST(Allocation, AHostileCountAllocatesNothingMuch) {
    for (const Fixture& fixture : all_fixtures()) {
        if (!fixture.error || *fixture.error != Code::truncated) continue;
        const HeapMeter heap;
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_FALSE(model.ok()) << fixture.name;
        EXPECT_LE(heap.largest(), 2 * fixture.bundle.size() + 4096) << fixture.name;
    }
}

}  // namespace
}  // namespace thaw::test
