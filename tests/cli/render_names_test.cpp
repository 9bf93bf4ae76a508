// `thaw render`: where images of several models go.
#include <set>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "images/image.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

class RenderVerb : public ::testing::Test {
protected:
    Ran run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "render");
        return run_thaw(arguments, {.folder = scratch_.path()});
    }

    Scratch scratch_;
};

TEST_F(RenderVerb, ThreeModelsOfOneNameAreThreeImages) {
    for (const char* name : {"a/rat.ddd", "b/rat.ddd", "c/Rat.ddd"}) scratch_.put(name, tiny_ddd());
    const Ran ran = run({"a", "b", "c", "-o", "out/", "--size", "16"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::set<std::string> images;
    for (const std::string& name : scratch_.names()) {
        if (name.starts_with("out/")) images.insert(name);
    }
    EXPECT_EQ(images, (std::set<std::string>{"out/rat.png", "out/rat_ddd.png", "out/Rat_2.png"}));
}

TEST_F(RenderVerb, ASecondRunReplacesItsOwnWork) {
    scratch_.put("rat.ddd", tiny_ddd());
    for (const char* out : {"rat.png", "rat.gif", "rat.webp", "rat.apng"}) {
        std::vector<std::string> arguments{"rat.ddd", "-o", out, "--size", "16"};
        if (std::string(out) != "rat.png") arguments.push_back("--turntable");
        EXPECT_EQ(run(arguments).code, 0) << out;
        const Ran again = run(arguments);
        EXPECT_EQ(again.code, 0) << again.err;
    }
}

TEST_F(RenderVerb, AScriptOfSeveralModelsDoesNotFitIntoOneFile) {
    for (const char* name : {"One", "Two"}) {
        scratch_.put(std::string("Models/") + name + "_d.3d", tiny_data());
        scratch_.put(std::string("Models/") + name + "_a.3d", tiny_aniv());
    }
    scratch_.put("Classes/Both.uc",
                 "class Both extends Actor;\n"
                 "#exec MESH IMPORT MESH=One ANIVFILE=MODELS\\One_a.3d DATAFILE=MODELS\\One_d.3d\n"
                 "#exec MESH IMPORT MESH=Two ANIVFILE=MODELS\\Two_a.3d DATAFILE=MODELS\\Two_d.3d\n");
    const Ran ran = run({"Classes/Both.uc", "-o", "one.png", "--size", "16"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("one.png: another model of this run has been drawn there"), std::string::npos) << ran.err;
    EXPECT_EQ(run({"Classes/Both.uc", "-o", "two/", "--size", "16"}).code, 0);
}

TEST_F(RenderVerb, AFolderIsDrawnIntoAFolderOfItsOwn) {
    scratch_.put("rats/rat.ddd", tiny_ddd());
    scratch_.put("rats/small/mouse.ddd", tiny_ddd());
    const Ran ran = run({"rats", "--size", "16"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "written to rats-png\n");
    EXPECT_EQ(scratch_.names(), (std::vector<std::string>{"rats", "rats-png", "rats-png/rat.png", "rats-png/small",
                                                          "rats-png/small/mouse.png", "rats/rat.ddd", "rats/small",
                                                          "rats/small/mouse.ddd"}));
    // A file goes where one is.
    EXPECT_EQ(run({"rats/rat.ddd", "--size", "16"}).code, 0);
    EXPECT_NE(scratch_.get("rat.png"), "");
    EXPECT_EQ(run({"rats", "--size", "16", "-o", "there/"}).code, 0);
    EXPECT_NE(scratch_.get("there/rat.png"), "");
}

TEST_F(RenderVerb, NothingIsDrawnOfNothing) {
    scratch_.put("level.gltf",
                 R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"a"}]})");
    for (const char* verb : {"render", "convert", "sheet", "gallery"}) {
        const std::string out = std::string_view(verb) == "sheet" ? "out.png" : "out/";
        const Ran ran = run_thaw({verb, "level.gltf", "-o", out}, {.folder = scratch_.path()});
        EXPECT_EQ(ran.code, 1) << verb << ran.err;
        EXPECT_EQ(ran.err, "thaw: level.gltf: nothing to show there\n") << verb;
        EXPECT_EQ(scratch_.names(), std::vector<std::string>{"level.gltf"});
    }
    // Among others it is passed over.
    scratch_.put("rat.ddd", tiny_ddd());
    const Ran both = run({"level.gltf", "rat.ddd", "-o", "out/", "--size", "16"});
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_EQ(scratch_.names(), (std::vector<std::string>{"level.gltf", "out", "out/rat.png", "rat.ddd"}));
}

TEST_F(RenderVerb, AStillFitsThePoseItShows) {
    const std::string lantern = source_folder() / "samples/ctc/lantern.ctc";
    const auto seen = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {lantern, "-o", "still.png", "--size", "128"});
        EXPECT_EQ(run(arguments).code, 0);
        const std::string file = scratch_.get("still.png");
        const auto image = decode_image(std::vector<u8>(file.begin(), file.end()));
        EXPECT_TRUE(image.ok());
        std::size_t out = 0;
        for (std::size_t i = 3; i < image->rgba.size(); i += 4) out += image->rgba[i] > 0 ? 1u : 0u;
        return out;
    };
    const std::size_t alone = seen({});
    EXPECT_GT(alone, seen({"--frame-all"}) * 5 / 4);
    // Whatever clip it is from, a pose is as large as it can be.
    EXPECT_GT(seen({"--clip", "cast_a"}), seen({"--clip", "cast_a", "--frame-all"}));
}

