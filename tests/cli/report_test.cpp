// Reports and shares are outputs like any other: never over an input, over what Thaw did not make only with --force.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Report : public ::testing::Test {
protected:
    Report() {
        for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
            scratch_.put(std::string("in/") + name, load_file(source_folder() / "samples/soulfu" / name));
        }
        scratch_.put("rat.ddd", tiny_ddd());
    }
    Ran thaw(const Words& arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        options.limit_seconds = 60;
        return run_thaw(arguments, options);
    }
    // Refused with a line about it, and nothing changed.
    void expect_refused(const Words& arguments, int code, const std::string& words) {
        const auto names = scratch_.names();
        std::vector<std::string> contents;
        for (const std::string& name : names) contents.push_back(content(name));
        const Ran ran = thaw(arguments);
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
        EXPECT_EQ(scratch_.names(), names);
        for (std::size_t i = 0; i < names.size(); ++i) EXPECT_TRUE(content(names[i]) == contents[i]) << names[i];
    }
    std::string content(const std::string& name) {
        return fs::is_regular_file(scratch_.path(name)) ? scratch_.get(name) : std::string();
    }
    bool exists(const std::string& name) { return fs::exists(scratch_.path(name)); }

    Scratch scratch_;
};

TEST_F(Report, IsNeverAnInput) {
    fs::create_hard_link(scratch_.path("rat.ddd"), scratch_.path("same.json"));
    fs::create_symlink("rat.ddd", scratch_.path("link.json"));
    for (const char* name : {"rat.ddd", "./rat.ddd", "in/../rat.ddd", "same.json", "link.json"}) {
        for (const char* how : {"--dry-run", "--force", "--durable"}) {
            expect_refused({"convert", "rat.ddd", "-o", "out/", how, "--report", name}, 4, "is an input");
        }
        expect_refused({"survey", "rat.ddd", "-f", "--share", name}, 4, "is an input");
        expect_refused({"survey", "rat.ddd", "--share", name}, 4, "is an input");
    }
    EXPECT_TRUE(fs::is_symlink(scratch_.path("link.json")));
    EXPECT_FALSE(exists("out"));
}

TEST_F(Report, NorAnyFileThatTheRunReads) {
    // A model of the folder, of an archive, a second half, the archive itself, a companion that the user named.
    scratch_.put("fish/x_d.3d", tiny_data());
    scratch_.put("fish/x_a.3d", tiny_aniv());
    scratch_.put("all.dat", adat_of({{"rat.ddd", tiny_ddd()}}));
    expect_refused({"convert", "in", "rat.ddd", "-o", "out", "-f", "--report", "in/FROG.DDD"}, 4, "is an input");
    expect_refused({"convert", "all.dat", "-o", "out", "-f", "--report", "all.dat"}, 4, "is an input");
    expect_refused({"convert", "all.dat/rat.ddd", "-o", "out/", "-f", "--report", "all.dat"}, 4, "is an input");
    expect_refused({"convert", "fish/x_a.3d", "-o", "out/", "-f", "--report", "fish/x_a.3d"}, 4, "is an input");
    expect_refused({"convert", "rat.ddd", "--texture", "0=in/FROG.PCX", "-o", "o/", "-f", "--report", "in/FROG.PCX"}, 4,
                   "is an input");
    // What only opening a model tells is known in the end: the models are there, the report is not, nothing is lost.
    const std::string image = scratch_.get("in/FROG.PCX"), half = scratch_.get("fish/x_a.3d");
    for (const Words& run : {Words{"convert", "in", "rat.ddd", "-o", "out", "-f", "--report", "in/FROG.PCX"},
                             Words{"convert", "fish", "-o", "out/", "-f", "--report", "fish/x_a.3d"},
                             Words{"survey", "in/FROG.DDD", "-f", "--share", "in/FROG.PCX"}}) {
        const Ran ran = thaw(run);
        EXPECT_EQ(ran.code, 4) << ran.err;
        EXPECT_NE(ran.err.find("is an input"), std::string::npos) << ran.err;
    }
    EXPECT_TRUE(exists("out/FROG.glb") && exists("out/rat.glb") && exists("out/x.glb"));
    EXPECT_EQ(scratch_.get("in/FROG.PCX"), image);
    EXPECT_EQ(scratch_.get("fish/x_a.3d"), half);
}

