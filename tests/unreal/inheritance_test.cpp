// Classes that extend those of other packages: what they inherit, and from which of them.
#include "base/text.hpp"
#include "fixtures/package_maker.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

i32 class_of_package(PackageMaker& maker, const char* package, const char* name) {
    return maker.import("Class", name, maker.import("Package", package));
}

using Put = std::function<void(PackageMaker&)>;

class Inheritance : public ::testing::Test {
protected:
    // Banner's class extends Flag of Lib, and that one Cloth of Base.
    void put_mod(const Put& defaults, const char* shown_by = "Mesh", const char* package = "Lib") {
        PackageMaker maker(69);
        const i32 mesh = maker.mesh("Banner", one_face());
        maker.class_type("Banner", {}, class_of_package(maker, package, "Flag"));
        maker.object_property(shown_by, mesh);
        defaults(maker);
        maker.none();
        scratch_.put("game/System/Mod.u", maker.finish());
    }
    // Its texture is masked, where that of Base is not.
    void put_lib(const Put& defaults) {
        PackageMaker maker(69);
        coat_ = maker.small_texture("Coat", true);
        maker.class_type("Flag", {}, class_of_package(maker, "Base", "Cloth"));
        defaults(maker);
        maker.none();
        scratch_.put("game/System/Lib.u", maker.finish());
    }
    void put_base(const Put& defaults) {
        PackageMaker maker(69);
        coat_ = maker.small_texture("Coat");
        maker.class_type("Cloth", {}, class_of_package(maker, "Engine", "Decoration"));
        defaults(maker);
        maker.none();
        scratch_.put("game/System/Base.u", maker.finish());
    }

    const unreal::Mesh& mesh() {
        io::Folders folders;
        io::Opener opener(folders, {}, {});
        auto results = opener.open(scratch_.path("game/System/Mod.u/Models/Banner_d.3d"));
        EXPECT_EQ(results.size(), 1u);
        opened_.emplace(std::get<io::Opened>(std::move(results.at(0))));
        return *unreal_document(opened_->model).mesh();
    }
    std::string image() {
        const Part* part = mesh().skin(0) == nullptr ? nullptr : opened_->model.bundle.find("texture");
        return part == nullptr ? std::string() : part->name.substr(scratch_.path("game/").size());
    }
    std::vector<std::string> missing() {
        std::vector<std::string> out;
        for (const auto& companion : opened_->companions) {
            if (!companion.found) out.push_back(companion.name);
        }
        return out;
    }

    i32 coat_ = 0;  // of the package at hand
    Scratch scratch_;
    std::optional<io::Opened> opened_{};
};

const Put nothing = [](PackageMaker&) {};

TEST_F(Inheritance, WhatAClassDoesNotSayIsThatOfTheOtherPackage) {
    put_mod(nothing);
    put_lib([&](PackageMaker& maker) {
        maker.float_property("DrawScale", 3);
        maker.byte_property("Style", 3);
        maker.bool_property("bUnlit", true);
        maker.bool_property("bMeshEnviroMap", true);
        maker.object_property("MultiSkins", coat_, 0);
    });
    put_base(nothing);
    EXPECT_EQ(mesh().draw_scale, 3);
    EXPECT_EQ(mesh().class_style, 2);
    EXPECT_TRUE(mesh().class_unlit && mesh().class_environment);
    EXPECT_EQ(mesh().skin(0)->texture, "Lib.Coat");
    EXPECT_TRUE(mesh().skin(0)->masked);
    EXPECT_EQ(image(), "System/Lib.u/Textures/Coat.pcx");
    EXPECT_EQ(missing(), std::vector<std::string>{});
}

TEST_F(Inheritance, ItsOwnCountsFirst) {
    put_mod([](PackageMaker& maker) {
        maker.float_property("DrawScale", 5);
        maker.bool_property("bUnlit", false);
        maker.object_property("Skin", 0);
    });
    put_lib([&](PackageMaker& maker) {
        maker.float_property("DrawScale", 3);
        maker.bool_property("bUnlit", true);
        maker.bool_property("bNoSmooth", true);
        maker.object_property("Skin", coat_);
    });
    put_base(nothing);
    EXPECT_EQ(mesh().draw_scale, 5);
    EXPECT_FALSE(mesh().class_unlit);
    EXPECT_TRUE(mesh().class_no_smooth);
    EXPECT_EQ(mesh().skin(0), nullptr);  // it is None
}

TEST_F(Inheritance, TheNearestCountsBeforeTheFarthest) {
    put_mod(nothing);
    put_lib([&](PackageMaker& maker) { maker.object_property("Skin", coat_); });
    put_base([&](PackageMaker& maker) {
        maker.object_property("Skin", coat_);
        maker.float_property("DrawScale", 7);
    });
    EXPECT_EQ(image(), "System/Lib.u/Textures/Coat.pcx");
    EXPECT_EQ(mesh().draw_scale, 7);  // which only the farthest says
    put_lib(nothing);
    EXPECT_EQ(image(), "System/Base.u/Textures/Coat.pcx");
    EXPECT_FALSE(mesh().skin(0)->masked);
}

