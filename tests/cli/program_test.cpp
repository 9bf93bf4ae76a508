// The program as a whole, `info`, `check` and `formats`.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

class Program : public ::testing::Test {
protected:
    Program() {
        scratch_.put("rat.ddd", tiny_ddd());
        scratch_.put("more/cat.ddd", tiny_ddd());
        scratch_.put("more/readme.txt", "hello");
    }
    Ran run(const std::vector<std::string>& arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        return run_thaw(arguments, options);
    }

    Scratch scratch_;
};

TEST_F(Program, AloneShowsHowToStart) {
    const Ran ran = run({});
    EXPECT_EQ(ran.code, 0);
    EXPECT_LE(lines_of(ran.out).size(), 14u);
    EXPECT_NE(ran.out.find("thaw info"), std::string::npos);
}

TEST_F(Program, Version) {
    const Ran ran = run({"--version"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "thaw " THAW_VERSION "\n");
}

TEST_F(Program, UnknownVerb) {
    const Ran ran = run({"melt", "rat.ddd"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.err.find("melt"), std::string::npos);
}

TEST_F(Program, InfoOfOne) {
    const Ran ran = run({"info", "rat.ddd"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(lines_of(ran.out)[0], "rat.ddd");
    EXPECT_NE(ran.out.find("SoulFu model"), std::string::npos);
    EXPECT_NE(ran.out.find("try        thaw "), std::string::npos);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << "colours in a pipe";
}

TEST_F(Program, TheSuggestedCommandWorks) {
    const Ran ran = run({"info", "rat.ddd"});
    const auto at = ran.out.find("try        thaw ");
    ASSERT_NE(at, std::string::npos);
    std::vector<std::string> words;
    std::string line = ran.out.substr(at + 16, ran.out.find('\n', at) - at - 16);
    for (std::size_t from = 0; from <= line.size();) {
        const auto blank = std::min(line.find(' ', from), line.size());
        words.push_back(line.substr(from, blank - from));
        from = blank + 1;
    }
    EXPECT_LE(run(words).code, 1) << line;
}

TEST_F(Program, InfoOfSeveralAndOfFolders) {
    const Ran ran = run({"info", "."});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(lines_of(ran.out).back(), "2 models");
    EXPECT_LT(ran.out.find("./more/cat.ddd"), ran.out.find("./rat.ddd"));
    EXPECT_NE(run({"info", "-v", "."}).err.find("more/readme.txt: skipped"), std::string::npos);
    EXPECT_EQ(ran.err, "");
}

TEST_F(Program, AFolderWithoutModels) {
    scratch_.put("none/readme.txt", "");
    const Ran ran = run({"info", "none"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.err, "thaw: none: no models there (1 file of other kinds skipped)\n");
    for (const char* verb : {"check", "dump", "convert", "render", "sheet", "gallery", "survey"}) {
        const Ran other = run({verb, "none"});
        EXPECT_EQ(other.code, 1) << verb;
        EXPECT_EQ(other.err, ran.err) << verb;
    }
    const Ran filtered = run({"info", "more", "--only", "*.twm"});
    EXPECT_EQ(filtered.code, 1);
    EXPECT_EQ(filtered.err, "thaw: more: no models there that --only and --exclude let through\n");
}

TEST_F(Program, JsonIsOneObjectPerLine) {
    scratch_.put("bad.ddd", "x");
    for (const char* verb : {"info", "check"}) {
        const Ran ran = run({verb, "--json", ".", "nope.ddd"});
        EXPECT_EQ(ran.code, 4);
        const auto lines = lines_of(ran.out);
        EXPECT_EQ(lines.size(), 4u) << ran.out;
        int errors = 0;
        for (const std::string& line : lines) {
            EXPECT_TRUE(is_json(line)) << line;
            EXPECT_EQ(line.find("{\"file\":\""), 0u) << line;
            errors += line.find("\"error\":{\"code\":") != std::string::npos;
        }
        EXPECT_EQ(errors, 2);
    }
}

// The checker itself, so that it cannot pass everything.
TEST(IsJson, KnowsRightFromWrong) {
    for (const char* right : {"{}", "[]", " [1, -0.5e+3, true, null, \"a\\u00e9\\n\"] ", "{\"a\":{\"b\":[[]]}}", "0"}) {
        EXPECT_TRUE(is_json(right)) << right;
    }
    for (const char* wrong : {"", "{", "{}{}", "{a:1}", "[1,]", "{\"a\":1,}", "01", "1.", "\"\n\"", "\"\\x\"", "nul",
                              "\"\\u12\"", "[1 2]", "\"\xff\"", "-", "NaN"}) {
        EXPECT_FALSE(is_json(wrong)) << wrong;
    }
}

TEST_F(Program, JsonOfAHostileName) {
    scratch_.put("a\"\\\n\xff.ddd", tiny_ddd());
    const Ran json = run({"info", "--json", "a\"\\\n\xff.ddd"});
    EXPECT_EQ(json.code, 0);
    ASSERT_EQ(lines_of(json.out).size(), 1u);
    EXPECT_TRUE(is_json(json.out));
    const Ran text = run({"info", "a\"\\\n\xff.ddd"});
    EXPECT_EQ(lines_of(text.out)[0], "a\"\\\\x0a\xc3\xbf.ddd");
}

TEST_F(Program, StandardInput) {
    const Ran ran = run({"info", "-"}, {.input = text_of(tiny_ddd())});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(lines_of(ran.out)[0], "-");
    EXPECT_NE(run({"info", "--json", "-"}, {.input = text_of(tiny_ddd())}).out.find("{\"file\":\"-\""),
              std::string::npos);
}

TEST_F(Program, TheSameEveryTime) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"info", "."}, {"info", "--json", "."}, {"check", "-v", "."}, {"formats"}}) {
        const Ran first = run(arguments);
        const Ran second = run(arguments);
        EXPECT_EQ(first.out, second.out);
        EXPECT_EQ(first.err, second.err);
        EXPECT_EQ(first.code, second.code);
    }
}

TEST_F(Program, ColoursOnRequest) {
    EXPECT_NE(run({"info", "--color", "always", "rat.ddd"}).out.find("\x1b["), std::string::npos);
    EXPECT_EQ(run({"info", "--color", "never", "rat.ddd"}).out.find('\x1b'), std::string::npos);
}

TEST_F(Program, AFullDiskIsSaid) {
    const Ran ran = run({"info", "rat.ddd"}, {.output = "/dev/full"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_NE(ran.err.find("standard output: no space left"), std::string::npos);
}

TEST_F(Program, ABrokenPipeIsQuiet) {
    for (const bool ignore : {false, true}) {
        const Ran ran = run({"info", "."}, {.close_output_early = true, .ignore_pipe_signal = ignore});
        EXPECT_EQ(ran.err, "") << ran.code;
        EXPECT_TRUE(ran.code == 0 || ran.code == 128 + 13) << ran.code;
    }
}

TEST_F(Program, CheckOfSeveralEndsWithATotal) {
    scratch_.put("bad.ddd", "x");
    const Ran ran = run({"check", "."});
    EXPECT_EQ(ran.code, 1);
    const auto lines = lines_of(ran.out);
    EXPECT_EQ(lines.back().find("3 models: "), 0u) << ran.out;
    EXPECT_NE(lines.back().find("1 refused"), std::string::npos);
}

TEST_F(Program, Formats) {
    const Ran text = run({"formats"});
    EXPECT_EQ(text.code, 0);
    for (const char* words : {"ddd", "unreal", "*_d.3d + *_a.3d", "standard, deusex"}) {
        EXPECT_NE(text.out.find(words), std::string::npos) << words;
    }
    // Each format and archive, with what can be done with it.
    EXPECT_NE(text.out.find("read  write  build  render  list  replace  pack\n"), std::string::npos) << text.out;
    for (const char* row : {"ddd       yes   yes    yes    yes     -     -        -     SoulFu model",
                            "sdf       yes   yes    -      -       yes   yes      yes   SoulFu archive",
                            "upackage  yes   yes    -      -       yes   -        -     Unreal package",
                            "vrm       yes   yes    -      -       -     -        -     Crash Team Racing video memory",
                            "til       -     -      -      -       -     -        -     ",
                            "gltf      yes   yes    yes    yes     -     -        -     glTF 2.0 model",
                            "zip       yes   -      -      -       yes   -        -     zip archive"}) {
        EXPECT_NE(text.out.find(row), std::string::npos) << row << text.out;
    }
    const Ran json = run({"formats", "--json"});
    for (const char* words :
         {"\"abilities\":{\"read\":true,\"write\":true,\"build\":false,\"render\":false,\"list\":true,\"replace\":true,"
          "\"pack\":true}",
          "{\"id\":\"tar\""}) {
        EXPECT_NE(json.out.find(words), std::string::npos) << words;
    }
    for (const std::string& line : lines_of(json.out)) EXPECT_TRUE(is_json(line)) << line;
    EXPECT_GE(lines_of(json.out).size(), 2u);
    EXPECT_EQ(run({"formats", "--issues", "nonsense"}).code, 3);
    EXPECT_EQ(run({"formats", "--issues", "ddd"}).code, 0);
    for (const std::string& line : lines_of(run({"formats", "--issues", "--json"}).out)) EXPECT_TRUE(is_json(line));
}

TEST_F(Program, IssuesPageIsNotStale) {
    const Blob page = load_file(source_folder() / "docs" / "ISSUES.md");
    EXPECT_EQ(run({"formats", "--issues", "--markdown"}).out, text_of(page))
        << "make it anew: thaw formats --issues --markdown > docs/ISSUES.md";
}

}  // namespace
}  // namespace thaw::test
