// Signals at chosen moments of writing, each in a process of its own.
#include "io/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "io/output.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::io {
namespace {

using test::blob_of;
using test::Scratch;

constexpr int never_ended = 77;
constexpr int wrong = 78;

pid_t start_child(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
        action();
        std::_Exit(never_ended);
    }
    return child;
}

// The exit code, or -1 if a signal ended it.
int end_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int in_child(const std::function<void()>& action) { return end_of(start_child(action)); }

void expect(bool right) {
    if (!right) std::_Exit(wrong);
}

// A file whose writer does something when half of it is there.
OutputFile interrupted_file(const std::string& path, const std::function<void()>& halfway) {
    return {path, {}, [halfway](Sink& sink) -> Status {
                sink.write(std::string(1'000'000, 'a'));
                halfway();
                sink.write(std::string(1'000'000, 'b'));
                return Done{};
            }};
}

// A file system on which a file has a name from the beginning.
class Named : public System {
public:
    int create_nameless(const std::string&) override {
        errno = ENOTSUP;
        return -1;
    }
};

class Signalling final : public Named {
public:
    int rename_new(const std::string& from, const std::string& to) override {
        std::raise(SIGINT);
        std::raise(SIGINT);
        return System::rename_new(from, to);
    }
};

TEST(Interrupt, TheFirstSignalOnlyAsks) {
    const Scratch scratch;
    const auto code = in_child([&] {
        watch_signals(OnSignal::ask);
        expect(!interrupted() && interrupt_exit_code() == 0);
        const std::vector files{interrupted_file(scratch.path("a"), [] { std::raise(SIGINT); })};
        System system;
        expect(write_files(files, {}, system).ok());
        expect(interrupted());
        std::_Exit(interrupt_exit_code());
    });
    EXPECT_EQ(code, 130);
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"a"});
    EXPECT_EQ(scratch.get("a").size(), 2'000'000u) << "what was begun is complete";
}

TEST(Interrupt, TheSecondSignalEndsAndLeavesNothingHalfWritten) {
    const Scratch scratch;
    scratch.put("old", "old");
    const auto code = in_child([&] {
        watch_signals(OnSignal::ask);
        const std::vector files{OutputFile{scratch.path("first"), blob_of("complete"), {}},
                                interrupted_file(scratch.path("second"), [] {
                                    std::raise(SIGTERM);
                                    std::raise(SIGINT);
                                })};
        Named system;
        (void)write_files(files, {}, system);
    });
    EXPECT_EQ(code, 143) << "the first one counts";
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"old"});
}

TEST(Interrupt, WhereNoLoopLooksTheFirstSignalEnds) {
    const Scratch scratch;
    const auto code = in_child([&] {
        watch_signals(OnSignal::end);
        const std::vector files{interrupted_file(scratch.path("a"), [] { std::raise(SIGINT); })};
        Named system;
        (void)write_files(files, {}, system);
    });
    EXPECT_EQ(code, 130);
    EXPECT_TRUE(scratch.names().empty());
}

TEST(Interrupt, TheFilesOfASetGetTheirNamesTogether) {
    const Scratch scratch;
    const auto code = in_child([&] {
        watch_signals(OnSignal::end);
        const std::vector files{OutputFile{scratch.path("a"), blob_of("1"), {}},
                                OutputFile{scratch.path("b"), blob_of("2"), {}}};
        Signalling system;
        (void)write_files(files, {}, system);
    });
    EXPECT_EQ(code, 130);
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"a", "b"}));
}

TEST(Interrupt, ASetThatFailsIsUndoneBeforeTheEnd) {
    const Scratch scratch;
    scratch.put("b", "somebody else's");
    const auto code = in_child([&] {
        watch_signals(OnSignal::end);
        class Late final : public Named {
        public:
            int look(const std::string&, TargetStatus& status) override {  // b appears after it was looked for
                status = {};
                return 0;
            }
            int rename_new(const std::string& from, const std::string& to) override {
                std::raise(SIGINT);
                return System::rename_new(from, to);
            }
        } system;
        const std::vector files{OutputFile{scratch.path("a"), blob_of("1"), {}},
                                OutputFile{scratch.path("b"), blob_of("2"), {}}};
        (void)write_files(files, {}, system);
    });
    EXPECT_EQ(code, 130);
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"b"});
    EXPECT_EQ(scratch.get("b"), "somebody else's");
}

