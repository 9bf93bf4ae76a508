// CTR models out of scenes: what comes back, and what is said about what does not.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "ctr/from_scene_support.hpp"
#include "ctr/made_scenes.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"
#include "samples.hpp"
#include "scene/maths.hpp"

namespace thaw::test {
namespace {

Model toadstool() {
    Bundle bundle;
    for (const auto& file : samples::ctr_sample()) {
        const bool is_memory = file.path.ends_with(".vrm");
        bundle.parts.push_back({is_memory ? "vrm" : "ctr", file.path, Blob::copy_of(file.bytes)});
    }
    return std::move(read(ctr::format, std::move(bundle)).value());
}

constexpr const char* sound_fixtures[] = {"triangle", "fan",          "recoloured",  "cached", "textured",
                                          "raw",      "packed",       "half_rate",   "lods",   "pack",
                                          "bare",     "still_packed", "external_map"};

TEST(CtrFromScene, FixturesComeBack) {
    for (const char* name : sound_fixtures) {
        SCOPED_TRACE(name);
        const Scene scene = scene_of(fixture_named(name), {.all_lods = true});
        const BuiltModel back = built(scene);
        ASSERT_TRUE(back.ok()) << to_string(back.error);
        EXPECT_EQ(difference(scene, scene_of(back.model, {.all_lods = true})), "");
        const GltfFile file = through_glb(scene);
        const BuiltModel from_file = built({.scene = file.scene, .source_points = file.source_points});
        ASSERT_TRUE(from_file.ok()) << to_string(from_file.error);
        EXPECT_EQ(difference(scene, scene_of(from_file.model, {.all_lods = true})), "");
    }
}

TEST(CtrFromScene, TheSampleComesBack) {
    const Scene scene = scene_of(toadstool(), {.all_lods = true});
    const BuiltModel back = built(through_glb(scene).scene);
    ASSERT_TRUE(back.ok()) << to_string(back.error);
    ASSERT_TRUE(back.has_video_memory());
    EXPECT_EQ(difference(scene, scene_of(back.model, {.all_lods = true})), "");
    EXPECT_EQ(codes_of(back.issues), std::vector<std::string>{});
}

// --- scenes of anybody -----------------------------------------------------------------------------------------------

TEST(CtrFromScene, StripsReuseVertices) {
    const BuiltModel back = built(torus_scene());
    ASSERT_TRUE(back.ok());
    const auto& commands = commands_of(back.model);
    EXPECT_EQ(ctr::faces_of(commands).size(), 320u);
    EXPECT_LE(commands.commands.size(), 330u);
    EXPECT_LE(ctr::usage_of(commands).vertices, 200u);
}

TEST(CtrFromScene, PositionsAreRoundedAndItSaysHowFar) {
    Scene scene = torus_scene();
    scene.nodes[0].local.translation = {0, 5, 0};
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    const Scene shown = back_of(back);
    // Half a step of 2.6 m / 254, and a whole one of the heights, which are even.
    EXPECT_EQ(difference(scene, shown, {.metres = 2.6 / 254 / 2 + 1e-5}).substr(0, 6), "node t") << "only the name";
    scene.nodes[0].name = "torus_hi";
    EXPECT_EQ(shown.nodes[1].name, "torus_hi");
    ASSERT_NE(back.find("BUILD_POSITIONS"), nullptr);
    EXPECT_NE(back.found("BUILD_POSITIONS").find(" mm, "), std::string::npos);
    for (Node& node : scene.nodes) node.name = "torus_hi";
    for (const char* key : {"thaw_flags", "thaw_lod_distance"}) {
        scene.meshes[0].extras.set(key, key[5] == 'f' ? 0 : 0xFFFF);
    }
    EXPECT_EQ(difference(scene, shown, {.metres = 2.6 / 254 / 2 + 1e-5}), "");
    EXPECT_NE(difference(scene, shown, {.metres = 1e-4}), "") << "the comparison must be able to fail";
}

TEST(CtrFromScene, MirroredAndScaledNodesAreBaked) {
    Scene scene = torus_scene();
    scene.nodes[0].local.scale = {-0.5f, 2, 0.5f};
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    const Scene shown = back_of(back);
    double volume = 0, top = 0;
    const auto& mesh = shown.meshes[0];
    for (const Primitive& p : mesh.primitives) {
        for (std::size_t i = 0; i < p.indices.size(); i += 3) {
            const auto point = [&](std::size_t k) { return mesh.points[p.points[p.indices[i + k]]]; };
            volume += double{dot(point(0), cross(point(1), point(2)))} / 6;
            top = std::max(top, double{point(0).y});
        }
    }
    EXPECT_GT(volume, 0) << "inside out";
    EXPECT_NEAR(top, 0.6, 0.05);
}

TEST(CtrFromScene, NothingToShowIsAnError) {
    Scene scene = torus_scene();
    scene.meshes[0].primitives[0].topology = Topology::lines;
    for (const Scene& each : {Scene{}, scene}) {
        const BuiltModel back = built(each);
        ASSERT_FALSE(back.ok());
        EXPECT_EQ(back.error.code, Code::unrepresentable);
        EXPECT_NE(back.error.message.find("no triangles"), std::string::npos);
    }
    scene = torus_scene();
    for (Vec3& p : scene.meshes[0].points) p = {1, 2, 3};
    EXPECT_EQ(built(scene).error.code, Code::unrepresentable);
}

TEST(CtrFromScene, TrianglesWithoutAreaAreCounted) {
    Scene scene = torus_scene();
    auto& part = scene.meshes[0].primitives[0];
    part.indices.insert(part.indices.end(), {0, 0, 1});
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back.found("BUILD_TRIANGLES"), "1 of 321 triangles without area on the grid");
    EXPECT_EQ(ctr::faces_of(commands_of(back.model)).size(), 320u);
}

// A bone that lifts half of the square.
TEST(CtrFromScene, SkeletonsBecomeFrames) {
    Scene scene = square_scene();
    scene.nodes.push_back({.name = "bone"});
    scene.skins.push_back({"skin", {1}, {Mat4{}}});
    scene.nodes[0].skin = 0;
    scene.meshes[0].influences = {1, {0, 0, 0, 0}, {1, 1, 1, 1}};
    Clip clip{.name = "lift"};
    clip.timelines = {{0, 0.1f, 0.2f}};
    clip.channels.push_back({.node = 1, .values = {0, 0, 0, 0, 1, 0, 0, 0, 0}});
    scene.clips.push_back(clip);
    ASSERT_EQ(check(scene), "");
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok()) << to_string(back.error);
    const Scene shown = back_of(back);
    ASSERT_EQ(shown.clips.size(), 1u);
    EXPECT_EQ(shown.clips[0].name, "lift");
    ASSERT_TRUE(shown.meshes[0].frames.has_value());
    EXPECT_EQ(shown.meshes[0].frames->count, 6u);
    std::vector<Vec3> points(shown.meshes[0].points.size());
    decode_frame(*shown.meshes[0].frames, 3, points);
    const auto by_height = [](Vec3 a, Vec3 b) { return a.y < b.y; };
    EXPECT_NEAR(std::min_element(points.begin(), points.end(), by_height)->y, 1, 0.01);
    EXPECT_NEAR(std::max_element(points.begin(), points.end(), by_height)->y, 2, 0.01);
}

