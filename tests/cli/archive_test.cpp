// `list`, `extract`, `replace` and `pack`, and paths into archives for the other verbs.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

Blob sample(const char* name) { return load_file(source_folder() / "samples" / name); }

class ArchiveVerbs : public ::testing::Test {
protected:
    ArchiveVerbs() {
        scratch_.put("game.dat", adat_of({{"models/frog.ddd", sample("soulfu/FROG.DDD")},
                                          {"models/rat.ddd", tiny_ddd()},
                                          {"frog.pcx", sample("soulfu/FROG.PCX")},
                                          {"read me.txt", blob_of("hello\n")}}));
        scratch_.put("evil.dat", adat_of({{"../evil.txt", blob_of("evil")}, {"good.txt", blob_of("good")}}));
    }
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }

    Scratch scratch_;
};

TEST_F(ArchiveVerbs, ListTellsKindsByContent) {
    const Ran ran = run({"list", "game.dat"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_NE(lines[0].find("ddd     models/frog.ddd"), std::string::npos);
    EXPECT_NE(lines[2].find("pcx     frog.pcx"), std::string::npos);
    EXPECT_NE(lines[3].find("6 bytes  text    read me.txt"), std::string::npos);
    EXPECT_EQ(lines[4].substr(0, 38), "game.dat: Anachronox archive, 4 files,");
    EXPECT_EQ(lines_of(run({"list", "game.dat/models"}).out).size(), 3u);
    EXPECT_EQ(lines_of(run({"list", "game.dat", "--only", "*.PCX"}).out).size(), 2u);
    const Ran json = run({"list", "game.dat", "--json", "--only", "rat*"});
    EXPECT_EQ(json.out.substr(0, 78),
              R"({"archive":"game.dat","name":"models/rat.ddd","path":"game.dat/models/rat.ddd")");
}

TEST_F(ArchiveVerbs, ListOfOtherThings) {
    scratch_.put("plain.txt", "plain");
    EXPECT_EQ(run({"list", "plain.txt"}).code, 2);
    EXPECT_EQ(run({"list", "no.dat"}).code, 4);
    EXPECT_EQ(run({"list", "."}).err, "thaw: .: is a folder, not an archive\n");
    EXPECT_EQ(run({"list"}).code, 3);
    EXPECT_NE(run({"list", "evil.dat"}).out.find("(its name leads to another folder)"), std::string::npos);
}

// What is wrong with many files of an archive is one line, and what is wrong with all of it is said.
TEST_F(ArchiveVerbs, DamagedOnesAreNamedOnce) {
    for (int i = 0; i < 9; ++i) scratch_.put("many/F" + std::to_string(i) + ".TXT", std::string(100, 'x'));
    ASSERT_EQ(run({"pack", "many", "-o", "whole.sdf"}).code, 0);
    const std::string whole = scratch_.get("whole.sdf");
    scratch_.put("cut.sdf", whole.substr(0, whole.size() - 350));
    const Ran listed = run({"list", "cut.sdf"});
    EXPECT_EQ(listed.code, 1);
    EXPECT_EQ(lines_of(listed.out).size(), 10u);
    EXPECT_EQ(listed.err, "thaw: cut.sdf/F5.TXT: the archive ends before this file does; the same for 3 other files\n");
    const Ran extracted = run({"extract", "cut.sdf"});
    EXPECT_EQ(extracted.code, 1);
    EXPECT_EQ(extracted.out, "5 files, 500 bytes in cut\n");
    EXPECT_EQ(extracted.err, listed.err);
    scratch_.put("head.sdf", whole.substr(0, 100));
    const Ran head = run({"list", "head.sdf"});
    EXPECT_EQ(head.code, 2);
    EXPECT_NE(head.err.find("entries: the file ends early"), std::string::npos) << head.err;
}

TEST_F(ArchiveVerbs, ExtractGivesTheFilesAsTheyWere) {
    EXPECT_EQ(run({"extract", "game.dat"}).out.substr(0, 8), "4 files,");
    EXPECT_EQ(scratch_.get("game/models/rat.ddd"), text_of(tiny_ddd()));
    EXPECT_EQ(scratch_.get("game/read me.txt"), "hello\n");
    EXPECT_EQ(run({"extract", "game.dat"}).code, 0) << "the same files are there";
    // Not over what is there, unless it is wanted.
    scratch_.put("game/read me.txt", "mine\n");
    EXPECT_EQ(run({"extract", "game.dat"}).code, 4);
    EXPECT_EQ(scratch_.get("game/read me.txt"), "mine\n");
    EXPECT_EQ(run({"extract", "game.dat", "-f"}).code, 0);
    EXPECT_EQ(scratch_.get("game/read me.txt"), "hello\n");
    EXPECT_EQ(run({"extract", "game.dat/models/rat.ddd", "-o", "picked"}).code, 0);
    EXPECT_TRUE(fs::exists(scratch_.path("picked/models/rat.ddd")));
    EXPECT_EQ(run({"extract", "game.dat", "--only", "*.txt", "-o", "texts"}).code, 0);
    EXPECT_FALSE(fs::exists(scratch_.path("texts/models")));
    EXPECT_EQ(run({"extract", "game.dat", "--only", "*.wav"}).code, 1);
    EXPECT_EQ(run({"extract", "game.dat", "-n", "-o", "dry"}).code, 0);
    EXPECT_FALSE(fs::exists(scratch_.path("dry")));
}

TEST_F(ArchiveVerbs, NothingIsWrittenOutsideTheFolder) {
    const Ran ran = run({"extract", "evil.dat", "-o", "deep/out"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("../evil.txt: not written: its name leads to another folder"), std::string::npos) << ran.err;
    EXPECT_EQ(scratch_.get("deep/out/good.txt"), "good");
    EXPECT_FALSE(fs::exists(scratch_.path("deep/evil.txt")));
}

// Out and in again: the same files, the same archive whenever it is made, and the same bytes from then on.
TEST_F(ArchiveVerbs, PackPutsTogetherWhatExtractTookApart) {
    scratch_.put("more/FROG.DDD", text_of(sample("soulfu/FROG.DDD")));
    scratch_.put("more/EMPTY.TXT", "");
    scratch_.put("more/.hidden", "not this one");
    ASSERT_EQ(run({"extract", "game.dat"}).code, 0);
    for (const auto& [folder, archive] :
         {std::pair{"game", "again.dat"}, {"more", "again.sdf"}, {"more", "again.big"}}) {
        const Ran ran = run({"pack", folder, "-o", archive});
        EXPECT_EQ(ran.code, 0) << ran.err;
        const std::string first = scratch_.get(archive);
        EXPECT_EQ(run({"pack", folder, "-o", archive}).code, 0) << "the same is there";
        scratch_.put(archive, "mine");
        EXPECT_EQ(run({"pack", folder, "-o", archive}).code, 4) << "there is one";
        EXPECT_EQ(run({"pack", folder, "-o", archive, "-f"}).code, 0);
        EXPECT_EQ(scratch_.get(archive), first);
        const std::string out = std::string("out_") + archive;
        ASSERT_EQ(run({"extract", archive, "-o", out}).code, 0);
        const std::string back = std::string("back_") + archive;
        EXPECT_EQ(run({"pack", out, "-o", back}).code, 0);
        EXPECT_EQ(scratch_.get(back), first);
    }
    EXPECT_EQ(scratch_.get("out_again.dat/models/rat.ddd"), text_of(tiny_ddd()));
    EXPECT_EQ(scratch_.get("out_again.dat/read me.txt"), "hello\n");
    EXPECT_EQ(scratch_.get("out_again.sdf/FROG.DDD"), text_of(sample("soulfu/FROG.DDD")));
    EXPECT_FALSE(fs::exists(scratch_.path("out_again.sdf/.hidden")));
}

// What Thaw leaves in a folder is none of the game's files, and no reason to stop.
TEST_F(ArchiveVerbs, PackSkipsWhatThawLeftThere) {
    for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX"}) {
        scratch_.put(std::string("edit/") + name, sample((std::string("soulfu/") + name).c_str()));
    }
    ASSERT_EQ(run({"pack", "edit", "-o", "plain.sdf"}).err, "");
    scratch_.put("edit/FROG.textures.json", sample("soulfu/FROG.textures.json"));
    scratch_.put("edit/.thaw_done", "");
    scratch_.put("edit/.thaw-123.tmp", "");
    ASSERT_EQ(run({"survey", "edit", "--share", "edit/long report name.json"}).code, 0);
    const Ran ran = run({"pack", "edit", "-o", "new/folder/mod.sdf"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "thaw: skipped edit/FROG.textures.json and 1 more: Thaw's own, not the game's\n");
    EXPECT_EQ(scratch_.get("new/folder/mod.sdf"), scratch_.get("plain.sdf"));
    // A JSON file of somebody else's is a file like any other.
    scratch_.put("edit/OTHER.TXT", "{}");
    EXPECT_NE(run({"pack", "edit", "-o", "other.sdf"}).out.find(" 4 files of "), std::string::npos);
    scratch_.put("only/.thaw_done", "");
    const Ran none = run({"pack", "only", "-o", "none.sdf"});
    EXPECT_EQ(none.code, 1);
    EXPECT_EQ(none.err, "thaw: only: no files there\n");
}

TEST_F(ArchiveVerbs, PackTakesNumbersOfABigAsPlaces) {
    scratch_.put("big/0003_kart.bin", "three");
    scratch_.put("big/0001.bin", "one");
    ASSERT_EQ(run({"pack", "big", "-o", "some.big"}).code, 0);
    const auto lines = lines_of(run({"list", "some.big"}).out);
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_NE(lines[1].find("3 bytes"), std::string::npos) << lines[1];
    EXPECT_NE(lines[2].find("0 bytes"), std::string::npos) << lines[2];
    EXPECT_NE(lines[3].find("5 bytes"), std::string::npos) << lines[3];
}

TEST_F(ArchiveVerbs, PackSaysWhatItCannot) {
    EXPECT_EQ(run({"pack", "game.dat/models", "-o", "x.zip"}).code, 3);
    EXPECT_EQ(run({"pack", "game.dat/models", "-o", "x", "--to", "zip"}).code, 3);
    EXPECT_EQ(run({"pack", "nowhere", "-o", "x.dat"}).code, 4);
    EXPECT_EQ(run({"pack", "game.dat/models", "-o", "game.dat", "-f"}).code, 4) << "an input is never replaced";
    EXPECT_EQ(run({"pack", "game.dat/models", "-o", "dry.dat", "-n"}).code, 0);
    EXPECT_FALSE(fs::exists(scratch_.path("dry.dat")));
    scratch_.put("long/a name that SoulFu does not have.ddd", "x");
    const Ran ran = run({"pack", "long", "-o", "x.sdf"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.err.find("a name that SoulFu does not have.ddd is A NAME T.DDD"), std::string::npos) << ran.err;
    scratch_.put("long/A NAME T.DDD", "y");
    EXPECT_NE(run({"pack", "long", "-o", "y.sdf"}).code, 0) << "two files of one name";
    EXPECT_FALSE(fs::exists(scratch_.path("y.sdf")));
}

TEST_F(ArchiveVerbs, ReplaceChangesOneFile) {
    const std::string before = scratch_.get("game.dat");
    scratch_.put("new.txt", "another text, longer than it was\n");
    EXPECT_EQ(run({"replace", "game.dat", "READ ME.TXT", "new.txt", "-n"}).code, 0);
    EXPECT_EQ(scratch_.get("game.dat"), before);
    const Ran ran = run({"replace", "game.dat", "READ ME.TXT", "new.txt"});
    EXPECT_EQ(ran.out, "game.dat: read me.txt 6 -> 33 bytes; 3 other files byte-identical\n") << ran.err;
    EXPECT_EQ(run({"extract", "game.dat", "-o", "now"}).code, 0);
    EXPECT_EQ(scratch_.get("now/read me.txt"), scratch_.get("new.txt"));
    EXPECT_EQ(scratch_.get("now/models/rat.ddd"), text_of(tiny_ddd()));
    EXPECT_EQ(run({"replace", "game.dat", "read me.txt", "new.txt"}).out,
              "game.dat: read me.txt is already the same\n");
    // And back again, from a file in another archive, into a copy.
    scratch_.put("old.dat", before);
    EXPECT_EQ(run({"replace", "game.dat", "read me.txt", "old.dat/read me.txt", "-o", "copy.dat"}).code, 0);
    EXPECT_EQ(scratch_.get("copy.dat"), before);
}

TEST_F(ArchiveVerbs, ReplaceRefusesWhatCannotBe) {
    const std::string before = scratch_.get("game.dat");
    const Ran kind = run({"replace", "game.dat", "models/rat.ddd", "game.dat/frog.pcx"});
    EXPECT_EQ(kind.code, 2);
    EXPECT_NE(kind.err.find("is pcx, but models/rat.ddd is ddd; --force replaces it"), std::string::npos) << kind.err;
    EXPECT_EQ(run({"replace", "game.dat", "no.txt", "game.dat"}).code, 2);
    EXPECT_EQ(run({"replace", "game.dat", "models/rat.ddd", "no.ddd"}).code, 4);
    EXPECT_EQ(scratch_.get("game.dat"), before);
}

TEST_F(ArchiveVerbs, OtherVerbsTakePathsIntoArchives) {
    const Ran info = run({"info", "game.dat/models/rat.ddd"});
    EXPECT_EQ(lines_of(info.out)[0], "game.dat/models/rat.ddd") << info.err;
    EXPECT_EQ(run({"check", "game.dat/models/frog.ddd"}).code, 0);
    EXPECT_EQ(run({"render", "game.dat/models/frog.ddd", "--size", "32", "-o", "frog.png"}).code, 0);
    // Into a folder, and the archive as a whole; the names are those of the files inside.
    EXPECT_EQ(run({"convert", "game.dat", "-o", "out"}).code, 0);
    EXPECT_EQ(run({"extract", "game.dat", "-o", "loose"}).code, 0);
    EXPECT_EQ(run({"convert", "loose", "-o", "out2"}).code, 0);
    EXPECT_EQ(scratch_.get("out/models/frog.glb"), scratch_.get("out2/models/frog.glb"));
    EXPECT_GT(scratch_.get("out/models/frog.glb").size(), 1000u);
}

// With or without '/' at its end, a game's own or any other, an archive is the same to every verb.
TEST_F(ArchiveVerbs, AnArchiveIsTheSameInEveryVerbAndSpelling) {
    ASSERT_EQ(run({"extract", "game.dat"}).code, 0);
    ASSERT_EQ(
        std::system(("cd '" + scratch_.path() + "' && tar -cf game.tar -C game frog.pcx models 'read me.txt'").c_str()),
        0);
    const auto produced = [&](const std::string& verb, const std::string& archive) {
        fs::remove_all(scratch_.path("there"));
        fs::create_directory(scratch_.path("there"));
        const Ran ran = run_thaw({verb, "../" + archive}, {.folder = scratch_.path("there")});
        EXPECT_EQ(ran.code, 0) << verb << ' ' << archive << ran.err;
        std::string files;
        for (const auto& entry : fs::recursive_directory_iterator(scratch_.path("there"))) {
            if (entry.is_regular_file()) files += fs::relative(entry.path(), scratch_.path("there")).string() + '\n';
        }
        return std::pair(ran.out + ran.err, files);
    };
    for (const char* verb :
         {"info", "check", "dump", "survey", "list", "convert", "render", "sheet", "gallery", "extract"}) {
        const auto [dat, dat_files] = produced(verb, "game.dat");
        EXPECT_EQ(produced(verb, "game.dat/"), std::pair(dat, dat_files)) << verb;
        const auto [tar, tar_files] = produced(verb, "game.tar");
        EXPECT_EQ(produced(verb, "game.tar/"), std::pair(tar, tar_files)) << verb;
        EXPECT_EQ(std::count(dat_files.begin(), dat_files.end(), '\n'),
                  std::count(tar_files.begin(), tar_files.end(), '\n'))
            << verb;
        // Both stand for the models inside.
        if (dat_files.empty() && std::string_view(verb) != "check") {
            EXPECT_NE(dat.find("ddd"), std::string::npos) << verb;
            EXPECT_NE(tar.find("ddd"), std::string::npos) << verb;
        }
    }
    // One of a game's own is a model besides. A place in it is one in the archive, and --format takes it alone.
    EXPECT_NE(run({"info", "game.dat"}).out.find("game.dat  Anachronox archive"), std::string::npos);
    EXPECT_EQ(run({"info", "--format", "adat", "game.dat/"}).out.substr(0, 9), "game.dat\n");
    EXPECT_EQ(lines_of(run({"dump", "--at", "0", "game.dat/"}).out)[0].substr(0, 15), "game.dat (adat)");
    EXPECT_EQ(lines_of(run({"dump", "--at", "0", "game.dat/models/rat.ddd"}).out)[0].substr(0, 8), "game.dat");
    EXPECT_EQ(run({"convert", "game.dat/", "-o", "copy.dat"}).code, 0);
    EXPECT_EQ(scratch_.get("copy.dat"), scratch_.get("game.dat"));
}

TEST_F(ArchiveVerbs, OnlyAndExcludeInEveryVerb) {
    for (const char* verb : {"info", "check", "dump", "survey", "list"}) {
        const std::string json = std::string_view(verb) == "survey" || std::string_view(verb) == "dump" ? "" : "--json";
        std::vector<std::string> only{verb, "game.dat", "--only", "FROG.*", "--exclude", "*.pcx"};
        if (!json.empty()) only.push_back(json);
        const Ran ran = run(only);
        EXPECT_EQ(ran.code, 0) << verb << ran.err;
        EXPECT_EQ(ran.out.find("rat.ddd"), std::string::npos) << verb;
        if (!json.empty()) {
            EXPECT_EQ(lines_of(ran.out).size(), 1u) << verb << ran.out;
        }
        EXPECT_EQ(run({verb, "game.dat", "--only", "*.nothing"}).code, 1) << verb;
    }
    EXPECT_NE(run({"survey", "game.dat", "--exclude", "rat.*"}).out.find("ddd, 1 model\n"), std::string::npos);
    EXPECT_EQ(run({"convert", "game.dat", "--only", "models/frog.ddd", "-o", "one"}).code, 0);
    EXPECT_TRUE(fs::exists(scratch_.path("one/models/frog.glb")));
    EXPECT_FALSE(fs::exists(scratch_.path("one/models/rat.glb")));
    EXPECT_NE(run({"sheet", "game.dat", "--exclude", "rat*"}).out.find("  1 model  "), std::string::npos);
    EXPECT_NE(run({"gallery", "game.dat", "--exclude", "rat*"}).out.find("  1 model  "), std::string::npos);
    EXPECT_EQ(run({"extract", "game.dat", "--exclude", "models", "-o", "rest"}).code, 0);
    EXPECT_FALSE(fs::exists(scratch_.path("rest/models")));
    EXPECT_TRUE(fs::exists(scratch_.path("rest/frog.pcx")));
}

// An option that names a companion takes what every verb takes as a model: also a path into an archive.
class CompanionsInArchives : public ::testing::Test {
protected:
    CompanionsInArchives() {
        const std::vector<std::pair<const char*, const char*>> files{{"soulfu/FROG.DDD", "frog.ddd"},
                                                                     {"soulfu/FROG.PCX", "frog.pcx"},
                                                                     {"unreal/Models/ThawFish_d.3d", "fish_d.3d"},
                                                                     {"unreal/Models/ThawFish_a.3d", "fish_a.3d"},
                                                                     {"unreal/Models/ThawFish_d.3d", "ThawFish_d.3d"},
                                                                     {"unreal/Models/ThawFish_a.3d", "ThawFish_a.3d"},
                                                                     {"unreal/Classes/ThawFish.uc", "Other.uc"},
                                                                     {"ctr/toadstool.ctr", "toad.ctr"},
                                                                     {"ctr/toadstool.vrm", "other.vrm"}};
        std::vector<ArchiveFile> inside{{"deep/rat.ddd", tiny_ddd()}};
        scratch_.put("loose/deep/rat.ddd", tiny_ddd());
        for (const auto& [from, to] : files) {
            inside.push_back({to, sample(from)});
            scratch_.put(std::string("loose/") + to, sample(from));
        }
        scratch_.put("game.dat", adat_of(inside));
        for (const char* model : {"frog.ddd", "fish_d.3d", "fish_a.3d", "toad.ctr", "ThawFish_d.3d", "ThawFish_a.3d"}) {
            scratch_.put(std::string("alone/") + model, scratch_.get(std::string("loose/") + model));
        }
    }
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }

    // The GLB with one option more, of which the file lies in `from`.
    std::string converted(const std::string& model, const std::string& option, const std::string& value,
                          const std::string& from) {
        std::string given = value;
        given.replace(given.find('@'), 1, from);
        std::vector<std::string> arguments{"convert", "alone/" + model, "-f", "-o", "x.glb"};
        if (!option.empty()) arguments.insert(arguments.end(), {option, given});
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 0) << option << ' ' << given << ": " << ran.err;
        return scratch_.get("x.glb");
    }

    Scratch scratch_;
};

TEST_F(CompanionsInArchives, EveryOptionThatNamesOneTakesThem) {
    struct Given {
        const char* model;
        const char* option;
        const char* value;  // @ is where the file lies
    };
    for (const auto& [model, option, value] : {Given{"frog.ddd", "--texture", "0=@/frog.pcx"},
                                               {"frog.ddd", "--part", "HEAD=@/deep/rat.ddd"},
                                               {"frog.ddd", "--anim", "@/frog.ddd"},
                                               {"fish_d.3d", "--uc", "@/Other.uc"},
                                               {"toad.ctr", "--vrm", "@/other.vrm"},
                                               {"toad.ctr", "--shared-vrm", "@/other.vrm"},
                                               {"ThawFish_d.3d", "--search", "@"}}) {
        const std::string inside = converted(model, option, value, "game.dat");
        EXPECT_TRUE(inside == converted(model, option, value, "loose")) << option;
        if (std::string_view(option) == "--anim") continue;  // its own
        EXPECT_FALSE(inside == converted(model, "", "@", {})) << option << " has no effect";
    }
}

TEST_F(CompanionsInArchives, OtherVerbsToo) {
    const std::vector<std::string> option{"--vrm", "game.dat/OTHER.VRM"};
    EXPECT_EQ(run({"render", "alone/toad.ctr", "--size", "32", "-o", "bare.png"}).code, 0);
    EXPECT_EQ(run({"render", "alone/toad.ctr", "--size", "32", "-o", "a.png", option[0], option[1]}).code, 0);
    EXPECT_EQ(run({"render", "alone/toad.ctr", "--size", "32", "-o", "b.png", option[0], "loose/other.vrm"}).code, 0);
    EXPECT_TRUE(scratch_.get("a.png") == scratch_.get("b.png"));
    EXPECT_FALSE(scratch_.get("a.png") == scratch_.get("bare.png"));
    EXPECT_EQ(run({"sheet", "alone/toad.ctr", "-o", "sheet.png", option[0], option[1]}).code, 0);
    EXPECT_EQ(run({"gallery", "alone/toad.ctr", "-o", "page", option[0], option[1]}).code, 0);
}

TEST_F(CompanionsInArchives, WhatIsNotThereIsSaid) {
    const Ran gone = run({"convert", "alone/frog.ddd", "--texture", "0=game.dat/no.pcx", "-o", "x.glb"});
    EXPECT_EQ(gone.code, 4);
    EXPECT_NE(gone.err.find("game.dat/no.pcx: there is no such file"), std::string::npos) << gone.err;
    EXPECT_EQ(run({"convert", "alone/frog.ddd", "--texture", "0=loose/frog.pcx/x", "-o", "x.glb"}).code, 2);
    EXPECT_EQ(run({"convert", "alone/frog.ddd", "--texture", "0=game.dat/deep", "-o", "x.glb"}).code, 4);
    EXPECT_EQ(run({"convert", "alone/frog.ddd", "--search", "game.dat/nowhere", "-o", "x.glb"}).code, 3);
    EXPECT_EQ(run({"convert", "alone/frog.ddd", "--search", "alone/frog.ddd", "-o", "x.glb"}).code, 3);
}

TEST_F(CompanionsInArchives, TheArchiveIsAnInputThen) {
    scratch_.put("game.glb", scratch_.get("game.dat"));
    const Ran ran = run({"convert", "alone/frog.ddd", "--texture", "0=game.glb/frog.pcx", "-f", "-o", "game.glb"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_NE(ran.err.find("is an input"), std::string::npos) << ran.err;
    EXPECT_TRUE(scratch_.get("game.glb") == scratch_.get("game.dat"));
}

TEST_F(ArchiveVerbs, SurveyCountsWhatFieldsHold) {
    const Ran ran = run({"survey", "game.dat/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(lines_of(ran.out)[0], "adat, 1 model");
    EXPECT_NE(ran.out.find("\nddd, 2 models\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("  scaling "), std::string::npos);
    const Ran some = run({"survey", "game.dat/", "--field", "bases[].*", "--field", "scaling"});
    for (const std::string& line : lines_of(some.out)) {
        EXPECT_TRUE(line.starts_with("ddd") || line.starts_with("  bases[]") || line.starts_with("  scaling")) << line;
    }
    EXPECT_TRUE(is_json(run({"survey", "game.dat/", "--json"}).out));
    EXPECT_EQ(run({"survey", "game.dat/", "--share", "share.json"}).code, 0);
    EXPECT_TRUE(is_json(scratch_.get("share.json")));
    EXPECT_EQ(scratch_.get("share.json").find("frog"), std::string::npos);
}

TEST_F(ArchiveVerbs, APackageGivesItsMeshesWithTheirClips) {
    for (const Fixture& fixture : upackage_fixtures()) {
        if (fixture.name == "upackage_69") scratch_.put("game/Botpack.u", fixture.bundle.parts[0].bytes);
    }
    const Ran list = run({"list", "game/Botpack.u"});
    EXPECT_EQ(list.code, 0) << list.err;
    EXPECT_NE(list.out.find("_d.3d"), std::string::npos) << list.out;
    const Ran ran = run({"convert", "game", "-o", "out"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find(".glb"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find(" 0 clips"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find(" 0 textures"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace thaw::test