TEST(Interrupt, SignalsThatWereIgnoredStayIgnored) {
    const auto code = in_child([] {
        std::signal(SIGHUP, SIG_IGN);
        watch_signals(OnSignal::end);
        std::raise(SIGHUP);
        expect(!interrupted());
    });
    EXPECT_EQ(code, never_ended) << "nohup";
}

TEST(Interrupt, AnyThreadMayReceiveIt) {
    const Scratch scratch;
    const auto code = in_child([&] {
        watch_signals(OnSignal::ask);
        std::vector<std::thread> threads;
        std::atomic<int> halfway{0};
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&, i] {
                const std::vector files{interrupted_file(scratch.path(std::to_string(i)), [&] {
                    ++halfway;
                    while (true) std::this_thread::yield();
                })};
                Named system;
                (void)write_files(files, {}, system);
            });
        }
        while (halfway < 4) std::this_thread::yield();
        ::kill(::getpid(), SIGINT);
        ::kill(::getpid(), SIGINT);
        for (auto& thread : threads) thread.join();
    });
    EXPECT_EQ(code, 130);
    EXPECT_TRUE(scratch.names().empty());
}

// No loop can look at a request while a thread waits for another program.
TEST(Interrupt, AWaitForInputEndsAtOnce) {
    const auto meanwhile = in_child([] {
        watch_signals(OnSignal::ask);
        const Waiting waiting(Waiting::For::input);
        std::raise(SIGTERM);
    });
    EXPECT_EQ(meanwhile, 143);
    const auto before = in_child([] {
        watch_signals(OnSignal::ask);
        std::raise(SIGTERM);
        const Waiting waiting(Waiting::For::input);
    });
    EXPECT_EQ(before, 143);
    const auto elsewhere = in_child([] {
        watch_signals(OnSignal::ask);
        std::thread other([] {
            const Waiting waiting(Waiting::For::input);
            std::raise(SIGINT);
        });
        other.join();
    });
    EXPECT_EQ(elsewhere, 130);
    const auto afterwards = in_child([] {
        watch_signals(OnSignal::ask);
        {
            const Waiting waiting(Waiting::For::input);
        }
        std::raise(SIGINT);
        expect(interrupted());
    });
    EXPECT_EQ(afterwards, never_ended) << "a request again";
}

TEST(Interrupt, AWaitForAReaderEndsIfItTakesNothing) {
    const pid_t stuck = start_child([] {
        watch_signals(OnSignal::ask);
        const Waiting waiting(Waiting::For::reader);
        std::raise(SIGTERM);
        for (int i = 0; i < 600; ++i) ::usleep(100'000);
    });
    const pid_t slow = start_child([] {
        watch_signals(OnSignal::ask);
        std::raise(SIGTERM);
        for (int i = 0; i < 45; ++i) {  // longer than one that takes nothing gets
            const Waiting waiting(Waiting::For::reader);
            ::usleep(100'000);
        }
    });
    EXPECT_EQ(end_of(stuck), 143);
    EXPECT_EQ(end_of(slow), never_ended);
}

// `perl -e 'alarm 10; exec ...'` is how many a script sets a limit.
TEST(Interrupt, AnAlarmIsSomebodyElses) {
    const auto code = in_child([] {
        watch_signals(OnSignal::ask);
        std::raise(SIGALRM);
    });
    EXPECT_EQ(code, -1) << "it ends the program as it always did";
}

TEST(Interrupt, MoreFilesThanPlacesAndLongPathsAreNoHarm) {
    const Scratch scratch;
    const auto code = in_child([&] {
        watch_signals(OnSignal::end);
        std::vector<Unfinished> many;
        for (int i = 0; i < 1000; ++i) many.emplace_back(scratch.path(std::to_string(i)));
        const Unfinished long_one(std::string(100'000, 'x'));
        many.clear();
        const Unfinished again(scratch.put("again", "x"));
        std::raise(SIGINT);
    });
    EXPECT_EQ(code, 130);
    EXPECT_TRUE(scratch.names().empty());
}

}  // namespace
}  // namespace thaw::io
