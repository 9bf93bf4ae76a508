// MODELDEF: what its words mean, that any text will do, and what the scene makes of it.
#include "formats/unreal/scripts/modeldef.hpp"

#include <cmath>

#include "formats/unreal/mesh/transform.hpp"
#include "scene/maths.hpp"
#include "support/processor_time.hpp"
#include "support/sanitized.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

using unreal::ModeldefModel;

std::vector<ModeldefModel> parsed(std::string_view text) {
    return unreal::parse_modeldef(text_blob(text).bytes()).models;
}

std::optional<unreal::Mesh> mesh_in(std::string_view text, std::string_view data, std::string_view aniv = {}) {
    const Blob file = text_blob(text);
    return unreal::mesh_in_modeldefs(std::span(&file, 1), data, aniv);
}

TEST(Modeldef, BlocksModelsAndWords) {
    const auto models = parsed(
        "// Model Off { Model 0 off_d.3d }\n"
        "/* Model Off { */\n"
        "MODEL \"Gun\" {\n"
        "  path \"models\" Model 0 \"arm_d.3d\" model 1\n"
        "  gun_d.3d // the value is on the next line\n"
        "  Skin 0 arm.png surfaceSKIN 1 2 \"gun two.png\"\n"
        "  Scale -0.005 0.0025 .005 Offset 1 2 3 ZOffset 4 AngleOffset -90 PitchOffset 15 RollOffset 1e1\n"
        "  ROTATING Rotation-Speed 3 DONTCULLBACKFACES\n"
        "  FrameIndex GUNA A 1 7 FrameIndex GUNA bc 1 8\n"
        "}\n"
        "Model Box{Model 0 box_d.3d}");
    ASSERT_EQ(models.size(), 3u);
    EXPECT_EQ(models[0].use.class_name, "Gun");
    EXPECT_EQ(models[0].file, "arm_d.3d");
    EXPECT_EQ(models[0].skin, "arm.png");
    ASSERT_EQ(models[0].shown.size(), 3u);  // with the other index, at the frame that no line says
    EXPECT_EQ(models[0].shown[2].frame, 0);
    const ModeldefModel& gun = models[1];
    EXPECT_EQ(gun.use.index, 1);
    EXPECT_EQ(gun.path, "models");
    EXPECT_EQ(gun.file, "gun_d.3d");
    EXPECT_EQ(gun.surfaces.size(), 1u);
    EXPECT_EQ(gun.use.scale, (Vec3d{-0.005, 0.0025, 0.005}));
    EXPECT_EQ(gun.use.offset, (Vec3d{1, 2, 4}));
    EXPECT_EQ(gun.use.angle, -90);
    EXPECT_EQ(gun.use.pitch, 15);
    EXPECT_EQ(gun.use.roll, 10);
    ASSERT_EQ(gun.shown.size(), 3u);
    EXPECT_EQ(gun.shown[2].letter, 'C');
    EXPECT_EQ(gun.shown[2].frame, 8);
    EXPECT_EQ(models[2].use.class_name, "Box");
    EXPECT_EQ(models[2].use.scale[0], 1);  // a block starts anew
    EXPECT_EQ(models[2].path, "");
}

// Lines change what follows them; a scene has one state, and that is the first one shown.
TEST(Modeldef, TheFirstFrameIndexFixesTheModel) {
    const auto mesh = mesh_in(
        "Model Key { Path models Model 0 key_d.3d SurfaceSkin 0 1 dark.png Scale 2 2 2 FrameIndex KEYA A 0 0\n"
        "SurfaceSkin 0 1 lit.png Scale 9 9 9 FrameIndex KEYA B 0 0 }",
        "key_d.3d");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->skin(1)->file, "models/dark.png");
    EXPECT_EQ(mesh->modeldef->scale[0], 2);
}

// Two guns of which one is held at a time are one index.
TEST(Modeldef, AnIndexMayChangeItsFileAndBack) {
    const std::string_view text =
        "Model Guns { Path models Model 1 left_d.3d SurfaceSkin 1 0 left.png FrameIndex GUNA A 1 1\n"
        "Model 1 right_d.3d SurfaceSkin 1 0 right.png Scale 3 3 3 FrameIndex GUNB A 1 2\n"
        "Model 1 LEFT_d.3d FrameIndex GUNA B 1 3 }";
    const auto left = mesh_in(text, "left_d.3d"), right = mesh_in(text, "right_d.3d");
    ASSERT_TRUE(left && right);
    EXPECT_EQ(left->sequences.size(), 1u);
    EXPECT_EQ(left->sequences[0].listed, (std::vector<i64>{1, 3}));
    EXPECT_EQ(left->skin(0)->file, "models/left.png");
    EXPECT_EQ(left->modeldef->scale[0], 1);
    EXPECT_EQ(right->sequences[0].listed, (std::vector<i64>{2}));
    EXPECT_EQ(right->skin(0)->file, "models/right.png");
    EXPECT_EQ(right->modeldef->scale[0], 3);
}