TEST(CtrFromScene, AClipThatEndsElsewhereKeepsItsLastPose) {
    Scene scene = square_scene();
    Clip clip{.name = "away"};
    clip.timelines = {{0, 0.1f}};
    clip.channels.push_back({.node = 0, .values = {0, 0, 0, 3, 0, 0}});
    scene.clips.push_back(clip);
    clip.name = "and back";
    clip.timelines = {{0, 0.05f, 0.1f}};
    clip.channels[0].values = {0, 0, 0, 3, 0, 0, 0, 0, 0};
    scene.clips.push_back(clip);
    clip.name = "nothing";
    clip.channels[0].node = 1;
    scene.nodes.push_back({.name = "somewhere else"});
    scene.clips.push_back(clip);
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    const auto& table = *ctr::animations_of(file_of(back.model), mesh_of(back.model));
    ASSERT_EQ(table.size(), 3u) << "the game counts them";
    const auto played = [&](std::size_t i) {
        return ctr::playback_frames(*ctr::animation_at(file_of(back.model), table[i].target));
    };
    EXPECT_EQ(played(0), 4u);
    EXPECT_EQ(played(1), 3u);
    // The turning point of the second one falls between two frames.
    ASSERT_NE(back.find("BUILD_RESAMPLED"), nullptr);
    EXPECT_EQ(back.find("BUILD_RESAMPLED")->path, "and back");
}

