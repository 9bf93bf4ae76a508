// Which folder above a model is its game's: one with the game's mark, not just with a file of that name.
#include <gtest/gtest.h>

#include "io/game_folders.hpp"
#include "io/scratch.hpp"

namespace thaw::io {
namespace {

using test::Scratch;

class GameFolders : public ::testing::Test {
protected:
    // Is "home/" searched for a model in it?
    bool is_root(const std::string& format, const std::string& model) const {
        Folders folders;
        const auto roots = game_folders(scratch_.path("home/" + model), *find_format(format), folders);
        return std::find(roots.begin(), roots.end(), scratch_.path("home/")) != roots.end();
    }
    void put(const std::string& name, std::string_view text) const { scratch_.put("home/" + name, text); }

    Scratch scratch_;
};

TEST_F(GameFolders, APackageOfUnrealHasScripts) {
    put("Models/fish_d.3d", "x");
    EXPECT_FALSE(is_root("unreal", "Models/fish_d.3d"));
    put("Classes/notes.txt", "homework");
    EXPECT_FALSE(is_root("unreal", "Models/fish_d.3d"));
    put("Classes/Empty.uc", "");
    EXPECT_FALSE(is_root("unreal", "Models/fish_d.3d"));
    put("Classes/Fish.uc", "class Fish extends Actor;");
    EXPECT_TRUE(is_root("unreal", "Models/fish_d.3d"));
}

TEST_F(GameFolders, APackageIsAboveItsModels) {
    put("Models/fish_d.3d", "x");
    put("Models/Classes/Fish.uc", "class Fish extends Actor;");
    EXPECT_FALSE(is_root("unreal", "Models/fish_d.3d"));
    put("Classes/Fish.uc", "class Fish extends Actor;");
    EXPECT_TRUE(is_root("unreal", "Models/fish_d.3d"));
}

TEST_F(GameFolders, AModOfGzdoomHasItsModeldef) {
    put("models/fish_d.3d", "x");
    put("my modeldef notes", "");
    EXPECT_FALSE(is_root("unreal", "models/fish_d.3d"));
    put("modeldef.txt", "Model Fish { Model 0 \"fish_d.3d\" }");
    EXPECT_TRUE(is_root("unreal", "models/fish_d.3d"));
}

TEST_F(GameFolders, CrashTeamRacingHasVideoMemoryInPacks) {
    put("models/car.ctr", "x");
    put("packs/clothes.txt", "socks");
    EXPECT_FALSE(is_root("ctr", "models/car.ctr"));
    put("packs/shared.vrm", "socks");
    EXPECT_FALSE(is_root("ctr", "models/car.ctr"));
    put("packs/shared.vrm", std::string_view("\x20\0\0\0", 4));
    EXPECT_TRUE(is_root("ctr", "models/car.ctr"));
}

TEST_F(GameFolders, AnachronoxHasItsList) {
    put("objects/lantern.ctc", "x");
    put("entity.dat", "");
    EXPECT_FALSE(is_root("ctc", "objects/lantern.ctc"));
    put("entity.dat", "name | address\nBob | here\n");
    EXPECT_FALSE(is_root("ctc", "objects/lantern.ctc"));
    put("entity.dat",
        "// made by a test\nlantern|models/objects/lantern.ctc|1|1|1|general|-8|-8|0|8|8|16|noshadow|1|0|0|0|1|0|"
        "0:0|0|0|none|A lantern\n");
    EXPECT_TRUE(is_root("ctc", "objects/lantern.ctc"));
}

}  // namespace
}  // namespace thaw::io
