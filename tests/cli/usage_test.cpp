// What a wrong command line gets: one sentence of our own, and a suggestion where one is near.
#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

class Usage : public ::testing::Test {
protected:
    Usage() { scratch_.put("rat.ddd", tiny_ddd()); }
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    void expect_refused(const std::vector<std::string>& arguments, const std::string& sentence) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 3) << ran.err;
        EXPECT_EQ(ran.out, "");
        EXPECT_EQ(ran.err, "thaw: " + sentence + "\n");
    }

    Scratch scratch_;
};

TEST_F(Usage, UnknownVerbs) {
    expect_refused({"conver", "rat.ddd"}, "unknown verb conver; did you mean convert?");
    expect_refused({"conver", "--help"}, "unknown verb conver; did you mean convert?");
    expect_refused({"--color", "never", "inof", "rat.ddd"}, "unknown verb inof; did you mean info?");
    expect_refused({"xyzzy"}, "unknown verb xyzzy; thaw --help lists all verbs");
}

TEST_F(Usage, UnknownOptions) {
    expect_refused({"convert", "--otput", "x.glb", "rat.ddd"}, "unknown option --otput; did you mean --output?");
    expect_refused({"convert", "--otput=x.glb", "rat.ddd"}, "unknown option --otput; did you mean --output?");
    expect_refused({"convert", "--otput"}, "unknown option --otput; did you mean --output?");
    expect_refused({"info", "--quite", "rat.ddd"}, "unknown option --quite; did you mean --quiet?");
    expect_refused({"info", "--versoin"}, "unknown option --versoin; did you mean --version?");
    expect_refused({"info", "--xyzzy", "rat.ddd"}, "unknown option --xyzzy; see thaw info --help");
    expect_refused({"info", "-Z", "rat.ddd"}, "unknown option -Z; see thaw info --help");
    // An option of another verb is none of this one.
    expect_refused({"info", "--turntable", "rat.ddd"}, "unknown option --turntable; see thaw info --help");
}

TEST_F(Usage, WhatIsMissingOrTooMuch) {
    expect_refused({"convert"}, "convert needs MODEL; see thaw convert --help");
    expect_refused({"replace", "a", "b"}, "replace needs FILE; see thaw replace --help");
    expect_refused({"pack", "x"}, "pack needs --output; see thaw pack --help");
    expect_refused({"convert", "rat.ddd", "-o"}, "--output needs a value: OUT; see thaw convert --help");
    expect_refused({"convert", "rat.ddd", "-o", "a", "-o", "b"},
                   "--output is given more than once; see thaw convert --help");
    expect_refused({"formats", "extra"}, "unexpected argument extra; see thaw formats --help");
    expect_refused({"info", "--json=maybe", "rat.ddd"}, "--json takes no value; see thaw info --help");
}

TEST_F(Usage, WhatDoesNotGoTogether) {
    expect_refused({"dump", "rat.ddd", "--hex", "--json"}, "--json and --hex cannot be combined; see thaw dump --help");
    expect_refused({"formats", "--markdown"}, "--markdown works only together with --issues; see thaw formats --help");
    EXPECT_EQ(run({"dump", "rat.ddd", "--json"}).code, 0);
    EXPECT_EQ(run({"formats", "--issues", "--markdown"}).code, 0);
}

TEST_F(Usage, WrongValues) {
    expect_refused({"convert", "rat.ddd", "--fps", "abc"}, "--fps: abc is not a number; see thaw convert --help");
    expect_refused({"convert", "rat.ddd", "--fps", "0"},
                   "--fps: 0 is not between 0.001 and 100000; see thaw convert --help");
    expect_refused({"convert", "rat.ddd", "--frame", "1.5"},
                   "--frame: 1.5 is not a whole number; see thaw convert --help");
    expect_refused({"info", "rat.ddd", "--color", "blue"},
                   "--color: blue is not one of auto, always, never; see thaw info --help");
}

