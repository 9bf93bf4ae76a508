// Unreal packages as folders: what they hold, what other packages give them, and what they come in.
#include <gtest/gtest.h>

#include "cli/glb_edit.hpp"
#include "cli/run.hpp"
#include "fixtures/package_maker.hpp"
#include "fixtures/unreal_archives.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

// A flag whose class takes its skin from a group of another package.
Blob flag_package() {
    PackageMaker maker(69);
    const i32 other = maker.import("Package", "PlayrShp");
    const i32 group = maker.import("Package", "Base", other);
    const i32 skin = maker.import("Texture", "Blakm_d", group);
    const i32 mesh = maker.mesh("Flag", one_face());
    maker.class_type("Flag");
    maker.object_property("Mesh", mesh);
    maker.object_property("MultiSkins", skin, 0);
    maker.none();
    return maker.finish();
}

Blob skin_package(const char* name) {
    PackageMaker maker(61);
    const i32 palette = maker.palette("P", {{1, 2, 3, 0}, {200, 100, 50, 0}});
    maker.texture(name, {.width = 2, .height = 1, .pixels = {1, 0}, .palette = palette});
    return maker.finish();
}

Blob skeletal_package(bool with_mesh) {
    PackageMaker maker(69);
    for (const char* name : {"Chief", "Soldier"}) {
        maker.begin(maker.import("Class", "SkeletalMesh"), name);
        maker.none();
    }
    if (with_mesh) maker.mesh("Flag", one_face());
    return maker.finish();
}

class Packages : public ::testing::Test {
protected:
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }

    Scratch scratch_;
};