TEST(CtrFromScene, ClipsThatMoveNothingAreSaid) {
    Scene scene = square_scene();
    scene.nodes.push_back({.name = "somewhere else"});
    Clip clip{.name = "elsewhere"};
    clip.timelines = {{0, 1}};
    clip.channels.push_back({.node = 1, .values = {0, 0, 0, 3, 0, 0}});
    scene.clips.push_back(clip);
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(mesh_of(back.model).num_animations, 0u);
    EXPECT_NE(mesh_of(back.model).frame, 0u);
    ASSERT_NE(back.find("BUILD_NOT_KEPT"), nullptr);
    EXPECT_EQ(back.find("BUILD_NOT_KEPT")->path, "elsewhere");
}

// Raw or compressed, whichever is smaller; both decode to the same.
TEST(CtrFromScene, AnimationsAreStoredAsShortAsTheyCanBe) {
    Scene scene = torus_scene();
    Clip clip{.name = "drift"};
    clip.timelines = {{0, 2}};
    clip.channels.push_back({.node = 0, .values = {0, 0, 0, 0, 2, 0}});
    scene.clips.push_back(clip);
    clip.name = "blink";
    clip.timelines = {{0, 0.0333f}};
    clip.channels[0].values = {0, 0, 0, 0, 0, 0};
    scene.clips.push_back(clip);
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    const ctr::File& file = file_of(back.model);
    const auto& table = *ctr::animations_of(file, mesh_of(back.model));
    const auto* drift = ctr::animation_at(file, table[0].target);
    const auto* blink = ctr::animation_at(file, table[1].target);
    EXPECT_NE(drift->deltas, 0u);
    EXPECT_EQ(blink->deltas, 0u) << "one frame is shorter without deltas";
    const u64 vertices = ctr::usage_of(commands_of(back.model)).vertices;
    const auto still = ctr::decode_frame(*ctr::frame_of(file, table[1].target, 0), nullptr, vertices);
    const auto moving =
        ctr::decode_frame(*ctr::frame_of(file, table[0].target, 0), ctr::deltas_at(file, drift->deltas), vertices);
    EXPECT_EQ(moving.points, still.points);
    EXPECT_TRUE(moving.complete);
}

// Whatever another format can show is a model here, or there is a reason why not.
TEST(CtrFromScene, ScenesOfEveryFormatBecomeModels) {
    std::size_t made = 0;
    for (const Fixture& each : all_fixtures()) {
        if (each.error || each.format->to_scene == nullptr) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        ASSERT_TRUE(model.ok());
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene) continue;
        const bool is_half_a_driver = each.name == "ctr_driver";
        const BuiltModel back = built(SceneInput{.scene = *scene}, {.fit = true}, is_half_a_driver);
        if (back.ok()) {
            ++made;
            const Scene shown = scene_of(back.model);
            EXPECT_FALSE(shown.meshes.empty());
        } else {
            EXPECT_EQ(back.error.code, Code::unrepresentable) << to_string(back.error);
        }
    }
    EXPECT_GT(made, 200u);
}

// --- levels and names ------------------------------------------------------------------------------------------------