TEST_F(RenderVerb, AllLevelsOfDetailAreNamed) {
    const std::string toadstool = source_folder() / "samples/ctr/toadstool.ctr";
    const Ran all = run_thaw({"convert", toadstool, "--lod", "all", "-o", "all.glb"}, {.folder = scratch_.path()});
    EXPECT_NE(all.out.find("levels of detail in one place: toadstool_hi, toadstool_low"), std::string::npos) << all.out;
    const Ran one = run_thaw({"convert", toadstool, "--lod", "1", "-o", "one.glb"}, {.folder = scratch_.path()});
    EXPECT_EQ(one.out.find("in one place"), std::string::npos) << one.out;
}

TEST_F(RenderVerb, WhatIsMissingIsSaidOnce) {
    scratch_.put("a/eel_d.3d", tiny_data());
    scratch_.put("a/eel_a.3d", tiny_aniv());
    scratch_.put("a/ray_d.3d", tiny_data());
    scratch_.put("a/ray_a.3d", tiny_aniv());
    for (const char* name : {"eel", "ray"}) {
        scratch_.put(std::string("a/") + name + ".uc",
                     std::string("class ") + name + " extends Actor;\n#exec MESH IMPORT MESH=" + name +
                         " ANIVFILE=" + name + "_a.3d DATAFILE=" + name + "_d.3d\n#exec TEXTURE IMPORT NAME=Sk FILE=" +
                         "far.pcx\n#exec MESHMAP SETTEXTURE MESHMAP=" + name + " NUM=0 TEXTURE=Sk\n");
    }
    for (const char* verb : {"info", "check", "convert"}) {
        const Ran ran = run_thaw({verb, "a"}, {.folder = scratch_.path()});
        std::size_t times = 0;
        for (std::size_t at = 0; (at = ran.err.find("far.pcx", at)) != std::string::npos; ++at) ++times;
        EXPECT_EQ(times, 1u) << verb << ran.err;
        EXPECT_NE(ran.err.find("looked in a"), std::string::npos) << ran.err;
    }
    scratch_.put("a/far.pcx", "no image, but a file");
    const Ran ran = run_thaw({"info", "a"}, {.folder = scratch_.path()});
    EXPECT_EQ(ran.err.find("not found"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace thaw::test
