// An input is a model, not a file.
#include "io/inputs.hpp"

#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

namespace fs = std::filesystem;
using test::Scratch;
using Names = std::vector<std::string>;

class InputsTest : public ::testing::Test {
protected:
    Inputs collect(const Names& names) {
        Folders folders;
        Names paths;
        for (const std::string& name : names) paths.push_back(name == "-" ? name : scratch_.path(name));
        return collect_inputs(paths, folders,
                              {.endings = endings_, .filter = filter_, .named = named_, .search = search_});
    }
    Names models(const Names& names) {
        Names out;
        for (const Input& input : collect(names).models) {
            out.push_back(input.path == "-" ? "-" : input.path.substr(scratch_.path().size()));
        }
        return out;
    }

    Scratch scratch_;
    std::vector<std::string_view> endings_;
    NameFilter filter_;
    NamedModels named_ = NamedModels::ignored;
    Names search_;
};

TEST_F(InputsTest, APairIsOneModelUnderItsDataFile) {
    scratch_.put("fish_d.3d", "");
    scratch_.put("fish_a.3d", "");
    EXPECT_EQ(models({"fish_d.3d"}), Names{"fish_d.3d"});
    EXPECT_EQ(models({"fish_a.3d"}), Names{"fish_d.3d"});
    EXPECT_EQ(models({"fish_a.3d", "fish_d.3d"}), Names{"fish_d.3d"});
    EXPECT_EQ(models({""}), Names{"fish_d.3d"});
    EXPECT_EQ(models({"", "fish_a.3d", "./fish_d.3d"}), Names{"fish_d.3d"});
    EXPECT_EQ(collect({"fish_a.3d"}).models[0].named, scratch_.path("fish_a.3d"));
}

const std::string character =
    "int ModelSetup()\n  ModelAssign(self+MODEL_BASE_FILE, \"FILE:BODY.RDY\")\n"
    "  ModelAssign(self+MODEL_HEAD_FILE, \"FILE:HEAD.RDY\")\n";

TEST_F(InputsTest, WhatScriptsNameComesFirstAndItsPartsOnRequest) {
    for (const char* name : {"AXE.DDD", "BODY.DDD", "HEAD.DDD"}) scratch_.put(name, "");
    scratch_.put("CTHING.SRC", character);
    scratch_.put("WTOOLS.SRC", "int Event()\n");
    EXPECT_EQ(models({""}), (Names{"AXE.DDD", "BODY.DDD", "HEAD.DDD"}));
    named_ = NamedModels::first;
    EXPECT_EQ(models({""}), (Names{"CTHING.SRC", "AXE.DDD"}));
    EXPECT_EQ(collect({""}).pieces, 2u);
    EXPECT_EQ(models({"", "HEAD.DDD"}), (Names{"CTHING.SRC", "AXE.DDD"})) << "found in the folder before";
    EXPECT_EQ(models({"HEAD.DDD", ""}), (Names{"CTHING.SRC", "HEAD.DDD", "AXE.DDD"})) << "named by itself";
    named_ = NamedModels::first_and_pieces;
    EXPECT_EQ(models({""}), (Names{"CTHING.SRC", "AXE.DDD", "BODY.DDD", "HEAD.DDD"}));
    EXPECT_EQ(collect({""}).pieces, 0u);
}

// The game has all its files in one place; somebody put them into folders.
TEST_F(InputsTest, AScriptIsThereIfItsModelsAreAnywhereBelowTheNamedFolder) {
    named_ = NamedModels::first;
    scratch_.put("scripts/CTHING.SRC", character);
    scratch_.put("models/bodies/BODY.DDD", "");
    scratch_.put("models/AXE.DDD", "");
    EXPECT_EQ(models({""}), (Names{"scripts/CTHING.SRC", "models/AXE.DDD"}));
    EXPECT_EQ(collect({""}).pieces, 1u);
    EXPECT_EQ(models({"models", "scripts"}), (Names{"models/AXE.DDD", "models/bodies/BODY.DDD"})) << "two folders";
    EXPECT_EQ(collect({"models", "scripts"}).unmade.size(), 1u);
    EXPECT_EQ(collect({"models", "scripts"}).skipped.size(), 0u);
}

