// Every verb, every kind of bad input: one clear line, the right exit code, nothing written, no crash.
#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

struct Case {
    const char* what;
    std::string name;
    int code;
    const char* words;  // in the one line
};

class BadInput : public ::testing::TestWithParam<std::string> {
protected:
    BadInput() {
        const Blob whole = tiny_ddd();
        scratch_.put("short.ddd", whole.slice(0, 40));
        scratch_.put("image.ddd", "\x89PNG\r\n\x1a\n and so on");
        scratch_.put("image.png", "\x89PNG\r\n\x1a\n and so on");
        scratch_.put("empty.ddd", "");
        scratch_.put("huge.ddd", "");
        fs::resize_file(scratch_.path("huge.ddd"), u64{5} << 30);
        fs::create_symlink("loop.ddd", scratch_.path("loop.ddd"));
        EXPECT_EQ(::mkfifo(scratch_.path("pipe.ddd").c_str(), 0666), 0);
        scratch_.put("good.ddd", whole);
    }

    Ran run(const std::string& input, RunOptions options = {}) {
        options.folder = scratch_.path();
        Arguments arguments{GetParam(), input};
        if (GetParam() == "convert") {
            arguments.push_back("-o");
            arguments.push_back("out.ddd");
        }
        return run_thaw(arguments, options);
    }

    Scratch scratch_;
};

TEST_P(BadInput, OneLineAndTheRightCode) {
    const std::vector<Case> cases{
        {"truncated", "short.ddd", 2, "short.ddd: byte 0x14, bases[0].vertices: the file ends early"},
        {"another format under a model's name", "image.ddd", 2, "image.ddd: byte 0x"},
        {"another format", "image.png", 2, "image.png: not a model of a format Thaw knows"},
        {"empty", "empty.ddd", 2, "empty.ddd: the file is empty"},
        {"5 GB", "huge.ddd", 2, "huge.ddd: the file has 5368709120 bytes; the limit is"},
        {"missing", "nope.ddd", 4, "nope.ddd: there is no such file or folder"},
        {"missing folder", "nope/x.ddd", 4, "nope/x.ddd: there is no such file or folder"},
        {"below a file", "good.ddd/x", 4, "good.ddd: is a file, but no archive that Thaw knows"},
        {"pipe", "pipe.ddd", 4, "pipe.ddd: is a pipe, not a file"},
        {"device", "/dev/zero", 4, "/dev/zero: is a device, not a file"},
        {"link to itself", "loop.ddd", 4, "loop.ddd: "},
        {"no name", "", 4, "there is no such file or folder"},
        {"control characters", "a\x1b[31mb", 4, "a\\x1b[31mb: there is no such file or folder"},
    };
    const auto before = scratch_.names();
    for (const Case& c : cases) {
        const Ran ran = run(c.name);
        EXPECT_EQ(ran.code, c.code) << c.what << ": " << ran.err;
        EXPECT_NE(ran.err.find(c.words), std::string::npos) << c.what << ": " << ran.err;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << c.what << ": " << ran.err;
        EXPECT_EQ(ran.err.find('\x1b'), std::string::npos) << c.what;
        if (GetParam() != "dump") {
            EXPECT_EQ(ran.out, "") << c.what;
        }
    }
    EXPECT_EQ(scratch_.names(), before);
}

// What each format had to say about it is for those who ask.
TEST_P(BadInput, AnUnknownFileGetsOneShortLine) {
    EXPECT_EQ(run("image.png").err, "thaw: image.png: not a model of a format Thaw knows\n");
    const Ran ran = run_thaw({GetParam(), "image.png", "-v"}, {.folder = scratch_.path()});
    EXPECT_NE(ran.err.find("not a model of a format Thaw knows (ctc: "), std::string::npos) << ran.err;
}

TEST_P(BadInput, StandardInput) {
    EXPECT_EQ(run("-").code, 2);
    EXPECT_EQ(run("-", {.input = "nonsense"}).code, 2);
    EXPECT_EQ(run("-", {.input = text_of(tiny_ddd()).substr(0, 40)}).code, 2);
}

TEST_P(BadInput, OneBadFileDoesNotStopTheRest) {
    if (GetParam() == "convert") {
        const Ran ran = run_thaw({"convert", "short.ddd", "good.ddd", "-o", "out"}, {.folder = scratch_.path()});
        EXPECT_EQ(ran.code, 1) << ran.err;
        EXPECT_EQ(scratch_.get("out/good.glb").substr(0, 4), "glTF");
        return;
    }
    const Ran some = run_thaw({GetParam(), "short.ddd", "good.ddd"}, {.folder = scratch_.path()});
    EXPECT_EQ(some.code, 1);
    EXPECT_NE(some.err.find("short.ddd"), std::string::npos);
    const Ran all = run_thaw({GetParam(), "short.ddd", "empty.ddd"}, {.folder = scratch_.path()});
    EXPECT_EQ(all.code, 2);
    const Ran missing = run_thaw({GetParam(), "nope.ddd", "good.ddd"}, {.folder = scratch_.path()});
    EXPECT_EQ(missing.code, 4);
}

TEST_P(BadInput, WrongUsage) {
    for (const Arguments& wrong : {Arguments{GetParam()},
                                   {GetParam(), "--nonsense", "good.ddd"},
                                   {GetParam(), "good.ddd", "--search", "nowhere"},
                                   {GetParam(), "good.ddd", "--format", "nonsense"},
                                   {GetParam(), "good.ddd", "--color", "sometimes"}}) {
        const Ran ran = run_thaw(wrong, {.folder = scratch_.path()});
        EXPECT_EQ(ran.code, 3);
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
        EXPECT_NE(ran.err.find("--help"), std::string::npos) << ran.err;
        EXPECT_EQ(ran.out, "");
    }
}

TEST_P(BadInput, HelpHasExamples) {
    const Ran ran = run_thaw({GetParam(), "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.out.find("Examples:\n  thaw " + GetParam()), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Verbs, BadInput, ::testing::Values("info", "check", "convert", "dump"),
                         [](const auto& verb) { return verb.param; });

}  // namespace
}  // namespace thaw::test