TEST_F(Report, ReplacesAForeignFileOnlyIfForced) {
    scratch_.put("mine.json", "{\n  \"made_by\": \"hand\"\n}\n");
    fs::create_symlink("mine.json", scratch_.path("link.json"));
    for (const char* name : {"mine.json", "link.json"}) {
        expect_refused({"convert", "rat.ddd", "--dry-run", "--report", name}, 4, "exists already");
        expect_refused({"convert", "rat.ddd", "-o", "out/", "--report", name}, 4, "exists already");
        expect_refused({"survey", "rat.ddd", "--share", name}, 4, "exists already");
    }
    fs::create_directory(scratch_.path("folder"));
    expect_refused({"convert", "rat.ddd", "-f", "--report", "folder"}, 4, "is not a file");
    expect_refused({"survey", "rat.ddd", "-f", "--share", "folder"}, 4, "is not a file");
    // Through a link nothing is written, whatever is asked.
    EXPECT_EQ(thaw({"convert", "rat.ddd", "--dry-run", "-f", "--report", "link.json"}).code, 0);
    EXPECT_NE(scratch_.get("mine.json").find("hand"), std::string::npos);
    EXPECT_FALSE(fs::is_symlink(scratch_.path("link.json")));
    EXPECT_EQ(thaw({"convert", "rat.ddd", "--dry-run", "-f", "--report", "mine.json"}).code, 0);
    EXPECT_NE(scratch_.get("mine.json").find("\"dry_run\": true"), std::string::npos);
}

TEST_F(Report, ReplacesAnEarlierOne) {
    for (const Words& run :
         {Words{"convert", "rat.ddd", "--dry-run", "--report", "r.json"},
          Words{"convert", "in", "--dry-run", "-o", "out", "--report", "r.json"},
          Words{"survey", "rat.ddd", "--share", "r.json"}, Words{"survey", "in", "--share", "r.json"},
          Words{"convert", "rat.ddd", "--dry-run", "--report", "./r.json"}}) {
        const Ran ran = thaw(run);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(is_json(scratch_.get("r.json")));
    }
    EXPECT_NE(scratch_.get("r.json").find("\"rat.ddd\""), std::string::npos);
    // Its first words tell, wherever they stand in other files.
    scratch_.put("notes.json", "see: " + scratch_.get("r.json"));
    expect_refused({"convert", "rat.ddd", "--dry-run", "--report", "notes.json"}, 4, "exists already");
}

TEST_F(Report, IsNotTheModelToo) {
    for (const char* name : {"x.glb", "./x.glb", "in/../x.glb"}) {
        expect_refused({"convert", "rat.ddd", "-o", "x.glb", "--report", name}, 3, "the model goes there");
        expect_refused({"convert", "rat.ddd", "-o", "x.glb", "-f", "--report", name}, 3, "the model goes there");
    }
    expect_refused({"convert", "rat.ddd", "-o", "o.ctr", "--vrm-out", "v", "--report", "v"}, 3, "--vrm-out");
    expect_refused({"convert", "rat.ddd", "-o", "out", "--gallery", "--report", "out/gallery/index.html"}, 3,
                   "the gallery goes there");
    expect_refused({"convert", "in", "rat.ddd", "-o", "out", "--report", "out/.thaw_done"}, 3, "list of what is done");
    // Names that only turn out: that model is refused, and the report is there.
    for (const Words& run :
         {Words{"convert", "rat.ddd", "-o", "two.gltf", "--report", "two.bin"},
          Words{"convert", "rat.ddd", "in", "-f", "--to", "native", "-o", "same", "--report", "same/rat.ddd"}}) {
        const Ran ran = thaw(run);
        EXPECT_EQ(ran.code, 4) << ran.err;
        EXPECT_NE(ran.err.find("the report goes there"), std::string::npos) << ran.err;
        EXPECT_TRUE(is_json(scratch_.get(run.back()))) << run.back();
    }
    EXPECT_FALSE(exists("two.gltf"));
    EXPECT_TRUE(exists("same/FROG.DDD"));
    // Where names are given by Thaw, another one is.
    EXPECT_EQ(thaw({"convert", "rat.ddd", "in", "-o", "many", "--report", "./many/rat.glb"}).code, 0);
    EXPECT_TRUE(exists("many/FROG.glb") && exists("many/rat_ddd.glb"));
    EXPECT_TRUE(is_json(scratch_.get("many/rat.glb")));
    // A report among the models is no harm.
    EXPECT_EQ(thaw({"convert", "rat.ddd", "in", "-o", "new", "--report", "new/report.json"}).code, 0);
    EXPECT_TRUE(is_json(scratch_.get("new/report.json")));
}

