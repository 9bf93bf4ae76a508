// Ctrl-C, SIGTERM and SIGHUP. The first signal is a request that loops look at; the second one, the first where no
// loop looks, and some seconds in which nothing is printed after it end the process at once. Files that were being
// written are removed.
#pragma once

#include <string>

#include <thaw/limits.hpp>

namespace thaw::io {

enum class OnSignal {
    ask,  // makes interrupted() true, for those who can stop at any time
    end,  // ends the process
};

// From now on, for SIGINT, SIGTERM and SIGHUP, except for those that whoever started the program had ignored.
void watch_signals(OnSignal first);

bool interrupted();
// Stops what takes a Context, once interrupted() holds.
Monitor& signal_monitor();
// 128 and the number of the signal, as shells count: 130 for Ctrl-C. 0 without one.
int interrupt_exit_code();

// While it lives, its file is removed if a signal ends the process. What the file is called is settled before it is
// made, so that no moment is left out.
class Unfinished {
public:
    explicit Unfinished(const std::string& path);
    Unfinished(Unfinished&& other) noexcept : slot_(other.slot_) { other.slot_ = nullptr; }
    Unfinished& operator=(Unfinished&& other) noexcept;
    Unfinished(const Unfinished&) = delete;
    ~Unfinished() { forget(); }

private:
    void forget();
    void* slot_;  // null if there was no place for it: then the file stays behind
};

// While it lives, a thread waits for another program, which may keep it waiting for ever. No loop can look at a request
// meanwhile, so the first signal ends the process here.
class Waiting {
public:
    enum class For {
        input,   // at once
        reader,  // of what is written: after some seconds in which it took nothing, as one that is slow is no harm
    };
    explicit Waiting(For what);
    Waiting(const Waiting&) = delete;
    ~Waiting();

private:
    For what_;
};

// While it lives no signal ends the process; one that came meanwhile does so afterwards. For moments.
class Undivided {
public:
    Undivided();
    Undivided(const Undivided&) = delete;
    ~Undivided();
};

}  // namespace thaw::io
