#include "io/open.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

using test::Scratch;

class OpenTest : public ::testing::Test {
protected:
    OpenResult open(const std::string& path, OpenOptions options = {}) {
        Folders folders;
        auto results = Opener(folders, std::move(options), {}).open(path);
        EXPECT_EQ(results.size(), 1u);
        return std::move(results.front());
    }
    std::string refusal(const std::string& path) {
        const auto result = open(path);
        const auto* refused = std::get_if<Refused>(&result);
        return refused == nullptr ? "no error" : to_string(refused->error).substr(scratch_.path().size());
    }

    Scratch scratch_;
};

TEST_F(OpenTest, ADdd) {
    const auto result = open(scratch_.put("x.ddd", test::tiny_ddd()));
    const auto* opened = std::get_if<Opened>(&result);
    ASSERT_NE(opened, nullptr);
    EXPECT_EQ(opened->model.format->id, "ddd");
    EXPECT_EQ(opened->model.bundle.parts.size(), 1u);
    EXPECT_EQ(opened->files.size(), 1u);
    EXPECT_EQ(opened->own.size(), 1u);
    EXPECT_EQ(opened->roots, std::vector<std::string>{scratch_.path()});
}

// A broken file is told by its name, so that the error has a place.
TEST_F(OpenTest, ABrokenDddNamesOffsetAndField) {
    const Blob whole = test::tiny_ddd();
    scratch_.put("x.ddd", whole.slice(0, 40));
    EXPECT_EQ(refusal(scratch_.path("x.ddd")).substr(0, 37), "x.ddd: byte 0x14, bases[0].vertices: ");
    const auto result = open(scratch_.path("x.ddd"));
    EXPECT_EQ(std::get<Refused>(result).format->id, "ddd");
    EXPECT_EQ(std::get<Refused>(result).bundle.parts.front().role, "ddd");
}

