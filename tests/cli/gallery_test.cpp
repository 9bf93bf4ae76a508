// `thaw gallery`: a page whose links all lead somewhere, whatever the models are called.
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cli/run.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class Galleries : public ::testing::Test {
protected:
    Ran run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "gallery");
        return run_thaw(arguments, {.folder = scratch_.path()});
    }
    void put_frog(const std::string& name) const {
        scratch_.put(name, load_file(source_folder() / "samples" / "soulfu" / "FROG.DDD"));
    }
    // Every file below the gallery, apart from the page.
    Names files(const std::string& gallery = "gallery") const {
        Names out;
        for (const std::string& name : scratch_.names()) {
            if (!name.starts_with(gallery + '/') || fs::is_directory(scratch_.path(name))) continue;
            if (name != gallery + "/index.html") out.push_back(name.substr(gallery.size() + 1));
        }
        return out;
    }
    // What the page refers to. Names are plain, so nothing has to be unescaped.
    Names linked(const std::string& gallery = "gallery") const {
        const std::string page = scratch_.get(gallery + "/index.html");
        static const std::regex link(R"re((?:src|href|data-preview)="\./([^"]*)")re");
        Names out;
        for (std::sregex_iterator i(page.begin(), page.end(), link), end; i != end; ++i) out.push_back((*i)[1]);
        std::sort(out.begin(), out.end());
        return out;
    }
    bool exists(const std::string& name) const { return fs::exists(scratch_.path(name)); }

    Scratch scratch_;
};

TEST_F(Galleries, EverythingThatIsLinkedIsThere) {
    scratch_.put("in/rat.ddd", tiny_ddd());
    put_frog("in/pond/frog.ddd");
    const Ran ran = run({"in"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "gallery/index.html  2 models  2 clips\n");
    const Names there = files();
    EXPECT_EQ(there, linked());
    for (const char* name : {"thumbs/rat.png", "models/rat.glb", "thumbs/pond/frog.png", "models/pond/frog.glb"}) {
        EXPECT_EQ(std::count(there.begin(), there.end(), name), 1) << name;
    }
    EXPECT_EQ(std::count_if(there.begin(), there.end(),
                            [](const std::string& name) {
                                return name.starts_with("clips/pond/frog/") && name.ends_with(".webp");
                            }),
              2);
    EXPECT_EQ(scratch_.get("gallery/index.html").find(scratch_.path()), std::string::npos);
}

TEST_F(Galleries, ASecondRunReplacesItsOwnWork) {
    put_frog("in/frog.ddd");
    EXPECT_EQ(run({"in", "-j", "1"}).code, 0);
    const std::string page = scratch_.get("gallery/index.html");
    const Names names = scratch_.names();
    const Ran again = run({"in", "-j", "2"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(scratch_.get("gallery/index.html"), page);
    EXPECT_EQ(scratch_.names(), names);
}

TEST_F(Galleries, WhatIsNotItsOwnStays) {
    put_frog("in/frog.ddd");
    scratch_.put("gallery/index.html", "<!DOCTYPE html>\nmy holiday");
    const Ran page = run({"in"});
    EXPECT_EQ(page.code, 4);
    EXPECT_EQ(scratch_.get("gallery/index.html"), "<!DOCTYPE html>\nmy holiday");
    EXPECT_EQ(files(), Names{}) << "it was said before anything was drawn";

    scratch_.put("other/thumbs/frog.png", "holiday");
    const Ran image = run({"in", "-o", "other"});
    EXPECT_EQ(image.code, 4);
    EXPECT_NE(image.err.find("other/thumbs/frog.png: exists already"), std::string::npos) << image.err;
    EXPECT_EQ(scratch_.get("other/thumbs/frog.png"), "holiday");
    EXPECT_EQ(run({"in", "-o", "other", "--force"}).code, 0);
    EXPECT_NE(scratch_.get("other/thumbs/frog.png"), "holiday");
}

TEST_F(Galleries, FewerClipsAndNoModels) {
    put_frog("in/frog.ddd");
    const Ran one = run({"in", "-o", "one", "--clips", "1", "--no-glb"});
    EXPECT_EQ(one.out, "one/index.html  1 model  2 clips\n") << one.err;
    EXPECT_NE(one.err.find("1 clip without a preview"), std::string::npos) << one.err;
    EXPECT_EQ(files("one").size(), 2u);
    const Ran none = run({"in", "-o", "none", "--clips", "none", "--no-glb"});
    EXPECT_EQ(none.err.find("without a preview"), std::string::npos) << "that was asked for";
    EXPECT_EQ(files("none"), Names{"thumbs/frog.png"});
    EXPECT_EQ(run({"in", "--clips", "some"}).code, 3);
}

TEST_F(Galleries, NamesNeverMeet) {
    for (const char* name : {"a/rat.ddd", "a/Rat.DDD", "b/rat.ddd", "c/rat.ddd", "a/r a t.ddd", "a/r_a_t.ddd",
                             "a/x.y/rat.ddd", "a/x_y/rat.ddd"}) {
        scratch_.put(name, tiny_ddd());
    }
    const Ran ran = run({"a", "b", "c", "--no-glb"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const Names there = files();
    EXPECT_EQ(there.size(), 8u);
    EXPECT_EQ(there, linked());
    std::set<std::string> folded;
    for (const std::string& name : there) EXPECT_TRUE(folded.insert(text::lower(name)).second) << name;
}

TEST_F(Galleries, HostileNames) {
    for (const char* name : {"in/-o.ddd", "in/--force.ddd", "in/a\"b'c.ddd", "in/new\nline/x.ddd", "in/<script>.ddd",
                             "in/a.../y.ddd", "in/con.ddd", "in/\xff\x1b[31m.ddd", "in/rat.png/z.ddd"}) {
        scratch_.put(name, tiny_ddd());
    }
    scratch_.put("in/rat.ddd", tiny_ddd());  // its image would be where a folder is called rat.png
    const Ran ran = run({"in"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const Names there = files();
    EXPECT_EQ(there, linked());
    EXPECT_EQ(there.size(), 20u) << "an image and a GLB each";
    for (const std::string& name : there) {
        EXPECT_EQ(name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/"),
                  std::string::npos)
            << name;
        EXPECT_EQ(name.find("/."), std::string::npos) << name;
        EXPECT_EQ(name.find("/-"), std::string::npos) << name;
    }
    EXPECT_EQ(scratch_.get("gallery/index.html").find("<script>."), std::string::npos);
    EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
}

TEST_F(Galleries, ABadFileAmongGoodOnes) {
    scratch_.put("in/rat.ddd", tiny_ddd());
    scratch_.put("in/deep/bad.ddd", "x");
    const Ran ran = run({scratch_.path("in")});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "gallery/index.html  1 model  0 clips\n");
    EXPECT_NE(ran.err.find("1 model could not be drawn"), std::string::npos) << ran.err;
    const std::string page = scratch_.get("gallery/index.html");
    EXPECT_NE(page.find("<dt>deep/bad.ddd</dt>"), std::string::npos);
    EXPECT_EQ(page.find(scratch_.path()), std::string::npos) << "where the models lie is nobody's business";
}

TEST_F(Galleries, NothingToShowMakesNoPage) {
    scratch_.put("in/readme.txt", "");
    EXPECT_EQ(run({"in"}).code, 1);
    scratch_.put("in/bad.ddd", "x");
    EXPECT_EQ(run({"in"}).code, 2);
    EXPECT_EQ(run({"nowhere"}).code, 4);
    EXPECT_FALSE(exists("gallery"));
}

TEST_F(Galleries, WrongUsage) {
    scratch_.put("in/rat.ddd", tiny_ddd());
    for (const char* out : {"-", "page.html"}) EXPECT_EQ(run({"in", "-o", out}).code, 3) << out;
    EXPECT_EQ(run({}).code, 3);
    EXPECT_EQ(run({"in", "-o", "in/rat.ddd"}).code, 4) << "a file is where the folder should be";
}

// A library that cannot be opened, as on a system without it.
TEST_F(Galleries, WithoutLibwebpPreviewsAreGif) {
    put_frog("in/frog.ddd");
    put_frog("in/toad.ddd");
    scratch_.put("broken/libwebp.so.7", "");
    ::setenv("LD_LIBRARY_PATH", scratch_.path("broken").c_str(), 1);
    const Ran ran = run({"in", "--no-glb"});
    EXPECT_EQ(run({"in", "--no-glb"}).code, 0) << "its own GIFs may be replaced";
    ::unsetenv("LD_LIBRARY_PATH");
    EXPECT_EQ(ran.code, 0) << ran.err;
    const std::size_t said = ran.err.find("previews are GIF instead of WebP");
    ASSERT_NE(said, std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("previews are GIF", said + 1), std::string::npos) << "once is enough";
    const Names there = files();
    EXPECT_EQ(there, linked());
    EXPECT_EQ(std::count_if(there.begin(), there.end(), [](const std::string& n) { return n.ends_with(".gif"); }), 4);
}

}  // namespace
}  // namespace thaw::test
