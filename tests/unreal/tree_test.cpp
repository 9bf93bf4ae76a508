// Whole trees of sources: which meshes come out, from whatever file somebody names, and what they wear.
#include <map>

#include <gtest/gtest.h>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc_keys.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

Blob pair_part(std::string_view role) { return fixture("unreal_many_types").bundle.find(role)->bytes; }

class Tree : public ::testing::Test {
protected:
    void put_pair(const std::string& data, const std::string& aniv) {
        scratch_.put(data, pair_part("data"));
        if (!aniv.empty()) scratch_.put(aniv, pair_part("aniv"));
    }
    void put_script(const std::string& name, const std::string& text) { scratch_.put(name, text); }

    // Models by their ids, and what could not be opened by its message.
    std::map<std::string, io::Opened> open(const std::string& path, bool in_tree = true) {
        io::Folders folders;
        io::Opener opener(folders, {}, {});
        std::map<std::string, io::Opened> out;
        for (auto& result : opener.open(scratch_.path(path), in_tree ? scratch_.path() : std::string())) {
            if (auto* refused = std::get_if<io::Refused>(&result)) {
                ADD_FAILURE() << to_string(refused->error);
                continue;
            }
            auto& opened = std::get<io::Opened>(result);
            const std::string id = opened.model.bundle.model;
            EXPECT_TRUE(out.emplace(id, std::move(opened)).second) << id;
        }
        return out;
    }
    std::vector<std::string> ids(const std::string& path, bool in_tree = true) {
        std::vector<std::string> out;
        for (const auto& [id, opened] : open(path, in_tree)) out.push_back(id);
        return out;
    }
    static std::string name_of(const io::Opened& opened, std::string_view role) {
        return std::string(text::file_name(opened.model.bundle.name_of(role)));
    }

    Scratch scratch_;
};

using Ids = std::vector<std::string>;

constexpr const char* player =
    "class Player extends Pawn;\n"
    "#exec MESH IMPORT MESH=Guy ANIVFILE=Models\\guy_a.3d DATAFILE=Models\\guy_d.3d\n";
constexpr const char* corpse =
    "class Corpse extends Carcass;\n"
    "#exec MESH IMPORT MESH=Dead ANIVFILE=Models\\dead_a.3d DATAFILE=Models\\guy_d.3d\n";

TEST_F(Tree, ADataFileOfSeveralMeshesGivesAll) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    scratch_.put("P/Models/dead_a.3d", pair_part("aniv"));
    put_script("P/Classes/Player.uc", player);
    put_script("P/Classes/Corpse.uc", corpse);
    const auto models = open("P/Models/guy_d.3d");
    ASSERT_EQ(models.size(), 2u);
    // A script that names the data file only does not beat the one with both.
    EXPECT_EQ(name_of(models.at("Player.Guy"), "aniv"), "guy_a.3d");
    EXPECT_EQ(name_of(models.at("Corpse.Dead"), "aniv"), "dead_a.3d");
    EXPECT_EQ(unreal_document(models.at("Corpse.Dead").model).mesh()->name, "Dead");
    // Each once, whatever is named: the files that make it and its name are the same.
    EXPECT_EQ(ids("P/Models/dead_a.3d"), Ids{"Corpse.Dead"});
    EXPECT_EQ(ids("P/Classes/Player.uc"), Ids{"Player.Guy"});
    EXPECT_EQ(open("P/Classes/Corpse.uc").at("Corpse.Dead").own, models.at("Corpse.Dead").own);
    EXPECT_EQ(open("P/Models/dead_a.3d").at("Corpse.Dead").own, models.at("Corpse.Dead").own);
    EXPECT_EQ(ids("P/Models/guy_d.3d", false), (Ids{"Corpse.Dead", "Player.Guy"}));
}

