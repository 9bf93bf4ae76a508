// How far long work has come, on a terminal. Only work that takes a while shows a line, some ten times a second at
// most.
#pragma once

#include <chrono>
#include <mutex>
#include <string_view>

#include "cli/console.hpp"

namespace thaw::cli {

// May be called from any thread.
class Progress {
public:
    Progress(Console& console, u64 total);
    Progress(const Progress&) = delete;
    ~Progress();

    void working_on(std::string_view name);
    void finished_one();

private:
    using Clock = std::chrono::steady_clock;

    Console& console_;
    const u64 total_;
    const Clock::time_point began_;
    std::mutex mutex_;
    Clock::time_point next_;
    u64 done_ = 0;
};

}  // namespace thaw::cli