TEST_F(Report, OnStandardOutputIsAlone) {
    for (const Words& run : {Words{"convert", "rat.ddd", "-o", "a.glb", "--report", "-"},
                             Words{"convert", "rat.ddd", "--dry-run", "-o", "b.glb", "--report", "-"},
                             Words{"convert", "in", "rat.ddd", "-o", "out", "--report", "-"},
                             Words{"convert", "rat.ddd", "--to", "native", "-o", "c", "--report", "-"},
                             Words{"convert", "rat.ddd", "-o", "d", "--gallery", "--report", "-"}}) {
        const Ran ran = thaw(run);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(is_json(ran.out)) << ran.out;
        EXPECT_NE(ran.out.find("\"rat.ddd\""), std::string::npos) << ran.out;
        EXPECT_NE(ran.err.find("  0 warnings"), std::string::npos) << "the result is told elsewhere: " << ran.err;
    }
    EXPECT_TRUE(is_json(thaw({"survey", "rat.ddd", "--share", "-"}).out));
    const Ran both = thaw({"convert", "rat.ddd", "-o", "-", "--report", "-"});
    EXPECT_EQ(both.code, 3) << both.err;
    EXPECT_EQ(both.out, "");
    // Into a file, the lines stay where they are.
    const Ran usual = thaw({"convert", "rat.ddd", "-o", "e.glb", "--report", "r.json"});
    EXPECT_NE(usual.out.find("e.glb  "), std::string::npos) << usual.out;
    const Ran piped = thaw({"convert", "rat.ddd", "-o", "-", "--report", "s.json"});
    EXPECT_EQ(piped.out.substr(0, 4), "glTF");
}

// One model's output never replaces what another model of the run is read from, whether it was read already or not.
TEST_F(Report, AndNoOtherOutputIsAnInputOfTheRun) {
    const Blob other = load_file(source_folder() / "samples/soulfu/FROG.DDD");
    scratch_.put("a/rat.ddd", other);
    const auto keeps = [&](const std::string& name, const Words& run, const std::string& words = "is an input") {
        const std::string before = scratch_.get(name);
        const Ran ran = thaw(run);
        EXPECT_EQ(ran.code, 4) << run[0] << ": " << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
        EXPECT_TRUE(scratch_.get(name) == before) << run[0] << ' ' << name;
    };
    keeps("rat.ddd", {"convert", "a/rat.ddd", "rat.ddd", "-f", "--to", "native", "-o", "."});
    // What Thaw made is replaced without --force, but not if it is read.
    EXPECT_EQ(thaw({"convert", "rat.ddd", "-o", "rat.glb"}).code, 0);
    keeps("rat.glb", {"convert", "a/rat.ddd", "rat.glb", "-o", "./"});
    keeps("in/FROG.PCX", {"render", "in/FROG.DDD", "-f", "-o", "in/FROG.PCX"});
    fs::create_hard_link(scratch_.path("in/FROG.PCX"), scratch_.path("sheet.png"));
    keeps("sheet.png", {"sheet", "in", "-f", "-o", "sheet.png"});
    fs::create_directory(scratch_.path("g"));
    fs::create_hard_link(scratch_.path("in/FROG.DDD"), scratch_.path("g/index.html"));
    keeps("g/index.html", {"gallery", "rat.ddd", "in", "-f", "-o", "g"});
    // The base that is edited is read, too.
    EXPECT_EQ(thaw({"convert", "in/FROG.DDD", "--no-source", "-o", "frog.glb"}).code, 0);
    keeps("in/FROG.DDD", {"convert", "frog.glb", "--base", "in/FROG.DDD", "-f", "-o", "in/FROG.DDD"});
    // And what goes into an archive.
    scratch_.put("all.dat", adat_of({{"rat.ddd", tiny_ddd()}}));
    keeps("a/rat.ddd", {"replace", "all.dat", "rat.ddd", "a/rat.ddd", "-f", "-o", "a/rat.ddd"});
    keeps("all.dat", {"replace", "all.dat", "rat.ddd", "a/rat.ddd", "-f", "-o", "./all.dat"});
    keeps("a/rat.ddd", {"pack", "a", "-f", "--to", "adat", "-o", "a/rat.ddd"});
}

}  // namespace
}  // namespace thaw::test
