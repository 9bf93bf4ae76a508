// Files that hold several models: all of them are written, each once, and each comes back as it was.
#include <algorithm>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

class SeveralModels : public ::testing::Test {
protected:
    SeveralModels() {
        const auto fixtures = unreal_fixtures();
        const auto pair = std::find_if(fixtures.begin(), fixtures.end(),
                                       [](const Fixture& f) { return f.name == "unreal_standard"; });
        scratch_.put("tree/P/Models/guy_d.3d", pair->bundle.find("data")->bytes);
        for (const char* name : {"guy", "dead"}) {
            scratch_.put("tree/P/Models/" + std::string(name) + "_a.3d", pair->bundle.find("aniv")->bytes);
        }
        scratch_.put("tree/P/Classes/Player.uc", script("guy"));
        scratch_.put("tree/P/Classes/Corpse.uc", script("dead"));
        scratch_.put("tree/P/Classes/Bot.uc", "class Bot extends Pawn;\ndefaultproperties\n{\n Mesh=Mesh'P.Guy'\n}\n");
    }
    static std::string script(const std::string& aniv) {
        return "class C extends Pawn;\n#exec MESH IMPORT MESH=Guy ANIVFILE=Models\\" + aniv +
               "_a.3d DATAFILE=Models\\guy_d.3d\n#exec MESHMAP SCALE MESHMAP=Guy X=2 Y=2 Z=4\n";
    }
    Ran thaw(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    std::vector<std::string> written(const std::string& folder) {
        std::vector<std::string> out;
        for (const std::string& name : scratch_.names()) {
            if (name.starts_with(folder) && name.find(".3d") + name.find(".glb") != 2 * std::string::npos) {
                if (name.ends_with(".3d") || name.ends_with(".glb")) out.push_back(name.substr(folder.size()));
            }
        }
        return out;
    }

    Scratch scratch_;
};

TEST_F(SeveralModels, TwoOfOneNameAreBothWrittenAndComeBack) {
    const Ran ran = thaw({"convert", "tree", "-o", "glb/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    ASSERT_EQ(written("glb/"), (std::vector<std::string>{"P/Models/Guy.glb", "P/Models/Player.Guy.glb"})) << ran.out;
    for (const auto& [glb, aniv] : {std::pair("Guy", "dead_a.3d"), std::pair("Player.Guy", "guy_a.3d")}) {
        const std::string out = std::string(glb) + "/";
        const Ran back = thaw({"convert", "glb/P/Models/" + std::string(glb) + ".glb", "--to", "native", "-o", out});
        EXPECT_EQ(back.code, 0) << back.err;
        EXPECT_EQ(written(out), (std::vector<std::string>{aniv, "guy_d.3d"}));
    }
    // A second run knows both; so does one that names another of the files.
    const Ran second = thaw({"convert", "tree", "-o", "glb/"});
    EXPECT_NE((second.out + second.err).find("up to date"), std::string::npos) << second.out;
    EXPECT_EQ((second.out + second.err).find("converted"), std::string::npos) << second.out;
    EXPECT_EQ(written("glb/").size(), 2u);
    EXPECT_EQ(thaw({"convert", "tree", "tree/P/Classes/Player.uc", "-o", "again/", "--no-source"}).code, 0);
    EXPECT_EQ(written("again/").size(), 2u);
}

TEST_F(SeveralModels, OneIsPickedByItsName) {
    const Ran ran = thaw({"convert", "tree", "--model", "Player.Guy", "-o", "one/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(written("one/").size(), 1u);
    EXPECT_EQ(thaw({"convert", "tree", "--model", "guy", "-o", "both/"}).code, 0);
    EXPECT_EQ(written("both/").size(), 2u);
}

TEST_F(SeveralModels, TheScriptIsPrinted) {
    const Ran ran = thaw({"info", "--uc", "tree/P/Classes/Corpse.uc"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, script("dead"));
    scratch_.put("bare_d.3d", scratch_.get("tree/P/Models/guy_d.3d"));
    scratch_.put("bare_a.3d", scratch_.get("tree/P/Models/guy_a.3d"));
    const Ran bare = thaw({"info", "--uc", "bare_d.3d"});
    EXPECT_EQ(bare.code, 2);
    EXPECT_NE(bare.err.find("is about this model"), std::string::npos) << bare.err;
}

TEST_F(SeveralModels, AClassIsTakenOrRefusedInWords) {
    EXPECT_EQ(thaw({"convert", "tree/P/Classes/Corpse.uc", "--class", "bot", "-o", "bot.glb"}).code, 0);
    const Ran ran =
        thaw({"convert", "tree/P/Models/guy_a.3d", "--model", "Player.Guy", "--class", "Nobody", "-o", "x.glb"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.err.find("--class Nobody: the mesh is shown by "), std::string::npos) << ran.err;
    EXPECT_EQ(thaw({"convert", "tree", "--class", "Bot", "-o", "bots/"}).code, 0);
    EXPECT_EQ(written("bots/").size(), 2u);
}

}  // namespace
}  // namespace thaw::test
