// CTR models out of scenes: what comes back, and what is said about what does not.
#include <algorithm>
#include <cmath>

#include "ctr/from_scene_support.hpp"
#include "ctr/made_scenes.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/frames.hpp"
#include "formats/ctr/strips.hpp"
#include "samples.hpp"

namespace thaw::test {
namespace {

Model fixture_named(const std::string& name) {
    for (const Fixture& each : ctr_fixtures()) {
        if (each.name == "ctr_" + name) return std::move(read(*each.format, each.bundle).value());
    }
    throw std::runtime_error("no fixture " + name);
}

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

const ctr::Mesh& mesh_of(const Model& model, std::size_t level = 0) {
    return file_of(model).mesh_lists[0].value[level];
}
const ctr::CommandList& commands_of(const Model& model) { return *ctr::commands_of(file_of(model), mesh_of(model)); }
Scene back_of(const BuiltModel& model) { return scene_of(model.model, {.all_lods = true}); }

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
    EXPECT_NE(back.found("BUILD_POSITIONS").find(" mm at most, "), std::string::npos);
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
    const Image picture =
        painted(32, 32, [](u32 x, u32 y) { return std::array<u32, 4>{x * 255 / 31, y * 255 / 31, 90, 255}; });
    for (u32 level = 0; level < 3; ++level) {
        Scene one = torus_scene({16u >> level, 8u >> (level / 2), 0.5f, 0.2f});
        Mesh& mesh = one.meshes[0];
        Primitive& part = mesh.primitives[0];
        for (u32 c = 0; c < part.points.size(); ++c) {
            const auto texel = [](u32 at) { return (static_cast<f32>(at % 32) + 0.5f) / 32; };
            // The corners of the picture are used, so that all of it comes back.
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
    scene.images.push_back(picture);
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
    EXPECT_EQ(ctr::name_text(file_of(back.model).models[0].value.name), "ring");
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
    EXPECT_EQ(ctr::name_text(meshes[2].name), "ring_low");
    EXPECT_EQ(ctr::name_text(file_of(back.model).models[0].value.name), "ring");
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
    EXPECT_EQ(ctr::name_text(mesh_of(back.model).name), "two_hi");
    EXPECT_EQ(ctr::faces_of(commands_of(back.model)).size(), 640u);
}

// --- textures --------------------------------------------------------------------------------------------------------

const ctr::TextureLayout& first_layout(const BuiltModel& model) { return file_of(model.model).layouts[0].value; }

TEST(CtrFromScene, PalettesAreAsSmallAsTheColoursAllow) {
    const auto depth_with = [](u32 colours) {
        Scene scene = square_scene();
        put_picture(scene, painted(32, 32, [&](u32 x, u32 y) {
                        const u32 k = (x + 32 * y) % colours;
                        return std::array<u32, 4>{k % 32 * 255 / 31, k / 32 * 255 / 31, 255, 255};
                    }));
        const BuiltModel back = built(scene);
        EXPECT_TRUE(back.ok());
        const Scene shown = back_of(back);
        const Image& image = shown.images.at(0);
        for (u32 i = 0; i < 32 * 32; ++i) {
            EXPECT_EQ(image.pixels[4 * i] >> 3, i % colours % 32) << i;
            EXPECT_EQ(image.pixels[4 * i + 1] >> 3, i % colours / 32) << i;
        }
        return first_layout(back).depth();
    };
    EXPECT_EQ(depth_with(16), 0u);
    EXPECT_EQ(depth_with(17), 1u);
    EXPECT_EQ(depth_with(256), 1u);
    EXPECT_EQ(depth_with(257), 2u);
}

TEST(CtrFromScene, BlackIsNoHoleAndHolesAre) {
    const auto texels_with = [](AlphaMode alpha, BlendMode blend) {
        Scene scene = square_scene();
        constexpr std::array<std::array<u32, 4>, 4> colours{
            {{0, 0, 0, 255}, {255, 0, 0, 0}, {0, 255, 0, 128}, {0, 0, 255, 255}}};
        put_picture(scene, painted(4, 1, [&](u32 x, u32) { return colours[x]; }), alpha);
        scene.materials[0].blend = blend;
        return built(scene);
    };
    const auto pixel = [](const Scene& scene, u32 x) {
        const u8* p = scene.images[0].pixels.data() + 4 * x;
        return std::array<int, 4>{p[0], p[1], p[2], p[3]};
    };
    using Pixel = std::array<int, 4>;
    const BuiltModel opaque = texels_with(AlphaMode::opaque, BlendMode::normal);
    EXPECT_EQ(first_layout(opaque).blend(), 3u);
    Scene shown = back_of(opaque);
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::opaque);
    EXPECT_EQ(pixel(shown, 0), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(shown, 1), (Pixel{255, 0, 0, 255}));
    shown = back_of(texels_with(AlphaMode::mask, BlendMode::normal));
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::mask);
    EXPECT_EQ(pixel(shown, 0), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(shown, 1)[3], 0);
    EXPECT_EQ(pixel(shown, 2), (Pixel{0, 255, 0, 255}));
    const BuiltModel blended = texels_with(AlphaMode::blend, BlendMode::normal);
    EXPECT_EQ(first_layout(blended).blend(), 0u);
    shown = back_of(blended);
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(pixel(shown, 0), (Pixel{8, 8, 8, 255})) << "black itself would be a hole";
    EXPECT_EQ(pixel(shown, 1)[3], 0);
    EXPECT_EQ(pixel(shown, 2), (Pixel{0, 255, 0, 128}));
    EXPECT_EQ(pixel(shown, 3), (Pixel{0, 0, 255, 255}));
    const BuiltModel glowing = texels_with(AlphaMode::blend, BlendMode::additive);
    EXPECT_EQ(first_layout(glowing).blend(), 1u);
    EXPECT_EQ(back_of(glowing).materials[0].blend, BlendMode::additive);
}

TEST(CtrFromScene, UntexturedFacesMayBeHalfTransparent) {
    Scene scene = torus_scene();
    scene.materials.push_back({.name = "glass", .base_color = {1, 0, 0, 0.4f}, .alpha = AlphaMode::blend});
    scene.meshes[0].primitives[0].material = 0;
    const Scene shown = back_of(built(scene));
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(shown.meshes[0].primitives[0].colors[0], (Vec4{1, 0, 0, 1}));
}

TEST(CtrFromScene, OnlyWhatIsUsedOfAPictureTakesMemory) {
    Scene scene = square_scene();
    scene.meshes[0].primitives[0].uvs = {{0.5f, 0.75f}, {0.75f, 0.75f}, {0.75f, 0.5f}, {0.5f, 0.5f}};
    put_picture(scene, painted(512, 512, [](u32 x, u32 y) { return std::array<u32, 4>{x / 2, y / 2, 0, 255}; }));
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok()) << to_string(back.error);
    const Scene shown = back_of(back);
    EXPECT_NEAR(shown.images[0].width, 128, 1);
    EXPECT_NE(back.find("BUILD_UVS"), nullptr);
}

