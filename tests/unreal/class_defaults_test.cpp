// What `defaultproperties` of the class that shows a mesh do to it: its size, and the image that shiny polygons
// reflect.
#include <map>

#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

constexpr std::string_view large = "defaultproperties\n{\n    Mesh=LodMesh'Pack.M'\n    DrawScale=2.500000\n}\n";

std::vector<Vec3> shown(const Scene& scene) {
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    std::vector<Vec3> out;
    posed_points(scene, pose, 0, out);
    return out;
}

TEST(UnrealDefaults, DrawScaleIsTheSizeOfTheTopNode) {
    const Model plain = scripted("unreal_standard", "", "");
    const Model scaled = scripted("unreal_standard", "", large);
    const Scene scene = scene_of(scaled);
    ASSERT_EQ(scene.nodes.size(), 1u);
    EXPECT_EQ(*scene.nodes[0].extras.find("thaw_draw_scale")->get_if<double>(), 2.5);
    EXPECT_EQ(scene_of(plain).nodes[0].extras.find("thaw_draw_scale"), nullptr);
    const auto small = shown(scene_of(plain)), big = shown(scene);
    ASSERT_EQ(small.size(), big.size());
    for (std::size_t i = 0; i < small.size(); ++i) {
        EXPECT_FLOAT_EQ(big[i].y, 2.5f * small[i].y);
        EXPECT_FLOAT_EQ(big[i].x, 2.5f * small[i].x);
    }
    EXPECT_EQ(scene.meshes[0].points, scene_of(plain).meshes[0].points);  // a way back finds the numbers of the mesh
    const auto raw = scene_of(scaled, {.raw = true});
    EXPECT_EQ(raw.nodes[0].local.scale, scene_of(plain, {.raw = true}).nodes[0].local.scale);
    EXPECT_EQ(raw.nodes[0].extras.find("thaw_draw_scale"), nullptr);
    EXPECT_DOUBLE_EQ(*summarise(scaled)->height_metres, 2.5 * *summarise(plain)->height_metres);
}

TEST(UnrealDefaults, DrawScaleOfAnotherMeshDoesNotCount) {
    for (const std::string_view other : {"defaultproperties\n{\n    Mesh=LodMesh'Pack.Other'\n    DrawScale=2.5\n}\n",
                                         "defaultproperties\n{\n    DrawScale=2.5\n}\n"}) {
        EXPECT_EQ(scene_of(scripted("unreal_standard", "", other)).nodes[0].local.scale, (Vec3{1, 1, 1}));
    }
}

TEST(UnrealDefaults, ASizeThatShowsNothingIsSaid) {
    for (const std::string_view value : {"0", "-3", "1e300", "big", "0.0000000001"}) {
        const std::string lines = "defaultproperties\n{\n    Mesh=M\n    DrawScale=" + std::string(value) + "\n}\n";
        const Model model = scripted("unreal_standard", "", lines);
        EXPECT_TRUE(codes(model).contains("PLACEMENT_UNUSABLE")) << value;
        EXPECT_FALSE(codes(model, {.raw = true}).contains("PLACEMENT_UNUSABLE")) << value;
        EXPECT_EQ(scene_of(model).nodes[0].local.scale, (Vec3{1, 1, 1})) << value;
    }
}

// Clips that show meshes of their own scale them to nothing and back; the size of the class stays out of that.
TEST(UnrealDefaults, DrawScaleOfSplitClipsIsAboveThem) {
    const std::string lines = std::string(large) +
                              "#exec MESH SEQUENCE MESH=M SEQ=A STARTFRAME=0 NUMFRAMES=1\n"
                              "#exec MESH SEQUENCE MESH=M SEQ=B STARTFRAME=1 NUMFRAMES=1\n";
    const Scene scene = scene_of(scripted("unreal_standard", "", lines), {.split_clips = true});
    ASSERT_EQ(scene.nodes.size(), 3u);
    EXPECT_EQ(scene.nodes[0].local.scale, (Vec3{2.5f, 2.5f, 2.5f}));
    EXPECT_EQ(scene.nodes[1].parent, 0u);
    EXPECT_EQ(scene.nodes[1].local.scale, (Vec3{1, 1, 1}));
    EXPECT_EQ(scene.nodes[2].local.scale, (Vec3{0, 0, 0}));
}

