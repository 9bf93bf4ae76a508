#include "cli/progress.hpp"

#include "cli/progress_line.hpp"

namespace thaw::cli {

namespace {

constexpr auto patience = std::chrono::milliseconds(400);
constexpr auto pause = std::chrono::milliseconds(100);

}  // namespace

Progress::Progress(Console& console, u64 total)
    : console_(console), total_(total), began_(Clock::now()), next_(began_ + patience) {}

Progress::~Progress() { console_.end_progress(); }

void Progress::working_on(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (total_ < 2 || now < next_ || !console_.shows_progress()) return;
    next_ = now + pause;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    // The last column stays free: some terminals go on to the next line behind it.
    console_.progress(progress_line({done_, total_, seconds, name}, console_.columns() - 1));
}

void Progress::finished_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
}

}  // namespace thaw::cli