TEST(CtrFromScene, RepetitionsAreBroughtToThePicture) {
    Scene scene = square_scene();
    for (Vec2& uv : scene.meshes[0].primitives[0].uvs) uv = {uv.x + 3, uv.y - 2};
    put_picture(scene, painted(16, 16, [](u32 x, u32 y) { return std::array<u32, 4>{x * 16, y * 16, 0, 255}; }));
    BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back_of(back).images[0].width, 16u);
    EXPECT_EQ(back.found("BUILD_UVS").find("outside"), std::string::npos);
    for (Vec2& uv : scene.meshes[0].primitives[0].uvs) uv = {uv.x * 4, uv.y};
    back = built(scene);
    ASSERT_TRUE(back.ok());
    EXPECT_NE(back.found("BUILD_UVS").find("3 outside of the picture"), std::string::npos) << back.found("BUILD_UVS");
}

TEST(CtrFromScene, AnimatedTexturesMoveWithTheirPicture) {
    Model model = fixture_named("anim_textured");
    const Scene scene = scene_of(model);
    const BuiltModel back = built(through_glb(scene).scene);
    ASSERT_TRUE(back.ok());
    const auto& before = file_of(model).anim_textures[0].value.entries;
    ASSERT_EQ(file_of(back.model).anim_textures.size(), 1u);
    const auto& after = file_of(back.model).anim_textures[0].value.entries;
    // No triangle uses the texture that the first one replaces.
    EXPECT_EQ(back.found("BUILD_NOT_KEPT"), "1 animated texture");
    ASSERT_EQ(after.size(), 2u);
    EXPECT_EQ(after[0].frame_offset, before[1].frame_offset);
    ASSERT_EQ(after[0].layouts.size(), before[1].layouts.size());
    const auto page = [](const Model& of, const ctr::AnimTexture& entry) {
        return ctr::layout_at(file_of(of), entry.layouts[0].target)->page;
    };
    EXPECT_EQ(page(back.model, after[0]), page(model, before[1])) << "there was no video memory to move it in";
    EXPECT_FALSE(back.has_video_memory());
}

