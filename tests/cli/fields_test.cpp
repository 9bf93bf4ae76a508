// `thaw set` and `thaw diff` as programs; what is set and what differs is tested with the inspect folder.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

class FieldVerbs : public ::testing::Test {
protected:
    FieldVerbs() {
        const fs::path samples = source_folder() / "samples";
        scratch_.put("frog.ddd", load_file(samples / "soulfu" / "FROG.DDD"));
        scratch_.put("fish_d.3d", load_file(samples / "unreal" / "Models" / "ThawFish_d.3d"));
        scratch_.put("fish_a.3d", load_file(samples / "unreal" / "Models" / "ThawFish_a.3d"));
    }
    Ran run(const std::vector<std::string>& arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        return run_thaw(arguments, options);
    }
    bool there(const char* name) const { return fs::exists(scratch_.path(name)); }

    Scratch scratch_;
};

TEST_F(FieldVerbs, AValueIsSetAndShows) {
    const Ran set = run({"set", "frog.ddd", "scaling=200", "bases[0].bones[0].id=SADDLE", "-o", "new.ddd"});
    EXPECT_EQ(set.code, 0) << set.err;
    EXPECT_EQ(set.out,
              "new.ddd: 2 changes\n"
              "  scaling               3 -> 200\n"
              "  bases[0].bones[0].id  0 (plain) -> 5 (SADDLE)\n");
    EXPECT_EQ(set.err, "");
    const Ran diff = run({"diff", "frog.ddd", "new.ddd"});
    EXPECT_EQ(diff.code, 1);
    EXPECT_EQ(diff.out,
              "frog.ddd and new.ddd: 2 differences\n"
              "  scaling               3 -> 200\n"
              "  bases[0].bones[0].id  0 (plain) -> 5 (SADDLE)\n");
    EXPECT_EQ(run({"diff", "frog.ddd", "new.ddd", "--field", "scaling"}).out,
              "frog.ddd and new.ddd: 1 difference\n  scaling  3 -> 200\n");
    ASSERT_EQ(run({"set", "new.ddd", "scaling=3", "bases[0].bones[0].id=0 (plain)", "-o", "back.ddd"}).code, 0);
    EXPECT_EQ(scratch_.get("back.ddd"), scratch_.get("frog.ddd"));
    const Ran equal = run({"diff", "frog.ddd", "back.ddd"});
    EXPECT_EQ(equal.code, 0);
    EXPECT_EQ(equal.out, "frog.ddd and back.ddd are equal\n");
}