TEST_F(OpenTest, OtherBytes) {
    scratch_.put("x.ddd", "");
    scratch_.put("x.png", "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(refusal(scratch_.path("x.ddd")), "x.ddd: the file is empty");
    EXPECT_NE(refusal(scratch_.path("x.png")).find("x.png: not a model of a format Thaw knows"), std::string::npos);
}

std::vector<std::string> roles_of(const Opened& opened) {
    std::vector<std::string> roles;
    for (const Part& part : opened.model.bundle.parts) roles.push_back(part.role);
    return roles;
}

using Roles = std::vector<std::string>;

// Either half finds the other, in any case, and the data file names the model.
TEST_F(OpenTest, APairFromEitherHalf) {
    scratch_.put("Fish_d.3d", test::tiny_data());
    scratch_.put("FISH_A.3D", test::tiny_aniv());
    for (const char* name : {"Fish_d.3d", "FISH_A.3D"}) {
        const auto result = open(scratch_.path(name));
        const auto* opened = std::get_if<Opened>(&result);
        ASSERT_NE(opened, nullptr) << name;
        EXPECT_EQ(roles_of(*opened), (Roles{"data", "aniv"})) << name;
        EXPECT_EQ(opened->model.bundle.parts[0].name, scratch_.path("Fish_d.3d"));
        EXPECT_EQ(opened->own.size(), 2u);
    }
}

TEST_F(OpenTest, HalfAPairSaysWhatIsMissing) {
    const auto result = open(scratch_.put("Fish_d.3d", test::tiny_data()));
    const auto* opened = std::get_if<Opened>(&result);
    ASSERT_NE(opened, nullptr);
    // What a script says would come first.
    ASSERT_EQ(opened->companions.size(), 2u);
    EXPECT_EQ(opened->companions[0].name, "Fish.uc");
    EXPECT_EQ(opened->companions[1].role, "aniv");
    EXPECT_EQ(opened->companions[1].name, "Fish_a.3d");
    EXPECT_FALSE(opened->companions[0].found || opened->companions[1].found);
}

constexpr std::string_view script =
    "#exec MESH IMPORT MESH=Fish ANIVFILE=MODELS\\Fish_a.3D DATAFILE=MODELS\\Fish_d.3D X=0 Y=0 Z=0\n"
    "#exec TEXTURE IMPORT NAME=JFish1 FILE=MODELS\\fish.PCX GROUP=Skins\n"
    "#exec MESHMAP SETTEXTURE MESHMAP=Fish NUM=0 TEXTURE=JFish1\n"
    "#exec MESH IMPORT MESH=Gone ANIVFILE=..\\..\\gone_a.3D DATAFILE=MODELS\\gone_d.3D\n";

// The script lies beside the folder of the models; what it names is found below the folder that holds `Classes`.
TEST_F(OpenTest, ScriptsAndImagesOfAPackage) {
    scratch_.put("Pack/Models/Fish_d.3d", test::tiny_data());
    scratch_.put("Pack/Models/Fish_a.3d", test::tiny_aniv());
    scratch_.put("Pack/Models/fish.pcx", "image");
    scratch_.put("Pack/classes/Water.uc", script);
    const auto result = open(scratch_.path("Pack/Models/Fish_d.3d"));
    const auto* opened = std::get_if<Opened>(&result);
    ASSERT_NE(opened, nullptr);
    EXPECT_EQ(roles_of(*opened), (Roles{"data", "aniv", "uc", "texture"}));
    EXPECT_EQ(opened->roots, (std::vector<std::string>{scratch_.path("Pack/Models/"), scratch_.path("Pack/")}));
    // Through a link the folder above is that of the folder it leads to.
    std::filesystem::create_directory_symlink(scratch_.path("Pack/Models"), scratch_.path("Link"));
    const auto linked = open(scratch_.path("Link/Fish_d.3d"));
    ASSERT_TRUE(std::holds_alternative<Opened>(linked));
    // Where the script leads to is the same file by another path.
    EXPECT_EQ(roles_of(std::get<Opened>(linked)), (Roles{"data", "aniv", "uc", "elsewhere", "texture"}));
}

// A mod for GZDoom has its MODELDEF at the top; what that names is found from there.
TEST_F(OpenTest, ModeldefsAndImagesOfAMod) {
    scratch_.put("Mod/models/sea/Fish_d.3d", test::tiny_data());
    scratch_.put("Mod/models/sea/Fish_a.3d", test::tiny_aniv());
    scratch_.put("Mod/models/skins/fish.png", "image");
    scratch_.put("Mod/modeldef.sea", "Model Fish { Path models/skins Model 0 \"../sea/fish_d.3d\" Skin 0 fish.png }");
    scratch_.put("Mod/modeldef.sky", "Model Bird { Path models Model 0 bird_d.3d }");
    const auto result = open(scratch_.path("Mod/models/sea/Fish_d.3d"));
    const auto* opened = std::get_if<Opened>(&result);
    ASSERT_NE(opened, nullptr);
    EXPECT_EQ(roles_of(*opened), (Roles{"data", "aniv", "modeldef", "texture"}));
    EXPECT_EQ(opened->roots, (std::vector<std::string>{scratch_.path("Mod/models/sea/"), scratch_.path("Mod/")}));
    for (const auto& companion : opened->companions) EXPECT_NE(companion.role, companion.found ? "uc" : "modeldef");
}

// Four folders up is not asked.
TEST_F(OpenTest, TheNearestThreeFoldersOnly) {
    scratch_.put("classes/Fish.uc", script);
    scratch_.put("a/b/c/Fish_d.3d", test::tiny_data());
    scratch_.put("a/b/c/d/Fish_d.3d", test::tiny_data());
    const auto near = open(scratch_.path("a/b/c/Fish_d.3d"));
    EXPECT_EQ(std::get<Opened>(near).roots.size(), 2u);
    const auto far = open(scratch_.path("a/b/c/d/Fish_d.3d"));
    EXPECT_EQ(std::get<Opened>(far).roots.size(), 1u);
}

TEST_F(OpenTest, AScriptStandsForItsModels) {
    scratch_.put("Pack/Models/Fish_d.3d", test::tiny_data());
    scratch_.put("Pack/Models/Fish_a.3d", test::tiny_aniv());
    scratch_.put("Pack/Classes/Water.uc", script);
    scratch_.put("gone_a.3d", test::tiny_aniv());  // named, but above every root
    Folders folders;
    const auto results = Opener(folders, {}, {}).open(scratch_.path("Pack/Classes/Water.uc"));
    ASSERT_EQ(results.size(), 2u);
    const auto* fish = std::get_if<Opened>(&results[0]);
    ASSERT_NE(fish, nullptr);
    EXPECT_EQ(roles_of(*fish), (Roles{"data", "aniv", "uc"}));
    const auto* gone = std::get_if<Refused>(&results[1]);
    ASSERT_NE(gone, nullptr);
    EXPECT_EQ(gone->error.code, Code::missing_part);
}

// SoulFu has all its files in one place; somebody put them into folders. What lies nearer comes first.
TEST_F(OpenTest, FilesOfAGameWithFlatNamesAnywhereBelowTheNamedFolder) {
    const std::string character = "int ModelSetup()\n  ModelAssign(self+MODEL_BASE_FILE, \"FILE:BODY.RDY\")\n";
    scratch_.put("game/models/deep/BODY.DDD", test::tiny_ddd());
    scratch_.put("game/scripts/CTHING.SRC", character);
    const auto body_of = [&](const std::string& root, OpenOptions options = {}) {
        Folders folders;
        const std::string path = scratch_.path("game/scripts/CTHING.SRC");
        const auto results = Opener(folders, std::move(options), {}).open(path, root);
        const auto* opened = results.empty() ? nullptr : std::get_if<Opened>(&results.front());
        return opened == nullptr ? "none" : opened->model.bundle.parts[0].name.substr(scratch_.path().size());
    };
    const std::string tree = scratch_.path("game");
    EXPECT_EQ(body_of({}), "none");
    EXPECT_EQ(body_of(scratch_.path("game/scripts")), "none");
    EXPECT_EQ(body_of(tree), "game/models/deep/BODY.DDD");
    EXPECT_EQ(body_of({}, {.search = {tree}}), "game/models/deep/BODY.DDD");
    scratch_.put("game/scripts/BODY.DDD", test::tiny_ddd());
    EXPECT_EQ(body_of(tree), "game/scripts/BODY.DDD");
}

TEST_F(OpenTest, FilesOfOtherGamesOnlyWhereThoseHaveThem) {
    scratch_.put("game/a/Fish_d.3d", test::tiny_data());
    scratch_.put("game/b/Fish_a.3d", test::tiny_aniv());
    Folders folders;
    const auto results = Opener(folders, {}, {}).open(scratch_.path("game/a/Fish_d.3d"), scratch_.path("game"));
    EXPECT_EQ(roles_of(std::get<Opened>(results.front())), Roles{"data"});
}

TEST_F(OpenTest, SearchFoldersComeLast) {
    scratch_.put("a/Fish_d.3d", test::tiny_data());
    scratch_.put("b/Fish_a.3d", test::tiny_aniv());
    const auto result = open(scratch_.path("a/Fish_d.3d"), {.search = {scratch_.path("b")}});
    ASSERT_TRUE(std::holds_alternative<Opened>(result));
    EXPECT_EQ(roles_of(std::get<Opened>(result)), (Roles{"data", "aniv"}));
}

}  // namespace
}  // namespace thaw::io