TEST_F(Packages, AClassSkinIsTakenFromTheOtherPackage) {
    scratch_.put("game/System/Flag.u", flag_package());
    scratch_.put("game/Textures/PlayrShp.utx", skin_package("Blakm_d"));
    const Ran ran = run({"info", "game/System/Flag.u/Models/Flag_d.3d"});
    EXPECT_NE(ran.out.find("Textures/PlayrShp.utx/Textures/Blakm_d.pcx (found)"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("PlayrShp.Base.Blakm_d (found)"), std::string::npos) << ran.out;
}

TEST_F(Packages, ATextureOfThatNameInAnotherPackageIsNone) {
    scratch_.put("game/System/Flag.u", flag_package());
    scratch_.put("game/Textures/Other.utx", skin_package("Blakm_d"));
    scratch_.put("game/Textures/PlayrShp.utx", skin_package("Blakm_e"));
    const Ran ran = run({"info", "game/System/Flag.u/Models/Flag_d.3d"});
    EXPECT_EQ(ran.out.find("Blakm_d.pcx"), std::string::npos) << ran.out;
}

// A player, and the package of its skins: plain, and in red.
TEST_F(Packages, SkinsOfAPlayerAreVariants) {
    PackageMaker player(69);
    const i32 mesh = player.mesh("Soldier", one_face());
    player.class_type("TMale2");
    player.object_property("Mesh", mesh);
    player.string_property("DefaultSkinName", "SoldierSkins.blkt");
    player.string_property("DefaultPackage", "SoldierSkins.");
    player.none();
    scratch_.put("game/System/Botpack.u", player.finish());
    PackageMaker skins(69);
    for (const auto& [name, red] : {std::pair("blkt1", u8{20}), std::pair("blkt1T_0", u8{200})}) {
        const i32 palette = skins.palette(name, {{red, 2, 3, 0}});
        skins.texture(name, {.width = 1, .height = 1, .pixels = {0}, .palette = palette});
    }
    scratch_.put("game/Textures/SoldierSkins.utx", skins.finish());
    const std::string model = "game/System/Botpack.u/Models/Soldier_d.3d";
    EXPECT_NE(run({"info", model}).out.find("2 skins: SoldierSkins.blkt, SoldierSkins.blkt red"), std::string::npos);
    ASSERT_EQ(run({"convert", model, "-o", "soldier.glb"}).code, 0);
    const std::string glb = scratch_.get("soldier.glb");
    for (const char* word : {"KHR_materials_variants", "SoldierSkins.blkt red", "skin0_blkt1T_0"}) {
        EXPECT_NE(glb.find(word), std::string::npos) << word;
    }
    EXPECT_EQ(run({"render", model, "--size", "8", "-o", "plain.png"}).code, 0);
    EXPECT_EQ(run({"render", model, "--size", "8", "--skin", "soldierskins.BLKT red", "-o", "red.png"}).code, 0);
    EXPECT_NE(scratch_.get("plain.png"), scratch_.get("red.png"));
    const Ran none = run({"render", model, "--skin", "pink", "-f", "-o", "red.png"});
    EXPECT_NE(none.err.find("available: SoldierSkins.blkt, SoldierSkins.blkt red"), std::string::npos) << none.err;
    // The way back knows the files alone: of an edited model the variants are no edit.
    scratch_.put("edited.glb", with_moved_vertex(glb, 0.1f));
    const Ran back = run({"convert", "edited.glb", "--to", "native", "-o", "back/"});
    EXPECT_EQ(back.code, 0) << back.err;
    EXPECT_NE(back.out.find("  1 vertex changed; all else byte-identical\n"), std::string::npos) << back.out;
}

// By the names that the package has for it, and once for all meshes.
TEST_F(Packages, WhatAnotherPackageShouldHaveIsSaidOnce) {
    PackageMaker maker(69);
    const i32 green = maker.import("Texture", "darkgrn", maker.import("Package", "Detail"));
    const i32 above = maker.import("Class", "Flag", maker.import("Package", "Lib"));
    for (const char* name : {"A", "B"}) {
        MadeMesh mesh = one_face();
        mesh.textures = {green};
        const i32 shown = maker.mesh(name, mesh);
        maker.class_type(name, {}, above);
        maker.object_property("Mesh", shown);
        maker.none();
    }
    scratch_.put("Two.u", maker.finish());
    const Ran ran = run({"convert", "Two.u", "-o", "out/"});
    EXPECT_NE(ran.err.find("not found: Detail.darkgrn, Lib.u; looked in"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("Lib.u", ran.err.find("Lib.u") + 1), std::string::npos) << ran.err;
    const Ran info = run({"info", "Two.u/Models/A_d.3d"});
    EXPECT_NE(info.out.find("Detail.darkgrn (not found)"), std::string::npos) << info.out;
}

TEST_F(Packages, WhatIsNotReadIsNamed) {
    scratch_.put("Chief.u", skeletal_package(false));
    const Ran none = run({"convert", "Chief.u", "-o", "out/"});
    EXPECT_EQ(none.code, 1);
    EXPECT_EQ(none.err, "thaw: Chief.u: 2 skeletal meshes not read\nthaw: Chief.u: no models there that Thaw reads\n");
    EXPECT_NE(run({"info", "Chief.u"}).out.find("2 skeletal meshes not read"), std::string::npos);
    scratch_.put("Flag.u", skeletal_package(true));
    const Ran some = run({"convert", "Flag.u", "-o", "out/"});
    EXPECT_NE(some.err.find("Flag.u: 2 skeletal meshes not read\n"), std::string::npos) << some.err;
    EXPECT_EQ(some.err.find("no models"), std::string::npos) << some.err;
    scratch_.put("Whole.u", flag_package());
    EXPECT_EQ(run({"convert", "Whole.u", "-o", "out/"}).err.find("not read"), std::string::npos);
}

// One drawn with holes, one without; a third whose image is the first one's.
TEST_F(Packages, ModelsThatShareAnImageGetWhatEachGetsAlone) {
    PackageMaker maker(69);
    const i32 palette = maker.palette("P", {{1, 2, 3, 0}, {200, 100, 50, 0}});
    const i32 coat = maker.texture("Coat", {.width = 2, .height = 1, .pixels = {1, 0}, .palette = palette});
    for (const auto& [name, flags] : {std::pair("A", 0u), std::pair("B", 2u), std::pair("C", 0u)}) {
        MadeMesh mesh = one_face();
        mesh.faces[0].flags = flags;
        mesh.textures = {coat};
        maker.mesh(name, mesh);
    }
    scratch_.put("Three.u", maker.finish());
    for (const char* jobs : {"1", "3"}) {
        ASSERT_EQ(run({"convert", "Three.u", "-j", jobs, "-f", "-o", "all/"}).code, 0);
        for (const std::string name : {"A", "B", "C"}) {
            ASSERT_EQ(run({"convert", "Three.u/Models/" + name + "_d.3d", "-f", "-o", "one.glb"}).code, 0);
            EXPECT_EQ(scratch_.get("all/Models/" + name + ".glb"), scratch_.get("one.glb")) << name;
        }
    }
    EXPECT_NE(scratch_.get("all/Models/A.glb"), scratch_.get("all/Models/B.glb"));
}

TEST_F(Packages, PackedFilesAndModulesLeadIntoThePackage) {
    const Blob package = flag_package();
    const std::vector<u8> bytes(package.bytes().begin(), package.bytes().end());
    scratch_.put("game/Flag.u.uz", make_uz("Flag.u", bytes));
    scratch_.put("game/Flag.umod", make_umod({{"System\\Manifest.ini", {'a'}, 3}, {"System\\Flag.u", bytes}}));
    const Ran packed = run({"list", "game/Flag.u.uz"});
    EXPECT_EQ(packed.code, 0) << packed.err;
    EXPECT_NE(packed.out.find("upackage  Flag.u"), std::string::npos) << packed.out;
    EXPECT_EQ(run({"extract", "game/Flag.u.uz", "-o", "out/"}).code, 0);
    EXPECT_EQ(scratch_.get("out/Flag.u"), std::string(bytes.begin(), bytes.end()));
    for (const char* path :
         {"game/Flag.u.uz/Flag.u/Models/Flag_d.3d", "game/Flag.umod/System/Flag.u/Models/Flag_d.3d"}) {
        const Ran ran = run({"info", path});
        EXPECT_NE(ran.out.find("1 triangle"), std::string::npos) << path << ran.out << ran.err;
    }
    const Ran all = run({"info", "game"});
    // Two archives, the package in each, and its mesh.
    EXPECT_NE(all.out.find("6 models"), std::string::npos) << all.out;
}

TEST_F(Packages, TheListHasRealSizes) {
    scratch_.put("Skins.utx", skin_package("Wall"));
    EXPECT_NE(run({"list", "Skins.utx"}).out.find("899 bytes  pcx     Textures/Wall.pcx"), std::string::npos)
        << run({"list", "Skins.utx"}).out;
}

}  // namespace
}  // namespace thaw::test