TEST_F(Usage, ManyWaysToSayTheSame) {
    const std::string one = run({"info", "-v", "rat.ddd"}).out;
    EXPECT_NE(one.find("searched"), std::string::npos) << one;
    for (const std::vector<std::string>& words : {std::vector<std::string>{"info", "-vq", "rat.ddd"},
                                                  {"info", "-qv", "--", "rat.ddd"},
                                                  {"-q", "info", "rat.ddd", "--verbose"},
                                                  {"--color=never", "info", "-v", "-v", "rat.ddd"}}) {
        const Ran ran = run(words);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, one);
    }
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"-o", "a.glb"}, {"-oa.glb"}, {"--output=a.glb"}, {"-foa.glb"}, {"-fo", "a.glb"}}) {
        std::vector<std::string> all{"convert", "rat.ddd", "--dry-run"};
        all.insert(all.end(), words.begin(), words.end());
        const Ran ran = run(all);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("a.glb"), std::string::npos) << ran.out;
    }
    expect_refused({"info", "-vZq", "rat.ddd"}, "unknown option -Zq; see thaw info --help");
}

// An option takes the next word, whatever it looks like.
TEST_F(Usage, ValuesThatLookLikeOptions) {
    expect_refused({"convert", "rat.ddd", "--fps", "-5"},
                   "--fps: -5 is not between 0.001 and 100000; see thaw convert --help");
    // Only where it may do without one, it does not.
    EXPECT_EQ(run({"formats", "--issues", "--json"}).out, run({"formats", "--json", "--issues"}).out);
    EXPECT_EQ(run({"formats", "--issues", "ddd"}).out, run({"formats", "--issues=ddd"}).out);
    expect_refused({"formats", "--issues", "no"}, "--issues: there is no format no; see thaw formats --help");
}

TEST_F(Usage, FilesOfStrangeNames) {
    for (const char* name : {"-x.ddd", "--x.ddd", "[rat].ddd", "++", "info", "[rats]/rat.ddd", "a=b.ddd"}) {
        scratch_.put(name, tiny_ddd());
    }
    EXPECT_EQ(run({"info", "--", "-x.ddd", "--x.ddd", "rat.ddd"}).code, 0);
    EXPECT_EQ(run({"info", "rat.ddd", "--", "-x.ddd"}).code, 0);
    EXPECT_EQ(run({"info", "[rat].ddd", "[rats]", "++", "info", "a=b.ddd"}).code, 0);
    EXPECT_EQ(run({"info", ""}).code, 4);
}

// Whatever else is wrong: who asks for help does not know yet.
TEST_F(Usage, HelpComesFirst) {
    const std::string help = run({"convert", "--help"}).out;
    for (const std::vector<std::string>& words : {std::vector<std::string>{"convert", "--bogus", "--help"},
                                                  {"--help", "convert", "a", "b"},
                                                  {"convert", "--fps", "abc", "-h"},
                                                  {"convert", "-h", "-o"}}) {
        const Ran ran = run(words);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, help);
    }
    EXPECT_EQ(run({"info", "--version"}).out, run({"-V"}).out);
}

TEST_F(Usage, HelpIsAVerbToo) {
    EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
    EXPECT_EQ(run({"help", "help"}).out, run({"--help"}).out);
    EXPECT_NE(run({"help"}).out.find("thaw help convert"), std::string::npos);
    for (const char* verb : {"info", "convert", "formats"}) {
        const Ran ran = run({"help", verb});
        EXPECT_EQ(ran.code, 0);
        EXPECT_EQ(ran.out, run({verb, "--help"}).out);
        EXPECT_NE(ran.out.find(std::string("thaw ") + verb), std::string::npos);
    }
    expect_refused({"help", "conver"}, "unknown verb conver; did you mean convert?");
    EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
}

TEST_F(Usage, QuietLeavesOutAllButResultsAndErrors) {
    scratch_.put("more/a.ddd", tiny_ddd());
    scratch_.put("more/b.ddd", tiny_ddd());
    const Ran loud = run({"convert", "more", "-o", "out"});
    EXPECT_EQ(loud.err, "converted       2\n");
    for (const char* quiet : {"-q", "--quiet"}) {
        const Ran ran = run({"convert", "more", "-o", "out", "--again", quiet});
        EXPECT_EQ(ran.code, 0);
        EXPECT_EQ(ran.err, "");
        EXPECT_EQ(ran.out, loud.out);
    }
    const Ran wrong = run({"-q", "info", "more", "no.ddd"});
    EXPECT_EQ(wrong.code, 4);
    EXPECT_NE(wrong.err.find("no.ddd"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
