// `thaw convert` from glTF into what games read.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

class WayBack : public ::testing::Test {
protected:
    WayBack() {
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

TEST_F(WayBack, AnUnchangedGlbGivesBackItsFile) {
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

TEST_F(WayBack, WithoutItsSourceItIsBuiltAnew) {
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    const Ran ran = run({"plain.glb", "--to", "ddd", "-o", "new/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("new/plain.ddd  "), std::string::npos) << ran.out;
    EXPECT_TRUE(exists("new/plain.textures.json"));
    EXPECT_TRUE(exists("new/FROG.png"));
    EXPECT_EQ(thaw({"check", "--profile", "game", "--fail-on", "warning", "new/plain.ddd"}).code, 0);
    // Laid over the original, nothing is left of the way it took.
    const Ran based = run({"plain.glb", "--base", "FROG.DDD", "-o", "based.ddd"});
    EXPECT_EQ(based.code, 0) << based.err;
    EXPECT_NE(based.out.find("nothing changed; byte-identical"), std::string::npos) << based.out;
    EXPECT_EQ(scratch_.get("based.ddd"), scratch_.get("FROG.DDD"));
}

TEST_F(WayBack, WhatIsThereStays) {
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    scratch_.put("built.textures.json", blob_of("mine"));
    const Ran ran = run({"plain.glb", "-o", "built.ddd"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.err.find("built.textures.json is there already"), std::string::npos) << ran.err;
    EXPECT_EQ(scratch_.get("built.textures.json"), "mine");
    EXPECT_EQ(run({"plain.glb", "-o", "built.ddd"}).code, 4);
    EXPECT_EQ(run({"plain.glb", "-f", "-o", "built.ddd"}).code, 0);
    EXPECT_NE(scratch_.get("built.textures.json"), "mine");
}

TEST_F(WayBack, DryRunOnlyTells) {
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    const Ran ran = run({"plain.glb", "-o", "no.rdy", "--dry-run", "--report", "report.json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("would write no.rdy"), 0u) << ran.out;
    EXPECT_FALSE(exists("no.rdy"));
    const std::string report = scratch_.get("report.json");
    EXPECT_TRUE(is_json(report)) << report;
    EXPECT_NE(report.find("\"dry_run\": true"), std::string::npos) << report;
}

TEST_F(WayBack, SaysWhatItCannotDo) {
    const Ran unknown = run({"frog.glb", "--base", "FROG.PCX", "-o", "x.ddd"});
    EXPECT_NE(unknown.code, 0);
    EXPECT_EQ(run({"frog.glb", "FROG.DDD", "--base", "FROG.DDD", "-o", "x/"}).code, 3);
    EXPECT_EQ(run({"FROG.DDD", "--no-source", "-o", "plain.glb"}).code, 0);
    const Ran origin = run({"plain.glb", "--to", "native", "-o", "x/"});
    EXPECT_EQ(origin.code, 3);
    EXPECT_NE(origin.err.find("needs --to ID"), std::string::npos) << origin.err;
    scratch_.put("empty.glb", "");
    EXPECT_EQ(run({"empty.glb", "-o", "x.ddd"}).code, 2);
    scratch_.put("nothing.gltf", blob_of(R"({"asset":{"version":"2.0"}})"));
    const Ran nothing = run({"nothing.gltf", "-o", "x.ddd"});
    EXPECT_EQ(nothing.code, 2);
    EXPECT_NE(nothing.err.find("neither triangles nor bones"), std::string::npos) << nothing.err;
    EXPECT_FALSE(exists("x.ddd"));
}

// The list of a game's entities is for looking only: it is neither kept in the glTF nor written with the model.
TEST_F(WayBack, AModelAtTheScaleOfItsEntityComesBackAlone) {
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

TEST_F(WayBack, GlbIsAModelForTheOtherVerbsToo) {
    EXPECT_NE(thaw({"info", "frog.glb"}).out.find("made by Thaw from FROG.DDD"), std::string::npos);
    EXPECT_EQ(thaw({"check", "frog.glb"}).code, 0);
    EXPECT_EQ(thaw({"dump", "frog.glb"}).code, 0);
    EXPECT_EQ(thaw({"render", "frog.glb", "-o", "frog.png"}).code, 0);
    // In a folder they are what Thaw made of the models there.
    EXPECT_EQ(thaw({"info", "."}).out.find("frog.glb"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
