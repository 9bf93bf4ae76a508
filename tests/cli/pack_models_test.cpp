// Packs and levels of models: each by itself, all in one scene, and back.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

class PackModels : public ::testing::Test {
protected:
    PackModels() {
        for (const Fixture& fixture : ctr_fixtures()) {
            if (fixture.name == "ctr_pack") scratch_.put("two.mpk", fixture.bundle.parts[0].bytes);
            if (fixture.name == "ctr_level") scratch_.put("place.lev", fixture.bundle.parts[0].bytes);
        }
    }
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    bool there(const char* name) const { return fs::exists(scratch_.path(name)); }

    Scratch scratch_{};
};

TEST_F(PackModels, AreConvertedOneByOneOrTogether) {
    EXPECT_EQ(run({"convert", "two.mpk", "-o", "each/"}).code, 0);
    EXPECT_TRUE(there("each/one.glb") && there("each/two.glb"));
    EXPECT_FALSE(there("each/two.mpk.glb"));
    EXPECT_EQ(run({"convert", "two.mpk", "--model", "one", "-o", "only/"}).code, 0);
    EXPECT_TRUE(there("only/one.glb"));
    EXPECT_FALSE(there("only/two.glb"));
    EXPECT_EQ(run({"convert", "two.mpk", "--model", "three", "-o", "none/"}).code, 3);
    EXPECT_EQ(run({"convert", "two.mpk", "--together", "-o", "all.glb"}).code, 0);
    EXPECT_TRUE(there("all.glb"));
    EXPECT_EQ(run({"convert", "place.lev", "-o", "level/"}).code, 0);
    EXPECT_TRUE(there("level/crate.glb"));
    EXPECT_EQ(run({"convert", "place.lev", "--together", "-o", "level.glb"}).code, 0);
}

TEST_F(PackModels, AnUneditedGlbGivesBackItsFile) {
    ASSERT_EQ(run({"extract", "two.mpk", "-o", "files"}).code, 0);
    ASSERT_TRUE(there("files/one.ctr") && there("files/two.ctr"));
    ASSERT_EQ(run({"convert", "two.mpk", "-o", "glb/"}).code, 0);
    ASSERT_EQ(run({"convert", "glb/one.glb", "--to", "native", "-o", "back/"}).code, 0);
    EXPECT_EQ(scratch_.get("back/one.ctr"), scratch_.get("files/one.ctr"));
    const std::string before = scratch_.get("two.mpk");
    const Ran same = run({"replace", "two.mpk", "one.ctr", "glb/one.glb"});
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_EQ(scratch_.get("two.mpk"), before);
    // All in one scene are the pack itself.
    ASSERT_EQ(run({"convert", "two.mpk", "--together", "-o", "all.glb"}).code, 0);
    ASSERT_EQ(run({"convert", "all.glb", "--to", "native", "-o", "back/"}).code, 0);
    EXPECT_EQ(scratch_.get("back/two.mpk"), before);
}

TEST_F(PackModels, AnotherModelComesIntoThePackAndNothingElseChanges) {
    ASSERT_EQ(run({"extract", "two.mpk", "-o", "before"}).code, 0);
    scratch_.put("penguin.ctr", load_file(source_folder() / "samples" / "penguin" / "ctr" / "penguin.ctr"));
    const Ran put = run({"replace", "two.mpk", "one.ctr", "penguin.ctr"});
    ASSERT_EQ(put.code, 0) << put.err;
    ASSERT_EQ(run({"extract", "two.mpk", "-o", "after"}).code, 0);
    EXPECT_EQ(scratch_.get("after/two.ctr"), scratch_.get("before/two.ctr"));
    EXPECT_TRUE(there("after/penguin.ctr")) << "models are called what they call themselves";
    EXPECT_EQ(run({"check", "two.mpk"}).code, 0);
}

