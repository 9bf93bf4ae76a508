// Which of several counts: classes, imports, images and packages, each rule from both sides.
#include <gtest/gtest.h>

#include "base/file_name.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

using Names = std::vector<std::string>;

const std::string guy = "#exec MESH IMPORT MESH=Guy ANIVFILE=Models\\guy_a.3d DATAFILE=Models\\guy_d.3d\n";

std::string class_of(const std::string& name, const std::string& lines, const std::string& defaults) {
    return "class " + name + " extends Pawn;\n" + lines + "defaultproperties\n{\n" + defaults + "}\n";
}

class Choices : public ::testing::Test {
protected:
    Choices() {
        scratch_.put("P/Models/guy_d.3d", fixture("unreal_many_types").bundle.find("data")->bytes);
        scratch_.put("P/Models/guy_a.3d", fixture("unreal_many_types").bundle.find("aniv")->bytes);
    }
    void put(const std::string& name, const std::string& text) { scratch_.put(name, text); }
    const Model& open(const std::string& id) {
        io::Folders folders;
        for (auto& result : io::Opener(folders, {}, {}).open(scratch_.path("P/Models/guy_d.3d"), scratch_.path())) {
            auto* opened = std::get_if<io::Opened>(&result);
            if (opened != nullptr && opened->model.bundle.model == id) opened_.emplace(std::move(*opened));
        }
        EXPECT_TRUE(opened_.has_value()) << id;
        return opened_->model;
    }
    const unreal::Mesh& mesh(const std::string& id = "Guys.Guy") { return *unreal_document(open(id)).mesh(); }
    Names classes(const std::string& id = "Guys.Guy") {
        Names out;
        for (const unreal::Look& look : mesh(id).looks) out.push_back(look.class_name);
        return out;
    }

    Scratch scratch_;
    std::optional<io::Opened> opened_{};
};

TEST_F(Choices, OfImportsOfOneNameTheNearestCountsAndOfThoseTheLast) {
    const std::string import = "#exec TEXTURE IMPORT NAME=Coat FILE=Models\\";
    const std::string wears = "#exec MESHMAP SETTEXTURE MESHMAP=Guy NUM=1 TEXTURE=Coat\n";
    put("P/Classes/Guys.uc", guy + wears);
    put("A/Classes/Far.uc", import + "far.pcx\n");
    put("Z/Classes/Far.uc", import + "far.pcx\n");
    EXPECT_EQ(mesh().skin(1)->file, "Models\\far.pcx");
    put("P/Classes/Before.uc", import + "near.pcx\n");
    EXPECT_EQ(mesh().skin(1)->file, "Models\\near.pcx");
    put("P/Classes/Then.uc", import + "near.pcx\n");
    put("P/Classes/Guys.uc", guy + wears + import + "first.pcx\n" + import + "own.pcx\n");
    EXPECT_EQ(mesh().skin(1)->file, "Models\\own.pcx");
}

// Whatever comes before and after it.
TEST(FoundImports, OfTheSameScriptCountBeforeThoseOfItsPackage) {
    const auto import = [](const char* file) {
        return text_blob(std::string("#exec TEXTURE IMPORT NAME=Coat FILE=") + file + "\n");
    };
    const std::vector<Part> parts{{"class", "P/Classes/A.uc", import("a.pcx")},
                                  {"uc", "P/Classes/Guys.uc", import("own.pcx")},
                                  {"class", "P/Classes/Z.uc", import("z.pcx")}};
    const unreal::Script script = unreal::parse_scripts(parts);
    for (const Part& part : parts) {
        const unreal::TextureImport* found = unreal::find_import(script, "Coat", part.name);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->script, part.name);
    }
}

TEST_F(Choices, OfClassesAsNearTheOneThatDresses) {
    put("P/Classes/Guys.uc", guy);
    put("P/Classes/Aa.uc", class_of("Aa", {}, " Mesh=Mesh'P.Guy'\n"));
    put("P/Classes/Bb.uc", class_of("Bb", {}, " Mesh=Mesh'P.Guy'\n Skin=Texture'Coat'\n"));
    EXPECT_EQ(classes(), (Names{"Bb", "Aa"}));
    put("P/Classes/Aa.uc", class_of("Aa", {}, " Mesh=Mesh'P.Guy'\n MultiSkins(1)=Texture'Coat'\n"));
    EXPECT_EQ(classes(), (Names{"Aa", "Bb"})) << "by name then";
}

