// `thaw sheet`: all models on pages, and what happens to those that do not get there.
#include <filesystem>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

// "1792 x 1500", from the file itself.
std::string size_of(const std::string& png) {
    EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
    if (png.size() < 24) return {};
    const auto side = [&](std::size_t at) {
        u32 value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<u8>(png[at + i]);
        return value;
    };
    return std::to_string(side(16)) + " x " + std::to_string(side(20));
}

class Sheets : public ::testing::Test {
protected:
    void make(int count) const {
        for (int i = 0; i < count; ++i) scratch_.put("in/model" + std::to_string(i) + ".ddd", tiny_ddd());
    }
    Ran run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "sheet");
        return run_thaw(arguments, {.folder = scratch_.path()});
    }
    bool exists(const char* name) const { return fs::exists(scratch_.path(name)); }

    Scratch scratch_;
};

TEST_F(Sheets, OnePageWithoutBeingAskedForMore) {
    make(3);
    const Ran ran = run({"in"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::string page = scratch_.get("sheet.png");
    ASSERT_EQ(lines_of(ran.out).size(), 1u) << ran.out;
    EXPECT_TRUE(ran.out.starts_with("sheet.png  "));
    EXPECT_TRUE(ran.out.ends_with("  3 models  " + size_of(page) + "\n")) << ran.out << size_of(page);
    EXPECT_FALSE(exists("sheet_2.png"));
    // Its own work may be replaced, and is the same however many threads there are.
    EXPECT_EQ(run({"in", "-j", "3"}).code, 0);
    EXPECT_EQ(scratch_.get("sheet.png"), page);
}

TEST_F(Sheets, MoreModelsGoToMorePages) {
    const std::vector<std::string> tall{"in", "-o", "out/All.PNG", "--cell", "1024", "--columns", "1"};
    make(7);
    const Ran ran = run(tall);
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), 3u) << ran.out;
    EXPECT_TRUE(lines[0].starts_with("out/All.PNG  "));
    EXPECT_TRUE(lines[1].starts_with("out/All_2.PNG  "));
    EXPECT_TRUE(lines[2].ends_with("  1 model  " + size_of(scratch_.get("out/All_3.PNG")))) << lines[2];
    EXPECT_EQ(size_of(scratch_.get("out/All.PNG")), size_of(scratch_.get("out/All_2.PNG")));
    EXPECT_EQ(ran.err.find("earlier run"), std::string::npos);

    fs::remove(scratch_.path("in/model6.ddd"));  // now two pages are exactly full
    const Ran fewer = run(tall);
    EXPECT_EQ(lines_of(fewer.out).size(), 2u) << fewer.out;
    EXPECT_NE(fewer.err.find("out/All_3.PNG is still there from an earlier run"), std::string::npos) << fewer.err;
}

TEST_F(Sheets, ABadFileAmongGoodOnes) {
    make(2);
    scratch_.put("in/bad.ddd", "x");
    const Ran ran = run({"in"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("  2 models  "), std::string::npos);
    EXPECT_NE(ran.err.find("in/bad.ddd: "), std::string::npos);
    EXPECT_NE(ran.err.find("1 model could not be drawn"), std::string::npos);
}

TEST_F(Sheets, NothingToShowMakesNoFile) {
    scratch_.put("in/readme.txt", "");
    EXPECT_EQ(run({"in"}).code, 1);
    scratch_.put("in/bad.ddd", "x");
    EXPECT_EQ(run({"in"}).code, 2);
    EXPECT_EQ(run({"nowhere"}).code, 4);
    EXPECT_FALSE(exists("sheet.png"));
}

TEST_F(Sheets, WhatIsNotItsOwnStays) {
    make(1);
    scratch_.put("sheet.png", "holiday");
    const Ran ran = run({"in"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_NE(ran.err.find("sheet.png: exists already; --force replaces it"), std::string::npos) << ran.err;
    EXPECT_EQ(scratch_.get("sheet.png"), "holiday");
    EXPECT_EQ(run({"in", "--force"}).code, 0);
    EXPECT_NE(scratch_.get("sheet.png"), "holiday");
}

TEST_F(Sheets, WrongUsage) {
    make(1);
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"in", "-o", "x.jpg"},
                                                  {"in", "-o", "-"},
                                                  {"in", "-o", "folder/"},
                                                  {"in", "--cell", "0"},
                                                  {"in", "--size", "100"},
                                                  {"in", "--view", "sideways"},
                                                  {}}) {
        EXPECT_EQ(run(wrong).code, 3);
    }
    EXPECT_EQ(scratch_.names(), (std::vector<std::string>{"in", "in/model0.ddd"}));
}

TEST_F(Sheets, HostileNames) {
    for (const char* name :
         {"in/-o.ddd", "in/--force.ddd", "in/a\"b'c.ddd", "in/new\nline.ddd", "in/\xff\x1b[31m.ddd"}) {
        scratch_.put(name, tiny_ddd());
    }
    const Ran ran = run({"in"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("  5 models  "), std::string::npos);
    EXPECT_EQ(ran.err.find('\x1b'), std::string::npos);
}

TEST_F(Sheets, AModelWithoutTheClipIsShownAllTheSame) {
    make(2);
    const Ran ran = run({"in", "--clip", "Moonwalk"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("  2 models  "), std::string::npos);
    EXPECT_NE(ran.err.find("2 models without a clip Moonwalk: default pose drawn instead"), std::string::npos)
        << ran.err;
}

TEST_F(Sheets, TheBackgroundIsThePaper) {
    make(1);
    EXPECT_EQ(run({"in", "-o", "a.png"}).code, 0);
    EXPECT_EQ(run({"in", "-o", "b.png", "--background", "black"}).code, 0);
    EXPECT_EQ(size_of(scratch_.get("a.png")), size_of(scratch_.get("b.png")));
    EXPECT_NE(scratch_.get("a.png"), scratch_.get("b.png"));
}

}  // namespace
}  // namespace thaw::test