TEST_F(Tree, APairThatNoScriptHasIsOneByItsName) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    scratch_.put("P/Models/dead_a.3d", pair_part("aniv"));
    put_script("P/Classes/Corpse.uc", corpse);
    auto models = open("P/Models/guy_d.3d");
    ASSERT_EQ(models.size(), 2u);
    EXPECT_EQ(name_of(models.at("guy"), "aniv"), "guy_a.3d");
    EXPECT_EQ(unreal_document(models.at("guy").model).mesh(), nullptr);
    // Not if its frames are about other vertices, or another script takes them elsewhere.
    scratch_.put("P/Models/guy_a.3d", Blob::copy_of(std::vector<u8>{1, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(ids("P/Models/guy_d.3d"), Ids{"Corpse.Dead"});
    scratch_.put("P/Models/guy_a.3d", pair_part("aniv"));
    put_script("P/Classes/Other.uc",
               "#exec MESH IMPORT MESH=O ANIVFILE=Models\\guy_a.3d DATAFILE=Models\\other_d.3d\n");
    EXPECT_EQ(ids("P/Models/guy_d.3d"), Ids{"Corpse.Dead"});
}

TEST_F(Tree, FilesOfAnotherPackageWithinTheTree) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    put_script("Q/Classes/Player.uc",
               "#exec MESH IMPORT MESH=Guy ANIVFILE=..\\P\\Models\\guy_a.3d DATAFILE=..\\P\\Models\\guy_d.3d\n");
    EXPECT_EQ(ids("P/Models/guy_d.3d"), Ids{"Player.Guy"});
    EXPECT_EQ(ids("Q/Classes/Player.uc"), Ids{"Player.Guy"});
    EXPECT_EQ(ids("P/Models/guy_d.3d", false), Ids{""});  // nobody named more than the file
}

// Both packages have files of that name.
TEST_F(Tree, APathLeadsToTheFileOfItsOwnPackage) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    scratch_.put("Q/Models/guy_d.3d", fixture("unreal_standard").bundle.find("data")->bytes);
    scratch_.put("Q/Models/guy_a.3d", fixture("unreal_standard").bundle.find("aniv")->bytes);
    put_script("Q/Classes/Player.uc", player);
    EXPECT_EQ(ids("Q/Models/guy_d.3d"), Ids{"Player.Guy"});
    EXPECT_EQ(ids("P/Models/guy_d.3d"), Ids{""});
    const auto models = open("Q/Classes/Player.uc");
    EXPECT_NE(models.at("Player.Guy").model.bundle.name_of("data").find("Q/Models"), std::string::npos);
}

TEST_F(Tree, APathThatLeadsNowhereCountsIfNoneLeadsToTheFile) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    put_script("Q/Classes/Stray.uc", "#exec MESH IMPORT MESH=S ANIVFILE=Models\\guy_a.3d DATAFILE=Models\\guy_d.3d\n");
    EXPECT_EQ(ids("P/Models/guy_d.3d"), Ids{"Stray.S"});
    put_script("P/Classes/Player.uc", player);
    EXPECT_EQ(ids("P/Models/guy_d.3d"), Ids{"Player.Guy"});
}

TEST_F(Tree, MeshesOfOneNameKeepApart) {
    put_pair("P/Models/bolt_d.3d", "P/Models/bolt_a.3d");
    const std::string lines = "#exec MESH IMPORT MESH=bolt ANIVFILE=Models\\bolt_a.3d DATAFILE=Models\\bolt_d.3d\n";
    put_script("P/Classes/One.uc", lines + "#exec MESHMAP SCALE MESHMAP=bolt X=2 Y=2 Z=2\n");
    put_script("P/Classes/Two.uc", lines);
    put_script("Q/Classes/Two.uc",
               "#exec MESH IMPORT MESH=bolt ANIVFILE=..\\P\\Models\\bolt_a.3d "
               "DATAFILE=..\\P\\Models\\bolt_d.3d\n");
    const auto models = open("P/Models/bolt_d.3d");
    ASSERT_EQ(models.size(), 3u);
    EXPECT_EQ(unreal_document(models.at("One.bolt").model).mesh()->placement.scale.x, 2);
    EXPECT_EQ(unreal_document(models.at("Two.bolt").model).mesh()->placement.scale.x, 1);
    EXPECT_TRUE(models.contains("Q.Two.bolt"));
}

