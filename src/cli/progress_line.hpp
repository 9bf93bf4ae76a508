// What a progress line says.
#pragma once

#include <string>
#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::cli {

struct ProgressState {
    u64 done = 0;
    u64 total = 0;
    double seconds = 0;  // since the beginning
    std::string_view name{};
};

// "[####----]  12 of 40  6.2/s  5 s left  rat.ddd": the bar, the rate and the name give way where there is no room.
// Never wider than `columns` characters.
std::string progress_line(const ProgressState& state, std::size_t columns);

// "5 s", "1:05", "2:03:04".
std::string duration_words(double seconds);

}  // namespace thaw::cli
