// SIGTERM and SIGINT end every wait, at the first signal.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr int limit_seconds = 60;  // generous: a program that is stuck stays stuck

bool eventually(const std::function<bool()>& holds) {
    for (int i = 0; i < limit_seconds * 100; ++i) {
        if (holds()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

int waiting_bytes(int pipe) {
    int n = 0;
    return ::ioctl(pipe, FIONREAD, &n) == 0 ? n : -1;
}

// The program with both ends of its pipes in the hands of the test.
class Running {
public:
    Running(const std::string& folder, Words arguments) {
        if (::pipe2(in_, O_CLOEXEC) != 0 || ::pipe2(out_, O_CLOEXEC) != 0) std::abort();
        arguments.insert(arguments.begin(), THAW_PROGRAM);
        child_ = ::fork();
        if (child_ != 0) return;
        ::dup2(in_[0], 0);
        ::dup2(out_[1], 1);
        ::dup2(::open("/dev/null", O_WRONLY), 2);
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        if (::chdir(folder.c_str()) == 0) ::execv(argv[0], argv.data());
        std::_Exit(127);
    }
    Running(const Running&) = delete;
    ~Running() {
        if (child_ > 0) {
            ::kill(child_, SIGKILL);
            ::waitpid(child_, nullptr, 0);
        }
        for (const int fd : {in_[0], in_[1], out_[0], out_[1]}) ::close(fd);
    }

    int input() const { return in_[1]; }
    int output() const { return out_[0]; }
    // Has it a handler of its own for the signal by now?
    bool catches(int signal) const {
        std::ifstream status("/proc/" + std::to_string(child_) + "/status");
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with("SigCgt:")) return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
        }
        return false;
    }
    void send(int signal) const { ::kill(child_, signal); }
    // 128 and the signal for one that ended it, as its own exit code says it too; -1 if nothing does.
    int code() {
        int status = 0;
        if (!eventually([&] { return ::waitpid(child_, &status, WNOHANG) == child_; })) return -1;
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

private:
    int in_[2];
    int out_[2];
    pid_t child_;
};

class Wait : public ::testing::Test {
protected:
    Wait() {
        scratch_.put("a.ddd", tiny_ddd());
        scratch_.put("b.ddd", tiny_ddd());
    }

    Scratch scratch_;
};

TEST_F(Wait, ForStandardInput) {
    const Words commands[] = {{"convert", "-", "-o", "out/"},
                              {"convert", "-", "a.ddd", "b.ddd", "-o", "out/"},
                              {"convert", "a.ddd", "b.ddd", "-", "-o", "out/", "-j", "1"},
                              {"survey", "a.ddd", "-"},
                              {"sheet", "a.ddd", "-", "-o", "sheet.png"},
                              {"gallery", "a.ddd", "-", "-o", "gallery"},
                              {"render", "a.ddd", "-", "-o", "out/"},
                              {"info", "a.ddd", "-"}};
    for (const Words& command : commands) {
        for (const int signal : {SIGTERM, SIGINT}) {
            Running program(scratch_.path(), command);
            ASSERT_EQ(::write(program.input(), "beginning", 9), 9);
            // It has read this, so it waits for more.
            ASSERT_TRUE(eventually([&] { return waiting_bytes(program.input()) == 0; })) << command[0];
            program.send(signal);
            EXPECT_EQ(program.code(), 128 + signal) << command[0] << ' ' << command[1];
        }
    }
    for (const std::string& name : scratch_.names()) EXPECT_EQ(name.find(".thaw-"), std::string::npos) << name;
}

// A reader that is slow is waited for (interrupt_test.cpp), one that takes nothing is not.
TEST_F(Wait, ForAReaderThatDoesNotRead) {
    for (int i = 0; i < 300; ++i) scratch_.put("in/model" + std::to_string(i) + ".ddd", tiny_ddd());
    Running program(scratch_.path(), {"convert", "in", "-o", "out/"});
    const int size = ::fcntl(program.output(), F_SETPIPE_SZ, 4096);
    ASSERT_GT(size, 0);
    ASSERT_TRUE(eventually([&] { return waiting_bytes(program.output()) >= size - 4095; }));
    program.send(SIGTERM);
    EXPECT_EQ(program.code(), 128 + SIGTERM);
    for (const std::string& name : scratch_.names()) EXPECT_EQ(name.find(".thaw-"), std::string::npos) << name;
}

// Nothing waits for a pipe that nobody writes to, wherever it is named or found.
TEST_F(Wait, ForNoPipe) {
    ASSERT_EQ(::mkfifo(scratch_.path("pipe.ddd").c_str(), 0666), 0);
    scratch_.put("in/a.ddd", tiny_ddd());
    for (const char* name : {"in/pipe.ddd", "in/a.pcx", "in/a.textures.json"}) {
        ASSERT_EQ(::mkfifo(scratch_.path(name).c_str(), 0666), 0);
    }
    const std::pair<int, Words> commands[] = {{4, {"convert", "pipe.ddd", "-o", "out/"}},
                                              {4, {"info", "pipe.ddd"}},
                                              {0, {"convert", "in", "-o", "out"}},
                                              {0, {"convert", "in", "--to", "native", "-o", "native"}},
                                              {4, {"convert", "a.ddd", "-f", "-o", "pipe.ddd"}},
                                              {4, {"convert", "a.ddd", "-f", "-o", "x.glb", "--report", "pipe.ddd"}},
                                              {4, {"convert", "a.ddd", "--texture", "0=pipe.ddd", "-o", "x.glb"}},
                                              {4, {"convert", "a.ddd", "--base", "pipe.ddd", "-o", "x.ctc"}},
                                              {4, {"survey", "a.ddd", "-f", "--share", "pipe.ddd"}},
                                              {4, {"render", "a.ddd", "-f", "-o", "pipe.ddd/"}},
                                              {4, {"list", "pipe.ddd"}},
                                              {4, {"extract", "pipe.ddd"}},
                                              {4, {"replace", "pipe.ddd", "x", "a.ddd"}},
                                              {4, {"pack", "in", "-o", "new.dat"}},
                                              {4, {"pack", "pipe.ddd", "-o", "new.dat"}}};
    for (const auto& [code, command] : commands) {
        const Ran ran = run_thaw(command, {.folder = scratch_.path(), .limit_seconds = limit_seconds});
        EXPECT_EQ(ran.code, code) << command[0] << ' ' << command[1] << ": " << ran.err;
    }
    EXPECT_TRUE(fs::is_fifo(scratch_.path("pipe.ddd")));
}

// Work of minutes ends with the first signal too, whether of one model or of several, and what was not finished is not
// there.
TEST_F(Wait, ForAnAnimation) {
    const Blob frog = load_file(source_folder() / "samples/soulfu/FROG.DDD");
    for (const char* name : {"in/a.ddd", "in/b.ddd", "in/c.ddd"}) scratch_.put(name, frog);
    const Words commands[] = {
        {"render", "in/a.ddd", "--animate", "all", "--size", "600", "--samples", "16"},
        {"render", "in", "--animate", "all", "--size", "600", "--samples", "16", "-o", "out"},
        {"render", "in", "--turntable", "--size", "600", "--samples", "16", "-o", "out", "-j", "1"},
        {"render", "in", "--turntable", "--size", "600", "--samples", "16", "-o", "x.gif", "--model", "b"}};
    for (const Words& command : commands) {
        for (const int signal : {SIGTERM, SIGINT}) {
            Running program(scratch_.path(), command);
            ASSERT_TRUE(eventually([&] { return program.catches(signal); }));
            std::this_thread::sleep_for(std::chrono::milliseconds(200));  // into the work; any other moment would do
            program.send(signal);
            EXPECT_EQ(program.code(), 128 + signal) << command[1];
        }
    }
    for (const std::string& name : scratch_.names()) EXPECT_TRUE(name == "in" || name.ends_with(".ddd")) << name;
}

}  // namespace
}  // namespace thaw::test