// --- limits: just inside and just outside ----------------------------------------------------------------------------

void expect_limit(const Scene& inside, const Scene& outside, std::string_view limit, const BuildOptions& options = {}) {
    SCOPED_TRACE(limit);
    const BuiltModel good = built(inside, options);
    EXPECT_TRUE(good.ok()) << to_string(good.error);
    EXPECT_EQ(good.find("BUILD_LIMIT"), nullptr);
    const BuiltModel bad = built(outside, options);
    EXPECT_FALSE(bad.ok());
    EXPECT_EQ(bad.error.code, Code::unrepresentable);
    ASSERT_NE(bad.find("BUILD_LIMIT"), nullptr);
    EXPECT_NE(bad.find("BUILD_LIMIT")->expected.find(limit), std::string::npos) << bad.find("BUILD_LIMIT")->expected;
}

BuiltModel expect_fitted(const Scene& scene, BuildOptions options = {}) {
    options.fit = true;
    BuiltModel back = built(scene, options);
    EXPECT_TRUE(back.ok()) << to_string(back.error);
    EXPECT_NE(back.find("BUILD_FITTED"), nullptr);
    return back;
}

TEST(CtrFromSceneLimits, Names) {
    const auto named = [](std::string name) {
        Scene scene = torus_scene();
        scene.nodes[0].name = std::move(name);
        return scene;
    };
    expect_limit(named("abcdefghijklmnop"), named("abcdefghijklmnopq"), "16 characters");
    const BuiltModel back = expect_fitted(named("abcdefghijklmnopq"));
    EXPECT_EQ(ctr::name_text(file_of(back.model).models[0].value.name), "abcdefghijklmnop");
    EXPECT_EQ(ctr::name_text(mesh_of(back.model).name), "abcdefghijklm_hi");
    const BuiltModel odd = built(named("caf\xC3\xA9"));
    ASSERT_TRUE(odd.ok());
    EXPECT_EQ(ctr::name_text(file_of(odd.model).models[0].value.name), "caf_");
    EXPECT_NE(odd.find("BUILD_NOT_KEPT"), nullptr);
}

TEST(CtrFromSceneLimits, ModelNumbers) {
    const auto numbered = [](i64 id) {
        Scene scene = torus_scene();
        scene.nodes[0].extras.set("thaw_id", id);
        return scene;
    };
    expect_limit(numbered(0xE1), numbered(0xE2), "225");
    EXPECT_EQ(file_of(expect_fitted(numbered(0xE2)).model).models[0].value.id, -1);
}

TEST(CtrFromSceneLimits, Levels) {
    const auto levels = [](u32 count) {
        Scene scene = square_scene();
        scene.nodes[0].extras.set("thaw_lod", 0);
        for (u32 i = 1; i < count; ++i) {
            scene.nodes.push_back({.name = "more", .mesh = 0});
            scene.nodes.back().extras.set("thaw_lod", i);
        }
        return scene;
    };
    expect_limit(levels(32), levels(33), "32 levels");
}

Scene coloured(u32 colours) {
    Scene scene = torus_scene({20, 10});
    auto& part = scene.meshes[0].primitives[0];
    for (u32 c = 0; c < part.points.size(); ++c) {
        const f32 k = static_cast<f32>(c % colours) / 255;
        part.colors.push_back({srgb_to_linear(k), srgb_to_linear(1 - k), 0.5f, 1});
    }
    return scene;
}