TEST_F(Tree, ImagesThatAnotherScriptImports) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    put_script("P/Classes/Player.uc",
               std::string(player) + "#exec MESHMAP SETTEXTURE MESHMAP=Guy NUM=1 TEXTURE=Coat\n");
    put_script("Q/Classes/Skins.uc", "#exec TEXTURE IMPORT NAME=Coat FILE=..\\R\\Art\\coat.pcx FLAGS=2\n");
    scratch_.put("R/Art/coat.pcx", "image");
    scratch_.put("Q/Models/coat.pcx", "another");
    const auto models = open("P/Models/guy_d.3d");
    const Part* image = models.at("Player.Guy").model.bundle.find("texture");
    ASSERT_NE(image, nullptr);
    EXPECT_TRUE(image->name.ends_with("R/Art/coat.pcx"));
    EXPECT_TRUE(unreal_document(models.at("Player.Guy").model).mesh()->skin(1)->masked);
}

TEST_F(Tree, OfImagesOfOneNameThatOfThePackageNamed) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    put_script("P/Classes/Player.uc", std::string(player) +
                                          "defaultproperties\n{\n Mesh=Mesh'P.Guy'\n"
                                          " MultiSkins(1)=Texture'R.Base.Coat'\n}\n");
    put_script("Q/Classes/A.uc", "#exec TEXTURE IMPORT NAME=Coat FILE=Models\\wrong.pcx\n");
    put_script("R/Classes/B.uc", "#exec TEXTURE IMPORT NAME=Coat FILE=Models\\right.pcx\n");
    scratch_.put("Q/Models/wrong.pcx", "image");
    scratch_.put("R/Models/right.pcx", "image");
    const auto models = open("P/Models/guy_d.3d");
    const unreal::Mesh& mesh = *unreal_document(models.at("Player.Guy").model).mesh();
    EXPECT_EQ(mesh.skin(1)->texture, "R.Base.Coat");
    EXPECT_EQ(mesh.skin(1)->file, "Models\\right.pcx");
    EXPECT_TRUE(models.at("Player.Guy").model.bundle.name_of("texture").ends_with("R/Models/right.pcx"));
}

TEST_F(Tree, ClassesOfOtherScriptsShowTheMesh) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    put_script("P/Classes/Guys.uc",
               "class Guys extends Info;\n#exec MESH IMPORT MESH=Guy ANIVFILE=Models\\guy_a.3d "
               "DATAFILE=Models\\guy_d.3d\n");
    put_script("P/Classes/Base.uc",
               "class Base extends Pawn;\ndefaultproperties\n{\n Mesh=LodMesh'P.Guy'\n DrawScale=3\n}\n");
    put_script("Q/Classes/Ghost.uc", "class Ghost expands Base;\ndefaultproperties\n{\n Style=STY_Translucent\n}\n");
    put_script("Q/Classes/Other.uc", "class Other extends Base;\ndefaultproperties\n{\n Mesh=Mesh'P.Else'\n}\n");
    const auto models = open("P/Models/guy_d.3d");
    const Model& model = models.at("Guys.Guy").model;
    const unreal::Mesh& mesh = *unreal_document(model).mesh();
    ASSERT_EQ(mesh.looks.size(), 2u);  // what it inherits counts; what shows something else does not
    EXPECT_EQ(mesh.looks[0].class_name, "Ghost");
    EXPECT_EQ(mesh.class_style, 2);
    EXPECT_EQ(mesh.draw_scale, 3);
    SceneOptions options;
    options.own.set("class", "base");
    for (const Material& material : scene_of(model, options).materials) {
        const auto type = *material.extras.find("thaw_type")->get_if<i64>();
        EXPECT_EQ(material.alpha == AlphaMode::blend, (type & 7) == 2 || (type & 7) == 4 || (type & 7) == 5);
    }
    for (const Material& material : scene_of(model).materials) EXPECT_EQ(material.alpha, AlphaMode::blend);
    options.own.set("class", "Other");
    Issues issues;
    ASSERT_TRUE(to_scene(model, options, issues));
    const auto ranges = option_ranges(model, {});
    const auto range = std::find_if(ranges->begin(), ranges->end(), [](const auto& r) { return r.option == "class"; });
    ASSERT_NE(range, ranges->end());
    EXPECT_EQ(range->keys, (std::vector<std::string>{"Ghost", "Base"}));
    EXPECT_EQ(range->text, "the mesh is shown by Ghost, Base");
}

