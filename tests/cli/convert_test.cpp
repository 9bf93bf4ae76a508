// `thaw convert`: exact, careful with what is there, clear about what it cannot do.
#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"
#include "pairs.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

Blob fixture_bytes(const std::string& name) {
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.name == name) return fixture.bundle.parts[0].bytes;
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

class Convert : public ::testing::Test {
protected:
    Convert() { scratch_.put("rat.ddd", tiny_ddd()); }
    Ran run(std::vector<std::string> arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        arguments.insert(arguments.begin(), "convert");
        return run_thaw(arguments, options);
    }

    Scratch scratch_;
};

TEST_F(Convert, IsExact) {
    const Ran ran = run({"rat.ddd", "-o", "copy.ddd"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("copy.ddd  "), 0u) << ran.out;
    EXPECT_NE(ran.out.find("  0 warnings\n"), std::string::npos);
    EXPECT_EQ(scratch_.get("copy.ddd"), scratch_.get("rat.ddd"));
}

TEST_F(Convert, MakesOneFormatFromAnother) {
    const Ran there = run({"rat.ddd", "-o", "rat.rdy"});
    EXPECT_EQ(there.code, 0) << there.err;
    EXPECT_EQ(there.out.find("rat.rdy  "), 0u) << there.out;
    EXPECT_EQ(run({"rat.rdy", "-o", "back.ddd"}).code, 0);
    EXPECT_EQ(run({"back.ddd", "-o", "again.rdy"}).code, 0);
    EXPECT_EQ(scratch_.get("again.rdy"), scratch_.get("rat.rdy"));
    EXPECT_EQ(run({"rat.ddd", "--variant", "port64", "-o", "wide.rdy"}).code, 0);
    EXPECT_EQ(run({"wide.rdy", "--variant", "portable", "-o", "narrow.rdy"}).code, 0);
    EXPECT_EQ(scratch_.get("narrow.rdy"), scratch_.get("rat.rdy"));
    EXPECT_EQ(run({"rat.ddd", "--variant", "deusex", "-o", "no.rdy"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "-o", "no.vrm"}).code, 3);  // textures alone are no model
}

TEST_F(Convert, ASecondRunNeedsForceForWhatChanged) {
    for (const char* which : {"first", "second"}) EXPECT_EQ(run({"rat.ddd", "-o", "copy.ddd"}).code, 0) << which;
    scratch_.put("copy.ddd", "mine");
    const Ran second = run({"rat.ddd", "-o", "copy.ddd"});
    EXPECT_EQ(second.code, 4);
    EXPECT_EQ(second.err, "thaw: copy.ddd: exists already; --force replaces it\n");
    EXPECT_EQ(scratch_.get("copy.ddd"), "mine");
    EXPECT_EQ(run({"rat.ddd", "-f", "-o", "copy.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("copy.ddd"), scratch_.get("rat.ddd"));
}

TEST_F(Convert, NeverOntoItsInput) {
    fs::create_hard_link(scratch_.path("rat.ddd"), scratch_.path("same.ddd"));
    EXPECT_EQ(run({"rat.ddd", "-f", "-o", "rat.ddd"}).code, 4);
    EXPECT_EQ(run({"rat.ddd", "-f", "-o", "./same.ddd"}).code, 4);
    EXPECT_EQ(run({"rat.ddd", "-f", "--to", "native", "-o", "."}).code, 4);
    EXPECT_EQ(scratch_.names(), (Names{"rat.ddd", "same.ddd"}));
}

TEST_F(Convert, WritesAGlbUnlessToldOtherwise) {
    const Ran ran = run({"rat.ddd"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("rat.glb  "), 0u) << ran.out;
    EXPECT_EQ(scratch_.get("rat.glb").substr(0, 4), "glTF");
    EXPECT_EQ(run({"rat.ddd", "-o", "out/"}).code, 0);
    EXPECT_EQ(scratch_.get("out/rat.glb"), scratch_.get("rat.glb"));
    const Ran piped = run({"-", "-o", "-"}, {.input = scratch_.get("rat.ddd")});
    EXPECT_EQ(piped.code, 0) << piped.err;
    EXPECT_EQ(piped.out.substr(0, 4), "glTF");
    EXPECT_EQ(run({"rat.ddd", "-o", "-"}, {.output = "/dev/full"}).code, 4);
}

// Large enough for a thread that writes, and for large blocks.
TEST_F(Convert, APipeGetsTheBytesOfAFile) {
    const auto written = write(Model{find_format("unreal"), {}, bench::waving(2000, 150)});
    ASSERT_TRUE(written.ok());
    for (const Part& part : written->parts) {
        const Bytes bytes = part.bytes.bytes();
        scratch_.put(part.role == "data" ? "wave_d.3d" : "wave_a.3d", std::string(bytes.begin(), bytes.end()));
    }
    for (const Names& way : {Names{}, Names{"--compact"}, Names{"--meshopt"}, Names{"--normals", "morph"}}) {
        const auto to = [&](const std::string& target, RunOptions options) {
            Names arguments{"wave_d.3d", "-f", "-o", target};
            arguments.insert(arguments.end(), way.begin(), way.end());
            const Ran ran = run(arguments, options);
            EXPECT_EQ(ran.code, 0) << ran.err;
            return ran.out;
        };
        to("wave.glb", {});
        const std::string file = scratch_.get("wave.glb");
        EXPECT_GT(file.size(), 1'000'000u);
        EXPECT_TRUE(to("-", {}) == file) << testing::PrintToString(way);
        scratch_.put("redirected.glb", "");
        const std::string path = scratch_.path("redirected.glb");
        to("-", {.output = path.c_str()});
        EXPECT_TRUE(scratch_.get("redirected.glb") == file) << testing::PrintToString(way);
    }
}

TEST_F(Convert, NamesOfOneRunDiffer) {
    EXPECT_EQ(run({"rat.ddd", "-o", "in/rat.rdy"}).code, 0);  // the folder is made
    EXPECT_EQ(run({"rat.ddd", "-o", "in/rat.ddd"}).code, 0);
    scratch_.put("in/images.vrm", fixture_bytes("vrm_single"));
    const Ran ran = run({"in", "-o", "out"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(fs::exists(scratch_.path("out/rat.glb")));
    EXPECT_TRUE(fs::exists(scratch_.path("out/rat_rdy.glb")));
    EXPECT_EQ(run({"in/images.vrm", "-o", "out"}).code, 2);  // asked for by name, it is refused
}

TEST_F(Convert, GltfIsTwoFiles) {
    EXPECT_EQ(run({"rat.ddd", "-o", "two.gltf"}).code, 0);
    EXPECT_EQ(scratch_.names(), (Names{"rat.ddd", "two.bin", "two.gltf"}));
    EXPECT_NE(scratch_.get("two.gltf").find("\"uri\":\"two.bin\""), std::string::npos);
    EXPECT_EQ(run({"rat.ddd", "--to", "gltf", "-o", "-"}).code, 3);
}

TEST_F(Convert, AnObjSaysWhatItLeavesOut) {
    fs::copy(source_folder() / "samples/twm", scratch_.path("twm"));
    const Ran ran = run({"twm/flower.twm", "-o", "flower.obj", "--report", "report.json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("OBJ_NOT_KEPT\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("2 clips, 6 bones left out\n"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.substr(0, ran.out.find('\n')).find("clips"), std::string::npos) << ran.out;  // it has none
    EXPECT_NE(scratch_.get("report.json").find("\"OBJ_NOT_KEPT\""), std::string::npos);
    EXPECT_EQ(run({"twm/flower.twm", "-f", "-o", "flower.obj", "--fail-on", "warning"}).code, 1);
    // A GLB holds all of it, and of a thing that stands still nothing is lost.
    EXPECT_EQ(run({"twm/flower.twm", "-o", "flower.glb", "--fail-on", "info"}).code, 0);
    scratch_.put(
        "still.gltf",
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[)"
        R"({"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,)"
        R"("count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
        R"("buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)"
        R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})");
    const Ran still = run({"still.gltf", "-o", "still.obj", "--fail-on", "info"});
    EXPECT_EQ(still.code, 0) << still.out << still.err;
    EXPECT_NE(still.out.find("  0 warnings\n"), std::string::npos) << still.out;
}

TEST_F(Convert, PackedByMeshoptimizer) {
    for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
        scratch_.put(name, load_file(source_folder() / "samples/soulfu" / name));
    }
    for (const char* way : {"--compact", "--meshopt"}) {
        EXPECT_EQ(run({"FROG.DDD", way, "--no-source", "-o", std::string(way) + ".glb"}).code, 0);
    }
    EXPECT_LT(scratch_.get("--meshopt.glb").size(), scratch_.get("--compact.glb").size());
    for (const char* name : {"frog.glb", "frog.gltf"}) {
        EXPECT_EQ(run({"FROG.DDD", "--meshopt", "-o", name}).code, 0);
        const Ran back = run({name, "-f", "-o", "back.ddd"});
        EXPECT_NE(back.out.find("nothing was changed"), std::string::npos) << back.out << back.err;
        EXPECT_EQ(scratch_.get("back.ddd"), scratch_.get("FROG.DDD"));
    }
    // Without the files inside both are built anew, and into the same.
    for (const char* way : {"compact", "meshopt"}) {
        const std::string name = std::string("--") + way + ".glb";
        const Ran back = run({"./" + name, "--base", "FROG.DDD", "-o", std::string(way) + "/FROG.DDD"});
        EXPECT_EQ(back.code, 0) << back.err;
    }
    EXPECT_EQ(scratch_.get("meshopt/FROG.DDD"), scratch_.get("compact/FROG.DDD"));
    EXPECT_EQ(run({"FROG.DDD", "--meshopt", "-o", "frog.obj"}).code, 3);
    EXPECT_EQ(run({"FROG.DDD", "--meshopt", "-o", "frog.rdy"}).code, 3);
}

// A library that cannot be opened, as on a system without it.
TEST_F(Convert, WithoutMeshoptimizerNothingIsPacked) {
    scratch_.put("broken/libmeshoptimizer.so.2d", "");
    ::setenv("LD_LIBRARY_PATH", scratch_.path("broken").c_str(), 1);
    const Ran ran = run({"rat.ddd", "--meshopt", "-o", "new/rat.glb"});
    ::unsetenv("LD_LIBRARY_PATH");
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err,
              "thaw: --meshopt: this needs libmeshoptimizer.so.2d, which Debian has in its package libmeshoptimizer2d "
              "(apt-get install libmeshoptimizer2d)\n");
    EXPECT_FALSE(fs::exists(scratch_.path("new")));
}

TEST_F(Convert, TheSourceIsInsideUnlessNotWanted) {
    EXPECT_EQ(run({"rat.ddd", "-o", "with.glb"}).code, 0);
    EXPECT_EQ(run({"rat.ddd", "--no-source", "-o", "without.glb"}).code, 0);
    EXPECT_NE(scratch_.get("with.glb").find(scratch_.get("rat.ddd")), std::string::npos);
    EXPECT_EQ(scratch_.get("without.glb").find(scratch_.get("rat.ddd")), std::string::npos);
}

// A TGA.
const std::string one_pixel("\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\x18\0abc", 21);

TEST_F(Convert, FindsTheImageOfAnAnimatedTexture) {
    scratch_.put("data/models/sign.ctc", fixture_bytes("ctc_plain"));
    scratch_.put("data/models/leaf.atd", "ATD1 type = animation !bitmap file = /graphics/glow.bmp !frame bitmap = 0");
    scratch_.put("data/graphics/glow.tga", one_pixel);
    const Ran beside = run({"data/models/sign.ctc", "-o", "one.glb"});
    EXPECT_NE(beside.out.find("0 textures  1 warning"), std::string::npos) << beside.out << beside.err;
    const Ran found = run({"data/models/sign.ctc", "--search", "data", "-o", "two.glb"});
    EXPECT_NE(found.out.find("1 texture  0 warnings"), std::string::npos) << found.out << found.err;
    scratch_.put("data/models/glow.tga", one_pixel);
    EXPECT_NE(run({"data/models/sign.ctc", "-o", "three.glb"}).out.find("1 texture "), std::string::npos);
}

TEST_F(Convert, TakesTexturesFromSharedVideoMemory) {
    // 16 x 256 words at 512, 0.
    std::string memory("\x10\0\0\0\2\0\0\0\x0c\x20\0\0\0\2\0\0\x10\0\0\1", 20);
    memory.append(2 * 16 * 256, '\x21');
    scratch_.put("kart.ctr", fixture_bytes("ctr_textured"));
    scratch_.put("packs/any.vrm", memory);
    EXPECT_NE(run({"kart.ctr", "-o", "one.glb"}).out.find("  0 textures  "), std::string::npos);
    const Ran given = run({"kart.ctr", "--shared-vrm", "packs/any.vrm", "-o", "two.glb"});
    EXPECT_NE(given.out.find("  1 texture  0 warnings"), std::string::npos) << given.out << given.err;
    scratch_.put("shared.vrm", memory);
    EXPECT_NE(run({"kart.ctr", "-o", "three.glb"}).out.find("  1 texture  0 warnings"), std::string::npos);
}

TEST_F(Convert, SaysWhatItCannotDo) {
    EXPECT_EQ(run({"rat.ddd", "-o", "rat.fbx"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "--to", "fbx", "-o", "out/"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "--to", "glb", "-o", "x.ddd"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "--texture", "nonsense"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "--texture", "0=nowhere.png"}).code, 4);
    EXPECT_EQ(run({"rat.ddd", "--fps", "-5"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "--lod", "some"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "-o", "rat.vrm"}).code, 3);
    EXPECT_EQ(run({"rat.ddd", "--variant", "deusex", "-o", "x.ddd"}).code, 3);
    EXPECT_EQ(scratch_.names(), Names{"rat.ddd"});
}

TEST_F(Convert, SeveralDoNotFitIntoOneFile) {
    scratch_.put("cat.ddd", tiny_ddd());
    const Ran ran = run({"rat.ddd", "cat.ddd", "-o", "x.ddd"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.err.find("  rat.ddd\n  cat.ddd\n"), std::string::npos) << ran.err;
    EXPECT_EQ(run({"rat.ddd", "cat.ddd", "-o", "-"}).code, 3);
}

TEST_F(Convert, IntoAFolderKeepsSubfolders) {
    scratch_.put("in/a/x.ddd", tiny_ddd());
    scratch_.put("in/b/x.DDD", tiny_ddd());
    const Ran ran = run({"in", "rat.ddd", "--to", "native", "-o", "out/deep/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(lines_of(ran.out).size(), 3u);
    EXPECT_TRUE(fs::exists(scratch_.path("out/deep/a/x.ddd")));
    EXPECT_TRUE(fs::exists(scratch_.path("out/deep/b/x.DDD")));
    EXPECT_TRUE(fs::exists(scratch_.path("out/deep/rat.ddd")));
}

TEST_F(Convert, TwoModelsNeverShareAFile) {
    scratch_.put("a/x.ddd", tiny_ddd());
    scratch_.put("b/x.ddd", fixture_bytes("ddd_script"));
    for (const char* how : {"--dry-run", "--force"}) {
        const Ran ran = run({"a/x.ddd", "b/x.ddd", how, "--to", "native", "-o", "out"});
        EXPECT_EQ(ran.code, 1);
        EXPECT_NE(ran.err.find("out/x.ddd: another model of this run has been written there: a/x.ddd; what b/x.ddd "
                               "gives is different\n"),
                  std::string::npos)
            << ran.err;
    }
    EXPECT_EQ(scratch_.get("out/x.ddd"), scratch_.get("a/x.ddd"));
    // What is the same to the byte is written once.
    scratch_.put("b/x.ddd", tiny_ddd());
    const Ran ran = run({"a/x.ddd", "b/x.ddd", "--to", "native", "-o", "new"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(lines_of(ran.out).size(), 2u) << ran.out;
    EXPECT_NE(ran.out.find("new/x.ddd  same as from another model of this run"), std::string::npos) << ran.out;
    EXPECT_EQ(scratch_.get("new/x.ddd"), scratch_.get("a/x.ddd"));
}

TEST_F(Convert, DryRunWritesNothing) {
    const Ran ran = run({"rat.ddd", "--to", "native", "-o", "out/", "--dry-run"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out.find("would write out/rat.ddd  "), 0u) << ran.out;
    EXPECT_EQ(scratch_.names(), Names{"rat.ddd"});
    EXPECT_EQ(run({"rat.ddd", "-f", "-o", "rat.ddd", "--dry-run"}).code, 4);
}

TEST_F(Convert, ThroughPipes) {
    const Ran ran = run({"-", "--to", "native", "-o", "-"}, {.input = scratch_.get("rat.ddd")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, scratch_.get("rat.ddd"));
    EXPECT_EQ(run({"rat.ddd", "--to", "native", "-o", "-"}, {.output = "/dev/full"}).code, 4);
    EXPECT_EQ(run({"-", "--to", "native", "-o", "out"}, {.input = scratch_.get("rat.ddd")}).code, 0);
    EXPECT_EQ(scratch_.get("out/stdin.ddd"), scratch_.get("rat.ddd"));
}

TEST_F(Convert, FoldersOfANamedFileAreMade) {
    EXPECT_EQ(run({"rat.ddd", "-o", "new/dir/x.glb"}).code, 0);
    EXPECT_EQ(scratch_.get("new/dir/x.glb").substr(0, 4), "glTF");
    EXPECT_EQ(run({"rat.ddd", "-o", "native/dir/x.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("native/dir/x.ddd"), scratch_.get("rat.ddd"));
    EXPECT_EQ(run({"rat.ddd", "-o", "dry/dir/x.glb", "--dry-run"}).code, 0);
    EXPECT_FALSE(fs::exists(scratch_.path("dry")));
}

TEST_F(Convert, ToMayRepeatWhatTheNameSays) {
    for (const auto& [to, out] : {std::pair{"glb", "x.glb"},
                                  {"gltf", "x.gltf"},
                                  {"obj", "x.obj"},
                                  {"ddd", "x.ddd"},
                                  {"native", "y.ddd"},
                                  {"rdy", "x.RDY"}}) {
        const Ran ran = run({"rat.ddd", "--to", to, "-o", out});
        EXPECT_EQ(ran.code, 0) << to << ran.err;
        EXPECT_TRUE(fs::exists(scratch_.path(out)));
    }
    for (const auto& [to, out, words] :
         {std::tuple{"glb", "z.ddd", "--to glb contradicts -o z.ddd, whose name says ddd"},
          {"ddd", "z.glb", "--to ddd contradicts -o z.glb, whose name says glb"},
          {"gltf", "z.glb", "--to gltf contradicts -o z.glb, whose name says glb"},
          {"native", "z.glb", "--to native contradicts -o z.glb, whose name says glb"},
          {"rdy", "z.ddd", "--to rdy contradicts -o z.ddd, whose name says ddd"},
          {"native", "z.rdy", "--to native contradicts -o z.rdy: rat.ddd is of format ddd"},
          {"fbx", "z.glb", "--to fbx: not glb, gltf, obj, native or a format (see thaw formats)"}}) {
        const Ran ran = run({"rat.ddd", "--to", to, "-o", out});
        EXPECT_EQ(ran.code, 3) << to;
        EXPECT_EQ(ran.err, "thaw: " + std::string(words) + "\n");
        EXPECT_FALSE(fs::exists(scratch_.path(out)));
    }
}

TEST_F(Convert, FoldersThatTakeNoFiles) {
    scratch_.put("file", "x");
    ASSERT_EQ(::mkfifo(scratch_.path("pipe.ddd").c_str(), 0666), 0);
    fs::create_directory(scratch_.path("folder.ddd"));
    for (const char* out : {"file/x.ddd", "file/", "/proc/x.ddd", "/proc/nowhere/", "pipe.ddd", "folder.ddd"}) {
        const Ran ran = run({"rat.ddd", "-f", "-o", out});
        EXPECT_EQ(ran.code, 4) << out;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
        EXPECT_EQ(ran.out, "");
    }
    EXPECT_EQ(scratch_.names(), (Names{"file", "folder.ddd", "pipe.ddd", "rat.ddd"}));
}

TEST_F(Convert, ALinkIsReplaced) {
    scratch_.put("elsewhere", "untouched");
    fs::create_symlink("elsewhere", scratch_.path("link.ddd"));
    EXPECT_EQ(run({"rat.ddd", "-f", "-o", "link.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("elsewhere"), "untouched");
    EXPECT_FALSE(fs::is_symlink(scratch_.path("link.ddd")));
}

TEST_F(Convert, Durable) {
    EXPECT_EQ(run({"rat.ddd", "--durable", "-o", "copy.ddd"}).code, 0);
    EXPECT_EQ(run({"rat.ddd", "--durable", "-f", "-o", "copy.ddd"}).code, 0);
    EXPECT_EQ(scratch_.names(), (Names{"copy.ddd", "rat.ddd"}));
}

// Models, packs and levels are one format with three endings.
TEST_F(Convert, TheEndingFollowsTheContent) {
    const std::pair<const char*, const char*> kinds[] = {
        {"ctr_triangle", ".ctr"}, {"ctr_pack", ".mpk"}, {"ctr_level", ".lev"}};
    for (const auto& [name, own] : kinds) {
        const std::string bytes = text_of(fixture_bytes(name));
        const std::string in = scratch_.put("in" + std::string(own), bytes);
        for (const std::string& ending : Names{".ctr", ".mpk", ".lev"}) {
            const Ran ran = run({in, "-o", name + ending});
            EXPECT_EQ(ran.code, ending == own ? 0 : 3) << name << ending << ": " << ran.err;
            EXPECT_EQ(fs::exists(scratch_.path(name + ending)), ending == own);
        }
        EXPECT_EQ(scratch_.get(name + std::string(own)), bytes);
        EXPECT_EQ(run({"-", "-f", "--to", "native", "-o", "out/"}, {.input = bytes}).code, 0);
        EXPECT_EQ(scratch_.get("out/stdin" + std::string(own)), bytes);
    }
    EXPECT_NE(run({"in.lev", "-o", "x.mpk"}).err.find("ends with .lev, not .mpk"), std::string::npos);
}

TEST_F(Convert, AnEndingOfTheFormatIsKept) {
    scratch_.put("in.vrm", fixture_bytes("vrm_single"));
    for (const char* out : {"a.tim", "b.vrm", "C.TIM"}) {
        EXPECT_EQ(run({"in.vrm", "-o", out}).code, 0);
        EXPECT_EQ(scratch_.get(out), scratch_.get("in.vrm")) << out;
    }
}

class ConvertPair : public Convert {
protected:
    ConvertPair() {
        scratch_.put("fish_d.3d", tiny_data());
        scratch_.put("fish_a.3d", tiny_aniv());
    }
};

TEST_F(ConvertPair, BothFilesFromEitherName) {
    for (const char* in : {"fish_d.3d", "fish_a.3d"}) {
        for (const char* out : {"new_d.3d", "new_a.3d", "new.3d"}) {
            const Ran ran = run({in, "-f", "-o", out});
            EXPECT_EQ(ran.code, 0) << ran.err;
            ASSERT_EQ(lines_of(ran.out).size(), 2u) << ran.out;
            EXPECT_EQ(lines_of(ran.out)[0].find("new_d.3d  "), 0u);
            EXPECT_EQ(lines_of(ran.out)[1].find("new_a.3d  "), 0u);
            EXPECT_EQ(scratch_.get("new_d.3d"), scratch_.get("fish_d.3d"));
            EXPECT_EQ(scratch_.get("new_a.3d"), scratch_.get("fish_a.3d"));
        }
    }
    EXPECT_EQ(run({"fish_d.3d", "-o", "BIG_D.3D"}).code, 0);
    EXPECT_TRUE(fs::exists(scratch_.path("BIG_A.3D")));
}

// The second file of the set is in the way: neither is written.
TEST_F(ConvertPair, IsOneSet) {
    scratch_.put("new_a.3d", "mine");
    EXPECT_EQ(run({"fish_d.3d", "-o", "new_d.3d"}).code, 4);
    EXPECT_FALSE(fs::exists(scratch_.path("new_d.3d")));
    EXPECT_EQ(scratch_.get("new_a.3d"), "mine");
}

TEST_F(ConvertPair, ToTheOtherVariantAndBack) {
    EXPECT_EQ(run({"fish_d.3d", "--variant", "deusex", "-o", "dx_d.3d"}).code, 0);
    EXPECT_NE(scratch_.get("dx_a.3d"), scratch_.get("fish_a.3d"));
    EXPECT_EQ(run({"dx_d.3d", "--variant", "standard", "-o", "back_d.3d"}).code, 0);
    EXPECT_EQ(scratch_.get("back_a.3d"), scratch_.get("fish_a.3d"));
    EXPECT_EQ(scratch_.get("back_d.3d"), scratch_.get("fish_d.3d"));
    EXPECT_EQ(run({"fish_d.3d", "--variant", "nonsense", "-o", "x_d.3d"}).code, 3);
}

TEST_F(ConvertPair, HalfAPairSaysSo) {
    fs::remove(scratch_.path("fish_a.3d"));
    const Ran ran = run({"fish_d.3d", "-o", "half_d.3d"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(lines_of(ran.out).size(), 1u);
    EXPECT_NE(ran.err.find("fish_a.3d not found"), std::string::npos) << ran.err;
    EXPECT_FALSE(fs::exists(scratch_.path("half_a.3d")));
}

TEST_F(ConvertPair, DoesNotFitIntoAStream) { EXPECT_EQ(run({"fish_d.3d", "--to", "native", "-o", "-"}).code, 3); }

}  // namespace
}  // namespace thaw::test