TEST(CtrFromSceneLimits, ColoursAreMergedBeyond128) {
    const auto colours_in = [](const BuiltModel& back) { return file_of(back.model).colour_tables[0].value.size(); };
    const BuiltModel most = built(coloured(128));
    ASSERT_TRUE(most.ok());
    EXPECT_EQ(colours_in(most), 128u);
    EXPECT_EQ(most.found("BUILD_COLORS").find("became"), std::string::npos);
    const BuiltModel more = built(coloured(129));
    ASSERT_TRUE(more.ok());
    EXPECT_EQ(colours_in(more), 128u);
    EXPECT_NE(more.found("BUILD_COLORS").find("129 colours became 128"), std::string::npos);
    const BuiltModel many = built(coloured(200));
    ASSERT_TRUE(many.ok());
    EXPECT_EQ(colours_in(many), 128u);
    // One of several neighbours stands for all: nobody moves far.
    EXPECT_LT(std::stod(many.found("BUILD_COLORS")), 8);
}

Scene many_layouts(u32 triangles) {
    Scene scene;
    Mesh mesh;
    Primitive part;
    for (u32 t = 0; t < triangles; ++t) {
        for (u32 c = 0; c < 3; ++c) {
            const f32 x = static_cast<f32>(t % 32), y = static_cast<f32>(t / 32);
            mesh.points.push_back({x + (c == 1 ? 0.6f : 0), y + (c == 2 ? 0.6f : 0), 0});
            part.points.push_back(static_cast<u32>(part.points.size()));
            const auto texel = [](f32 at) { return (at + 0.5f) / 64; };
            part.uvs.push_back({texel(x + (c == 1 ? 1.0f : 0)), texel(y + (c == 2 ? 1.0f : 0))});
            part.indices.push_back(3 * t + c);
        }
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "tiles", .mesh = 0});
    put_picture(scene, painted(64, 64, [](u32 x, u32 y) { return std::array<u32, 4>{x, y, 9, 255}; }));
    return scene;
}

TEST(CtrFromSceneLimits, Layouts) {
    expect_limit(many_layouts(511), many_layouts(512), "511 texture layouts");
    const BuiltModel back = expect_fitted(many_layouts(512));
    EXPECT_LE(file_of(back.model).texture_tables[0].value.size(), 511u);
}

TEST(CtrFromSceneLimits, SlotsAreReusedWithin88) {
    const BuiltModel back = built(torus_scene({40, 40}));
    ASSERT_TRUE(back.ok());
    std::set<u32> slots;
    for (const ctr::Command& command : commands_of(back.model).commands) {
        if (command.word != ctr::terminator) slots.insert(command.slot());
    }
    EXPECT_GE(*slots.begin(), 1u);
    EXPECT_LE(*slots.rbegin(), 87u);
    EXPECT_GT(slots.size(), 80u) << "a mesh of 1,600 points has use for all of them";
}

TEST(CtrFromSceneLimits, Frames) {
    const auto lasting = [](u32 frames) {
        Scene scene = square_scene();
        Clip clip{.name = "long"};
        clip.extras.set("frames", frames);
        clip.timelines = {{0, static_cast<f32>(frames / 30.0)}};
        clip.channels.push_back({.node = 0, .values = {0, 0, 0, 1, 0, 0}});
        scene.clips.push_back(clip);
        return scene;
    };
    expect_limit(lasting(32767), lasting(32768), "32767 frames");
    const BuiltModel back = expect_fitted(lasting(32768));
    EXPECT_EQ(ctr::playback_frames(file_of(back.model).animations[0].value), 32767u);
}

// Triangles that share nothing, three vertices each, where nobody can guess.
Scene loose_triangles(u32 count) {
    Scene scene;
    Mesh mesh;
    Primitive part;
    u32 random = 1;
    const auto any_below = [&](u32 end) { return (random = random * 1664525 + 1013904223) / 65536 % end; };
    std::set<std::array<u32, 3>> places;
    for (u32 n = 0; n < 3 * count; ++n) {
        std::array<u32, 3> at{};
        do {
            at = {any_below(254), any_below(126), any_below(254)};
        } while (!places.insert(at).second);
        mesh.points.push_back(
            {static_cast<f32>(at[0]) * 0.05f, static_cast<f32>(at[1]) * 0.1f, static_cast<f32>(at[2]) * 0.05f});
        part.points.push_back(n);
        part.indices.push_back(n);
    }
    mesh.primitives.push_back(std::move(part));
    scene.meshes.push_back(std::move(mesh));
    scene.nodes.push_back({.name = "dust", .mesh = 0});
    Clip clip{.name = "whirl"};
    clip.timelines = {{}};
    Channel channel{.node = 0, .path = Path::weights};
    constexpr u32 frames = 8;
    for (u32 f = 0; f < frames; ++f) {
        MorphTarget target{"shape"};
        for (u32 p = 0; p < scene.meshes[0].points.size(); ++p) {
            target.points.push_back(p);
            const auto anywhere = [&](u32 steps) { return static_cast<f32>(any_below(steps)) * 0.05f; };
            target.offsets.push_back(Vec3{anywhere(254), anywhere(252), anywhere(254)} - scene.meshes[0].points[p]);
        }
        scene.meshes[0].targets.push_back(std::move(target));
        clip.timelines[0].push_back(static_cast<f32>(f) / 30);
        for (u32 t = 0; t < frames; ++t) channel.values.push_back(t == f ? 1 : 0);
    }
    clip.channels.push_back(std::move(channel));
    scene.clips.push_back(std::move(clip));
    return scene;
}