// Lying about, held before one's eyes, and seen in another's hands an item may be three meshes of three sizes.
TEST_F(Tree, ItemsAreSizedAsTheyAreShown) {
    put_pair("P/Models/guy_d.3d", "P/Models/guy_a.3d");
    const std::string mesh = "#exec MESH IMPORT MESH=Guy ANIVFILE=Models\\guy_a.3d DATAFILE=Models\\guy_d.3d\n";
    const auto scale_of = [&](const std::string& defaults) {
        put_script("P/Classes/Gun.uc",
                   "class Gun extends Weapon;\n" + mesh + "defaultproperties\n{\n" + defaults + "}\n");
        const auto models = open("P/Models/guy_d.3d");
        return unreal_document(models.at("Gun.Guy").model).mesh()->draw_scale;
    };
    const std::string scales = " PickupViewScale=2\n PlayerViewScale=3\n ThirdPersonScale=4\n DrawScale=5\n";
    EXPECT_EQ(scale_of(" PickupViewMesh=LodMesh'P.Guy'\n" + scales), 2);
    EXPECT_EQ(scale_of(" PickupViewMesh=LodMesh'P.Other'\n PlayerViewMesh=Mesh'P.Guy'\n" + scales), 3);
    EXPECT_EQ(scale_of(" ThirdPersonMesh=LodMesh'P.Guy'\n Mesh=LodMesh'P.Guy'\n" + scales), 4);
    EXPECT_EQ(scale_of(" Mesh=LodMesh'P.Guy'\n" + scales), 5);
    EXPECT_EQ(scale_of(" Mesh=LodMesh'P.Other'\n" + scales), 1);
}

TEST(ScriptKeys, SayWhatAScriptIsAskedFor) {
    const Blob script = text_blob(
        "class A extends B;\n#exec MESH IMPORT MESH=M ANIVFILE=x\\M_a.3d DATAFILE=m_d.3d\n"
        "#exec MESH SEQUENCE MESH=M SEQ=S STARTFRAME=0 NUMFRAMES=1\n#exec MESHMAP SCALE MESHMAP=Far X=1\n"
        "#exec TEXTURE IMPORT FILE=a\\b.pcx\nfunction F() { X = 1; }\n"
        "defaultproperties\n{\n\tMesh=LodMesh'P.M'\n\tHealth=5\n\tSkin=Texture'T'\n}\n");
    EXPECT_EQ(unreal::keys_of_script(script),
              (std::vector<std::string>{"about:far", "child:b", "class:a", "file:m_a.3d", "file:m_d.3d", "shows:m",
                                        "texture:b"}));
    const Blob digest = unreal::digest_of_script(script);
    EXPECT_EQ(unreal::keys_of_script(digest), unreal::keys_of_script(script));
    const std::string text = text::view_as_text(digest.bytes());
    EXPECT_EQ(text.find("SEQUENCE"), std::string::npos);
    EXPECT_EQ(text.find("Health"), std::string::npos);
    EXPECT_NE(text.find("Skin"), std::string::npos);
    EXPECT_TRUE(unreal::keys_of_script(text_blob("\xFF\xFE")).empty());
}

}  // namespace
}  // namespace thaw::test
