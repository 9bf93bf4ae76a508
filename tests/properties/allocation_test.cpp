// Any allocation may fail: the call returns out_of_memory, leaks nothing, and works the next time.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "inspect/report.hpp"
#include "oracle/heap_meter.hpp"

namespace thaw::test {
namespace {

// Runs `operation` with allocation n failing, for every n, until it gets through. What `prepare` makes for it may
// allocate.
template <class Prepare, class Operation>
void fail_each_allocation(const Fixture& fixture, const char* name, Prepare&& prepare, Operation&& operation) {
    for (std::size_t n = 0;; ++n) {
        std::size_t left = 0;
        bool reached = false;
        bool ok = false;
        Code code = Code::internal;
        {
            const HeapMeter heap;
            {
                auto input = prepare();
                const FailingAllocation failing(n);
                auto result = operation(std::move(input));
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
        fail_each_allocation(
            fixture, "read", [&] { return fixture.bundle; },
            [&](Bundle bundle) { return read(*fixture.format, std::move(bundle)); });
        auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok()) << fixture.name;
        const auto nothing = [] { return 0; };
        fail_each_allocation(fixture, "write", nothing, [&](int) { return write(*model); });
        fail_each_allocation(fixture, "validate", nothing, [&](int) { return validate(*model, Profile::game); });
        fail_each_allocation(fixture, "needs", nothing, [&](int) { return needs(*model); });
        fail_each_allocation(fixture, "summarise", nothing, [&](int) { return summarise(*model); });
        fail_each_allocation(fixture, "detect", nothing,
                             [&](int) { return detect("", fixture.bundle.parts[0].bytes); });
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