TEST(UnrealDefaults, AWeaponGrowsWithItsOwner) {
    const Scene scene = scene_of(scripted("unreal_weapon_triangle", "", large));
    const Node* weapon = node_named(scene, "WeaponAttach");
    ASSERT_NE(weapon, nullptr);
    EXPECT_EQ(scene.nodes[weapon->parent].local.scale, (Vec3{2.5f, 2.5f, 2.5f}));
}

constexpr std::string_view shiny =
    "#exec TEXTURE IMPORT NAME=Coat FILE=coat.pcx\n"
    "#exec TEXTURE IMPORT NAME=Sky FILE=sky.pcx\n"
    "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=1 TEXTURE=Coat\n"
    "defaultproperties\n{\n    Mesh=M\n    Texture=Texture'Pack.Sky'\n}\n";

const Material& material(const Scene& scene, bool environment) {
    for (const Material& m : scene.materials) {
        const bool slot_one = *m.extras.find("thaw_slot")->get_if<i64>() == 1;
        if (slot_one && m.environment == environment) return m;
    }
    ADD_FAILURE() << "no such material";
    return scene.materials.at(0);
}

std::string_view word(const Material& m, const char* key) {
    const json::Value* value = m.extras.find(key);
    return value == nullptr ? std::string_view() : std::string_view(*value->get_if<std::string>());
}

TEST(UnrealDefaults, ShinyPolygonsShowTheTextureOfTheClass) {
    Model model = scripted("unreal_many_types", "", shiny);
    std::set<std::string> wanted;
    const auto wants = needs(model);
    for (const Want& want : *wants) {
        if (want.role == "texture") wanted.insert(want.names.front());
    }
    EXPECT_EQ(wanted, (std::set<std::string>{"coat.pcx", "sky.pcx"}));

    model.bundle.parts.push_back({"texture", "coat.png", text_blob("coat")});
    const Scene without = scene_of(model);  // the image was not found: the skin, as it is
    EXPECT_EQ(without.images.at(material(without, true).image).name, "coat");
    EXPECT_EQ(word(material(without, true), "thaw_texture"), "Coat");
    EXPECT_EQ(word(material(without, true), "thaw_environment_texture"), "");

    model.bundle.parts.push_back({"texture", "sky.png", text_blob("sky")});
    const Scene with = scene_of(model);
    EXPECT_EQ(with.images.at(material(with, true).image).name, "sky");
    EXPECT_EQ(word(material(with, true), "thaw_environment_texture"), "Pack.Sky");
    EXPECT_EQ(word(material(with, true), "thaw_texture"), "Coat");  // what the slot wears
}

TEST(UnrealDefaults, AnImageChosenForTheSlotComesFirst) {
    Model model = scripted("unreal_many_types", "", shiny);
    model.bundle.parts.push_back({"texture", "sky.png", text_blob("sky")});
    model.bundle.parts.push_back({"texture:1", "mine.png", text_blob("mine")});
    const Scene scene = scene_of(model);
    EXPECT_EQ(scene.images.at(material(scene, true).image).name, "mine");
    EXPECT_EQ(word(material(scene, true), "thaw_environment_texture"), "");
}

TEST(UnrealDefaults, DullModelsDoNotAskForIt) {
    const auto asks_for_sky = [](std::string_view lines) {
        const auto wants = needs(scripted("unreal_standard", "", lines));
        return std::any_of(wants->begin(), wants->end(), [](const Want& w) { return w.names.front() == "sky.pcx"; });
    };
    EXPECT_FALSE(asks_for_sky("#exec MESHMAP SETTEXTURE MESHMAP=M NUM=0 TEXTURE=Coat\n" + std::string(shiny)));
    EXPECT_TRUE(asks_for_sky(shiny));  // nothing else is on slot 0
}

