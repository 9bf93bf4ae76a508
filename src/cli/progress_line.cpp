#include "cli/progress_line.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.hpp"

namespace thaw::cli {

namespace {

constexpr std::size_t least_columns_for_bar = 50;
constexpr std::size_t least_name = 8;  // shorter ones tell nothing

std::string bar(const ProgressState& state, std::size_t columns) {
    const std::size_t inside = std::min<std::size_t>(30, columns / 4);
    const std::size_t full = static_cast<std::size_t>(std::min(state.done, state.total) * inside / state.total);
    return '[' + std::string(full, '#') + std::string(inside - full, '-') + "]";
}

std::string rate_words(double rate) {
    return rate < 10 ? fmt::format("{:.1f}/s", rate) : fmt::format("{:.0f}/s", rate);
}

}  // namespace

std::string duration_words(double seconds) {
    constexpr double longest = 1e9;  // some thirty years
    const u64 all = static_cast<u64>(std::ceil(std::clamp(seconds, 0.0, longest)));
    if (all < 60) return fmt::format("{} s", all);
    const u64 hours = all / 3600;
    if (hours == 0) return fmt::format("{}:{:02}", all / 60, all % 60);
    return fmt::format("{}:{:02}:{:02}", hours, all / 60 % 60, all % 60);
}

std::string progress_line(const ProgressState& state, std::size_t columns) {
    const std::string count = fmt::format("{} of {}", state.done, state.total);
    if (count.size() > columns) return {};
    std::string line;
    const auto add = [&](const std::string& words) {
        const std::string with_gap = line.empty() ? words : "  " + words;
        if (line.size() + with_gap.size() <= columns) line += with_gap;
    };
    if (state.total > 0 && columns >= least_columns_for_bar) add(bar(state, columns));
    add(count);
    if (state.done > 0 && state.seconds > 0) {
        const double rate = static_cast<double>(state.done) / state.seconds;
        add(rate_words(rate));
        add(duration_words(static_cast<double>(state.total - std::min(state.done, state.total)) / rate) + " left");
    }
    const std::size_t room = columns > line.size() + 2 ? columns - line.size() - 2 : 0;
    if (!state.name.empty() && room >= least_name) line += "  " + text::shortened(text::printable(state.name), room);
    return line;
}

}  // namespace thaw::cli