// The package at hand has an image of that name, too.
TEST_F(Inheritance, ANameIsThatOfThePackageThatSaysIt) {
    PackageMaker maker(69);
    const i32 mesh_object = maker.mesh("Banner", one_face());
    const i32 own = maker.small_texture("Coat");
    for (const bool says_it : {true, false}) {
        maker.class_type(says_it ? "Banner" : "Other", {}, class_of_package(maker, "Lib", "Flag"));
        if (says_it) maker.object_property("Mesh", mesh_object);
        maker.object_property(says_it ? "MultiSkins" : "Skin", own, says_it ? 1 : -1);
        maker.none();
    }
    scratch_.put("game/System/Mod.u", maker.finish());
    put_lib([&](PackageMaker& lib) { lib.object_property("MultiSkins", coat_, 0); });
    put_base(nothing);
    const unreal::Mesh& found = mesh();
    EXPECT_EQ(found.skin(0)->texture, "Lib.Coat");
    EXPECT_NE(found.skin(0)->script.find("Lib.u"), std::string::npos);
    EXPECT_EQ(found.skin(1)->texture, "Coat");
    EXPECT_NE(found.skin(1)->script.find("Mod.u"), std::string::npos);
}

TEST_F(Inheritance, ItemsAreSizedAsTheyAreShown) {
    const Put both = [](PackageMaker& maker) {
        maker.float_property("DrawScale", 3);
        maker.float_property("PickupViewScale", 2);
    };
    put_lib(both);
    put_base(nothing);
    put_mod(nothing, "PickupViewMesh");
    EXPECT_EQ(mesh().draw_scale, 2);
    put_mod(nothing, "Mesh");
    EXPECT_EQ(mesh().draw_scale, 3);
    put_mod(nothing, "ThirdPersonMesh");
    EXPECT_EQ(mesh().draw_scale, 1);
    put_mod([](PackageMaker& maker) { maker.float_property("PickupViewScale", 4); }, "PickupViewMesh");
    EXPECT_EQ(mesh().draw_scale, 4);
}

TEST_F(Inheritance, AMissingPackageIsSaidOnce) {
    put_mod(nothing);
    mesh();
    EXPECT_EQ(missing(), std::vector<std::string>{"Lib.u"});
    put_lib(nothing);
    mesh();
    EXPECT_EQ(missing(), std::vector<std::string>{"Base.u"});
    put_base(nothing);
    mesh();
    EXPECT_EQ(missing(), std::vector<std::string>{});
}

// Classes of the engine show icons.
TEST_F(Inheritance, TheEngineIsNotAsked) {
    put_mod(nothing, "Mesh", "Engine");
    PackageMaker maker(69);
    const i32 icon = maker.small_texture("S_Flag");
    maker.class_type("Flag");
    maker.object_property("Texture", icon);
    maker.none();
    scratch_.put("game/System/Engine.u", maker.finish());
    EXPECT_EQ(mesh().skin(0), nullptr);
    EXPECT_EQ(missing(), std::vector<std::string>{});
    put_mod(nothing, "Mesh", "Engines");
    mesh();
    EXPECT_EQ(missing(), std::vector<std::string>{"Engines.u"});
}

TEST_F(Inheritance, ActorShowsItsIcon) {
    for (const char* name : {"Actor", "Actors"}) {
        PackageMaker maker(69);
        const i32 icon = maker.small_texture("S_Actor");
        const i32 top = maker.class_type(name);
        maker.object_property("Texture", icon);
        maker.none();
        const i32 mesh_object = maker.mesh("Banner", one_face());
        maker.class_type("Banner", {}, top);
        maker.object_property("Mesh", mesh_object);
        maker.none();
        scratch_.put("game/System/Mod.u", maker.finish());
        EXPECT_EQ(mesh().skin(0) != nullptr, std::string(name) == "Actors");
    }
}

// A ring of classes of two packages ends, too.
TEST_F(Inheritance, ARingEnds) {
    put_mod(nothing);
    put_lib([](PackageMaker& maker) { maker.float_property("DrawScale", 3); });
    PackageMaker maker(69);
    maker.class_type("Cloth", {}, class_of_package(maker, "Lib", "Flag"));
    maker.none();
    scratch_.put("game/System/Base.u", maker.finish());
    EXPECT_EQ(mesh().draw_scale, 3);
}

TEST_F(Inheritance, WhatAClassSaysIsAFileOfThePackage) {
    put_lib([&](PackageMaker& maker) { maker.object_property("Skin", coat_); });
    io::Folders folders;
    const auto file = folders.load(scratch_.path("game/System/Lib.u/Defaults/Flag.txt"));
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(text::view_as_text(file->bytes.bytes()),
              "class Flag extends Base.Cloth;\r\n#exec TEXTURE IMPORT NAME=Coat FILE=Textures\\Coat.pcx FLAGS=2\r\n"
              "defaultproperties\r\n{\r\n    Skin=Texture'Coat'\r\n}\r\n");
}

}  // namespace
}  // namespace thaw::test
