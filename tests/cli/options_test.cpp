// Options that formats declare: listed once, taken where they mean something, refused in words where they do not.
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Options : public ::testing::Test {
protected:
    Options() {
        put("FROG.DDD", "samples/soulfu/FROG.DDD");
        put("FROG.RDY", "samples/soulfu/FROG.RDY");
        put("FROG.PCX", "samples/soulfu/FROG.PCX");
        put("lantern.ctc", "samples/ctc/lantern.ctc");
        put("toad.ctr", "samples/ctr/toadstool.ctr");
        put("toad.vrm", "samples/ctr/toadstool.vrm");
        put("flower.twm", "samples/twm/flower.twm");
        put("fish_d.3d", "samples/unreal/Models/ThawFish_d.3d");
        put("fish_a.3d", "samples/unreal/Models/ThawFish_a.3d");
    }

    void put(const std::string& name, const char* sample) { scratch_.put(name, load_file(source_folder() / sample)); }
    void put_fixture(const std::string& name, const std::string& fixture) {
        for (const Fixture& one : all_fixtures()) {
            if (one.name != fixture) continue;
            scratch_.put(name, one.bundle.parts[0].bytes);
            return;
        }
        ADD_FAILURE() << "no fixture " << fixture;
    }
    Ran thaw(const Words& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    Ran convert(Words arguments) {
        arguments.insert(arguments.begin(), {"convert", "-f"});
        return thaw(arguments);
    }
    bool exists(const std::string& name) { return fs::exists(fs::path(scratch_.path()) / name); }

    // With these words on standard error, and nothing written.
    void expect_refused(const Words& arguments, const std::string& words) {
        const Ran ran = convert(arguments);
        EXPECT_EQ(ran.code, 3) << words << ": " << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
        EXPECT_FALSE(exists(arguments.back())) << words;
    }
    void expect_taken(const Words& arguments) {
        const Ran ran = convert(arguments);
        EXPECT_LT(ran.code, 2) << ran.err;
        EXPECT_TRUE(exists(arguments.back())) << ran.err;
        fs::remove_all(fs::path(scratch_.path()) / arguments.back());
    }

    Scratch scratch_;
};

TEST_F(Options, OneThatTheFormatDoesNotKnowIsRefused) {
    expect_refused({"FROG.DDD", "--vrm", "toad.vrm", "-o", "x.glb"},
                   "FROG.DDD: --vrm is for ctr, and this is ddd (SoulFu model)");
    expect_refused({"lantern.ctc", "--smooth", "-o", "x.glb"},
                   "--smooth is for ddd or rdy, and this is ctc (Anachronox model)");
    expect_refused({"flower.twm", "--frame", "0", "-o", "x.glb"}, "--frame is for ctc, unreal, ctr, ddd or rdy");
    expect_refused({"FROG.RDY", "--anim", "FROG.DDD", "-o", "x.glb"}, "--anim is for ddd");
    expect_refused({"FROG.DDD", "--lod", "0", "-o", "x.glb"}, "--lod is for ctc, ctr or rdy");
    expect_refused({"toad.ctr", "--all-weights", "-o", "x.glb"}, "--all-weights is for ctc");
    expect_refused({"toad.ctr", "--rotation", "euler", "-o", "x.glb"}, "--rotation is for twm");
    expect_refused({"toad.ctr", "--uc", "FROG.DDD", "-o", "x.glb"}, "--uc is for unreal");
}

TEST_F(Options, OneThatItKnowsIsTaken) {
    expect_taken({"toad.ctr", "--vrm", "toad.vrm", "-o", "x.glb"});
    expect_taken({"FROG.DDD", "--smooth", "--lines", "--rig", "exact", "-o", "x.glb"});
    expect_taken({"FROG.DDD", "--anim", "FROG.DDD", "-o", "x.glb"});
    expect_taken({"FROG.RDY", "--lod", "0", "--frame", "1", "-o", "x.glb"});
    expect_taken({"lantern.ctc", "--all-weights", "--fps", "5", "--raw", "-o", "x.glb"});
    expect_taken({"flower.twm", "--rotation", "quaternion", "--loop", "hold", "-o", "x.glb"});
    expect_taken({"fish_d.3d", "--split", "clips", "-o", "x.glb"});
    expect_taken({"fish_d.3d", "--split", "none", "-o", "x.glb"});
}

TEST_F(Options, ThoseOfBuildingAreForTheFormatThatIsBuilt) {
    expect_refused({"FROG.DDD", "--modeldef", "-o", "x.glb"}, "--modeldef is for writing unreal");
    expect_refused({"FROG.DDD", "--modeldef", "-o", "x.ctr"},
                   "--modeldef is for unreal, and this is ctr (Crash Team Racing model)");
    expect_refused({"FROG.DDD", "--vrm-out", "v.vrm", "-o", "x.twm"},
                   "--vrm-out is for ctr, and this is twm (Twilli Engine model)");
    expect_refused({"fish_d.3d", "--modeldef", "-o", "x_d.3d"},
                   "--modeldef has no effect: the model is written again as it is");
    expect_taken({"flower.twm", "--modeldef", "-o", "x_d.3d"});
    EXPECT_TRUE(exists("x.modeldef"));
    expect_taken({"FROG.DDD", "--texture", "0=FROG.PCX", "--fit", "--vrm-out", "v.vrm", "-o", "x.ctr"});
    EXPECT_TRUE(exists("v.vrm"));
    EXPECT_FALSE(exists("x.vrm"));
}

TEST_F(Options, AModelThatIsWrittenAgainHasNoSceneToShape) {
    expect_refused({"FROG.DDD", "--smooth", "-o", "copy.ddd"},
                   "--smooth has no effect: the model is written again as it is");
    expect_taken({"FROG.DDD", "-o", "copy.ddd"});
    expect_taken({"FROG.DDD", "--smooth", "-o", "x.glb"});
}

TEST_F(Options, ABaseIsOfTheFormatThatIsWritten) {
    ASSERT_EQ(convert({"FROG.DDD", "--no-source", "--rig", "exact", "-o", "frog.glb"}).code, 0);
    expect_refused({"frog.glb", "--base", "lantern.ctc", "-o", "x.ddd"}, "--base lantern.ctc is no SoulFu model");
    expect_refused({"frog.glb", "--base", "FROG.DDD", "-o", "x.glb"}, "--base is for models in a game's format");
    expect_refused({"FROG.DDD", "--base", "FROG.DDD", "-o", "x.ddd"},
                   "--base has no effect: the model is written again");
    expect_taken({"frog.glb", "--base", "FROG.DDD", "-o", "x.ddd"});
    // How the scene of the base is made, which a glTF without extras does not say.
    expect_taken({"frog.glb", "--base", "FROG.DDD", "--rig", "exact", "-o", "x.ddd"});
    expect_refused({"frog.glb", "--base", "FROG.DDD", "--all-weights", "-o", "x.ddd"}, "--all-weights is for ctc");
    expect_refused({"frog.glb", "--rig", "exact", "-o", "x.ddd"},
                   "--rig is for ddd or rdy, and this is gltf (glTF 2.0 model)");
}

TEST_F(Options, FramesThatAModelDoesNotHaveAreRefused) {
    put_fixture("moving.ddd", "ddd_animated");
    expect_refused({"moving.ddd", "--frame", "5", "-o", "x.glb"},
                   "moving.ddd: --frame 5: the model has 5 frames, 0 to 4");
    expect_taken({"moving.ddd", "--frame", "4", "-o", "x.glb"});
    for (const char* model : {"lantern.ctc", "toad.ctr", "FROG.RDY", "fish_d.3d"}) {
        expect_refused({model, "--frame", "5000", "-o", "x.glb"}, "--frame 5000: the model has ");
        expect_taken({model, "--frame", "1", "-o", "x.glb"});
    }
}

TEST_F(Options, LevelsThatAModelDoesNotHaveAreRefused) {
    put_fixture("two.rdy", "rdy_two_levels");
    expect_refused({"two.rdy", "--lod", "2", "-o", "x.glb"}, "--lod 2: the model has 2 levels of detail, 0 to 1");
    expect_taken({"two.rdy", "--lod", "1", "-o", "x.glb"});
    expect_taken({"two.rdy", "--lod", "all", "-o", "x.glb"});
    expect_refused({"FROG.RDY", "--lod", "3", "-o", "x.glb"}, "--lod 3: the model has ");
    expect_refused({"toad.ctr", "--lod", "9", "-o", "x.glb"}, "--lod 9: the model has ");
    expect_taken({"toad.ctr", "--lod", "0", "-o", "x.glb"});
    expect_refused({"lantern.ctc", "--lod", "3", "-o", "x.glb"}, "--lod 3: ");
    expect_refused({"lantern.ctc", "--lod", "all", "-o", "x.glb"}, "--lod all: ");
}

TEST_F(Options, SlotsThatAModelDoesNotHaveAreRefused) {
    expect_refused({"FROG.DDD", "--texture", "9=FROG.PCX", "-o", "x.glb"},
                   "FROG.DDD: --texture 9=FROG.PCX: the model has the slots 0 and 1");
    expect_refused({"FROG.DDD", "--texture", "0=FROG.PCX", "--texture", "2=FROG.PCX", "-o", "x.glb"},
                   "--texture 2=FROG.PCX");
    expect_taken({"FROG.DDD", "--texture", "0=FROG.PCX", "--texture", "1=FROG.PCX", "-o", "x.glb"});
    for (const char* model : {"lantern.ctc", "toad.ctr", "FROG.RDY", "fish_d.3d", "flower.twm"}) {
        expect_refused({model, "--texture", "77=FROG.PCX", "-o", "x.glb"}, "--texture 77=FROG.PCX: the model has ");
        expect_taken({model, "--texture", "0=FROG.PCX", "-o", "x.glb"});
    }
}

TEST_F(Options, PartsAreForCharacters) {
    put_fixture("stone.ddd", "ddd_no_skeleton");
    put_fixture("prop.ddd", "ddd_static");
    put_fixture("held.ddd", "ddd_named_bones");
    expect_refused({"stone.ddd", "--part", "HEAD=prop.ddd", "-o", "x.glb"},
                   "--part HEAD=prop.ddd: the model has no bones, so it is no character");
    expect_taken({"prop.ddd", "--part", "HEAD=prop.ddd", "-o", "x.glb"});
    expect_refused({"prop.ddd", "--part", "RIGHT=prop.ddd", "-o", "x.glb"},
                   "the model has no bone to hold anything there");
    expect_refused({"prop.ddd", "--part", "rider=prop.ddd", "-o", "x.glb"},
                   "the model has no bone to hold anything there");
    expect_taken({"held.ddd", "--part", "LEFT=prop.ddd", "-o", "x.glb"});
    // A slot of a part is one only where the part is there.
    expect_taken({"prop.ddd", "--part", "HEAD=prop.ddd", "--texture", "HEAD.0=FROG.PCX", "-o", "x.glb"});
    expect_refused({"prop.ddd", "--texture", "HEAD.0=FROG.PCX", "-o", "x.glb"},
                   "--texture HEAD.0=FROG.PCX: the model has ");
}

TEST_F(Options, OtherVerbsRefuseThemToo) {
    for (const Words& verb : {Words{"render", "-o", "x.png"}, {"sheet", "-o", "x.png"}, {"gallery", "-o", "x.png"}}) {
        Words arguments = verb;
        arguments.insert(arguments.end(), {"FROG.DDD", "--vrm", "toad.vrm"});
        const Ran ran = thaw(arguments);
        EXPECT_EQ(ran.code, 3) << verb[0] << ran.err;
        EXPECT_NE(ran.err.find("--vrm is for ctr"), std::string::npos) << ran.err;
        arguments = verb;
        arguments.insert(arguments.end(), {"FROG.DDD", "--frame", "5000"});
        EXPECT_EQ(thaw(arguments).code, 3) << verb[0];
        EXPECT_FALSE(exists("x.png")) << verb[0];
        arguments.back() = "1";
        EXPECT_EQ(thaw(arguments).code, 0) << verb[0];
        fs::remove_all(fs::path(scratch_.path()) / "x.png");
    }
}

// Of many models, each takes what its format knows.
TEST_F(Options, InABatchOneFormatThatTakesItIsEnough) {
    scratch_.put("in/FROG.DDD", scratch_.get("FROG.DDD"));
    scratch_.put("in/lantern.ctc", scratch_.get("lantern.ctc"));
    expect_refused({"in", "--vrm", "toad.vrm", "-o", "out"}, "--vrm is for ctr, and no model here is one");
    expect_refused({"in", "--smooth", "--rotation", "euler", "-o", "out"},
                   "--rotation is for twm, and no model here is one");
    expect_refused({"in", "--modeldef", "-o", "out"}, "--modeldef is for unreal, and no model here is one");
    const Ran taken = convert({"in", "--smooth", "--all-weights", "-o", "out"});
    EXPECT_EQ(taken.code, 0) << taken.err;
    EXPECT_TRUE(exists("out/FROG.glb") && exists("out/lantern.glb"));
    // Each model is as it would be alone.
    ASSERT_EQ(convert({"in/FROG.DDD", "--smooth", "-o", "alone/"}).code, 0);
    ASSERT_EQ(convert({"in/lantern.ctc", "--all-weights", "-o", "alone/"}).code, 0);
    EXPECT_EQ(convert({"in", "--anim", "FROG.DDD", "-o", "moved"}).code, 0);
    EXPECT_EQ(thaw({"sheet", "in", "--vrm", "toad.vrm", "-o", "sheet.png"}).code, 3);
    EXPECT_FALSE(exists("sheet.png"));
    EXPECT_EQ(thaw({"sheet", "in", "--smooth", "-o", "sheet.png"}).code, 0);
}

TEST_F(Options, InABatchAValueIsRefusedIfNoModelHasIt) {
    put_fixture("in/two.rdy", "rdy_two_levels");
    put_fixture("in/one.rdy", "rdy_static");
    const Ran some = convert({"in", "--lod", "1", "-o", "out"});
    EXPECT_LT(some.code, 2) << some.err;
    const Ran none = convert({"in", "--lod", "7", "-o", "out"});
    EXPECT_EQ(none.code, 3) << none.err;
    EXPECT_NE(none.err.find("--lod 7 had no effect on any of the models"), std::string::npos) << none.err;
}

TEST_F(Options, WrongValuesAreRefusedWithWhatThereIs) {
    const auto complains = [&](const Words& arguments, const std::string& words) {
        const Ran ran = convert(arguments);
        EXPECT_EQ(ran.code, 3);
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
    };
    complains({"FROG.DDD", "--fps", "-5"}, "-5 is not between 0.001 and 100000");
    complains({"FROG.RDY", "--lod", "some"}, "some is not a number or all");
    complains({"FROG.DDD", "--frame", "1.5"}, "1.5 is not a whole number");
    complains({"FROG.DDD", "--rig", "best"}, "best is not one of compact, exact");
    complains({"FROG.DDD", "--part", "HEAD"}, "HEAD is not PLACE=FILE, for example HEAD=PLRHEAD0.DDD");
    complains({"FROG.DDD", "--texture", "=x"}, "=x is not SLOT=FILE, for example 0=skin.png");
}

// --- listed once
// --------------------------------------------------------------------------------------------------------
TEST_F(Options, HelpHasThemInGroupsAndOnce) {
    const std::string help = thaw({"convert", "--help"}).out;
    std::size_t last = 0;
    for (const char* group : {"\nInput:", "\nOutput:", "\nglTF:", "\nAnachronox (ctc):", "\nCrash Team Racing (ctr):",
                              "\nTwilli Engine (twm):"}) {
        const std::size_t at = help.find(group);
        ASSERT_NE(at, std::string::npos) << group << '\n' << help;
        EXPECT_GT(at, last) << group;
        last = at;
    }
    const auto count = [&](const std::string& words) {
        std::size_t found = 0;
        for (std::size_t at = help.find(words); at != std::string::npos; at = help.find(words, at + 1)) ++found;
        return found;
    };
    for (const char* option : {"\n  --fps ", "\n  --texture ", "\n  --raw ", "\n  --vrm ", "\n  --rig "}) {
        EXPECT_EQ(count(option), 1u) << option;
    }
    EXPECT_NE(help.find("[default: compact]"), std::string::npos) << help;
    EXPECT_NE(help.find("(ctc, ctr, rdy) [default: the finest]"), std::string::npos) << help;
    // What is built is no concern of verbs that only show.
    EXPECT_EQ(thaw({"render", "--help"}).out.find("--modeldef"), std::string::npos);
    EXPECT_EQ(thaw({"render", "FROG.DDD", "--modeldef"}).code, 3);
}

// What decides how a glTF is written, where none is; and what a glTF has no need for.
TEST_F(Options, OfOutputsThatAreNotWritten) {
    for (const std::string out : {"x.obj", "x.ddd", "x.ctr"}) {
        for (const std::vector<std::string>& given : std::vector<std::vector<std::string>>{
                 {"--no-source"}, {"--compact"}, {"--meshopt"}, {"--shading", "lit"}}) {
            std::vector<std::string> arguments{"FROG.DDD", "-o", out};
            arguments.insert(arguments.end(), given.begin(), given.end());
            const Ran ran = convert(arguments);
            EXPECT_EQ(ran.code, 3) << out << given.front();
            EXPECT_EQ(ran.err, "thaw: " + given.front() + " is for glTF, and something else is to be written\n");
            EXPECT_FALSE(exists(out));
        }
    }
    EXPECT_EQ(convert({"FROG.DDD", "--fit", "-o", "x.glb"}).err,
              "thaw: --fit is for writing a game's format, and glb is none\n");
    expect_taken({"FROG.DDD", "--no-source", "--compact", "--shading", "lit", "-o", "x.gltf"});
}

// Inputs, outputs, glTF, and what each game has: in that order, with one empty line before each.
TEST_F(Options, HelpIsGrouped) {
    for (const char* verb : {"convert", "render", "sheet", "gallery"}) {
        const std::string help = thaw({verb, "--help"}).out;
        EXPECT_EQ(help.find("\n\n\n"), std::string::npos) << help;
        const std::size_t input = help.find("\n\nInput:\n");
        const std::size_t output = help.find("\n\nOutput:\n");
        const std::size_t game = help.find("\n\nCrash Team Racing (ctr):\n");
        EXPECT_LT(input, output) << help;
        EXPECT_LT(output, game) << help;
        EXPECT_LT(game, help.size()) << help;
        EXPECT_LT(input, help.find("  --fps "));
        EXPECT_GT(output, help.find("  --fps "));
    }
}

TEST_F(Options, JsonHasThemByFormat) {
    const std::string json = thaw({"formats", "--json"}).out;
    for (const std::string& line : lines_of(json)) EXPECT_TRUE(is_json(line)) << line;
    EXPECT_NE(
        json.find(
            R"({"name":"rig","type":"word","help":"one node per bone, or two that show every pose without error",)"
            R"("values":["compact","exact"],"default":"compact","applies_to":["scene"]})"),
        std::string::npos)
        << json;
    EXPECT_NE(json.find(R"("name":"vrm-out","type":"output")"), std::string::npos) << json;
    EXPECT_NE(json.find(R"("applies_to":["scene","build"])"), std::string::npos) << json;
}

// Once, whatever the number of models that would take it.
TEST_F(Options, AGivenFileThatIsNotThere) {
    const Ran ran = convert({"FROG.DDD", "FROG.RDY", "--texture", "0=no.png", "-o", "out/"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_EQ(ran.err, "thaw: no.png: there is no such file or folder\n");
    EXPECT_FALSE(exists("out"));
}

}  // namespace
}  // namespace thaw::test