TEST(CtrFromSceneLimits, BytesOfAFrame) {
    // Compression wins next to nothing here: 21,834 vertices are the most that fit for certain.
    expect_limit(loose_triangles(7278), loose_triangles(7500), "65532 bytes a frame");
    Scene still = loose_triangles(7500);
    still.clips.clear();
    EXPECT_TRUE(built(still).ok()) << "a mesh that does not move says no size";
}

TEST(CtrFromSceneLimits, Grid) {
    const auto wide = [](f32 metres) {
        Scene scene = square_scene();
        for (Vec3& p : scene.meshes[0].points) p.x *= metres;
        return scene;
    };
    // 32767 / 4096 units a step, 254 steps, 64 units a metre.
    expect_limit(wide(31.748f), wide(31.751f), "a grid of steps");
    const BuiltModel back = expect_fitted(wide(63.5f));
    EXPECT_NE(back.found("BUILD_FITTED").find("shrunk to 50 %"), std::string::npos) << back.found("BUILD_FITTED");
    const auto far = [](f32 metres) {
        Scene scene = square_scene();
        scene.nodes[0].local.translation.z = metres;
        return scene;
    };
    EXPECT_TRUE(built(far(-900)).ok()) << "far away the grid is coarser";
    EXPECT_FALSE(built(far(-1100)).ok());
    EXPECT_TRUE(built(far(950)).ok());
    EXPECT_FALSE(built(far(1100)).ok());
}

TEST(CtrFromSceneLimits, PictureSize) {
    const auto sized = [](u32 width) {
        Scene scene = square_scene();
        put_picture(scene, painted(width, 2, [](u32 x, u32) { return std::array<u32, 4>{x % 250, 0, 0, 255}; }));
        return scene;
    };
    expect_limit(sized(256), sized(257), "256 x 256 texels");
    EXPECT_LE(back_of(expect_fitted(sized(257))).images[0].width, 256u);
}

Scene many_pictures(u32 count) {
    Scene scene;
    for (u32 i = 0; i < count; ++i) {
        Scene one = square_scene();
        one.meshes[0].primitives[0].material = i;
        scene.meshes.push_back(one.meshes[0]);
        scene.nodes.push_back(
            {.name = "square", .local = {.translation = {2.0f * static_cast<f32>(i), 0, 0}}, .mesh = i});
        scene.materials.push_back({.name = "paint", .image = i});
        scene.images.push_back(
            painted(256, 256, [&](u32 x, u32 y) { return std::array<u32, 4>{x, y, 100 + 10 * i, 255}; }));
    }
    return scene;
}

TEST(CtrFromSceneLimits, VideoMemory) {
    expect_limit(many_pictures(3), many_pictures(4), "words of video memory", {.name = "squares"});
    const BuiltModel back = expect_fitted(many_pictures(4), {.name = "squares"});
    EXPECT_EQ(back_of(back).images.size(), 4u);
}

TEST(CtrFromSceneLimits, AllThatAreExceededAreSaid) {
    Scene scene = many_layouts(512);
    scene.nodes[0].name = "a name that is much too long";
    const BuiltModel back = built(scene);
    ASSERT_FALSE(back.ok());
    EXPECT_EQ(std::count_if(back.issues.list().begin(), back.issues.list().end(),
                            [](const Issue& issue) { return issue.kind->code == "BUILD_LIMIT"; }),
              2);
}

}  // namespace
}  // namespace thaw::test
