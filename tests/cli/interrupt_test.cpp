// Long work on a terminal: the progress line, and Ctrl-C.
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

// Runs on a terminal of 60 columns, where everything it prints is one stream. `react` sees what there is so far.
Ran run_on_terminal(const std::vector<std::string>& arguments, const std::function<void(int fd, const Ran&)>& react) {
    int terminal = -1;
    const struct winsize size{24, 60, 0, 0};
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child < 0) std::abort();
    if (child == 0) {
        struct termios modes{};
        ::tcgetattr(0, &modes);
        // Else ^C stands somewhere among the lines, and lines that wait to be read are dropped when it comes.
        modes.c_lflag = (modes.c_lflag & ~static_cast<tcflag_t>(ECHO)) | NOFLSH;
        ::tcsetattr(0, TCSANOW, &modes);
        ::setenv("TERM", "xterm", 1);
        std::vector<std::string> copy = arguments;
        std::string program = THAW_PROGRAM;
        std::vector<char*> argv{program.data()};
        for (std::string& argument : copy) argv.push_back(argument.data());
        argv.push_back(nullptr);
        ::execv(program.c_str(), argv.data());
        std::_Exit(127);
    }
    Ran ran;
    char buffer[4096];
    // A slow reader keeps the program from being done before it shows how far it is.
    for (ssize_t got = 0; (got = ::read(terminal, buffer, sizeof buffer)) > 0;) {
        ran.out.append(buffer, static_cast<std::size_t>(got));
        react(terminal, ran);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::close(terminal);
    int status = 0;
    ::waitpid(child, &status, 0);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ran;
}

// What a terminal shows in the end, as lines: carriage returns and clearing obeyed, other escapes left out.
std::vector<std::string> screen(const std::string& printed) {
    std::vector<std::string> lines{""};
    std::size_t column = 0;
    for (std::size_t i = 0; i < printed.size(); ++i) {
        const char c = printed[i];
        if (c == '\n') {
            lines.emplace_back();
            column = 0;
        } else if (c == '\r') {
            column = 0;
        } else if (c == '\x1b') {
            const std::size_t last = printed.find_first_of("mKhl", i);
            if (last == std::string::npos) break;
            if (printed[last] == 'K') lines.back().resize(std::min(column, lines.back().size()));
            i = last;
        } else {
            if (column >= lines.back().size()) lines.back().resize(column + 1, ' ');
            lines.back()[column++] = c;
        }
    }
    if (lines.back().empty()) lines.pop_back();
    return lines;
}

class Interrupt : public testing::Test {
protected:
    static constexpr int models = 1000;

    void make_models(int count) const {
        const Blob model = tiny_ddd();
        for (int i = 0; i < count; ++i) scratch_.put("in/model" + std::to_string(i) + ".ddd", model);
    }
    std::size_t complete_files() const {
        std::size_t n = 0;
        for (const auto& entry : fs::directory_iterator(scratch_.path("out"))) {
            const std::string name = entry.path().filename();
            if (name == ".thaw_done") continue;
            EXPECT_TRUE(name.ends_with(".glb")) << name;
            std::string head = scratch_.get("out/" + name);
            const auto byte = [&](std::size_t at) { return std::size_t{static_cast<u8>(head[at])}; };
            EXPECT_GE(head.size(), 12u);
            // The size that a GLB has by its own account.
            EXPECT_EQ(head.size(), byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24) << name;
            ++n;
        }
        return n;
    }

    Scratch scratch_;
};

TEST_F(Interrupt, CtrlCSaysHowFarItCame) {
    make_models(models);
    bool pressed = false;
    const Ran ran = run_on_terminal({"convert", scratch_.path("in"), "-o", scratch_.path("out/")},
                                    [&](int terminal, const Ran& so_far) {
                                        if (pressed || so_far.out.find(" of 1000  ") == std::string::npos) return;
                                        pressed = ::write(terminal, "\x03", 1) == 1;
                                    });
    ASSERT_TRUE(pressed) << "no progress line appeared";
    EXPECT_EQ(ran.code, 130);
    const std::size_t complete = complete_files();
    EXPECT_GT(complete, 0u);
    EXPECT_LT(complete, std::size_t{models});
    const auto lines = screen(ran.out);
    const auto end = std::find(lines.begin(), lines.end(),
                               "thaw: interrupted after " + std::to_string(complete) + " of 1000 models");
    ASSERT_NE(end, lines.end());
    EXPECT_EQ(std::next(end)->substr(0, 10), "converted ");
    // A line a model with its findings below: the progress line is gone, and never got into another line.
    std::size_t told = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(end - lines.begin()); ++i) {
        const bool names_file = lines[i].starts_with(scratch_.path("out/"));
        told += names_file ? 1u : 0u;
        EXPECT_TRUE(names_file || lines[i].starts_with("  ")) << lines[i];
        EXPECT_EQ(lines[i].find(" of 1000"), std::string::npos) << lines[i];
    }
    EXPECT_EQ(told, complete);
    EXPECT_NE(ran.out.find("/s  "), std::string::npos) << "the rate";
    EXPECT_NE(ran.out.find(" left"), std::string::npos) << "the time left";
}

TEST_F(Interrupt, TwiceEndsAtOnceAndLeavesOnlyCompleteFiles) {
    make_models(models);
    bool pressed = false;
    const Ran ran = run_on_terminal({"convert", scratch_.path("in"), "-o", scratch_.path("out/")},
                                    [&](int terminal, const Ran& so_far) {
                                        if (pressed || so_far.out.empty()) return;
                                        pressed = ::write(terminal, "\x03\x03", 2) == 2;
                                    });
    EXPECT_EQ(ran.code, 130);
    EXPECT_LT(complete_files(), std::size_t{models});
}

// What is made of all models is made of all or not at all.
TEST_F(Interrupt, NeitherASheetNorAGalleryOfHalfTheModels) {
    make_models(models);
    scratch_.put("out/index.html", "<!DOCTYPE html>\n<!-- made by Thaw -->\nearlier");
    for (const auto& [verb, out] : {std::pair{"sheet", "out/sheet.png"}, std::pair{"gallery", "out"}}) {
        bool pressed = false;
        const Ran ran = run_on_terminal({verb, scratch_.path("in"), "-o", scratch_.path(out), "--samples", "16"},
                                        [&](int terminal, const Ran& so_far) {
                                            if (pressed || so_far.out.find(" of 1000  ") == std::string::npos) return;
                                            pressed = ::write(terminal, "\x03", 1) == 1;
                                        });
        ASSERT_TRUE(pressed) << verb << ": no progress line appeared";
        EXPECT_EQ(ran.code, 130) << verb;
        EXPECT_NE(ran.out.find("interrupted after "), std::string::npos) << ran.out;
        EXPECT_NE(ran.out.find(" is not written"), std::string::npos) << ran.out;
    }
    EXPECT_FALSE(fs::exists(scratch_.path("out/sheet_3.png")));
    EXPECT_TRUE(scratch_.get("out/index.html").ends_with("earlier"));
    for (const std::string& name : scratch_.names()) EXPECT_EQ(name.find(".thaw-"), std::string::npos) << name;
}

TEST_F(Interrupt, NothingIsAnimatedWhereNoTerminalIs) {
    constexpr int enough = 600;  // for a line to appear on a terminal
    make_models(enough);
    const Ran ran = run_thaw({"convert", scratch_.path("in"), "-o", scratch_.path("out/")});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "converted     600\n");
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
    EXPECT_EQ(complete_files(), std::size_t{enough});
}

}  // namespace
}  // namespace thaw::test
