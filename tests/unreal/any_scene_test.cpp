// Scenes from elsewhere: other formats, any glTF, and odd ones.
#include "base/text.hpp"
#include "convert/export.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "gltf/read_support.hpp"
#include "gltf/scenes.hpp"
#include "scene/maths.hpp"
#include "unreal/build_support.hpp"
#include "unreal/made_scenes.hpp"

namespace thaw::test {
namespace {

// How far the farthest corner of the one is from the nearest of the other, in all frames.
double farthest_from_nearest(const Scene& expected, const Scene& actual) {
    Issues ignored;
    const build::Flat a = build::flatten(expected, {}, {}, ignored), b = flat_of(actual);
    EXPECT_LE(a.frames.size(), b.frames.size());
    double farthest = 0;
    std::vector<Vec3> one, other;
    Pose scratch_a, scratch_b;
    for (u32 f = 0; f < std::min(a.frames.size(), b.frames.size()); ++f) {
        a.pose(f, one, scratch_a);
        b.pose(f, other, scratch_b);
        for (const build::FlatTriangle& t : a.triangles) {
            for (const u32 p : t.points) {
                double nearest = 1e9;
                for (const Vec3 q : other) nearest = std::min(nearest, static_cast<double>(length(one[p] - q)));
                farthest = std::max(farthest, nearest);
            }
        }
    }
    return farthest;
}

double allowed_by(const BuildResult& back) {
    const Issue* rounded = finding(back.issues, "BUILD_POSITIONS");
    return rounded == nullptr ? 1e-5 : std::stod(rounded->found) / 1000 * 1.1 + 1e-6;
}

TEST(UnrealFromAny, ModelsOfOtherFormats) {
    int models = 0;
    for (const Fixture& f : all_fixtures()) {
        if (f.format->id == "unreal" || f.error || f.format->to_scene == nullptr) continue;
        const auto model = read(*f.format, f.bundle);
        if (!model) continue;
        Issues ignored;
        auto scene = scene_for_export(*model, {}, ignored);
        if (!scene) continue;
        SCOPED_TRACE(f.name);
        const BuildResult back = built_from({.scene = *scene}, {.fit = true});
        if (!back.built) {
            EXPECT_EQ(back.built.error().code, Code::unrepresentable) << to_string(back.built.error());
            continue;
        }
        const Scene again = scene_of(back.model);
        EXPECT_LE(farthest_from_nearest(*scene, again), allowed_by(back));
        std::vector<std::string> names;
        for (const build::FlatClip& clip : flat_of(*scene).clips) names.push_back(unreal::directive_word(clip.name));
        std::vector<std::string> now;
        for (const Clip& clip : again.clips) now.push_back(clip.name);
        EXPECT_TRUE(flat_of(*scene).frames.size() == 1 || now == names);
        ++models;
    }
    EXPECT_GT(models, 30);
}

// Colour 0 of what is drawn masked is a hole.
TEST(UnrealFromAny, AColourThatIsDrawnMaskedIsNone) {
    for (const AlphaMode alpha : {AlphaMode::opaque, AlphaMode::mask}) {
        Scene scene = scene_with(box({1, 2, 3}));
        scene.materials.push_back({.name = "red", .base_color = {1, 0, 0, 1}, .alpha = alpha});
        for (Primitive& primitive : scene.meshes[0].primitives) {
            primitive.material = static_cast<u32>(scene.materials.size() - 1);
        }
        const BuildResult back = built_from({.scene = scene});
        ASSERT_TRUE(back.built);
        ASSERT_EQ(back.built->textures.size(), 1u);
        EXPECT_EQ(back.built->textures[0].masked, alpha == AlphaMode::mask);
    }
}

TEST(UnrealFromAny, ABoxWithoutAnything) {
    const Scene scene = scene_with(box({1, 2, 3}));
    for (const char* variant : {"standard", "deusex"}) {
        SCOPED_TRACE(variant);
        const BuildResult back = built_from({.scene = scene}, {.variant = variant});
        ASSERT_TRUE(back.built);
        const Scene again = scene_of(back.model);
        EXPECT_LT(farthest_corner(scene, again), std::string_view(variant) == "deusex" ? 0.0001 : 0.004);
        EXPECT_GT(signed_volume(again.meshes[0], again.meshes[0].points), 0);
        EXPECT_EQ(back.document().data->num_vertices, 8);
        EXPECT_EQ(back.document().data->polys.size(), 12u);
        EXPECT_EQ(back.document().data->polys[0].type, 0);
        // As fine as it can be along each axis, and nothing on the limits.
        const unreal::FrameSurvey numbers = unreal::survey_frames(back.document());
        const int most = std::string_view(variant) == "deusex" ? 32767 : 1023;
        EXPECT_GT(numbers.high.x, most * 0.99);
        EXPECT_GT(numbers.high.y, most * 0.99);
        EXPECT_GT(numbers.high.z, (most == 1023 ? 511 : most) * 0.99);
        EXPECT_EQ(numbers.at_limit.count, 0u);
        const auto issues = validate(back.model, Profile::game);
        ASSERT_TRUE(issues);
        EXPECT_EQ(codes_of(*issues), std::set<std::string>());
        ASSERT_EQ(back.built->textures.size(), 1u);
        EXPECT_EQ(back.built->textures[0].image, no_index);
        const Issue* rounded = finding(back.issues, "BUILD_POSITIONS");
        ASSERT_NE(rounded, nullptr);
        EXPECT_TRUE(rounded->found.ends_with(" mm")) << rounded->found;
    }
}

TEST(UnrealFromAny, ColoursBecomeImagesBesideTheOthers) {
    Scene scene;
    scene.images.push_back({.name = "Model_1"});  // a name that the image of a slot would have had
    scene.materials = {{.name = "coat", .image = 0},
                       {.name = "red", .base_color = {1, 0, 0, 1}},
                       {.name = "red too", .base_color = {1, 0, 0, 1}},
                       {.name = "glass", .base_color = {0, 1, 0, 0.5f}, .alpha = AlphaMode::blend}};
    for (u32 m = 0; m < 4; ++m) {
        scene.meshes.push_back(box({1, 1, 1}, m));
        scene.nodes.push_back({.mesh = m});
    }
    const BuildResult back = built_from({.scene = scene}, {.name = "Model"});
    ASSERT_TRUE(back.built);
    const auto& textures = back.built->textures;
    ASSERT_EQ(textures.size(), 3u);
    EXPECT_EQ(textures[0].image, 0u);
    EXPECT_EQ(textures[1].image, no_index);
    EXPECT_EQ(textures[1].name, "Model_1_2.pcx");
    EXPECT_EQ(textures[1].color, (Vec4{1, 0, 0, 1}));
    EXPECT_EQ(textures[2].name, "Model_2.pcx");
    EXPECT_EQ(textures[2].color, (Vec4{0, 1, 0, 1}));
    const auto issues = validate(back.model, Profile::game);
    ASSERT_TRUE(issues);
    EXPECT_EQ(codes_of(*issues).count("SLOT_WITHOUT_PICTURE"), 0u);
    EXPECT_EQ(finding(back.issues, "BUILD_NOT_KEPT", "red"), nullptr);
    EXPECT_EQ(message_of(*finding(back.issues, "BUILD_NOT_KEPT", "glass")),
              "opacity of the colour of material glass left out");
}

TEST(UnrealFromAny, AMirroredScaledAndTurnedNodeStaysOutward) {
    Scene scene = scene_with(box({1, 1, 1}));
    scene.nodes[0].local = {{5, -2, 100}, {0, 0.6f, 0, 0.8f}, {-1, 2, 0.5f}};
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    const Scene again = scene_of(back.model);
    EXPECT_LT(farthest_corner(scene, again), allowed_by(back));
    EXPECT_GT(signed_volume(again.meshes[0], again.meshes[0].points), 0);
}

TEST(UnrealFromAny, SeveralMeshesBecomeOne) {
    Scene scene = scene_with(box({1, 1, 1}));
    scene.nodes.push_back({.name = "second", .parent = 0, .local = {.translation = {3, 0, 0}}, .mesh = 0});
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    EXPECT_EQ(back.document().data->num_vertices, 16);
    EXPECT_LT(farthest_corner(scene, scene_of(back.model)), allowed_by(back));
}

TEST(UnrealFromAny, AMovingNodeIsCutIntoFrames) {
    Scene scene = scene_with(box({1, 1, 1}));
    add_move(scene, 0, {0, 0.5f, 1}, {{}, {0, 1, 0}, {}}, "Hop High");
    const BuildResult back = built_from({.scene = scene}, {.fps = 10});
    ASSERT_TRUE(back.built);
    EXPECT_EQ(back.document().frames_present(), 10u);
    const auto& sequences = back.document().mesh()->sequences;
    ASSERT_EQ(sequences.size(), 2u);
    EXPECT_EQ(sequences[1].name, "Hop_High");
    EXPECT_EQ(sequences[1].rate, 10);
    EXPECT_EQ(finding(back.issues, "BUILD_ASSUMED", "Hop High")->found, "Hop_High");
    EXPECT_EQ(finding(back.issues, "BUILD_RESAMPLED")->found,
              "10 frames at 10 a second, at most 0 mm off between them");
    const Scene again = scene_of(back.model);
    EXPECT_NEAR(again.meshes[0].points[0].y, -1, 0.003);
    std::vector<Vec3> points = again.meshes[0].points;
    decode_frame(*again.meshes[0].frames, 5, points);
    EXPECT_NEAR(points[0].y, 0, 0.003);
}

TEST(UnrealFromAny, SkeletonsTargetsColoursAndVariants) {
    const Scene scene = bending_strip();
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    EXPECT_LT(farthest_from_nearest(scene, scene_of(back.model)), allowed_by(back));
    std::string lost;
    for (const Issue& issue : back.issues.list()) {
        if (issue.kind->code == "BUILD_NOT_KEPT") lost += message_of(issue) + "; ";
    }
    EXPECT_EQ(
        lost,
        "1 line left out; skeleton baked into vertex frames; the motion is unchanged; 2 sets of alternative materials "
        "left out; vertex colours of 2 triangles left out; ");
}

TEST(UnrealFromAny, PlainMaterials) {
    const Scene scene = flapping_quad();
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    const auto& polys = back.document().data->polys;
    ASSERT_EQ(polys.size(), 3u);
    EXPECT_EQ(polys[0].type, 3 | unreal::unlit_bit | unreal::no_smooth_bit);
    EXPECT_EQ(polys[2].type, 2 | unreal::flat_bit);
    // One image, one slot.
    EXPECT_EQ(polys[0].texture, 0);
    EXPECT_EQ(polys[2].texture, 0);
    ASSERT_EQ(back.built->textures.size(), 1u);
    EXPECT_EQ(back.built->textures[0].name, "red.pcx");
    EXPECT_EQ(back.built->textures[0].image, 0u);
    const std::string script = back.text_of("uc");
    EXPECT_NE(script.find("#exec TEXTURE IMPORT NAME=red FILE=MODELS\\red.pcx GROUP=Skins FLAGS=2\r\n"),
              std::string::npos);
    EXPECT_NE(script.find("#exec MESHMAP SETTEXTURE MESHMAP=thing NUM=0 TEXTURE=red\r\n"), std::string::npos);
    // Its clip begins at frame 1.
    EXPECT_NE(script.find("SEQ=flap STARTFRAME=1 NUMFRAMES=4 RATE=10\r\n"), std::string::npos) << script;
}

TEST(UnrealFromAny, NamesOfMaterialsThatExportersKnow) {
    const auto said = [](const char* name) { return unreal::declared_surface({.name = name}); };
    EXPECT_EQ(said("001_MASKED_UNLIT").slot, 1);
    EXPECT_EQ(said("001_MASKED_UNLIT").type, 3 | unreal::unlit_bit);
    EXPECT_EQ(said("skin7_translucent_two-sided_environment.001").slot, 7);
    EXPECT_EQ(said("skin7_translucent_two-sided_environment.001").type, 2 | unreal::environment_bit);
    EXPECT_EQ(said("skin11").slot, 11);
    EXPECT_FALSE(said("skin11").type);
    EXPECT_FALSE(said("skin").slot);
    EXPECT_FALSE(said("skin300").slot);
    EXPECT_FALSE(said("12").slot);
    EXPECT_FALSE(said("Material.001").slot);
}

TEST(UnrealFromAny, EveryImageHasItsSlot) {
    Scene scene{.name = "many"};
    for (u32 i = 0; i < 10; ++i) {
        scene.images.push_back({.name = i < 2 ? "same" : ""});
        scene.materials.push_back({.image = i});
        scene.meshes.push_back(box({1, 1, 1}, i));
        scene.nodes.push_back({.mesh = i});
    }
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    std::set<std::string> names;
    for (const BuiltTexture& t : back.built->textures) names.insert(t.name);
    EXPECT_EQ(names.size(), 10u);
    EXPECT_TRUE(names.contains("same.pcx"));
    EXPECT_TRUE(names.contains("same_2.pcx"));
    std::set<int> slots;
    for (const unreal::Poly& poly : back.document().data->polys) slots.insert(poly.texture);
    EXPECT_EQ(slots.size(), 10u);
    EXPECT_EQ(finding(back.issues, "BUILD_NOT_KEPT", "slots")->found, "10");
}

TEST(UnrealFromAny, FramesInAnyOrderAreRepeated) {
    Scene scene = flapping_quad();
    scene.clips[0].channels[0].frames = {3, 1, 2, 0, 3};
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    EXPECT_EQ(back.document().frames_present(), 9u);
    const auto& sequence = back.document().mesh()->sequences.back();
    EXPECT_EQ(sequence.start, 5);
    EXPECT_EQ(sequence.frames, 4);
    const Scene again = scene_of(back.model);
    EXPECT_EQ(again.clips[0].channels[0].frames, (std::vector<u32>{5, 6, 7, 8, 5}));
    std::vector<Vec3> shown(4), wanted(4);
    decode_frame(*again.meshes[0].frames, 5, shown);
    decode_frame(*again.meshes[0].frames, 3, wanted);
    EXPECT_EQ(shown, wanted);
    EXPECT_NE(finding(back.issues, "BUILD_RESAMPLED", "flap"), nullptr);
}

TEST(UnrealFromAny, TheRateAsAskedFor) {
    const BuildResult back = built_from({.scene = flapping_quad()}, {.fps = 25});
    ASSERT_TRUE(back.built);
    EXPECT_EQ(back.document().mesh()->sequences.back().rate, 25);
}

TEST(UnrealFromAny, TextureCoordinates) {
    unreal::UvRounding rounding;
    const auto bytes = [&](Vec2 a, Vec2 b, Vec2 c) { return unreal::uv_bytes({a, b, c}, rounding); };
    using Bytes3 = std::array<std::array<u8, 2>, 3>;
    EXPECT_EQ(bytes({0, 0}, {0.5f, 0.25f}, {255 / 256.0f, 0}), (Bytes3{{{0, 0}, {128, 64}, {255, 0}}}));
    EXPECT_EQ(rounding.rounded, 0u);
    EXPECT_EQ(bytes({0, 0}, {1, 0}, {1, 1}), (Bytes3{{{0, 0}, {255, 0}, {255, 255}}}));
    EXPECT_EQ(rounding.rounded, 2u);
    EXPECT_NEAR(rounding.largest, 1 / 256.0, 1e-9);
    // Whole images away.
    EXPECT_EQ(bytes({-1.5f, 3.25f}, {-1.25f, 3.5f}, {-1.5f, 3.75f}), (Bytes3{{{128, 64}, {192, 128}, {128, 192}}}));
    EXPECT_EQ(rounding.cut, 0u);
    // More than one image.
    EXPECT_EQ(bytes({0, 0}, {2, 0}, {0, 0.5f}), (Bytes3{{{0, 0}, {255, 0}, {0, 128}}}));
    EXPECT_EQ(rounding.cut, 1u);
    Issues issues;
    unreal::report_uvs(rounding, issues);
    EXPECT_EQ(finding(issues, "BUILD_UVS")->found, "2 of 12 corners");
    EXPECT_EQ(finding(issues, "BUILD_NOT_KEPT")->found, "1 triangle");
}

TEST(UnrealFromAny, AModeldef) {
    Scene scene = scene_with(box({0.5f, 1, 0.25f}));
    scene.nodes[0].local.translation = {0.3f, 1, -2};
    add_move(scene, 0, {0, 2}, {{}, {0, 1, 0}}, "Run");
    const BuildResult back = built_from({.scene = scene}, {.own = OptionValues{{"modeldef"}}}, "uc");
    ASSERT_TRUE(back.built);
    const Scene again = scene_of(back.model);
    EXPECT_LT(farthest_corner(scene, again), allowed_by(back));
    // Sixty frames are three sprites.
    ASSERT_EQ(again.clips.size(), 3u);
    EXPECT_EQ(again.clips[0].name, "RUN0");
    EXPECT_NE(again.clips[1].name, "RUN0");
}

TEST(UnrealFromAny, PlacesAreTheSameKeptOrNot) {
    const Scene scene = flapping_quad();
    const build::Flat flat = flat_of(scene);
    const std::vector<u32> points{3, 1};
    std::vector<Vec3> all;
    Pose scratch;
    for (const std::size_t most_kept : {0u, 2u, 5u, 9u, 10u, 100u}) {
        unreal::Places places(most_kept);
        for (const u32 frame : {4u, 0u, 1u, 2u, 3u, 4u, 2u, 0u, 3u}) {
            flat.pose(frame, all, scratch);
            const auto some = places.at(flat, points, frame);
            ASSERT_EQ(some.size(), 2u);
            EXPECT_EQ(some[0], all[3]) << most_kept << " kept, frame " << frame;
            EXPECT_EQ(some[1], all[1]) << most_kept << " kept, frame " << frame;
        }
    }
}

TEST(UnrealFromAny, FlatFarAndTinyShapes) {
    for (const Vec3 half : {Vec3{1, 1, 0}, Vec3{0, 1e-4f, 2}, Vec3{1e-5f, 1e-5f, 1e-5f}, Vec3{1000, 1000, 1000}}) {
        for (const f32 away : {0.0f, 1000.0f}) {
            Scene scene = scene_with(box(half));
            scene.nodes[0].local.translation = {away, 0, -away};
            const BuildResult back = built_from({.scene = scene});
            ASSERT_TRUE(back.built) << to_string(back.built.error());
            EXPECT_LT(farthest_corner(scene, scene_of(back.model)), allowed_by(back) + 1e-4 + 1e-5 * double{half.z})
                << half.x << " " << half.y << " " << half.z << " away " << away << "\n"
                << back.text_of("uc");
        }
    }
}

TEST(UnrealFromAny, WhatCannotBeAModel) {
    for (const Scene& scene : {Scene{}, lone_marker()}) {
        const BuildResult back = built_from({.scene = scene});
        ASSERT_FALSE(back.built);
        EXPECT_EQ(back.built.error().code, Code::unrepresentable);
        EXPECT_EQ(back.built.error().message, "there is no triangle in the scene, and a model needs one");
    }
    Scene one_point = scene_with(box({1, 1, 1}));
    for (u32& p : one_point.meshes[0].primitives[0].points) p = 0;
    EXPECT_EQ(built_from({.scene = one_point}).built.error().message,
              "no triangle of the scene has three different points");
    Scene far = scene_with(box({1e30f, 1, 1}));
    EXPECT_EQ(built_from({.scene = far}).built.error().message, "the model reaches farther than a million kilometres");
    EXPECT_EQ(built_from({.scene = far}, {.variant = "other"}).built.error().code, Code::unsupported);
}

TEST(UnrealFromAny, DegenerateTrianglesGo) {
    Scene scene = scene_with(box({1, 1, 1}));
    auto& indices = scene.meshes[0].primitives[0].indices;
    indices.insert(indices.end(), {0, 0, 1});
    const BuildResult back = built_from({.scene = scene});
    ASSERT_TRUE(back.built);
    EXPECT_EQ(back.document().data->polys.size(), 12u);
    EXPECT_EQ(finding(back.issues, "BUILD_TRIANGLES")->found, "1 triangle without area");
}

TEST(UnrealFromAny, NamesThatAreNoWords) {
    const Scene scene = scene_with(box({1, 1, 1}));
    const BuildResult back = built_from({.scene = scene}, {.name = "4 my \"best\" thing"});
    ASSERT_TRUE(back.built);
    const std::string script(text::view_as_text(back.built->companions[0].bytes.bytes()));
    EXPECT_TRUE(script.starts_with("class M4_my__best__thing extends Actor;")) << script;
    EXPECT_NE(script.find("ANIVFILE=\"MODELS\\4 my _best_ thing_a.3d\""), std::string::npos) << script;
}

}  // namespace
}  // namespace thaw::test
