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

static_assert(std::atomic<int>::is_always_lock_free && std::atomic<unsigned>::is_always_lock_free);

constexpr std::size_t most_files = 128;
std::array<Slot, most_files> unfinished;
std::atomic<int> first_signal{0};
std::atomic<bool> ending{false};
std::atomic<bool> asks{false};
std::atomic<int> undivided{0};
std::atomic<int> waiting_for_input{0};
std::atomic<unsigned> waits_ended{0};         // of those for a reader,
std::atomic<unsigned> waits_ended_before{0};  // a second ago
std::atomic<int> seconds_silent{0};           // without a line that was taken

// Seconds: longer than a busy machine keeps a program that does read, or one that stops as it was asked to.
constexpr int patience = 3;

[[noreturn]] void end() {
    for (Slot& slot : unfinished) {
        if (slot.state == Slot::ready) ::unlink(slot.path.data());
    }
    ::_exit(128 + first_signal);
}

void end_soon() {
    ending = true;
    if (undivided == 0) end();
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;  // reads and writes go on
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

// Every second from the first signal on. A loop that is on its way to its end says so at last; one that is busy with a
// single large thing, or waits for a reader that takes nothing, does not, and is not waited for.
void on_alarm(int) {
    const unsigned ended = waits_ended;
    seconds_silent = ended == waits_ended_before ? seconds_silent + 1 : 0;
    waits_ended_before = ended;
    if (seconds_silent >= patience) return end_soon();
    ::alarm(1);
}

void on_signal(int signal) {
    int none = 0;
    const bool first = first_signal.compare_exchange_strong(none, signal);
    if (!first || !asks || waiting_for_input > 0) return end_soon();
    // Only now: until then an alarm is the business of who started the program.
    handle(SIGALRM, on_alarm);
    ::alarm(1);
}

}  // namespace

void watch_signals(OnSignal first) {
    asks = first == OnSignal::ask;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action{};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        handle(signal, on_signal);
    }
}

bool interrupted() { return first_signal != 0; }

Monitor& signal_monitor() {
    class SignalMonitor final : public Monitor {
        bool cancelled() override { return interrupted(); }
    };
    static SignalMonitor monitor;
    return monitor;
}

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

// Either the handler sees that somebody waits, or that one sees the signal: each writes before it reads.
Waiting::Waiting(For what) : what_(what) {
    if (what_ == For::reader) return;
    ++waiting_for_input;
    if (interrupted()) end_soon();
}

Waiting::~Waiting() {
    if (what_ == For::reader) {
        ++waits_ended;
    } else {
        --waiting_for_input;
    }
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