Scene three_levels() {
    Scene scene;
    scene.nodes.push_back({.name = "ring"});
    scene.nodes[0].extras.set("thaw_id", 5);
    const Image image =
        painted(32, 32, [](u32 x, u32 y) { return std::array<u32, 4>{x * 255 / 31, y * 255 / 31, 90, 255}; });
    for (u32 level = 0; level < 3; ++level) {
        Scene one = torus_scene({16u >> level, 8u >> (level / 2), 0.5f, 0.2f});
        Mesh& mesh = one.meshes[0];
        Primitive& part = mesh.primitives[0];
        for (u32 c = 0; c < part.points.size(); ++c) {
            const auto texel = [](u32 at) { return (static_cast<f32>(at % 32) + 0.5f) / 32; };
            // The corners of the image are used, so that all of it comes back.
            part.uvs.push_back(c == 0   ? Vec2{texel(0), texel(0)}
                               : c == 1 ? Vec2{texel(31), texel(31)}
                                        : Vec2{texel(c * 7), texel(c * 5)});
            const f32 shade = std::pow((128 - static_cast<f32>(c % 9)) / 128, 2.2f);
            part.colors.push_back({shade, 1, 1, 1});
        }
        part.material = 0;
        MorphTarget wide{"wide"}, high{"high"};
        for (u32 p = 0; p < mesh.points.size(); ++p) {
            wide.points.push_back(p);
            wide.offsets.push_back({mesh.points[p].x * 0.5f, 0, 0});
            high.points.push_back(p);
            high.offsets.push_back({0, mesh.points[p].y * 0.5f, 0});
        }
        mesh.targets = {wide, high};
        mesh.extras.set("thaw_flags", level).set("thaw_lod_distance", level == 2 ? 0xFFFFu : 700 * (level + 1));
        constexpr std::array<const char*, 3> names{"ring_hi", "ring_med", "ring_low"};
        mesh.name = names[level];
        scene.nodes.push_back({.name = names[level], .parent = 0, .mesh = level});
        scene.nodes.back().extras.set("thaw_lod", level);
        scene.meshes.push_back(std::move(mesh));
    }
    Material paint{.name = "paint", .image = 0, .double_sided = true};
    paint.nearest = paint.clamp = true;
    scene.materials.push_back(paint);
    scene.images.push_back(image);
    for (const bool half : {false, true}) {
        Clip clip{.name = half ? "slow" : "fast"};
        clip.extras.set("fps", 30).set("frames", half ? 9 : 4).set("half_rate", half);
        const f32 step = half ? 2 / 30.0f : 1 / 30.0f;
        clip.timelines = {{0, step, 2 * step, 3 * step, 4 * step}};
        if (half) clip.timelines[0].push_back(9 / 30.0f);
        for (u32 node = 1; node <= 3; ++node) {
            Channel channel{.node = node, .path = Path::weights};
            channel.values = {0, 0, 0.5f, 0, 1, 0, 0.5f, 0.5f, 0, 0};
            if (half) channel.values = {0, 0, 0, 0.25f, 0, 0.5f, 0, 1, 0.5f, 1, 0.5f, 1};
            clip.channels.push_back(channel);
        }
        scene.clips.push_back(std::move(clip));
    }
    return scene;
}

TEST(CtrFromScene, TexturedAnimatedLevelsComeBackThroughAGlb) {
    const Scene scene = three_levels();
    ASSERT_EQ(check(scene), "");
    const GltfFile file = through_glb(scene);
    const BuiltModel back = built(file.scene);
    ASSERT_TRUE(back.ok()) << to_string(back.error);
    ASSERT_TRUE(back.has_video_memory());
    const Scene shown = back_of(back);
    const Tolerance tolerance{.metres = 2.1 / 254 / 2 + 1e-4, .uv = 1e-4, .color = 0.01};
    EXPECT_EQ(difference(scene, shown, tolerance), "");
    ASSERT_EQ(shown.images.size(), 1u);
    const Image &a = scene.images[0], &b = shown.images[0];
    ASSERT_EQ(b.pixels.size(), a.pixels.size());
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        EXPECT_EQ(b.pixels[i] >> 3, i % 4 == 3 ? 31 : (a.pixels[i] * 31 + 127) / 255) << i;
    }
    EXPECT_EQ(file_of(back.model).models[0].value.id, 5);
    EXPECT_EQ(text::until_nul(file_of(back.model).models[0].value.name), "ring");
    EXPECT_TRUE(ctr::animation_at(file_of(back.model),
                                  (*ctr::animations_of(file_of(back.model), mesh_of(back.model)))[1].target)
                    ->is_half_rate());
}

TEST(CtrFromScene, LevelsAreKnownByTheirNamesToo) {
    Scene scene = three_levels();
    for (Node& node : scene.nodes) node.extras = {};
    for (Mesh& mesh : scene.meshes) mesh.extras = {};
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    const auto& meshes = file_of(back.model).mesh_lists[0].value;
    ASSERT_EQ(meshes.size(), 3u);
    EXPECT_EQ(text::until_nul(meshes[2].name), "ring_low");
    EXPECT_EQ(text::until_nul(file_of(back.model).models[0].value.name), "ring");
    EXPECT_LT(meshes[0].lod_distance, meshes[1].lod_distance);
    EXPECT_EQ(meshes[2].lod_distance, 0xFFFF);
    EXPECT_NE(back.find("BUILD_ASSUMED"), nullptr);
}

TEST(CtrFromScene, SeveralNodesAreOneMesh) {
    Scene scene = torus_scene();
    scene.nodes.push_back({.name = "other", .local = {.translation = {3, 0, 0}}, .mesh = 0});
    const BuiltModel back = built(scene, {.name = "two"});
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(file_of(back.model).mesh_lists[0].value.size(), 1u);
    EXPECT_EQ(text::until_nul(mesh_of(back.model).name), "two_hi");
    EXPECT_EQ(ctr::faces_of(commands_of(back.model)).size(), 640u);
}

}  // namespace
}  // namespace thaw::test
