// `convert` of many models: going on where an earlier run ended, parts of the work, and being killed.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/output.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

// A line a model; its findings are below it.
std::size_t reported(const Ran& ran) {
    std::size_t n = 0;
    for (const std::string& line : lines_of(ran.out)) n += line.starts_with("  ") ? 0u : 1u;
    return n;
}

class Batch : public ::testing::Test {
protected:
    void make_models(int count) const {
        for (int i = 0; i < count; ++i) scratch_.put("in/model" + std::to_string(i) + ".ddd", tiny_ddd());
    }
    Ran run(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "convert");
        return run_thaw(arguments, {.folder = scratch_.path()});
    }
    // Names of complete files; anything else that is called like one is an error.
    std::vector<std::string> made(const std::string& folder) const {
        std::vector<std::string> out;
        for (const std::string& name : scratch_.names()) {
            if (!name.starts_with(folder + '/') || !name.ends_with(".glb")) continue;
            const std::string bytes = scratch_.get(name);
            EXPECT_TRUE(bytes.size() > 12 && bytes.starts_with("glTF")) << name;
            const auto byte = [&](std::size_t at) { return std::size_t{static_cast<u8>(bytes[at])}; };
            EXPECT_EQ(bytes.size(), byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24) << name;
            out.push_back(name.substr(folder.size() + 1));
        }
        return out;
    }

    Scratch scratch_;
};

TEST_F(Batch, ASecondRunDoesOnlyWhatIsLeft) {
    make_models(5);
    EXPECT_EQ(run({"in", "-o", "out"}).err, "converted       5\n");
    const auto before = fs::last_write_time(scratch_.path("out/model0.glb"));
    const Ran second = run({"in", "-o", "out"});
    EXPECT_EQ(second.code, 0);
    EXPECT_EQ(second.out, "");
    EXPECT_EQ(second.err, "up to date      5  (--again converts them again)\n");
    EXPECT_EQ(fs::last_write_time(scratch_.path("out/model0.glb")), before);
    // One output is gone, one input is new, one has changed.
    fs::remove(scratch_.path("out/model1.glb"));
    scratch_.put("in/new.ddd", tiny_ddd());
    fs::last_write_time(scratch_.path("in/model2.ddd"), before + std::chrono::seconds(5));
    const Ran third = run({"in", "-o", "out"});
    EXPECT_EQ(reported(third), 3u) << third.out;
    EXPECT_EQ(lines_of(third.err)[0], "converted       3");
    // Other settings make other files.
    EXPECT_EQ(run({"in", "-o", "out", "--no-source"}).err, "converted       6\n");
    EXPECT_EQ(run({"in", "-o", "out", "--no-source", "--again"}).err, "converted       6\n");
}

TEST_F(Batch, ACompanionThatChangedCounts) {
    for (const char* name :
         {"Models/ThawFish_d.3d", "Models/ThawFish_a.3d", "Models/ThawFish.pcx", "Classes/ThawFish.uc"}) {
        scratch_.put(std::string("in/") + name, load_file(source_folder() / "samples/unreal" / name));
    }
    scratch_.put("in/other.ddd", tiny_ddd());
    EXPECT_EQ(reported(run({"in", "-o", "out"})), 2u);
    fs::last_write_time(scratch_.path("in/Classes/ThawFish.uc"),
                        fs::file_time_type::clock::now() + std::chrono::seconds(5));
    const Ran again = run({"in", "-o", "out"});
    EXPECT_EQ(reported(again), 1u) << again.out;
    EXPECT_NE(again.out.find("ThawFish"), std::string::npos);
}

TEST_F(Batch, NamesAreUniqueAndStayTheSame) {
    scratch_.put("in/rat.ddd", load_file(source_folder() / "samples/soulfu/FROG.DDD"));
    scratch_.put("in/rat.rdy", load_file(source_folder() / "samples/soulfu/FROG.RDY"));
    run({"in", "-o", "out"});
    const auto names = made("out");
    EXPECT_EQ(names, (std::vector<std::string>{"rat.glb", "rat_rdy.glb"}));
    const std::string first = scratch_.get("out/rat.glb"), second = scratch_.get("out/rat_rdy.glb");
    fs::remove(scratch_.path("out/rat_rdy.glb"));
    run({"in", "-o", "out"});
    EXPECT_EQ(scratch_.get("out/rat.glb"), first);
    EXPECT_EQ(scratch_.get("out/rat_rdy.glb"), second);
}

