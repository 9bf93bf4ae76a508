#include "io/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <thread>

namespace thaw::io {

namespace {

TEST(Parallel, EveryIndexOnce) {
    for (const unsigned jobs : {0u, 1u, 2u, 7u, 1000u}) {
        for (const std::size_t count : {0u, 1u, 2u, 5u, 1000u}) {
            std::vector<std::atomic<int>> seen(count);
            parallel_for(count, jobs, [&](std::size_t i) { ++seen[i]; });
            for (const auto& times : seen) EXPECT_EQ(times, 1);
        }
    }
}

TEST(Parallel, WorkRunsAtTheSameTime) {
    // Each waits for the other: with one thread this would never end.
    std::atomic<int> here{0};
    parallel_for(2, 2, [&](std::size_t) {
        ++here;
        while (here < 2) std::this_thread::yield();
    });
    EXPECT_EQ(here, 2);
}

TEST(Parallel, OneJobMeansNoThread) {
    const auto caller = std::this_thread::get_id();
    std::vector<std::size_t> order;
    parallel_for(5, 1, [&](std::size_t i) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(i);
    });
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Parallel, ResultsComeInOrderOnTheCallingThread) {
    for (const unsigned jobs : {1u, 2u, 3u, 16u}) {
        const auto caller = std::this_thread::get_id();
        std::size_t next = 0;
        ordered<std::string>(
            500, jobs,
            [](std::size_t i) {
                if (i % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
                return std::to_string(i * i);
            },
            [&](std::size_t i, std::string&& made) {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                EXPECT_EQ(i, next++);
                EXPECT_EQ(made, std::to_string(i * i));
                return true;
            });
        EXPECT_EQ(next, 500u);
    }
}

TEST(Parallel, FewResultsAreAliveAtATime) {
    std::atomic<int> alive{0};
    std::atomic<int> most{0};
    struct Large {
        explicit Large(std::atomic<int>& n) : count(&n, [](std::atomic<int>* one) { --*one; }) {}
        std::unique_ptr<std::atomic<int>, void (*)(std::atomic<int>*)> count;
    };
    ordered<Large>(
        200, 4,
        [&](std::size_t i) {
            const int now = ++alive;
            for (int old = most; now > old && !most.compare_exchange_weak(old, now);) {
            }
            if (i == 50) std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the others pile up behind it
            return Large(alive);
        },
        [](std::size_t, Large&&) { return true; });
    EXPECT_EQ(alive, 0);
    EXPECT_LE(most, static_cast<int>(waiting_results) * 4 + 1) << "the window, and the one that is being taken";
    EXPECT_GT(most, 1);
}

TEST(Parallel, TakingFalseStops) {
    for (const unsigned jobs : {1u, 4u}) {
        std::atomic<std::size_t> made{0};
        std::size_t taken = 0;
        ordered<int>(
            100'000, jobs,
            [&](std::size_t) {
                ++made;
                return 0;
            },
            [&](std::size_t i, int) {
                ++taken;
                return i < 10;
            });
        EXPECT_EQ(taken, 11u);
        EXPECT_LE(made, 11u + waiting_results * 4);
    }
}

TEST(Parallel, ResultsNeedNoDefault) {
    struct Odd {
        explicit Odd(std::size_t n) : value(n) {}
        Odd(const Odd&) = delete;
        Odd(Odd&&) = default;
        std::size_t value;
    };
    std::size_t sum = 0;
    ordered<Odd>(
        10, 3, [](std::size_t i) { return Odd(i); },
        [&](std::size_t, Odd&& odd) {
            sum += odd.value;
            return true;
        });
    EXPECT_EQ(sum, 45u);
}

TEST(Parallel, RunningOutOfMemoryReachesTheCaller) {
    for (const unsigned jobs : {1u, 3u}) {
        std::atomic<int> begun{0};
        EXPECT_THROW(parallel_for(10'000, jobs,
                                  [&](std::size_t i) {
                                      ++begun;
                                      if (i == 5) throw std::bad_alloc();
                                  }),
                     std::bad_alloc);
        EXPECT_LT(begun, 10'000);
        EXPECT_THROW(ordered<int>(
                         100, jobs, [](std::size_t) { return 1; },
                         [](std::size_t i, int) -> bool {
                             if (i == 5) throw std::bad_alloc();
                             return true;
                         }),
                     std::bad_alloc);
    }
}

}  // namespace

}  // namespace thaw::io
