// Scenes of Unreal models and of others, made Unreal files again.
#include "convert/export.hpp"
#include "gltf/read_support.hpp"
#include "unreal/build_support.hpp"
#include "unreal/sample_fish.hpp"

namespace thaw::test {
namespace {

// To files and back: the very same places, because the script's placement is kept.
void expect_comes_back(const Model& model) {
    Issues ignored;
    auto scene = scene_for_export(model, {}, ignored);
    ASSERT_TRUE(scene);
    if (scene->meshes.empty()) return;
    for (const bool through_gltf : {false, true}) {
        SCOPED_TRACE(through_gltf ? "through glTF" : "in memory");
        const GltfFile file = through_gltf ? read_again(*scene) : GltfFile{.scene = *scene};
        const BuildResult back = built_from({.scene = file.scene, .source_points = file.source_points});
        ASSERT_TRUE(back.built) << to_string(back.built.error());
        const Scene again = scene_of(back.model);
        EXPECT_LT(farthest_corner(*scene, again), 2e-6);
        expect_same_surfaces(*scene, again);
        expect_same_clips(*scene, again);
        expect_same_weapon(*scene, again, 0.002, 0.05);
    }
}

TEST(UnrealFromScene, EveryFixtureComesBack) {
    int models = 0;
    for (const Fixture& f : unreal_fixtures()) {
        SCOPED_TRACE(f.name);
        const auto model = read(unreal_format(), f.bundle);
        if (!model) continue;
        Issues issues;
        if (!to_scene(*model, {}, issues)) continue;
        expect_comes_back(*model);
        ++models;
    }
    EXPECT_GT(models, 20);
}

TEST(UnrealFromScene, TheSampleComesBack) {
    const Model model = fish();
    expect_comes_back(model);
}

TEST(UnrealFromScene, ImagesComeBackOnTheirSlots) {
    const Model model = fish();
    const Scene scene = scene_of(model);
    ASSERT_FALSE(scene.images.empty());
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    const Scene again = scene_of(back.model);
    ASSERT_EQ(again.materials.size(), scene.materials.size());
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        ASSERT_EQ(again.materials[m].image == no_index, scene.materials[m].image == no_index);
        if (scene.materials[m].image == no_index) continue;
        EXPECT_EQ(again.images[again.materials[m].image].file, scene.images[scene.materials[m].image].file);
        EXPECT_EQ(json::to_text(again.materials[m].extras), json::to_text(scene.materials[m].extras));
    }
    // No finding about images that are missing.
    EXPECT_EQ(codes(back.model), std::set<std::string>{});
}

TEST(UnrealFromScene, TheImageThatIsReflected) {
    Model model = scripted("unreal_many_types", "",
                           "#exec TEXTURE IMPORT NAME=Shiny FILE=Shiny.pcx\n"
                           "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=0 TEXTURE=Other.Pack.Hull\n"
                           "defaultproperties\n{\nMesh=M\nTexture=Texture'Shiny'\n}\n");
    model.bundle.parts.push_back({"texture", "Shiny.pcx", text_blob("image")});
    const Scene scene = scene_of(model);
    ASSERT_EQ(scene.images.size(), 1u);
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    const std::string script = back.text_of("uc");
    EXPECT_NE(script.find("NAME=Shiny FILE=MODELS\\Shiny.pcx"), std::string::npos) << script;
    EXPECT_NE(script.find("Texture=Texture'Shiny'"), std::string::npos);
    EXPECT_NE(script.find("NUM=0 TEXTURE=Other.Pack.Hull"), std::string::npos);
    const Scene again = scene_of(back.model);
    ASSERT_EQ(again.images.size(), 1u);
    for (std::size_t m = 0; m < scene.materials.size(); ++m) {
        EXPECT_EQ(again.materials[m].image, scene.materials[m].image) << scene.materials[m].name;
    }
}

TEST(UnrealFromScene, AMeshForEachClipBecomesOneAgain) {
    const Model model = fish();
    const Scene scene = scene_of(model);
    Issues ignored;
    const auto split = scene_for_export(model, {.split_clips = true}, ignored);
    ASSERT_TRUE(split);
    ASSERT_GT(split->meshes.size(), 1u);
    for (const bool through_gltf : {false, true}) {
        const GltfFile file = through_gltf ? read_again(*split) : GltfFile{.scene = *split};
        const BuildResult back = built_from({.scene = file.scene, .source_points = file.source_points});
        ASSERT_TRUE(back.built);
        const Scene again = scene_of(back.model);
        EXPECT_EQ(again.meshes[0].points.size(), back.document().data->num_vertices);
        EXPECT_LT(farthest_corner(scene, again), 2e-6);
        expect_same_clips(scene, again);
    }
}

TEST(UnrealFromScene, AScriptPlacesTheModelAsBefore) {
    const Model model = scripted("unreal_standard", "UNMIRROR=1",
                                 "#exec MESH ORIGIN MESH=M X=-15 Y=3.5 Z=-50 YAW=64 PITCH=-64 ROLL=12.5\n"
                                 "#exec MESH SEQUENCE MESH=M SEQ=Rise STARTFRAME=0 NUMFRAMES=2 RATE=12.5 GROUP=Up\n"
                                 "#exec MESH NOTIFY MESH=M SEQ=Rise TIME=0.4 FUNCTION=Ping\n"
                                 "#exec MESHMAP SCALE MESHMAP=M X=0.07 Y=0.1 Z=0.21\n"
                                 "defaultproperties\n{\nMesh=M\nDrawScale=1.3\n}\n");
    const Scene scene = scene_of(model);
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    const unreal::Mesh& mesh = *back.document().mesh();
    EXPECT_EQ(mesh.name, "thing");
    EXPECT_EQ(mesh.placement.origin, (Vec3d{-15.0, 3.5, -50.0}));
    EXPECT_EQ(mesh.placement.scale, (Vec3d{0.07, 0.1, 0.21}));
    EXPECT_EQ(mesh.placement.roll, 12.5);
    EXPECT_TRUE(mesh.placement.unmirror);
    EXPECT_EQ(mesh.draw_scale, 1.3);
    ASSERT_EQ(mesh.sequences.size(), 2u);
    EXPECT_EQ(mesh.sequences[0].name, "All");
    EXPECT_EQ(mesh.sequences[1].rate, 12.5);
    EXPECT_EQ(mesh.sequences[1].group, "Up");
    ASSERT_EQ(mesh.notifies.size(), 1u);
    EXPECT_EQ(mesh.notifies[0].time, 0.4);
    EXPECT_EQ(mesh.notifies[0].function, "Ping");
    EXPECT_LT(farthest_corner(scene, scene_of(back.model)), 2e-6);
    EXPECT_EQ(codes_of(back.issues), std::set<std::string>{});
}

TEST(UnrealFromScene, AShapeThatOutgrowsItsScaleGetsAnother) {
    Scene scene = scene_of(fish());
    for (Node& node : scene.nodes) {
        if (node.parent == no_index) node.local.scale = {50, 50, 50};
    }
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    ASSERT_NE(finding(back.issues, "BUILD_ASSUMED", "scale"), nullptr);
    const Issue* rounded = finding(back.issues, "BUILD_POSITIONS");
    ASSERT_NE(rounded, nullptr);
    EXPECT_LT(farthest_corner(scene, scene_of(back.model)), std::stod(rounded->found) / 1000 * 1.06);
}

TEST(UnrealFromScene, AModeldefOfWhatOnlyAScriptCanSay) {
    const Model model = scripted("unreal_standard", "UNMIRROR=1",
                                 "#exec MESH ORIGIN MESH=M X=-15 Y=3 Z=-50 YAW=10 PITCH=-64 ROLL=12.5\n"
                                 "#exec MESHMAP SCALE MESHMAP=M X=0.07 Y=0.1 Z=0.21\n");
    const Scene scene = scene_of(model);
    for (const char* without : {"uc", "modeldef"}) {
        const BuildResult back = built_from({.scene = scene}, {.own = OptionValues{{"modeldef"}}}, without);
        ASSERT_TRUE(back.built);
        EXPECT_LT(farthest_corner(scene, scene_of(back.model)), 0.001) << without;
    }
}

TEST(UnrealFromScene, ToTheOtherVariantAndBack) {
    const Scene scene = scene_of(fish());
    const BuildResult finer = built_from({.scene = scene}, {.variant = "deusex"});
    ASSERT_TRUE(finer.built);
    EXPECT_TRUE(finer.document().is_deus_ex());
    EXPECT_EQ(codes_of(finer.issues), std::set<std::string>{});  // exact (U10)
    const Scene fine = scene_of(finer.model);
    EXPECT_LT(farthest_corner(scene, fine), 2e-6);
    const BuildResult again = built_from({.scene = fine}, {.variant = "standard"});
    ASSERT_TRUE(again.built);
    EXPECT_EQ(codes_of(again.issues), std::set<std::string>{});
    EXPECT_LT(farthest_corner(scene, scene_of(again.model)), 2e-6);
}

}  // namespace
}  // namespace thaw::test