// A statue is what scripts of creatures say.
TEST_F(InputsTest, AScriptIsThereIfAScriptThatItCallsIs) {
    named_ = NamedModels::first;
    scratch_.put("CA.SRC", "int ModelSetup()\n  CTHING.ModelSetup()\n");
    scratch_.put("CTHING.SRC", character);
    EXPECT_EQ(models({""}), Names{});
    EXPECT_EQ(collect({""}).unmade.size(), 2u);
    scratch_.put("BODY.DDD", "");
    EXPECT_EQ(models({""}), (Names{"CA.SRC", "CTHING.SRC"}));
    EXPECT_EQ(collect({""}).pieces, 1u);
}

TEST_F(InputsTest, AScriptHidesOnlyWhatLiesWithIt) {
    named_ = NamedModels::first;
    scratch_.put("old/CTHING.SRC", character);
    for (const char* name : {"old/BODY.DDD", "old/HEAD.DDD", "new/BODY.DDD"}) scratch_.put(name, "");
    EXPECT_EQ(models({""}), (Names{"old/CTHING.SRC", "new/BODY.DDD"}));
}

// What a folder of scripts alone needs may be where the user says.
TEST_F(InputsTest, AScriptIsThereIfItsModelsAreWhereTheUserSearches) {
    named_ = NamedModels::first;
    scratch_.put("scripts/CTHING.SRC", character);
    scratch_.put("models/BODY.DDD", "");
    EXPECT_EQ(models({"scripts"}), Names{});
    search_ = {scratch_.path("scripts")};
    EXPECT_EQ(models({"scripts"}), Names{});
    search_ = {scratch_.path("scripts"), scratch_.path("models")};
    EXPECT_EQ(models({"scripts"}), Names{"scripts/CTHING.SRC"});
    EXPECT_EQ(collect({"scripts"}).unmade.size(), 0u);
    search_ = {scratch_.path()};
    EXPECT_EQ(models({"scripts"}), Names{"scripts/CTHING.SRC"}) << "below it";
}

TEST_F(InputsTest, AnEndingOfManyGamesCountsWithItsMagic) {
    scratch_.put("quake.mdl", "IDPO");
    scratch_.put("anachronox.mdl", "SMDL");
    scratch_.put("broken.ctc", "????");
    EXPECT_EQ(models({""}), (Names{"anachronox.mdl", "broken.ctc"}));
}

TEST_F(InputsTest, HalfAPairIsAModel) {
    scratch_.put("fish_a.3d", "");
    EXPECT_EQ(models({"fish_a.3d"}), Names{"fish_a.3d"});
    EXPECT_EQ(models({""}), Names{"fish_a.3d"});
}

TEST_F(InputsTest, PairsInAnyCase) {
    scratch_.put("Fish_D.3D", "");
    scratch_.put("FISH_a.3d", "");
    EXPECT_EQ(models({""}), Names{"Fish_D.3D"});
}

TEST_F(InputsTest, FoldersAreSortedAndDeep) {
    scratch_.put("b/z.ddd", "");
    scratch_.put("b/a.DDD", "");
    scratch_.put("a/y.ddd", "");
    scratch_.put("c.ddd", "");
    scratch_.put(".hidden/x.ddd", "");
    scratch_.put(".x.ddd", "");
    scratch_.put("readme.txt", "");
    EXPECT_EQ(models({""}), (Names{"a/y.ddd", "b/a.DDD", "b/z.ddd", "c.ddd"}));
    const Inputs inputs = collect({""});
    EXPECT_EQ(inputs.skipped, Names{scratch_.path("readme.txt")});
    EXPECT_EQ(inputs.models[1].below, "b");
    EXPECT_EQ(inputs.models[3].below, "");
    EXPECT_EQ(models({"c.ddd", "b"}), (Names{"c.ddd", "b/a.DDD", "b/z.ddd"}));
}

