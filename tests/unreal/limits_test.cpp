// What the files have room for, just inside and just outside.
#include "base/text.hpp"
#include "unreal/build_support.hpp"
#include "unreal/made_scenes.hpp"

namespace thaw::test {
namespace {

BuildResult fan_of(u32 points, u32 triangles, BuildOptions options = {}) {
    const Scene scene = scene_with(fan(points, triangles));
    return built_from({.scene = scene}, std::move(options));
}

void expect_refused(const BuildResult& back, std::string_view what, std::string_view most, std::string_view found) {
    ASSERT_FALSE(back.built);
    EXPECT_EQ(back.built.error().code, Code::unrepresentable);
    const Issue* limit = finding(back.issues, "BUILD_LIMIT", what);
    ASSERT_NE(limit, nullptr) << what;
    EXPECT_EQ(limit->expected, std::string(most) + " " + std::string(what));
    EXPECT_EQ(limit->found, found);
}

TEST(UnrealLimits, StandardVertices) {
    const BuildResult inside = fan_of(16383, 16381);
    ASSERT_TRUE(inside.built) << to_string(inside.built.error());
    EXPECT_EQ(inside.document().data->num_vertices, 16383);
    EXPECT_EQ(inside.document().aniv->frame_size, 65532);
    EXPECT_FALSE(inside.document().is_deus_ex());
    const BuildResult outside = fan_of(16384, 16382);
    expect_refused(outside, "vertices", "16383", "16384");
    EXPECT_EQ(outside.built.error().message, "the model has 16384 vertices, and a file holds 16383 at most");
}

TEST(UnrealLimits, DeusExVertices) {
    const BuildResult inside = fan_of(8191, 8189, {.variant = "deusex"});
    ASSERT_TRUE(inside.built) << to_string(inside.built.error());
    EXPECT_EQ(inside.document().aniv->frame_size, 65528);
    EXPECT_TRUE(inside.document().is_deus_ex());
    expect_refused(fan_of(8192, 8190, {.variant = "deusex"}), "vertices", "8191", "8192");
    // Standard files have room for twice as many.
    const BuildResult fitted = fan_of(8192, 8190, {.variant = "deusex", .fit = true});
    ASSERT_TRUE(fitted.built);
    EXPECT_FALSE(fitted.document().is_deus_ex());
    EXPECT_EQ(fitted.document().data->num_vertices, 8192);
    EXPECT_NE(finding(fitted.issues, "BUILD_FITTED"), nullptr);
}

TEST(UnrealLimits, AWeaponTakesThreeVerticesAndAPolygon) {
    Scene scene = scene_with(fan(16380, 65534));
    scene.nodes.push_back({.name = "WeaponAttach"});
    EXPECT_TRUE(built_from({.scene = scene}).built);
    scene.meshes[0] = fan(16381, 65535);
    const BuildResult outside = built_from({.scene = scene});
    expect_refused(outside, "vertices", "16383", "16384");
    expect_refused(outside, "polygons", "65535", "65536");
}

TEST(UnrealLimits, Polygons) {
    const BuildResult inside = fan_of(1000, 65535);
    ASSERT_TRUE(inside.built);
    EXPECT_EQ(inside.document().data->polys.size(), 65535u);
    expect_refused(fan_of(1000, 65536), "polygons", "65535", "65536");
}

TEST(UnrealLimits, Frames) {
    for (const u32 frames : {65535u, 65536u}) {
        Scene scene = scene_with(fan(3, 1));
        add_move(scene, 0, {0, static_cast<f32>(frames) / 16}, {{}, {1, 0, 0}}, "Drift");
        const BuildResult back = built_from({.scene = scene}, {.fps = 16});
        if (frames == 65535) {
            ASSERT_TRUE(back.built) << to_string(back.built.error());
            EXPECT_EQ(back.document().frames_present(), 65535u);
            continue;
        }
        expect_refused(back, "frames", "65535", "65536");
        const BuildResult fitted = built_from({.scene = scene}, {.fps = 16, .fit = true});
        ASSERT_TRUE(fitted.built);
        EXPECT_LE(fitted.document().frames_present(), 65535u);
        EXPECT_GT(fitted.document().frames_present(), 60000u);
        ASSERT_NE(finding(fitted.issues, "BUILD_FITTED"), nullptr);
        // As long as before.
        const auto& sequence = fitted.document().mesh()->sequences.back();
        EXPECT_NEAR(static_cast<double>(sequence.frames) / sequence.rate, 4096, 1);
    }
}

TEST(UnrealLimits, ShapesThatAreTooMany) {
    Scene scene = scene_with(fan(3, 1));
    Mesh& mesh = scene.meshes[0];
    constexpr u32 count = 65540;
    std::vector<u8> bytes;
    for (u32 f = 0; f < count; ++f) {
        for (const u32 x : {0u, f % 900, 1u}) {
            for (u32 shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<u8>((x | x << 22) >> shift));
        }
    }
    mesh.frames =
        VertexFrames{.layout = word_points, .bytes = Blob::take(std::move(bytes)), .stride = 12, .count = count};
    decode_frame(*mesh.frames, 0, mesh.points);
    for (const auto& [name, first] : {std::pair{"Early", 5u}, {"Late", 65530u}, {"Beyond", 65536u}}) {
        Clip clip{.name = name};
        clip.timelines.push_back({0, 0.1f, 0.2f});
        clip.extras.set("fps", 10).set("frames", 3);
        clip.channels.push_back({.node = 0, .path = Path::frame, .frames = {first, first + 1, first + 2}});
        scene.clips.push_back(std::move(clip));
    }
    expect_refused(built_from({.scene = scene}), "frames", "65535", "65540");
    const BuildResult fitted = built_from({.scene = scene}, {.fit = true});
    ASSERT_TRUE(fitted.built);
    EXPECT_EQ(fitted.document().frames_present(), 65535u);
    EXPECT_EQ(finding(fitted.issues, "BUILD_FITTED")->found, "65540 frames cut and 1 clip left out");
    ASSERT_EQ(fitted.document().mesh()->sequences.size(), 3u);  // All, Early, Late
    EXPECT_EQ(codes_of(fitted.issues).count("BUILD_LIMIT"), 0u);
}

TEST(UnrealLimits, AllThatIsExceededIsSaid) {
    const BuildResult back = fan_of(20000, 70000);
    expect_refused(back, "vertices", "16383", "20000");
    expect_refused(back, "polygons", "65535", "70000");
}

TEST(UnrealLimits, FittingJoinsPoints) {
    // A sheet of 200 by 200 points.
    Mesh mesh{.name = "sheet"};
    Primitive part;
    constexpr u32 side = 200;
    for (u32 i = 0; i < side * side; ++i) {
        mesh.points.push_back({static_cast<f32>(i % side), 0, static_cast<f32>(i / side)});
        part.points.push_back(i);
    }
    for (u32 z = 0; z + 1 < side; ++z) {
        for (u32 x = 0; x + 1 < side; ++x) {
            const u32 a = z * side + x;
            for (const u32 corner : {a, a + side, a + 1, a + 1, a + side, a + side + 1}) part.indices.push_back(corner);
        }
    }
    mesh.primitives.push_back(std::move(part));
    const Scene scene = scene_with(std::move(mesh));
    EXPECT_FALSE(built_from({.scene = scene}).built);
    const BuildResult fitted = built_from({.scene = scene}, {.fit = true});
    ASSERT_TRUE(fitted.built) << to_string(fitted.built.error());
    EXPECT_LE(fitted.document().data->num_vertices, 16383);
    EXPECT_LE(fitted.document().data->polys.size(), 65535u);
    EXPECT_GT(fitted.document().data->num_vertices, 2000);
    const Issue* said = finding(fitted.issues, "BUILD_FITTED");
    ASSERT_NE(said, nullptr);
    EXPECT_NE(said->found.find("40000 became "), std::string::npos) << said->found;
    EXPECT_NE(said->found.find(" mm"), std::string::npos) << said->found;
}

TEST(UnrealLimits, FittingThatLeavesNoTriangleIsRefused) {
    // A row so long that joining points takes in whole triangles.
    Mesh mesh{.name = "row"};
    Primitive part;
    for (u32 p = 0; p < 69999; ++p) {
        mesh.points.push_back({static_cast<f32>(p / 3), p % 3 == 1 ? 1.0f : 0.0f, p % 3 == 2 ? 1.0f : 0.0f});
        part.points.push_back(p);
        part.indices.push_back(p);
    }
    mesh.primitives.push_back(std::move(part));
    const Scene scene = scene_with(std::move(mesh));
    const BuildResult fitted = built_from({.scene = scene}, {.fit = true});
    ASSERT_FALSE(fitted.built);
    EXPECT_EQ(fitted.built.error().code, Code::unrepresentable);
    EXPECT_EQ(fitted.built.error().message, "no triangle is left once vertices are joined until they fit");
}

}  // namespace
}  // namespace thaw::test
