// `thaw render`: an image where it was asked for, or a sentence about why not.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "images/image.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

class Render : public ::testing::Test {
protected:
    Render() {
        fs::copy(source_folder() / "samples", fs::path(scratch_.path()) / "samples", fs::copy_options::recursive);
    }
    Ran run(std::vector<std::string> arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        arguments.insert(arguments.begin(), "render");
        return run_thaw(arguments, options);
    }
    Pixels image(const std::string& name) {
        const std::string file = scratch_.get(name);
        const auto decoded = decode_image(std::vector<u8>(file.begin(), file.end()));
        EXPECT_TRUE(decoded.ok()) << name;
        return decoded ? *decoded : Pixels();
    }
    std::string start_of(const std::string& name, std::size_t bytes) { return scratch_.get(name).substr(0, bytes); }

    const std::string fish = "samples/unreal/Models/ThawFish_d.3d";
    const std::string frog = "samples/soulfu/FROG.DDD";
    Scratch scratch_;
};

std::size_t seen_pixels(const Pixels& image) {
    std::size_t n = 0;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) n += image.rgba[i] > 0 ? 1u : 0u;
    return n;
}

TEST_F(Render, WritesAnImageBesideTheUser) {
    const Ran ran = run({fish, "--size", "64"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("ThawFish.png  "), 0u) << ran.out;
    const Pixels drawn = image("ThawFish.png");
    EXPECT_EQ(drawn.width, 64u);
    EXPECT_GT(seen_pixels(drawn), 500u);
    EXPECT_EQ(run({fish, "--size", "80x40", "-o", "wide.png"}).code, 0);
    EXPECT_EQ(image("wide.png").height, 40u);
}

TEST_F(Render, OptionsChangeWhatIsSeen) {
    ASSERT_EQ(run({frog, "--size", "48", "-o", "usual.png"}).code, 0);
    const Pixels usual = image("usual.png");
    const std::vector<std::vector<std::string>> changes{
        {"--view", "back"},      {"--view", "-20,45"},     {"--style", "game"}, {"--background", "#203040"},
        {"--show", "wireframe"}, {"--show", "bones,axes"}, {"--samples", "1"},  {"--clip", "1", "--time", "0.3"},
        {"--filter", "nearest"}};
    for (auto change : changes) {
        change.insert(change.begin(), {frog, "--size", "48", "-o", "other.png"});
        const Ran ran = run(change);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(image("other.png").rgba, usual.rgba) << change[5];
    }
}

TEST_F(Render, ItMovesAsWebpGifAndApng) {
    EXPECT_EQ(run({fish, "--size", "32", "--animate", "all", "-o", "fish.gif"}).code, 0);
    EXPECT_EQ(start_of("fish.gif", 6), "GIF89a");
    const Ran webp = run({fish, "--size", "32", "--animate", "swim"});
    EXPECT_EQ(webp.code, 0) << webp.err;
    EXPECT_NE(webp.out.find(" frames  "), std::string::npos) << webp.out;
    EXPECT_EQ(start_of("ThawFish.webp", 4), "RIFF");
    EXPECT_EQ(run({fish, "--size", "32", "--turntable", "-o", "fish.apng"}).code, 0);
    EXPECT_NE(start_of("fish.apng", 200).find("acTL"), std::string::npos);
    // What Thaw made is made again without a word; what it did not make is left alone.
    for (const char* name : {"fish.gif", "ThawFish.webp", "fish.apng"}) {
        EXPECT_EQ(run({fish, "--size", "32", "--turntable", "-o", name}).code, 0) << name;
        scratch_.put(name, Blob::take({1, 2, 3}));
        EXPECT_EQ(run({fish, "--size", "32", "--turntable", "-o", name}).code, 4) << name;
        EXPECT_EQ(run({fish, "--size", "32", "--turntable", "-f", "-o", name}).code, 0) << name;
    }
}

TEST_F(Render, AFilmstripHasItsImagesSideBySide) {
    EXPECT_EQ(run({fish, "--size", "20x30", "--clip", "Swim", "--filmstrip", "5", "-o", "strip.png"}).code, 0);
    EXPECT_EQ(image("strip.png").width, 100u);
    EXPECT_EQ(image("strip.png").height, 30u);
}

TEST_F(Render, AFolderOfModelsKeepsItsFoldersAndItsOrder) {
    const Ran one = run({"samples", "--size", "32", "-o", "one/", "-j", "1"});
    const Ran two = run({"samples", "--size", "32", "-o", "two/", "-j", "3"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(lines_of(one.out).size(), 12u);
    EXPECT_EQ(lines_of(two.out).size(), 12u);
    for (const char* name :
         {"ctc/lantern.png", "soulfu/FROG.png", "soulfu/FROG_rdy.png", "unreal/Models/ThawFish.png"}) {
        EXPECT_EQ(scratch_.get(std::string("one/") + name), scratch_.get(std::string("two/") + name)) << name;
    }
}

// Levels of detail belong in one place; an image shows them beside each other.
TEST_F(Render, AllLevelsOfDetailStandSideBySide) {
    const std::string toadstool = "samples/ctr/toadstool.ctr";
    const auto columns = [&](const char* lod) {
        const Ran ran = run({toadstool, "--lod", lod, "--view", "front", "--size", "64", "-o", "levels.png", "-f"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out.find("LEVELS_TOGETHER"), std::string::npos) << ran.out;
        const Pixels shown = image("levels.png");
        std::size_t gaps = 0;
        bool was_empty = true;
        for (u32 x = 0; x < shown.width; ++x) {
            bool empty = true;
            for (u32 y = 0; y < shown.height; ++y) empty = empty && shown.rgba[4 * (y * shown.width + x) + 3] == 0;
            gaps += empty && !was_empty ? 1 : 0;
            was_empty = empty;
        }
        return gaps;
    };
    EXPECT_EQ(columns("0"), 1u) << "what follows the model";
    EXPECT_EQ(columns("all"), 2u);
}

TEST_F(Render, AFileThatAFileManagerMadeIsFilled) {
    scratch_.put(".thumbnail.X1Y2", Blob());
    EXPECT_EQ(run({fish, "--size", "32", "-o", ".thumbnail.X1Y2", "--force"}).code, 0);
    EXPECT_EQ(image(".thumbnail.X1Y2").width, 32u);
}

TEST_F(Render, GoesThroughAPipe) {
    const Ran ran = run({fish, "--size", "16", "-o", "-"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.substr(1, 3), "PNG");
}

TEST_F(Render, ShowsItselfInATerminal) {
    const Ran ran = run({fish, "--size", "64", "--terminal"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_GT(lines_of(ran.out).size(), 5u);
}

TEST_F(Render, WhatCannotBeDrawnIsSaid) {
    const auto complains = [&](std::vector<std::string> arguments, const std::string& about) {
        const Ran ran = run(std::move(arguments));
        EXPECT_EQ(ran.code, 3) << ran.err;
        EXPECT_NE(ran.err.find(about), std::string::npos) << ran.err;
    };
    complains({fish, "--size", "100000"}, "8192");
    complains({fish, "--size", "0"}, "0 is neither");
    complains({fish, "--view", "sideways"}, "three-quarter");
    complains({fish, "--background", "blueish"}, "#RRGGBB");
    complains({fish, "--clip", "Fly"}, "available: Swim");
    complains({fish, "--animate", "Fly"}, "available: Swim");
    complains({fish, "--animate", "Swim", "--clip", "Turn"}, "--clip and --time say what a still image");
    complains({fish, "--animate", "Swim", "--time", "0.5"}, "they cannot be combined with --animate");
    complains({fish, "--skin", "Blue"}, "skin");
    complains({fish, "-o", "fish.gif"}, "still image");
    complains({fish, "-o", "fish.jpg"}, ".png");
    complains({fish, "--show", "ghosts"}, "wireframe");
    complains({"samples", "-o", "all.png"}, "thaw sheet");
    scratch_.put("broken.twm", Blob::take({'.', 't', 'w', 'm'}));
    EXPECT_EQ(run({"broken.twm"}).code, 2);
}

}  // namespace
}  // namespace thaw::test