TEST_F(PackModels, AreListedButAModelAloneIsNoArchive) {
    const Ran list = run({"list", "two.mpk"});
    EXPECT_EQ(list.code, 0);
    EXPECT_NE(list.out.find("one.ctr"), std::string::npos) << list.out;
    EXPECT_NE(list.out.find("2 files"), std::string::npos) << list.out;
    scratch_.put("alone.ctr", load_file(source_folder() / "samples" / "ctr" / "toadstool.ctr"));
    EXPECT_NE(run({"list", "alone.ctr"}).code, 0);
    EXPECT_EQ(run({"convert", "alone.ctr", "-o", "alone.glb"}).code, 0);
}

// Info and check are about the file; a model of it is taken by its name.
TEST_F(PackModels, InfoIsAboutTheFileUnlessAModelIsNamed) {
    const Ran info = run({"info", "two.mpk"});
    EXPECT_NE(info.out.find("pack"), std::string::npos) << info.out;
    EXPECT_NE(info.out.find("2 meshes"), std::string::npos) << info.out;
    const Ran one = run({"info", "two.mpk", "--model", "one"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(one.out.find("2 meshes"), std::string::npos) << one.out;
}

TEST_F(PackModels, EditorsMeshesBecomeModels) {
    const std::string obj = "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3\n";
    const std::string ply =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\n"
        "property list uchar int vertex_indices\nend_header\n"
        "0 0 0 255 0 0\n1 0 0 0 255 0\n0 1 0 0 0 255\n3 0 1 2\n";
    scratch_.put("kart.obj", obj);
    scratch_.put("cart.ply", ply);
    for (const char* file : {"kart.obj", "cart.ply"}) {
        for (const char* target : {"ctr", "ctc", "ddd"}) {
            const Ran ran = run({"convert", file, "--to", target, "-o", std::string(target) + "/"});
            EXPECT_EQ(ran.code, 0) << file << target << ran.err;
        }
        EXPECT_EQ(run({"render", file, "--size", "32", "-o", "image.png", "-f"}).code, 0);
        EXPECT_EQ(run({"info", file}).code, 0);
        EXPECT_EQ(run({"check", file}).code, 0);
    }
    EXPECT_NE(run({"info", "ctr/kart.ctr"}).out.find("1 triangle"), std::string::npos);
    scratch_.put("bad.ply", ply.substr(0, ply.size() - 3));
    EXPECT_EQ(run({"convert", "bad.ply", "--to", "ctr", "-o", "x.ctr"}).code, 2);
}

// Not above what the user named: its own folder, and what --search adds.
TEST_F(PackModels, AnObjBringsItsMaterials) {
    scratch_.put("in/kart.obj",
                 "mtllib mats/kart.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 3 2 1\n");
    scratch_.put("in/mats/kart.mtl", "newmtl a\nmap_Kd skin.pcx\nnewmtl b\nmap_Kd ../../other/spark.pcx\n");
    scratch_.put("in/mats/skin.pcx", load_file(source_folder() / "samples" / "ctc" / "lantern.pcx"));
    scratch_.put("other/spark.pcx", load_file(source_folder() / "samples" / "ctc" / "lantern_spark.pcx"));
    const Ran near = run({"convert", "in/kart.obj", "-o", "near.glb"});
    EXPECT_EQ(near.code, 0) << near.err;
    EXPECT_NE(near.out.find("1 texture "), std::string::npos) << near.out;
    EXPECT_NE(near.err.find("not found: mats/../../other/spark.pcx; looked in in/\n"), std::string::npos) << near.err;
    const Ran found = run({"convert", "in/kart.obj", "--search", "other", "-o", "found.glb"});
    EXPECT_NE(found.out.find("2 textures"), std::string::npos) << found.out;
    EXPECT_EQ(found.err.find("not found"), std::string::npos) << found.err;
    scratch_.put("in/alone.obj", "mtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Ran alone = run({"check", "in/alone.obj"});
    EXPECT_NE(alone.err.find("not found: gone.mtl"), std::string::npos) << alone.err;
}

TEST_F(PackModels, VideoMemoryIsAnImage) {
    scratch_.put("some.vrm", load_file(source_folder() / "samples" / "ctr" / "toadstool.vrm"));
    const Ran ran = run({"render", "some.vrm", "-o", "some.png"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("16 x 16"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace thaw::test
