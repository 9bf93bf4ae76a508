#include "io/interrupt.hpp"

#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <array>
#include <atomic>

namespace thaw::io {

namespace {

// A handler may not allocate or lock: what it needs lies here, ready.
struct Slot {
    enum State : int { empty, filling, ready };
    std::atomic<int> state{empty};
    std::array<char, 4096> path{};
};

static_assert(std::atomic<int>::is_always_lock_free);

constexpr std::size_t most_files = 128;
std::array<Slot, most_files> unfinished;
std::atomic<int> first_signal{0};
std::atomic<bool> ending{false};
std::atomic<bool> asks{false};
std::atomic<int> undivided{0};

[[noreturn]] void end() {
    for (Slot& slot : unfinished) {
        if (slot.state == Slot::ready) ::unlink(slot.path.data());
    }
    ::_exit(128 + first_signal);
}

void on_signal(int signal) {
    int none = 0;
    const bool first = first_signal.compare_exchange_strong(none, signal);
    if (first && asks) return;
    ending = true;
    if (undivided == 0) end();
}

}  // namespace

void watch_signals(OnSignal first) {
    asks = first == OnSignal::ask;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action{};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;  // reads and writes go on
        ::sigemptyset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

bool interrupted() { return first_signal != 0; }
int interrupt_exit_code() { return interrupted() ? 128 + first_signal : 0; }

Unfinished::Unfinished(const std::string& path) : slot_(nullptr) {
    if (ending && undivided == 0) end();
    for (Slot& slot : unfinished) {
        int state = Slot::empty;
        if (path.size() >= slot.path.size()) return;
        if (!slot.state.compare_exchange_strong(state, Slot::filling)) continue;
        std::copy_n(path.c_str(), path.size() + 1, slot.path.begin());
        slot.state = Slot::ready;
        slot_ = &slot;
        return;
    }
}

Unfinished& Unfinished::operator=(Unfinished&& other) noexcept {
    if (this == &other) return *this;
    forget();
    slot_ = other.slot_;
    other.slot_ = nullptr;
    return *this;
}

void Unfinished::forget() {
    if (slot_ != nullptr) static_cast<Slot*>(slot_)->state = Slot::empty;
    slot_ = nullptr;
}

// Either the handler sees that something is undivided, or that one sees that the end has come: each writes before it
// reads.
Undivided::Undivided() {
    if (++undivided == 1 && ending) end();
}

Undivided::~Undivided() {
    if (--undivided == 0 && ending) end();
}

}  // namespace thaw::io