TEST_F(Batch, ShardsDoAllOfItAndNothingTwice) {
    make_models(40);
    std::size_t lines = 0;
    for (const char* shard : {"1/3", "2/3", "3/3"}) lines += reported(run({"in", "-o", "out", "--shard", shard}));
    EXPECT_EQ(lines, 40u);
    EXPECT_EQ(made("out").size(), 40u);
    EXPECT_EQ(reported(run({"in", "-o", "out", "--shard", "2/3"})), 0u);
    for (const char* wrong : {"0/3", "4/3", "1", "1/", "/3", "a/b", "1/3x"}) {
        EXPECT_EQ(run({"in", "-o", "out", "--shard", wrong}).code, 3) << wrong;
    }
}

TEST_F(Batch, OneBadFileNeverStopsTheRest) {
    make_models(3);
    scratch_.put("in/broken.ddd", tiny_ddd().slice(0, 40));
    const Ran ran = run({"in", "-o", "out", "--report", "report.json"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(made("out").size(), 3u);
    EXPECT_NE(ran.err.find("converted       3\nrefused         1\n"), std::string::npos) << ran.err;
    const std::string report = scratch_.get("report.json");
    EXPECT_NE(report.find("\"in/broken.ddd\""), std::string::npos);
    EXPECT_NE(report.find("\"out/model0.glb\""), std::string::npos);
}

TEST_F(Batch, AFolderThatTakesNoFilesIsSaidForEach) {
    make_models(2);
    scratch_.put("out/model0.glb", "somebody's own");
    const Ran ran = run({"in", "-o", "out"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_EQ(scratch_.get("out/model0.glb"), "somebody's own");
    EXPECT_EQ(run({"in", "-o", "in/model0.ddd/"}).code, 4);
    // What was refused is not taken for done.
    fs::remove(scratch_.path("out/model0.glb"));
    EXPECT_EQ(reported(run({"in", "-o", "out"})), 1u);
}

// Whatever moment it is, every file that has its name is complete, and the next run does the rest.
TEST_F(Batch, KilledAtAnyMomentItGoesOnLater) {
    constexpr int count = 300;
    make_models(count);
    const std::string command = std::string(THAW_PROGRAM) + " convert " + scratch_.path("in") + " -o " +
                                scratch_.path("out") + " >/dev/null 2>&1";
    int killed = 0;
    for (int i = 1; i <= 12; ++i) {
        const std::string after = "timeout -s KILL 0." + std::string(i < 5 ? "0" : "") + std::to_string(i * 2) + " ";
        killed += std::system((after + command).c_str()) != 0 ? 1 : 0;
        made("out");
    }
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(made("out").size(), std::size_t{count});
    // Where files need no name while they are written, nothing else is left.
    io::System system;
    if (const int nameless = system.create_nameless(scratch_.path("out")); nameless >= 0) {
        system.close(nameless);
        for (const auto& entry : fs::directory_iterator(scratch_.path("out"))) {
            EXPECT_EQ(entry.path().filename().string().find(io::temporary_prefix), std::string::npos) << entry.path();
        }
    }
    // Each time at most those that were under way were begun again.
    std::ifstream journal(scratch_.path("out/.thaw_done"));
    std::size_t lines = 0;
    for (std::string line; std::getline(journal, line);) lines += line.empty() ? 0u : 1u;
    EXPECT_LE(lines, static_cast<std::size_t>(count + killed));
}

// Without -o everything goes into one folder named after what is read, which is never a part of that.
TEST_F(Batch, AFolderGetsAFolderOfItsName) {
    scratch_.put("in/deep/a.ddd", tiny_ddd());
    scratch_.put("in/b.ddd", tiny_ddd());
    const Ran ran = run({"in/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "converted       2\nwritten to in-glb\n");
    EXPECT_EQ(made("in-glb"), (std::vector<std::string>{"b.glb", "deep/a.glb"}));
    EXPECT_EQ(run({"in"}).err, "up to date      2  (--again converts them again)\n");
    EXPECT_EQ(run({"in", "--to", "native"}).code, 0);
    EXPECT_EQ(scratch_.get("in-native/deep/a.ddd"), scratch_.get("in/deep/a.ddd"));
    EXPECT_EQ(run({"in", "--to", "rdy", "--dry-run"}).err, "would be        2\nwould write to in-rdy\n");
    EXPECT_FALSE(fs::exists(scratch_.path("in-rdy")));
    // Files go where they always went, and several folders into one each.
    scratch_.put("more/c.ddd", tiny_ddd());
    EXPECT_EQ(run({"in", "more", "in/b.ddd"}).code, 0);
    EXPECT_TRUE(fs::exists(scratch_.path("more-glb/c.glb")));
    EXPECT_EQ(run({"more/c.ddd"}).code, 0);
    EXPECT_TRUE(fs::exists(scratch_.path("c.glb")));
    scratch_.put("dots/v1.2/d.ddd", tiny_ddd());
    EXPECT_EQ(run({"dots/v1.2"}).code, 0);
    EXPECT_EQ(made("v1.2-glb").size(), 1u);
}

TEST_F(Batch, AnArchiveGetsAFolderOfItsName) {
    scratch_.put("game/datafile.dat", adat_of({{"models/a.ddd", tiny_ddd()}, {"b.ddd", tiny_ddd()}}));
    for (const char* name : {"game/datafile.dat", "game/datafile.dat/"}) {
        EXPECT_EQ(run({name, "--again"}).code, 0);
        EXPECT_EQ(made("datafile-glb"), (std::vector<std::string>{"b.glb", "models/a.glb"}));
    }
    EXPECT_EQ(run({"game/datafile.dat/models"}).code, 0);
    EXPECT_EQ(made("models-glb"), std::vector<std::string>{"a.glb"});
}

TEST_F(Batch, TheFolderWhereOneIsIsNeverWrittenInto) {
    scratch_.put("work/in/a.ddd", tiny_ddd());
    const auto there = [&](const std::string& folder, const std::string& input) {
        const Ran ran = run_thaw({"convert", input, "--again"}, {.folder = scratch_.path(folder)});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.out.substr(0, ran.out.find(' '));
    };
    EXPECT_EQ(there("work/in", "."), "../in-glb/a.glb");
    EXPECT_EQ(there("work/in", "./"), "../in-glb/a.glb");
    EXPECT_EQ(made("work/in-glb"), std::vector<std::string>{"a.glb"});
    fs::create_directory(scratch_.path("work/in/below"));
    EXPECT_EQ(there("work/in/below", ".."), "../../in-glb/a.glb");
    EXPECT_EQ(there("work/in/below", scratch_.path("work/in")), scratch_.path("work/in-glb/a.glb"));
    EXPECT_EQ(there("work", "in"), "in-glb/a.glb");
}

// Whether a model was converted now or earlier makes no difference to a script.
TEST_F(Batch, TheSecondRunHasTheSameExitCode) {
    make_models(2);
    scratch_.put("in/broken.ddd", tiny_ddd().slice(0, 40));
    EXPECT_EQ(run({"in", "-o", "out"}).code, 1);
    EXPECT_EQ(run({"in", "-o", "out"}).code, 1);
    fs::remove(scratch_.path("in/broken.ddd"));
    EXPECT_EQ(run({"in", "-o", "out"}).code, 0);
    // Findings count as they did, for whatever the second run fails on.
    scratch_.put("odd/a.ddd", load_file(source_folder() / "samples/soulfu/FROG.DDD"));
    scratch_.put("odd/b.ddd", tiny_ddd());
    for (const char* how : {"info", "warning", "error", "never"}) {
        const int first = run({"odd", "-o", "fresh", "--again", "--fail-on", how}).code;
        EXPECT_EQ(run({"odd", "-o", "fresh", "--fail-on", how}).code, first) << how;
    }
    EXPECT_EQ(run({"odd", "-o", "fresh", "--fail-on", "info"}).code, 1);
    EXPECT_EQ(run({"odd", "-o", "fresh", "--fail-on", "never"}).code, 0);
    const int strict = run({"odd", "-o", "fresh", "--strict", "--again"}).code;
    EXPECT_EQ(run({"odd", "-o", "fresh", "--strict"}).code, strict);
}

TEST_F(Batch, NothingButTexturesIsNothing) {
    for (const char* name : {"in/a.vrm", "in/b.vrm"}) {
        scratch_.put(name, load_file(source_folder() / "samples/ctr/toadstool.vrm"));
    }
    for (const char* verb : {"convert", "render", "sheet", "gallery"}) {
        const Ran ran = run_thaw({verb, "in"}, {.folder = scratch_.path()});
        EXPECT_EQ(ran.code, 1) << verb;
        EXPECT_EQ(ran.err, "thaw: in: no models there, only 2 files without a shape\n") << verb;
    }
}

TEST_F(Batch, AGalleryOfAllOfIt) {
    make_models(2);
    const Ran ran = run({"in", "-o", "out", "--gallery"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(fs::exists(scratch_.path("out/gallery/index.html")));
    EXPECT_EQ(run({"in/model0.ddd", "-o", "x.glb", "--gallery"}).code, 3);
}

}  // namespace
}  // namespace thaw::test