// As weapons have it: the file is there twice, and each index dresses what the other leaves out.
TEST(Modeldef, AFileUnderSeveralIndicesIsDressedByAll) {
    const auto mesh = mesh_in(
        "Model Gun { Path models Model 0 gun_d.3d SurfaceSkin 0 0 hand.png Model 1 gun_d.3d\n"
        "SurfaceSkin 1 0 glow.png SurfaceSkin 1 1 body.png SurfaceSkin 1 2 lamp.png\n"
        "FrameIndex GUNA A 0 0 FrameIndex GUNA A 1 0 FrameIndex GUNA B 0 1 FrameIndex GUNA B 1 2 }",
        "gun_d.3d");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->skins.size(), 3u);
    EXPECT_EQ(mesh->skin(0)->file, "models/hand.png");  // the first one to dress a slot
    EXPECT_EQ(mesh->skin(1)->file, "models/body.png");
    ASSERT_EQ(mesh->sequences.size(), 1u);
    EXPECT_EQ(mesh->sequences[0].listed, (std::vector<i64>{0, 2}));  // of the index that dresses most
    const auto hidden = mesh_in(
        "Model Gun { Model 0 gun_d.3d SurfaceSkin 0 0 a.png Model 1 gun_d.3d Skin 1 b.png\n"
        "FrameIndex GUNA A 1 -1 FrameIndex GUNA A 0 4 }",
        "gun_d.3d");
    EXPECT_EQ(hidden->sequences.at(0).listed, (std::vector<i64>{4}));  // a layer below 0 is hidden
    EXPECT_EQ(hidden->skin(0)->file, "a.png");
    EXPECT_EQ(hidden->skin(5)->file, "b.png");  // what no surface dresses
}

TEST(Modeldef, TheNumberOfAFrameStaysUntilALineSaysAnother) {
    const auto mesh = mesh_in(
        "Model Gun { Model 0 arm_d.3d Model 1 gun_d.3d FrameIndex GUNA A 1 5 FrameIndex GUNA B 0 9\n"
        "FrameIndex GUNB A 0 1 FrameIndex GUNB B 1 6 }",
        "gun_d.3d");
    ASSERT_TRUE(mesh);
    ASSERT_EQ(mesh->sequences.size(), 2u);
    EXPECT_EQ(mesh->sequences[0].listed, (std::vector<i64>{5, 5}));
    EXPECT_EQ(mesh->sequences[1].listed, (std::vector<i64>{5, 6}));
}

TEST(Modeldef, BlocksOfAClassAreOneAndTheLastLineOfASpriteFrameCounts) {
    const Blob files[] = {text_blob("Model Gun { Model 0 gun_d.3d SurfaceSkin 0 0 a.png FrameIndex GUNA A 0 1\n"
                                    "FrameIndex GUNA B 0 2 }"),
                          text_blob("Model gun { Model 0 gun_d.3d SurfaceSkin 0 1 b.png FrameIndex guna A 0 7\n"
                                    "FrameIndex GUNC A 0 8 }")};
    const auto mesh = unreal::mesh_in_modeldefs(files, "gun_d.3d", "");
    ASSERT_TRUE(mesh);
    ASSERT_EQ(mesh->sequences.size(), 2u);
    EXPECT_EQ(mesh->sequences[0].listed, (std::vector<i64>{7, 2}));
    EXPECT_EQ(mesh->sequences[1].listed, (std::vector<i64>{8}));
    EXPECT_EQ(mesh->skin(0)->file, "a.png");
    EXPECT_EQ(mesh->skin(1)->file, "b.png");
}

TEST(Modeldef, GivenByItselfItNamesItsFiles) {
    const auto models = unreal::models_of_modeldef(
        {"modeldef", "MODELDEF",
         text_blob("Model A { Path models Model 0 a_d.3d Model 1 b.md3 FrameIndex A A 0 0 }\n"
                   "Model B { Path models Model 0 A_D.3d }")});
    ASSERT_EQ(models.size(), 1u);
    EXPECT_EQ(models[0].name, "a");
    ASSERT_EQ(models[0].parts.size(), 2u);
    EXPECT_EQ(models[0].parts[0].names.front(), "models/a_d.3d");
    EXPECT_EQ(models[0].parts[1].names.front(), "models/a_a.3d");
    const auto sniff = find_format("unreal")->sniff;
    const Blob text = text_blob("Model A { Model 0 a_d.3d }");
    EXPECT_EQ(sniff("modeldef.guns", text, {}).role, "modeldef");
    EXPECT_EQ(sniff("readme.txt", text, {}).confidence, Confidence::no);
    EXPECT_EQ(sniff("modeldef.txt", text_blob("Model A { Model 0 a.md3 }"), {}).confidence, Confidence::no);
}