TEST_F(Choices, AClassThatNamesNoMeshDressesTheOnlyOneOfItsScript) {
    const std::string defaults = " Skin=Texture'Coat'\n Texture=Texture'Sky'\n Style=STY_Translucent\n DrawScale=3\n";
    put("P/Classes/Guys.uc", class_of("Guys", guy, defaults));
    EXPECT_EQ(classes(), Names{"Guys"});
    EXPECT_EQ(mesh().skin(0)->texture, "Coat");
    EXPECT_EQ(mesh().bare_slots->texture, "Coat") << "the skin before the texture";
    EXPECT_EQ(mesh().class_style, 0) << "it may draw something else so";
    EXPECT_EQ(mesh().draw_scale, 1);
    const std::string other = "#exec MESH IMPORT MESH=Two ANIVFILE=Models\\two_a.3d DATAFILE=Models\\two_d.3d\n";
    put("P/Classes/Guys.uc", class_of("Guys", guy + other, defaults));
    EXPECT_EQ(classes(), Names{});
}

TEST_F(Choices, AClassShowsTheMeshOfItsOwnScriptAndOfThePackageItNames) {
    put("P/Classes/One.uc", class_of("One", guy, " Mesh=Mesh'Guy'\n"));
    put("P/Classes/Two.uc", class_of("Two", guy, " Mesh=Mesh'Guy'\n"));
    put("P/Classes/Ghost.uc", class_of("Ghost", {}, " Mesh=Mesh'Q.Guy'\n"));
    EXPECT_EQ(classes("One.Guy"), Names{"One"});
    EXPECT_EQ(classes("Two.Guy"), Names{"Two"});
    put("P/Classes/Ghost.uc", class_of("Ghost", {}, " Mesh=Mesh'P.Guy'\n"));
    EXPECT_EQ(classes("One.Guy"), (Names{"One", "Ghost"}));
}

// Files that somebody gave, without a word about which model is meant.
TEST(ChosenMesh, OfSeveralTheOneWithBothFilesOrOfTheNameThatIsMeant) {
    const Bundle& pair = fixture("unreal_many_types").bundle;
    const std::string dead = "#exec MESH IMPORT MESH=Dead ANIVFILE=Models\\dead_a.3d DATAFILE=Models\\guy_d.3d\n";
    Bundle bundle{{{"data", "guy_d.3d", pair.find("data")->bytes},
                   {"aniv", "guy_a.3d", pair.find("aniv")->bytes},
                   {"uc", "Corpse.uc", text_blob(dead)},
                   {"uc", "Guys.uc", text_blob(guy)}}};
    const auto chosen = [&] { return unreal_document(model_of(bundle)).mesh()->name; };
    EXPECT_EQ(chosen(), "Guy");
    bundle.model = "Corpse.Dead";
    EXPECT_EQ(chosen(), "Dead");
    bundle.model = "P.Guys.Guy";  // as in a glTF of files that lay in a package
    EXPECT_EQ(chosen(), "Guy");
    std::swap(bundle.parts[2], bundle.parts[3]);
    bundle.model = "P.Corpse.Dead";
    EXPECT_EQ(chosen(), "Dead");
}

Names names_wanted(const Model& model, const std::string& texture) {
    const auto wants = needs(model);
    for (const Want& want : *wants) {
        const bool is_it = std::any_of(want.names.begin(), want.names.end(),
                                       [&](const std::string& name) { return text::file_stem(name) == texture; });
        if (want.role == "texture" && is_it) return want.names;
    }
    return {};
}

TEST(WantedImages, OfAPackageAreLookedForInItsFiles) {
    const auto in_packages = [](const std::string& lines) {
        Names out;
        for (const std::string& name : names_wanted(scripted("unreal_many_types", "", lines), "Coat")) {
            if (name.find("/Textures/Coat.pcx") != std::string::npos) out.push_back(name.substr(0, name.size() - 18));
        }
        return out;
    };
    const Names all{"R.utx", "Textures/R.utx", "R.u", "System/R.u"};
    const std::string shows = "defaultproperties\n{\n Mesh=M\n MultiSkins(1)=Texture'R.Group.Coat'\n}\n";
    EXPECT_EQ(in_packages(shows), all);
    EXPECT_EQ(in_packages("#exec MESHMAP SETTEXTURE MESHMAP=M NUM=1 TEXTURE=Coat\n"), Names{});
}