TEST_F(FieldVerbs, ValuesAsADumpPrintsThem) {
    const std::string before = scratch_.get("frog.ddd");
    ASSERT_EQ(
        run({"set", "frog.ddd", "bases[0].vertices[7].position=(1, -2, 3)",
             "bases[0].vertices[0].weight=weight=3, anchor", "bases[0].vertices[2].position[1]=0x10", "-o", "new.ddd"})
            .code,
        0);
    const Ran dump = run({"dump", "new.ddd", "--field", "bases[0].vertices[7].position"});
    EXPECT_NE(dump.out.find("1 -2 3\n"), std::string::npos) << dump.out;
    EXPECT_EQ(run({"set", "frog.ddd", "bases[0].vertices[7].position=[4,5,6]", "-o", "list.ddd"}).code, 0);
    scratch_.put("lantern.ctc", load_file(source_folder() / "samples" / "ctc" / "lantern.ctc"));
    const Ran text = run({"set", "lantern.ctc", R"(animations[0].name="a\x01b")", "-o", "text.ctc"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_NE(text.out.find(R"( -> "a\x01b")"), std::string::npos) << text.out;
    EXPECT_EQ(scratch_.get("frog.ddd"), before);
}

TEST_F(FieldVerbs, OfSeveralFilesThoseThatChangedAreWritten) {
    ASSERT_EQ(run({"set", "fish_d.3d", "frames[0].vertices[0].x=3", "-o", "one/"}).code, 0);
    EXPECT_TRUE(there("one/fish_a.3d"));
    EXPECT_FALSE(there("one/fish_d.3d"));
    const Ran both =
        run({"set", "fish_a.3d", "frames[0].vertices[0].x=3", "polys[0].vertices[0]=1", "-o", "two/carp_d.3d"});
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_TRUE(both.out.starts_with("two/carp_d.3d, two/carp_a.3d: 2 changes\n  fish_d.3d (data)\n")) << both.out;
    EXPECT_TRUE(there("two/carp_a.3d") && there("two/carp_d.3d"));
    EXPECT_EQ(run({"diff", "fish_d.3d", "two/carp_d.3d", "--part", "aniv"}).out,
              "fish_d.3d and two/carp_d.3d: 1 difference\n  frames[0].vertices[0].x  289 -> 3\n");
    // Where nothing changes, the file is there all the same.
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=3", "-o", "same.ddd"}).out, "same.ddd: nothing changed\n");
    EXPECT_EQ(scratch_.get("same.ddd"), scratch_.get("frog.ddd"));
}

TEST_F(FieldVerbs, NothingIsOverwritten) {
    const std::string before = scratch_.get("frog.ddd");
    scratch_.put("mine.ddd", Blob::take({'h', 'i'}));
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=7", "-o", "mine.ddd"}).code, 4);
    EXPECT_EQ(scratch_.get("mine.ddd"), "hi");
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=7", "-o", "frog.ddd", "--force"}).code, 4);
    EXPECT_EQ(scratch_.get("frog.ddd"), before);
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=7", "-o", "none.ddd", "--dry-run"}).out,
              "would write none.ddd: 1 change\n  scaling  3 -> 7\n");
    EXPECT_FALSE(there("none.ddd"));
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=7", "-o", "mine.ddd", "--force"}).code, 0);
}

TEST_F(FieldVerbs, WhatIsRefused) {
    const Ran count = run({"set", "frog.ddd", "num_frames=1", "-o", "no.ddd"});
    EXPECT_EQ(count.code, 1);
    EXPECT_NE(count.err.find("thaw: num_frames: that decides what follows: "), std::string::npos) << count.err;
    for (const char* wrong : {"num_frame=1", "scaling", "=3", "scaling=x", "scaling=70000", "frames=1", "a..b=1"}) {
        const Ran ran = run({"set", "frog.ddd", wrong, "-o", "no.ddd"});
        EXPECT_EQ(ran.code, 3) << wrong;
        EXPECT_TRUE(ran.err.starts_with("thaw: ")) << ran.err;
    }
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=1", "-o", "no.glb"}).code, 3);
    EXPECT_EQ(run({"set", "frog.ddd", "scaling=1"}).code, 3);
    EXPECT_EQ(run({"set", "nothing.ddd", "scaling=1", "-o", "no.ddd"}).code, 4);
    EXPECT_FALSE(there("no.ddd") || there("no.glb"));
    // Findings that were not there before, at the severity that was asked for.
    EXPECT_EQ(run({"set", "fish_d.3d", "polys[0].vertices[0]=65535", "-o", "bad/"}).code, 1);
    EXPECT_EQ(run({"set", "fish_d.3d", "polys[0].vertices[0]=65535", "-o", "bad2/", "--fail-on", "never"}).code, 0);
}

TEST_F(FieldVerbs, WhatCannotBeCompared) {
    const Ran formats = run({"diff", "frog.ddd", "fish_d.3d"});
    EXPECT_EQ(formats.code, 1);
    EXPECT_EQ(formats.out, "frog.ddd and fish_d.3d are of two formats: SoulFu model and Unreal vertex mesh\n");
    EXPECT_EQ(run({"diff", "frog.ddd", "nothing.ddd"}).code, 4);
    scratch_.put("cut.ddd", load_file(source_folder() / "samples" / "soulfu" / "FROG.DDD").slice(0, 3000));
    EXPECT_EQ(run({"diff", "frog.ddd", "cut.ddd"}).code, 2);
    EXPECT_EQ(run({"diff", "frog.ddd"}).code, 3);
    EXPECT_EQ(run({"diff", "frog.ddd", "frog.ddd", "--field", "none"}).code, 3);
    EXPECT_EQ(run({"diff", "frog.ddd", "frog.ddd", "--part", "none"}).code, 3);
}

TEST_F(FieldVerbs, Json) {
    const Ran set = run({"set", "frog.ddd", "scaling=200", "-o", "new.ddd", "--json"});
    EXPECT_EQ(set.out,
              R"({"version":1,"file":"frog.ddd","format":"ddd","written":["new.ddd"],"equal":false,"changes":[)"
              R"({"kind":"changed","part":"ddd","path":"scaling","before":3,"after":200,"offset_before":0,)"
              R"("offset_after":0}],"dropped":0,"issues":[]})"
              "\n");
    const Ran diff = run({"diff", "frog.ddd", "new.ddd", "--json"});
    EXPECT_EQ(diff.code, 1);
    EXPECT_EQ(diff.out, R"({"version":1,"before":"frog.ddd","after":"new.ddd","format":"ddd","equal":false,"changes":[)"
                        R"({"kind":"changed","part":"ddd","path":"scaling","before":3,"after":200,"offset_before":0,)"
                        R"("offset_after":0}],"dropped":0})"
                        "\n");
    EXPECT_TRUE(is_json(run({"diff", "frog.ddd", "fish_d.3d", "--json"}).out));
}

TEST_F(FieldVerbs, StandardOutputAndInput) {
    const Ran set = run({"set", "frog.ddd", "scaling=200", "-o", "-"});
    EXPECT_EQ(set.code, 0);
    EXPECT_EQ(set.err, "standard output: 1 change\n  scaling  3 -> 200\n");
    EXPECT_EQ(set.out.size(), scratch_.get("frog.ddd").size());
    const Ran diff = run({"diff", "frog.ddd", "-"}, {.input = set.out});
    EXPECT_EQ(diff.code, 1);
    EXPECT_EQ(diff.out, "frog.ddd and -: 1 difference\n  scaling  3 -> 200\n");
}

TEST_F(FieldVerbs, InsideArchives) {
    const fs::path folder = scratch_.path("files");
    fs::create_directory(folder);
    scratch_.put("files/FROG.DDD", load_file(source_folder() / "samples" / "soulfu" / "FROG.DDD"));
    ASSERT_EQ(run({"pack", "files", "-o", "all.sdf"}).code, 0);
    ASSERT_EQ(run({"set", "all.sdf/FROG.DDD", "scaling=200", "-o", "new.ddd"}).code, 0);
    EXPECT_EQ(run({"diff", "all.sdf/FROG.DDD", "new.ddd"}).out,
              "all.sdf/FROG.DDD and new.ddd: 1 difference\n  scaling  3 -> 200\n");
    // The archive itself has fields, too, under the numbers that the game adds.
    ASSERT_EQ(run({"set", "all.sdf", "entries[0].name=TOAD", "-o", "toad.sdf"}).code, 0);
    EXPECT_NE(run({"list", "toad.sdf"}).out.find("TOAD.DDD"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