TEST(Modeldef, SkinsOfSlots) {
    const auto mesh = mesh_in(
        "Model A { Path models Model 0 a_d.3d SurfaceSkin 0 1 x.png SurfaceSkin 0 2 y.png SurfaceSkin 0 2 \"\"\n"
        "SurfaceSkin 0 3 CHIPTILE SurfaceSkin 1 4 other.png SurfaceSkin 0 99999999999 far.png }",
        "a_d.3d");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->skin(1)->file, "models/x.png");
    EXPECT_EQ(mesh->skin(0), nullptr);
    EXPECT_EQ(mesh->skin(2), nullptr);  // an empty name hides the slot
    EXPECT_EQ(mesh->skin(3)->texture, "CHIPTILE");
    EXPECT_EQ(mesh->skin(3)->file, "");
    EXPECT_EQ(mesh->skin(4), nullptr);  // of another model
    EXPECT_EQ(mesh->skins.size(), 2u);
    const auto all = mesh_in("Model A { Model 0 a_d.3d SurfaceSkin 0 1 x.png Skin 0 y.png }", "a_d.3d");
    EXPECT_EQ(all->skin(1)->file, "y.png");  // the game looks for surfaces only where there is no skin
    EXPECT_EQ(all->skin(7)->file, "y.png");
}

TEST(Modeldef, OneClipASpriteInTheOrderOfLetters) {
    const auto mesh = mesh_in(
        "Model A { Model 0 a_d.3d FrameIndex WALK C 0 7 FrameIndex STND A 0 0 FrameIndex walk A 0 5\n"
        "FrameIndex WALK B 0 6 FrameIndex WALK B 0 9 FrameIndex WALK D 0 -1 FrameIndex WALK E 1 3 }",
        "", "A_A.3D");
    ASSERT_TRUE(mesh);
    ASSERT_EQ(mesh->sequences.size(), 2u);
    EXPECT_EQ(mesh->sequences[0].name, "walk");
    EXPECT_EQ(mesh->sequences[0].listed, (std::vector<i64>{5, 9, 7}));
    EXPECT_EQ(mesh->sequences[1].listed, (std::vector<i64>{0}));
    EXPECT_EQ(mesh->sequences[0].rate, 8.75);
}

TEST(Modeldef, TheClassNamedLikeTheModelShowsItBest) {
    const Blob files[] = {
        text_blob("Model CandyGun { Model 1 ExplodiumGun1st_d.3d }"),
        text_blob("Model ExplodiumGun { Model 1 ExplodiumGun1st_d.3d } Model Exp { Model 0 b_d.3d }")};
    EXPECT_EQ(unreal::mesh_in_modeldefs(files, "models/explodiumgun1st_d.3d", "")->modeldef->class_name,
              "ExplodiumGun");
    EXPECT_EQ(unreal::mesh_in_modeldefs(files, "b_d.3d", "")->modeldef->class_name, "Exp");
    EXPECT_FALSE(unreal::mesh_in_modeldefs(files, "c_d.3d", ""));
    EXPECT_FALSE(unreal::mesh_in_modeldefs(files, "", ""));
}

TEST(Modeldef, AnyTextWillDo) {
    using namespace std::string_view_literals;
    EXPECT_TRUE(parsed("").empty());
    EXPECT_TRUE(parsed("\0\0\0"sv).empty());
    EXPECT_TRUE(parsed("Model").empty());
    EXPECT_TRUE(parsed("Model { Model }").empty());
    EXPECT_TRUE(parsed("Model A { /* Model 0 a_d.3d }").empty());
    EXPECT_TRUE(parsed("}}}}{{{{ Model } A { Model 0 }").empty());
    EXPECT_EQ(parsed("Model A { Model 0 a_d.3d").size(), 1u);
    EXPECT_EQ(parsed("Model A { Model 0 \"a_d.3d\n Scale 2 }").at(0).file, "a_d.3d");
    EXPECT_EQ(parsed("Model A { { Model 0 a_d.3d } } Model B { Model 0 b_d.3d }").size(), 2u);
    EXPECT_EQ(parsed("Model A { Model 0 a_d.3d Scale } Model B { Model 0 b_d.3d }").size(), 2u);
    const auto huge = parsed(
        "Model A { Model 99999999999999999999 a_d.3d Scale 1e999 -9e99999 99999999999999999999999999999999\n"
        "FrameIndex AAAA A 99999999999999999999 -99999999999999999999 AngleOffset nan }");
    ASSERT_EQ(huge.size(), 1u);
    EXPECT_EQ(huge[0].shown.at(0).frame, -(i64{1} << 31));
    EXPECT_EQ(parsed("\xFF\xFEM\0o\0d\0e\0l\0 \0A\0{\0M\0o\0d\0e\0l\0 \0"
                     "0\0 \0a\0}\0"sv)
                  .size(),
              1u);
}

