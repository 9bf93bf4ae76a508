// `thaw convert` from glTF into what games read.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/glb_edit.hpp"
#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

class ToNative : public ::testing::Test {
protected:
    ToNative() {
        for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
            scratch_.put(name, load_file(source_folder() / "samples/soulfu" / name));
        }
        EXPECT_EQ(run({"FROG.DDD", "-o", "frog.glb"}).code, 0);
    }
    Ran run(std::vector<std::string> arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        arguments.insert(arguments.begin(), "convert");
        return run_thaw(arguments, options);
    }
    Ran thaw(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    bool exists(const std::string& name) { return fs::exists(fs::path(scratch_.path()) / name); }

    Scratch scratch_;
};

TEST_F(ToNative, AnUnchangedGlbGivesBackItsFile) {
    const Ran ran = run({"frog.glb", "-o", "back.ddd"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("nothing was changed"), std::string::npos) << ran.out;
    EXPECT_EQ(scratch_.get("back.ddd"), scratch_.get("FROG.DDD"));
    // Also without saying what it is, and under its own name.
    EXPECT_EQ(run({"frog.glb", "--to", "native", "-o", "out/"}).code, 0);
    EXPECT_EQ(scratch_.get("out/FROG.DDD"), scratch_.get("FROG.DDD"));
    // And through a pipe, as two files, and once more as GLB.
    EXPECT_EQ(run({"frog.glb", "--to", "ddd", "-o", "-"}).out, scratch_.get("FROG.DDD"));
    EXPECT_EQ(run({"FROG.DDD", "-o", "two.gltf"}).code, 0);
    EXPECT_EQ(run({"two.gltf", "-o", "two.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("two.ddd"), scratch_.get("FROG.DDD"));
    EXPECT_EQ(run({"frog.glb", "-o", "again.glb"}).code, 0);
    EXPECT_EQ(run({"again.glb", "-o", "again.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("again.ddd"), scratch_.get("FROG.DDD"));
}

TEST_F(ToNative, WithoutItsSourceItIsBuiltAnew) {
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    const Ran ran = run({"plain.glb", "--to", "ddd", "-o", "new/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("new/plain.ddd  "), std::string::npos) << ran.out;
    EXPECT_TRUE(exists("new/plain.textures.json"));
    EXPECT_TRUE(exists("new/FROG.PCX"));
    EXPECT_EQ(thaw({"check", "--profile", "game", "--fail-on", "warning", "new/plain.ddd"}).code, 0);
    // Laid over the original, nothing is left of the way it took.
    const Ran based = run({"plain.glb", "--base", "FROG.DDD", "-o", "based.ddd"});
    EXPECT_EQ(based.code, 0) << based.err;
    EXPECT_NE(based.out.find("nothing changed; byte-identical"), std::string::npos) << based.out;
    EXPECT_EQ(scratch_.get("based.ddd"), scratch_.get("FROG.DDD"));
}

TEST_F(ToNative, WhatIsThereStays) {
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    scratch_.put("built.textures.json", blob_of("mine"));
    const Ran ran = run({"plain.glb", "-o", "built.ddd"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.err.find("built.textures.json exists already"), std::string::npos) << ran.err;
    EXPECT_EQ(scratch_.get("built.textures.json"), "mine");
    const std::string built = scratch_.get("built.ddd");
    scratch_.put("built.ddd", "mine, too");
    EXPECT_EQ(run({"plain.glb", "-o", "built.ddd"}).code, 4);
    EXPECT_EQ(scratch_.get("built.ddd"), "mine, too");
    EXPECT_EQ(run({"plain.glb", "-f", "-o", "built.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("built.ddd"), built);
    EXPECT_NE(scratch_.get("built.textures.json"), "mine");
}

TEST_F(ToNative, ASecondRunIsNoError) {
    scratch_.put("glb/frog.glb", scratch_.get("frog.glb"));
    scratch_.put("glb/toad.glb", scratch_.get("frog.glb"));
    const std::vector<std::vector<std::string>> ways{{"frog.glb", "-o", "one.ddd"},
                                                     {"frog.glb", "--to", "unreal", "-o", "set/"},
                                                     {"glb", "--to", "native", "-o", "all"},
                                                     {"FROG.DDD", "-o", "copy.ddd"}};
    for (const auto& way : ways) {
        const Ran first = run(way), second = run(way);
        EXPECT_EQ(first.code, second.code) << first.err << second.err;
        EXPECT_NE(second.out.find("  up to date"), std::string::npos) << second.out;
        std::vector<std::string> dry = way;
        dry.push_back("--dry-run");
        EXPECT_EQ(run(dry).code, first.code);
    }
    // But what is read stays an input, whatever it holds, and a file of others is not taken for one's own.
    EXPECT_EQ(run({"FROG.DDD", "-o", "FROG.DDD"}).code, 4);
    scratch_.put("set/frog_a.3d", "mine");
    EXPECT_EQ(run(ways[1]).code, 4);
    EXPECT_EQ(scratch_.get("set/frog_a.3d"), "mine");
}

// Video memory is found by the model's name, and by nothing else.
TEST_F(ToNative, WhatGoesByTheNameOfTheModelGetsItsNewOne) {
    for (const char* name : {"toadstool.ctr", "toadstool.vrm"}) {
        scratch_.put(name, load_file(source_folder() / "samples/ctr" / name));
    }
    EXPECT_EQ(run({"toadstool.ctr", "-o", "mushroom.glb"}).code, 0);
    EXPECT_EQ(run({"mushroom.glb", "-o", "same/morel.ctr"}).code, 0);
    EXPECT_EQ(scratch_.get("same/morel.vrm"), scratch_.get("toadstool.vrm"));
    EXPECT_EQ(run({"mushroom.glb", "--to", "native", "-o", "own/"}).code, 0);
    EXPECT_EQ(scratch_.get("own/toadstool.vrm"), scratch_.get("toadstool.vrm"));
    scratch_.put("mushroom.glb", with_moved_vertex(scratch_.get("mushroom.glb"), 0.05f));
    EXPECT_EQ(run({"mushroom.glb", "--to", "native", "-o", "edited/"}).code, 0);
    EXPECT_EQ(scratch_.get("edited/mushroom.vrm"), scratch_.get("toadstool.vrm"));
    for (const char* model : {"same/morel.ctr", "own/toadstool.ctr", "edited/mushroom.ctr"}) {
        EXPECT_EQ(thaw({"check", "--fail-on", "warning", model}).code, 0) << model;
    }
}

TEST_F(ToNative, DryRunOnlyTells) {
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    const Ran ran = run({"plain.glb", "-o", "no.rdy", "--dry-run", "--report", "report.json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("would write no.rdy"), 0u) << ran.out;
    EXPECT_FALSE(exists("no.rdy"));
    const std::string report = scratch_.get("report.json");
    EXPECT_TRUE(is_json(report)) << report;
    EXPECT_NE(report.find("\"dry_run\": true"), std::string::npos) << report;
}

TEST_F(ToNative, SaysWhatItCannotDo) {
    const Ran unknown = run({"frog.glb", "--base", "FROG.PCX", "-o", "x.ddd"});
    EXPECT_NE(unknown.code, 0);
    EXPECT_EQ(run({"frog.glb", "FROG.DDD", "--base", "FROG.DDD", "-o", "x/"}).code, 3);
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    const Ran origin = run({"plain.glb", "--to", "native", "-o", "x/"});
    EXPECT_EQ(origin.code, 3);
    EXPECT_NE(origin.err.find("choose a format with --to ID"), std::string::npos) << origin.err;
    scratch_.put("empty.glb", "");
    EXPECT_EQ(run({"empty.glb", "-o", "x.ddd"}).code, 2);
    scratch_.put("nothing.gltf", blob_of(R"({"asset":{"version":"2.0"}})"));
    const Ran nothing = run({"nothing.gltf", "-o", "x.ddd"});
    EXPECT_EQ(nothing.code, 2);
    EXPECT_NE(nothing.err.find("neither triangles nor bones"), std::string::npos) << nothing.err;
    EXPECT_FALSE(exists("x.ddd"));
}

// Two models that give a file of one name: the same bytes are written once, others are nobody's to choose between.
TEST_F(ToNative, ModelsShareWhatIsTheSame) {
    for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
        std::string other = name;
        if (!other.ends_with(".PCX")) other.replace(0, 4, "TOAD");
        scratch_.put("b/" + other, scratch_.get(name));
    }
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "frog.glb"}).code, 0);
    EXPECT_EQ(run({"b/TOAD.DDD", "--no-source", "-o", "toad.glb"}).code, 0);
    for (const char* how : {"--durable", "--force", "--force", "--dry-run"}) {
        const Ran ran = run({"frog.glb", "toad.glb", "--to", "ddd", how, "-o", how});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.err, std::string(how) == "--dry-run" ? "would be        2\n" : "converted       2\n");
    }
    EXPECT_TRUE(exists("--force/frog.ddd") && exists("--force/toad.ddd"));
    EXPECT_FALSE(exists("--dry-run"));
    // Another image of the same name.
    std::string image = scratch_.get("FROG.PCX");
    image.back() = static_cast<char>(image.back() ^ 0x70);  // the last colour of its palette
    for (std::size_t i = image.size() - 768; i < image.size(); ++i) image[i] = static_cast<char>(image[i] ^ 0x70);
    scratch_.put("b/FROG.PCX", image);
    EXPECT_EQ(run({"b/TOAD.DDD", "--no-source", "-o", "toad.glb"}).code, 0);
    for (const char* how : {"--durable", "--force"}) {
        const std::string folder = std::string("different") + how;
        const Ran ran = run({"frog.glb", "toad.glb", "--to", "ddd", how, "-o", folder, "--report", folder + ".json"});
        EXPECT_EQ(ran.code, 1) << ran.err;
        EXPECT_NE(ran.err.find("another model of this run has been written there: frog.glb; what toad.glb gives is "
                               "different"),
                  std::string::npos)
            << ran.err;
        EXPECT_TRUE(exists(folder + "/frog.ddd"));
        EXPECT_FALSE(exists(folder + "/toad.ddd")) << "all of a model or nothing";
        EXPECT_NE(scratch_.get(folder + ".json").find("another model of this run"), std::string::npos);
    }
}

TEST_F(ToNative, AFolderOfGlbs) {
    fs::create_directory(scratch_.path("glb"));
    EXPECT_EQ(run({"FROG.DDD", "-o", "glb/frog.glb"}).code, 0);
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "glb/plain.gltf"}).code, 0);
    const Ran ran = run({"glb", "--to", "ddd", "-o", "out"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(scratch_.get("out/FROG.DDD"), scratch_.get("FROG.DDD"));
    EXPECT_TRUE(exists("out/plain.ddd"));
    EXPECT_EQ(run({"glb/", "--to", "rdy", "-o", "rdy"}).code, 0);
    // In its own format: of one the origin is known, of the other it is not, and that stops nothing.
    const Ran native = run({"glb", "--to", "native", "-o", "native", "--report", "r.json"});
    EXPECT_EQ(native.code, 1) << native.err;
    EXPECT_NE(native.err.find("glb/plain.gltf: choose a format"), std::string::npos) << native.err;
    EXPECT_NE(native.err.find("converted       1\nrefused         1\n"), std::string::npos) << native.err;
    EXPECT_EQ(scratch_.get("native/FROG.DDD"), scratch_.get("FROG.DDD"));
    EXPECT_NE(scratch_.get("r.json").find("glb/plain.gltf"), std::string::npos);
    // Where glTF or OBJ is made, they are what Thaw made of models.
    for (const char* to : {"glb", "gltf", "obj"}) {
        const Ran none = run({"glb", "--to", to, "-o", "none"});
        EXPECT_NE(none.err.find("no models there"), std::string::npos) << to << none.err;
    }
    EXPECT_FALSE(exists("none"));
    // What shows models shows them, unless models of games lie there too.
    const Ran alone = thaw({"info", "glb"});
    EXPECT_EQ(alone.code, 0) << alone.err;
    EXPECT_NE(alone.out.find("glb/frog.glb"), std::string::npos) << alone.out;
    EXPECT_NE(alone.out.find("glb/plain.gltf"), std::string::npos) << alone.out;
    fs::copy_file(scratch_.path("FROG.DDD"), scratch_.path("glb/FROG.DDD"));
    const Ran beside = thaw({"info", "glb"});
    EXPECT_NE(beside.out.find("glb/FROG.DDD"), std::string::npos);
    EXPECT_EQ(beside.out.find("glb/frog.glb"), std::string::npos) << beside.out;
}

TEST_F(ToNative, AFolderOfBoth) {
    for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
        scratch_.put(std::string("in/") + name, scratch_.get(name));
    }
    EXPECT_EQ(run({"FROG.DDD", "-o", "in/FROG.glb"}).code, 0);
    // It gives the very file beside it.
    const Ran same = run({"in", "--to", "ddd", "-o", "out"});
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_EQ(scratch_.get("out/FROG.DDD"), scratch_.get("FROG.DDD"));
    EXPECT_EQ(run({"in", "--to", "native", "-o", "native"}).code, 0);
    // As glTF, only the model is one.
    const Ran away = run({"in", "-o", "away"});
    EXPECT_EQ(away.code, 0) << away.err;
    EXPECT_EQ(away.out.find("FROG_gltf"), std::string::npos) << away.out;
    // Two that differ: named, and neither lost.
    scratch_.put("in/FROG.DDD", tiny_ddd());
    const Ran clash = run({"in", "--to", "ddd", "-f", "-o", "clash"});
    EXPECT_EQ(clash.code, 1) << clash.err;
    EXPECT_NE(clash.err.find("clash/FROG.DDD: another model of this run has been written there: in/FROG.DDD; what "
                             "in/FROG.glb gives is different"),
              std::string::npos)
        << clash.err;
    EXPECT_EQ(scratch_.get("clash/FROG.DDD"), scratch_.get("in/FROG.DDD"));
    EXPECT_TRUE(exists("in/FROG.glb"));
}

TEST_F(ToNative, NothingIsPlacedIntoAnExistingVideoMemory) {
    scratch_.put("level.vrm", load_file(source_folder() / "samples/ctr/toadstool.vrm"));
    scratch_.put("toadstool.ctr", load_file(source_folder() / "samples/ctr/toadstool.ctr"));
    for (const char* option : {"--vrm", "--shared-vrm"}) {
        const Ran ran = run({"frog.glb", option, "level.vrm", "-o", "frog.ctr"});
        EXPECT_EQ(ran.code, 3) << ran.err;
        EXPECT_NE(ran.err.find("existing video memory is not supported yet"), std::string::npos) << ran.err;
        EXPECT_NE(ran.err.find(option), std::string::npos) << ran.err;
        EXPECT_EQ(run({"FROG.DDD", option, "level.vrm", "--to", "ctr", "-o", "new"}).code, 3);
        // Where none is built it says where the textures are.
        EXPECT_EQ(run({"toadstool.ctr", option, "level.vrm", "-f", "-o", "copy.ctr"}).code, 0);
        EXPECT_EQ(run({"toadstool.ctr", option, "level.vrm", "-o", "shown.glb"}).code, 0);
    }
    EXPECT_FALSE(exists("frog.ctr") || exists("frog.vrm") || exists("new"));
    EXPECT_EQ(run({"frog.glb", "-o", "frog.ctr", "--fit"}).code, 0);
}

// The list of a game's entities is for looking only: it is neither kept in the glTF nor written with the model.
TEST_F(ToNative, AModelAtTheScaleOfItsEntityComesBackAlone) {
    const std::string model = "anoxdata/models/lantern.ctc";
    scratch_.put(model, load_file(source_folder() / "samples/ctc/lantern.ctc"));
    scratch_.put("anoxdata/models/entity.dat", "ob_lantern|models/lantern.ctc|2|3|0.5|general\n");
    const Ran shown = thaw({"info", model});
    EXPECT_NE(shown.out.find("shown by ob_lantern of"), std::string::npos) << shown.out;
    EXPECT_NE(thaw({"info", "--json", model}).out.find(R"("entities":[{"classname":"ob_lantern","scale":[2,3,0.5])"),
              std::string::npos);
    const Ran made = run({model, "-o", "lantern.glb"});
    EXPECT_NE(made.out.find("CTC_ENTITY_SCALE"), std::string::npos) << made.out;
    EXPECT_EQ(scratch_.get("lantern.glb").find("|general"), std::string::npos);
    EXPECT_EQ(run({"lantern.glb", "-o", "kept.ctc"}).code, 0);
    EXPECT_EQ(run({model, "--no-source", "-o", "alone.glb"}).code, 0);
    EXPECT_EQ(run({"alone.glb", "--base", model, "-o", "based.ctc"}).code, 0);
    for (const char* name : {"kept.ctc", "based.ctc"}) EXPECT_TRUE(scratch_.get(name) == scratch_.get(model)) << name;
    EXPECT_FALSE(exists("entity.dat"));
}

// Each under its own name, and only those that changed.
TEST_F(ToNative, FilesOfACharacterComeBackIntoTheirOwn) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (fixture.name == "ddd_animated") scratch_.put("BODY.DDD", fixture.bundle.parts[0].bytes);
        if (fixture.name == "ddd_static") scratch_.put("HEAD0.DDD", fixture.bundle.parts[0].bytes);
    }
    ASSERT_LT(run({"BODY.DDD", "--part", "HEAD=HEAD0.DDD", "-o", "guard.glb"}).code, 2);
    scratch_.put("edited.glb", with_moved_vertex(scratch_.get("guard.glb"), 0.05f));  // of both, at one place
    const Ran ran = run({"edited.glb", "--to", "native", "-o", "out"});
    EXPECT_NE(ran.out.find("changed: BODY.DDD, HEAD0.DDD"), std::string::npos) << ran.out << ran.err;
    EXPECT_TRUE(exists("out/BODY.DDD") && exists("out/HEAD0.DDD"));
    EXPECT_FALSE(exists("out/edited.ddd"));
    // Asked for by name it is written under that.
    EXPECT_LT(run({"edited.glb", "-o", "mine.ddd"}).code, 2);
    EXPECT_TRUE(exists("mine.ddd"));
}

TEST_F(ToNative, AnimationsOfAnotherFileThatDidNotChangeAreNotWritten) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (fixture.name != "ddd_linked") continue;
        for (const Part& part : fixture.bundle.parts) scratch_.put(part.name, part.bytes);
    }
    ASSERT_LT(run({"ddd_linked.DDD", "-o", "linked.glb"}).code, 2);
    scratch_.put("linked.glb", with_moved_vertex(scratch_.get("linked.glb"), 0.05f));
    const Ran ran = run({"linked.glb", "--to", "native", "-o", "out"});
    EXPECT_NE(ran.out.find("changed: ddd_linked.DDD; unchanged: ANIM.DDD"), std::string::npos) << ran.out << ran.err;
    EXPECT_TRUE(exists("out/ddd_linked.DDD"));
    EXPECT_FALSE(exists("out/ANIM.DDD"));
}

TEST_F(ToNative, AFileOfACharacterThatDidNotChangeIsNotWritten) {
    const fs::path corpus = corpus_folder() / "soulfu/models";
    if (!fs::exists(corpus / "BATANIM.DDD")) GTEST_SKIP() << "no corpus";
    for (const char* name : {"BATANIM.DDD", "BAT.DDD"}) scratch_.put(name, load_file(corpus / name));
    ASSERT_LT(run({"BATANIM.DDD", "--part", "CHEST=BAT.DDD", "-o", "bat.glb"}).code, 2);
    scratch_.put("edited.glb", with_moved_vertex(scratch_.get("bat.glb"), 0.05f));
    const Ran ran = run({"edited.glb", "--to", "native", "-o", "out"});
    EXPECT_NE(ran.out.find("changed: BAT.DDD; unchanged: BATANIM.DDD"), std::string::npos) << ran.out << ran.err;
    EXPECT_TRUE(exists("out/BAT.DDD"));
    EXPECT_FALSE(exists("out/BATANIM.DDD") || exists("out/edited.ddd"));
}

TEST_F(ToNative, GlbIsAModelForTheOtherVerbsToo) {
    EXPECT_NE(thaw({"info", "frog.glb"}).out.find("made by Thaw from FROG.DDD"), std::string::npos);
    EXPECT_EQ(thaw({"check", "frog.glb"}).code, 0);
    EXPECT_EQ(thaw({"dump", "frog.glb"}).code, 0);
    EXPECT_EQ(thaw({"render", "frog.glb", "-o", "frog.png"}).code, 0);
    // In a folder they are what Thaw made of the models there.
    EXPECT_EQ(thaw({"info", "."}).out.find("frog.glb"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