// MultiSkins, Skin, the mesh, Texture, the last of MultiSkins.
TEST(UnrealDefaults, SlotsAreDressedAsTheEngineDoes) {
    const auto on = [](std::string_view defaults, i64 slot) {
        const Model model = scripted("unreal_many_types", "",
                                     "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=0 TEXTURE=Own0\n"
                                     "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=1 TEXTURE=Own1\n"
                                     "defaultproperties\n{\n Mesh=M\n" +
                                         std::string(defaults) + "}\n");
        const unreal::SkinSlot* skin = unreal_document(model).mesh()->skin(slot);
        return skin == nullptr ? std::string() : skin->texture;
    };
    EXPECT_EQ(on("", 0), "Own0");
    EXPECT_EQ(on("", 7), "");
    EXPECT_EQ(on(" Skin=Texture'P.S'\n", 0), "P.S");
    EXPECT_EQ(on(" Skin=Texture'P.S'\n", 1), "Own1");
    EXPECT_EQ(on(" Skin=Texture'P.S'\n", 7), "P.S");
    EXPECT_EQ(on(" Skin=S\n MultiSkins(0)=Texture'P.G.M'\n", 0), "P.G.M");
    EXPECT_EQ(on(" Skin=S\n MultiSkins(1)=M\n", 1), "M");
    EXPECT_EQ(on(" Texture=T\n MultiSkins(1)=M\n", 7), "T");
    EXPECT_EQ(on(" MultiSkins(1)=M\n MultiSkins(2)=N\n", 7), "N");
    EXPECT_EQ(on(" Skin=None\n MultiSkins(0)=None\n", 0), "Own0");
}

TEST(UnrealDefaults, TheClassComesOnTopOfThePolygons) {
    const auto looks = [](std::string_view line, bool has_images = false) {
        Model model =
            scripted("unreal_many_types", "", "defaultproperties\n{\n Mesh=M\n " + std::string(line) + "\n}\n");
        for (int slot = 0; slot < 8 && has_images; ++slot) {
            model.bundle.parts.push_back({"texture:" + std::to_string(slot), "x.pcx", Blob::take({10, 5, 1, 8})});
        }
        const Scene scene = scene_of(model);
        std::map<i64, Material> out;
        for (const Material& m : scene.materials) out.emplace(*m.extras.find("thaw_type")->get_if<i64>(), m);
        return out;
    };
    // Types of the fixture: 01 two-sided, 13 masked and unlit, 42 translucent and shiny, 24 modulated.
    const auto plain = looks("Health=1"), masked = looks("Style=STY_Masked"), clear = looks("Style=STY_Translucent"),
               shiny_all = looks("bMeshEnviroMap=True"), unlit = looks("bUnlit=True"),
               modulated = looks("Style=STY_Modulated");
    EXPECT_EQ(plain.at(0x01).alpha, AlphaMode::opaque);
    EXPECT_EQ(masked.at(0x01).alpha, AlphaMode::mask);
    EXPECT_EQ(masked.at(0x42).blend, BlendMode::additive);  // what blends goes on
    EXPECT_EQ(clear.at(0x01).blend, BlendMode::additive);
    EXPECT_EQ(clear.at(0x13).blend, BlendMode::additive);
    EXPECT_EQ(clear.at(0x24).blend, BlendMode::modulate);
    // Nobody would see a colour that stands in for an image; polygons that say so themselves are as they say.
    EXPECT_EQ(modulated.at(0x01).alpha, AlphaMode::opaque);
    EXPECT_EQ(looks("Style=STY_Modulated", true).at(0x01).blend, BlendMode::modulate);
    EXPECT_EQ(modulated.at(0x24).blend, BlendMode::modulate);
    EXPECT_TRUE(shiny_all.at(0x01).environment && !plain.at(0x01).environment);
    EXPECT_TRUE(unlit.at(0x01).unlit && !plain.at(0x01).unlit);
}

}  // namespace
}  // namespace thaw::test