// Every word costs its own length, whatever it is among.
TEST(Modeldef, MillionsOfWordsTakeLinearTime) {
    const auto repeated = [](std::string start, std::string_view piece, std::size_t n) {
        start.reserve(start.size() + n * piece.size());
        for (std::size_t i = 0; i < n; ++i) start += piece;
        return start;
    };
    const ProcessorTime time;
    constexpr std::size_t many = sanitized ? 50'000 : 200'000;
    for (const std::string& text :
         {repeated("Model A { Model 0 a_d.3d ", "FrameIndex A A 0 1\n", many),
          repeated("Model A { Model 0 a_d.3d ", "SurfaceSkin 0 1 x.png ", many),
          repeated("", "Model A { Model 0 a_d.3d }\n", many), repeated("", "Model A { Skin 0 x }\n", many),
          repeated("Model A {", " Model 0 a_d.3d", many), repeated("", "{", many), repeated("", "Model ", many),
          repeated("Model A { Model 0 a_d.3d SurfaceSkin 0 0 ",
                   "Model 0 a_d.3d FrameIndex A A 0 0 Model 0 b_d.3d FrameIndex A A 0 0 ", many / 4),
          "Model A { Path " + std::string(many, 'p') + repeated("", " Model 0 a_d.3d", 9000) + "}",
          "Model " + std::string(many, 'p') + "{ Model 0 a_d.3d FrameIndex " + std::string(many, 's') + " " +
              std::string(many, 'A') + " 0 0 }"}) {
        mesh_in(text, "a_d.3d");
    }
    EXPECT_LT(time.seconds(), 20);
    EXPECT_LE(parsed(repeated("", "Model A { Model 0 a_d.3d }", 10'000)).size(), 8192u);
}

constexpr double unit = 1 / 32.0;  // metres

Vec3d metres_of(const unreal::ModeldefUse& use, bool deus_ex, unreal::Point raw) {
    return unreal::ObjectSpace(unreal::placement_of(use, deus_ex))(raw) * unreal::metres_per_unit;
}

void expect_near(const Vec3d& a, const Vec3d& b) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-9) << i;
}

// Forward, right and up.
TEST(Modeldef, PlacesAsTheGameDoes) {
    expect_near(metres_of({}, false, {8, 12, 20}), {2 * unit, 3 * unit, 10 * unit});
    expect_near(metres_of({}, true, {8, 12, 20}), {8 * unit, 12 * unit, 20 * unit});
    expect_near(metres_of({.scale = {2, 3, 4}, .offset = {1, 2, 3}}, true, {1, 1, 1}), {3 * unit, 1 * unit, 7 * unit});
    // Angles of the map turn to the left, and what is turned is scaled afterwards.
    expect_near(metres_of({.angle = 90}, true, {1, 0, 0}), {0, -unit, 0});
    expect_near(metres_of({.scale = {2, 3, 4}, .angle = 90}, true, {1, 0, 0}), {0, -3 * unit, 0});
    expect_near(metres_of({.pitch = 90}, true, {1, 0, 0}), {0, 0, unit});
    expect_near(metres_of({.roll = 90}, true, {0, 0, 1}), {0, unit, 0});
    // Held before the eyes: right, towards the player and up; 60 units ahead and 5 to the right.
    expect_near(metres_of({.scale = {-3, 2, 4}, .offset = {5, -60, 1}}, true, {1, 1, 1}),
                {62 * unit, 8 * unit, 5 * unit});
}

TEST(Modeldef, BecomesAScene) {
    const Model model = model_of(fixture("unreal_with_modeldef").bundle);
    EXPECT_EQ(codes(model), (std::set<std::string>{"MODELDEF_RATE", "TEXTURE_MISSING"}));
    const Scene scene = scene_of(model);
    EXPECT_EQ(clip_names(scene), std::vector<std::string>{"TETR"});
    EXPECT_EQ(scene.clips[0].channels[0].frames, (std::vector<u32>{1, 0, 1}));  // closed
    EXPECT_FLOAT_EQ(scene.clips[0].timelines[0][1], 4 / 35.f);
    EXPECT_EQ(codes(model, {.fps = 10}), (std::set<std::string>{"TEXTURE_MISSING"}));
    EXPECT_FLOAT_EQ(scene_of(model, {.fps = 10}).clips[0].timelines[0][1], 0.1f);
    // Vertex 0 is 0, 0, 100 and 16 units lifted; vertex 1 is 100, 0, -50, and its side is to the left then.
    const auto& points = scene.meshes[0].points;
    EXPECT_NEAR(points[0].y, (25 + 16) * unit, 1e-6);
    EXPECT_NEAR(points[1].x, 12.5 * unit, 1e-6);
    EXPECT_NEAR(points[1].y, (-12.5 + 16) * unit, 1e-6);
    EXPECT_NEAR(points[1].z, 0, 1e-6);
    EXPECT_GT(signed_volume(scene.meshes[0], points), 0);
    EXPECT_NEAR(*summarise(model)->height_metres, 37.5 * unit, 1e-9);
    EXPECT_EQ(scene.nodes[0].name, "tetra");
    EXPECT_NE(scene.meshes[0].extras.find("thaw_modeldef"), nullptr);
    EXPECT_EQ(scene.meshes[0].extras.find("thaw_placement"), nullptr);
}

TEST(Modeldef, ImagesAreOnEverySlot) {
    Model model = model_of(fixture("unreal_with_modeldef").bundle);
    const auto wants = needs(model);
    ASSERT_EQ(wants->size(), 1u);
    EXPECT_EQ((*wants)[0].names, (std::vector<std::string>{"models/tetra.png", "tetra.png"}));
    model.bundle.parts.push_back({"texture", "models/tetra.png", text_blob("image")});
    EXPECT_NE(scene_of(model).materials[0].image, no_index);
}

TEST(Modeldef, FramesThatAreNotThereAreSaid) {
    const Model model = model_of(fixture("unreal_modeldef_beyond_frames").bundle);
    EXPECT_EQ(codes(model), (std::set<std::string>{"MODELDEF_RATE", "PLACEMENT_UNUSABLE", "SEQUENCE_BEYOND_FRAMES",
                                                   "SLOT_WITHOUT_PICTURE"}));
    EXPECT_EQ(scene_of(model).clips[0].channels[0].frames[0], 1u);
}

TEST(Modeldef, MayBeGivenAsTheScript) {
    Bundle bundle = fixture("unreal_with_modeldef").bundle;
    for (Part& part : bundle.parts) {
        if (part.role == "modeldef") part.role = "uc";
    }
    EXPECT_EQ(clip_names(scene_of(model_of(bundle))), std::vector<std::string>{"TETR"});
}

// Where it is scaled after turning no single node can do both.
TEST(Modeldef, RawUnderItsNodesIsWhereBakedIs) {
    for (const std::string_view words : {"Scale 2 2 2 AngleOffset 30 PitchOffset 20 RollOffset 50 Offset 1 2 3",
                                         "Scale 1 2 3 AngleOffset 30 PitchOffset 20 RollOffset 50 Offset 1 2 3",
                                         "Scale -1 2 3 AngleOffset 30 ZOffset 9", "Scale 1 -2 3 PitchOffset 30"}) {
        Bundle bundle = fixture("unreal_standard").bundle;
        const std::string text =
            "Model T { Model 0 tetra_d.3d " + std::string(words) + " FrameIndex TETR AB 0 1 FrameIndex STND A 0 0 }";
        bundle.parts.push_back({"modeldef", "MODELDEF", text_blob(text)});
        const Model model = model_of(bundle);
        expect_integers(model);
        for (const bool split : {false, true}) {
            const Scene raw = scene_of(model, {.raw = true, .split_clips = split});
            const Scene baked = scene_of(model, {.split_clips = split});
            const auto first_shown = [](const Scene& scene) {
                Pose pose;
                evaluate(scene, nullptr, 0, pose);
                std::vector<Vec3> points;
                for (u32 n = 0; n < scene.nodes.size() && points.empty(); ++n) {
                    posed_points(scene, pose, n, points);
                }
                return points;
            };
            const auto a = first_shown(raw), b = first_shown(baked);
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(a[i] - b[i]), 1e-4f) << words << i;
            EXPECT_GT(signed_volume(baked.meshes[0], baked.meshes[0].points), 0) << words;
        }
    }
}

}  // namespace
}  // namespace thaw::test
