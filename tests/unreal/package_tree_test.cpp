// Packages that somebody names, as trees of what is in them: each mesh once, as each of the classes shows it.
#include <gtest/gtest.h>

#include "fixtures/package_maker.hpp"
#include "io/inputs.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

using Names = std::vector<std::string>;

void add_class(PackageMaker& maker, const char* name, i32 mesh, i32 skin, const char* shown_by = "Mesh",
               i32 super = 0) {
    const i32 made = maker.class_type(name, {}, super);
    if (mesh != 0) maker.object_property(shown_by, mesh);
    if (skin != 0) maker.object_property("Skin", skin);
    maker.none();
    maker.text("ScriptText",
               std::string("class ") + name +
                   " extends Decoration;\r\n#exec MESH IMPORT MESH=Flag ANIVFILE=MODELS\\Flag_a.3d "
                   "DATAFILE=MODELS\\Flag_d.3d\r\n" +
                   '\0',
               made);
}

class PackageTree : public ::testing::Test {
protected:
    void put(PackageMaker& maker) { scratch_.put("game/System/Mod.u", maker.finish()); }

    // Every model that naming the package leads to.
    std::vector<io::Opened> open_all() {
        const std::string root = scratch_.path("game/System/Mod.u");
        std::vector<io::Opened> out;
        for (const io::Input& input :
             io::collect_inputs({root}, folders_, {.archives = io::ArchiveAs::content}).models) {
            io::Opener opener(folders_, {}, {});
            for (auto& result : opener.open(input.path, input.root)) {
                EXPECT_TRUE(std::holds_alternative<io::Opened>(result)) << input.path;
                if (auto* opened = std::get_if<io::Opened>(&result)) out.push_back(std::move(*opened));
            }
        }
        return out;
    }
    static Names classes_of(const io::Opened& opened) {
        Names out;
        for (const unreal::Look& look : unreal_document(opened.model).mesh()->looks) out.push_back(look.class_name);
        return out;
    }

    Scratch scratch_;
    io::Folders folders_;
};

// The texts of both classes still have the line that imported the mesh.
TEST_F(PackageTree, AMeshIsOneModelWhateverTheTextsOfTheAuthorSay) {
    PackageMaker maker(69);
    const i32 mesh = maker.mesh("Flag", one_face());
    const i32 red = maker.small_texture("Red");
    add_class(maker, "Flag", mesh, red);
    add_class(maker, "Pole", 0, 0);
    put(maker);
    const auto models = open_all();
    ASSERT_EQ(models.size(), 1u);
    const unreal::Mesh& found = *unreal_document(models[0].model).mesh();
    EXPECT_TRUE(found.script.ends_with("Mod.u/Classes/Flag.uc")) << found.script;
    EXPECT_EQ(found.skin(0)->texture, "Red");
}

TEST_F(PackageTree, EveryClassThatShowsAMeshIsAChoice) {
    PackageMaker maker(69);
    const i32 mesh = maker.mesh("Flag", one_face());
    const i32 red = maker.small_texture("Red"), blue = maker.small_texture("Blue");
    add_class(maker, "Banner", mesh, blue);
    add_class(maker, "FlagRed", mesh, red);
    add_class(maker, "Item", mesh, red, "PickupViewMesh");
    add_class(maker, "Pole", 0, red);
    put(maker);
    const auto models = open_all();
    ASSERT_EQ(models.size(), 1u);
    // The first of them is the one whose look the script of the mesh has; the others stand by likeness to its name.
    EXPECT_EQ(classes_of(models[0]), (Names{"Banner", "FlagRed", "Item"}));
    Issues issues;
    SceneOptions options;
    options.own.set("class", "flagred");
    const auto image_of = [&] {
        const auto scene = to_scene(models[0].model, options, issues);
        return scene.ok() && !scene->images.empty() ? scene->images[0].name : std::string();
    };
    EXPECT_NE(image_of().find("Red"), std::string::npos) << image_of();
    options.own.set("class", "Banner");
    EXPECT_NE(image_of().find("Blue"), std::string::npos) << image_of();
}

TEST_F(PackageTree, AClassShowsWhatTheOneAboveItShows) {
    PackageMaker maker(69);
    const i32 mesh = maker.mesh("Flag", one_face());
    const i32 red = maker.small_texture("Red");
    const i32 above = maker.class_type("Flag");
    maker.object_property("Mesh", mesh);
    maker.none();
    add_class(maker, "FlagRed", 0, red, "Mesh", above);
    put(maker);
    const auto models = open_all();
    ASSERT_EQ(models.size(), 1u);
    EXPECT_EQ(classes_of(models[0]), (Names{"Flag", "FlagRed"}));
}

// --- which scripts count -------------------------------------------------------------------------------------------

Names scripts_that_count(const std::vector<Part>& files) {
    Names out;
    for (const unreal::Mesh& mesh : unreal::parse_scripts(files).meshes) out.push_back(mesh.script);
    return out;
}

Part script(const char* role, const char* path) {
    const std::string text = "#exec MESH IMPORT MESH=Flag ANIVFILE=MODELS\\Flag_a.3d DATAFILE=MODELS\\Flag_d.3d\n";
    return {role, path, Blob::take({text.begin(), text.end()})};
}

TEST(AuthorsTexts, CountWhereThePackageSaysNothingElse) {
    EXPECT_EQ(scripts_that_count({script("uc", "a/Mod.u/Classes/Flag.uc"), script("uc", "a/Mod.u/Scripts/Flag.uc")}),
              Names{"a/Mod.u/Classes/Flag.uc"});
    EXPECT_EQ(scripts_that_count({script("uc", "a/Mod.u/Scripts/Flag.uc"), script("uc", "A/mod.u/CLASSES/Other.uc")}),
              Names{"A/mod.u/CLASSES/Other.uc"});
    EXPECT_EQ(scripts_that_count({script("uc", "Scripts/Flag.uc"), script("uc", "Classes/Flag.uc")}),
              Names{"Classes/Flag.uc"});
    EXPECT_EQ(scripts_that_count({script("uc", "a/Mod.u/Scripts/Flag.uc")}), Names{"a/Mod.u/Scripts/Flag.uc"});
    const Names both{"a/Lib.u/Classes/Flag.uc", "a/Mod.u/Scripts/Flag.uc"};
    EXPECT_EQ(scripts_that_count({script("uc", both[0].c_str()), script("uc", both[1].c_str())}), both);
    const Names texts{"a/Mod.u/Classes/Flag.uc", "a/Mod.u/Texts/Flag.uc"};
    EXPECT_EQ(scripts_that_count({script("uc", texts[0].c_str()), script("uc", texts[1].c_str())}), texts);
}

// Somebody who names a text means it.
TEST(AuthorsTexts, CountIfTheyAreTheInput) {
    const Names both{"a/Mod.u/Scripts/Flag.uc", "a/Mod.u/Classes/Flag.uc"};
    EXPECT_EQ(scripts_that_count({script("uc", both[0].c_str()), script("class", both[1].c_str())}), both);
}

}  // namespace
}  // namespace thaw::test