// Another package's import of that name does for want of a better one; the package that is named is asked first.
TEST(WantedImages, AnImportOfAnotherPackageDoesNotKeepFromAsking) {
    const auto first_name = [](const char* package) {
        Bundle bundle = fixture("unreal_many_types").bundle;
        bundle.parts.push_back({"uc", "P/Classes/M.uc",
                                text_blob("#exec MESH IMPORT MESH=M ANIVFILE=tetra_a.3d DATAFILE=tetra_d.3d\n"
                                          "defaultproperties\n{\n Mesh=M\n MultiSkins(1)=Texture'R.Coat'\n}\n")});
        bundle.parts.push_back({"class", std::string(package) + "/Classes/S.uc",
                                text_blob("#exec TEXTURE IMPORT NAME=Coat FILE=Art\\Coat.pcx\n")});
        return names_wanted(model_of(bundle), "Coat").at(0);
    };
    EXPECT_EQ(first_name("Q"), "Coat.png");
    EXPECT_EQ(first_name("R"), "R/Art/Coat.pcx");
}

TEST(WantedImages, AnImageUnderTheTexturesOwnNameDoes) {
    Model model = scripted("unreal_many_types", "",
                           "#exec TEXTURE IMPORT NAME=Coat FILE=other.pcx\n"
                           "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=1 TEXTURE=Coat\n");
    const unreal::SkinSlot* skin = unreal_document(model).mesh()->skin(1);
    EXPECT_EQ(unreal::find_image(model.bundle, 1, skin), nullptr);
    model.bundle.parts.push_back({"texture", "Coat.png", text_blob("image")});
    EXPECT_NE(unreal::find_image(model.bundle, 1, skin), nullptr);
}

TEST(WantedClasses, OfOtherPackagesMayBeInSystem) {
    const auto wants =
        needs(scripted("unreal_many_types", "", "class M extends Lib.Flag;\ndefaultproperties\n{\n Mesh=M\n}\n"));
    const auto found =
        std::find_if(wants->begin(), wants->end(), [](const Want& want) { return want.called == "Lib.u"; });
    ASSERT_NE(found, wants->end());
    EXPECT_EQ(found->names, (Names{"Lib.u/Defaults/Flag.txt", "System/Lib.u/Defaults/Flag.txt"}));
}

TEST(WantedImages, WhatAClassReflectsIsWantedThoughNoPolygonDoes) {
    const std::string lines = "defaultproperties\n{\n Mesh=M\n Texture=Texture'Sky'\n";
    const auto wants_sky = [](const std::string& script) {
        const auto wants = needs(scripted("unreal_standard", "", script));
        return std::any_of(wants->begin(), wants->end(), [](const Want& want) {
            return want.role == "texture" && want.names.front().starts_with("Sky");
        });
    };
    const std::string dressed =
        "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=0 TEXTURE=A\n"
        "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=1 TEXTURE=A\n";
    EXPECT_FALSE(wants_sky(dressed + lines + "}\n"));
    EXPECT_TRUE(wants_sky(dressed + lines + " bMeshEnviroMap=True\n}\n"));
}

// Of an image that was imported with holes only solid polygons show them.
TEST(MaskedImports, LeaveBlendedPolygonsWhatTheyAre) {
    std::string lines = "#exec TEXTURE IMPORT NAME=Coat FILE=coat.pcx FLAGS=2\n";
    for (const char* slot : {"0", "1", "7"}) {
        lines += std::string("#exec MESHMAP SETTEXTURE MESHMAP=M NUM=") + slot + " TEXTURE=Coat\n";
    }
    const Scene scene = scene_of(scripted("unreal_many_types", "", lines));
    std::size_t masked = 0, blended = 0;
    for (const Material& material : scene.materials) {
        const auto style = *material.extras.find("thaw_type")->get_if<i64>() & 7;
        const bool blends = style == 2 || style == 4 || style == 5;
        EXPECT_EQ(material.alpha == AlphaMode::blend, blends) << style;
        EXPECT_EQ(material.alpha == AlphaMode::mask, !blends) << style;
        (blends ? blended : masked) += 1;
    }
    EXPECT_GT(masked, 0u);
    EXPECT_GT(blended, 0u);
}

}  // namespace
}  // namespace thaw::test