// What no format claims in a folder, as long as nobody asks for it.
TEST_F(InputsTest, FurtherEndings) {
    for (const char* name : {"a.glb", "b/c.GLTF", "b/c.bin", "d.ddd", "e.glb.txt"}) scratch_.put(name, "");
    EXPECT_EQ(models({""}), Names{"d.ddd"});
    EXPECT_EQ(models({"", "a.glb"}), (Names{"d.ddd", "a.glb"})) << "one that was named is taken";
    endings_ = {".glb", ".gltf"};
    EXPECT_EQ(models({""}), (Names{"a.glb", "b/c.GLTF", "d.ddd"}));
    EXPECT_EQ(collect({""}).models[1].below, "b");
    EXPECT_EQ(collect({""}).skipped.size(), 2u);
}

TEST_F(InputsTest, LinksToFoldersAreNotFollowed) {
    scratch_.put("a/x.ddd", "");
    fs::create_directory_symlink("..", scratch_.path("a/loop"));
    fs::create_symlink("x.ddd", scratch_.path("a/y.ddd"));
    ASSERT_EQ(::mkfifo(scratch_.path("a/pipe.ddd").c_str(), 0666), 0);
    EXPECT_EQ(models({""}), (Names{"a/x.ddd", "a/y.ddd"}));
}

TEST_F(InputsTest, MissingNamesAreErrorsAndTheRestGoesOn) {
    scratch_.put("x.ddd", "");
    const Inputs inputs = collect({"nope.ddd", "x.ddd", "x.ddd/below"});
    EXPECT_EQ(inputs.models.size(), 1u);
    ASSERT_EQ(inputs.errors.size(), 2u);
    EXPECT_EQ(inputs.errors[0].code, Code::io);
    EXPECT_EQ(inputs.errors[0].file, scratch_.path("nope.ddd"));
}

TEST_F(InputsTest, AFileNamedByTheUserIsTakenWhateverItsName) {
    scratch_.put("x.bin", "");
    EXPECT_EQ(models({"x.bin"}), Names{"x.bin"});
    EXPECT_EQ(models({"-", "-"}), Names{"-"});
}

TEST_F(InputsTest, OnlyWhatTheFilterTakes) {
    for (const char* name : {"a/rat.ddd", "a/cat.twm", "a/old/rat.ddd", "b/rat.ddd", "fish_a.3d", "fish_d.3d"}) {
        scratch_.put(name, "");
    }
    filter_ = {.only = {"*.DDD"}};
    EXPECT_EQ(models({""}), (Names{"a/old/rat.ddd", "a/rat.ddd", "b/rat.ddd"}));
    EXPECT_EQ(collect({""}).filtered, 3u);
    filter_ = {.only = {"*.ddd"}, .exclude = {"old"}};
    EXPECT_EQ(models({""}), (Names{"a/rat.ddd", "b/rat.ddd"}));
    filter_ = {.only = {"a/rat.ddd"}};
    EXPECT_EQ(models({""}), Names{"a/rat.ddd"});
    EXPECT_EQ(models({"a"}), Names{}) << "paths are those below what was named";
    filter_ = {.exclude = {"a", "b"}};
    EXPECT_EQ(models({""}), Names{"fish_d.3d"});
    // Either file of a pair names the model.
    filter_ = {.only = {"*_a.3d"}};
    EXPECT_EQ(models({""}), Names{"fish_d.3d"});
    // What is named itself is no exception, but standard input has no name.
    filter_ = {.only = {"*.ddd"}};
    EXPECT_EQ(models({"a/rat.ddd", "a/cat.twm", "-"}), (Names{"a/rat.ddd", "-"}));
}

TEST_F(InputsTest, TheFolderThatWasNamed) {
    scratch_.put("in/deep/rat.ddd", "");
    EXPECT_EQ(collect({"in/"}).models[0].root, scratch_.path("in"));
    EXPECT_EQ(collect({"in"}).models[0].root, scratch_.path("in"));
    EXPECT_EQ(collect({"in/deep/rat.ddd"}).models[0].root, "");
}

}  // namespace
}  // namespace thaw::io
