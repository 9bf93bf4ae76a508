// Scenes as whole poses.
#include <gtest/gtest.h>

#include "formats/shared/flatten.hpp"

namespace thaw::test {
namespace {

// A triangle with two further shapes, named as Thaw names frames, and a clip that shows all three.
Scene shapes(const std::vector<f32>& times, const std::vector<f32>& weights) {
    Scene scene;
    scene.meshes.push_back({.name = "shape", .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    scene.meshes[0].primitives.push_back({.points = {0, 1, 2}, .indices = {0, 1, 2}});
    scene.meshes[0].targets.push_back({.name = "001 Walk 1", .points = {1}, .offsets = {{1, 0, 0}}});
    scene.meshes[0].targets.push_back({.name = "002 Walk 2", .points = {2}, .offsets = {{0, 0, 3}}});
    scene.nodes.push_back({.name = "shape", .mesh = 0});
    scene.clips.push_back({.name = "Walk"});
    scene.clips[0].timelines.push_back(times);
    scene.clips[0].channels.push_back({.node = 0, .path = Path::weights, .timeline = 0, .values = weights});
    return scene;
}

build::Flat flat_of(const Scene& scene, const build::FlattenOptions& options = {}) {
    Issues issues;
    return build::flatten(scene, {}, options, issues);
}

TEST(Flatten, FramesAreTheTargetsThemselves) {
    // The last key closes the loop.
    const Scene scene = shapes({0, 0.1f, 0.2f, 0.3f}, {0, 0, 1, 0, 0, 1, 0, 0});
    const build::Flat flat = flat_of(scene);
    EXPECT_TRUE(flat.by_shape);
    ASSERT_EQ(flat.frames.size(), 3u);
    ASSERT_EQ(flat.clips.size(), 1u);
    EXPECT_EQ(flat.clips[0].frames, (std::vector<u32>{0, 1, 2}));
    EXPECT_NEAR(flat.clips[0].fps, 10, 1e-4);
    Pose scratch;
    std::vector<Vec3> points;
    flat.pose(2, points, scratch);
    EXPECT_EQ(points[2], (Vec3{0, 1, 3}));
    EXPECT_EQ(points[1], (Vec3{1, 0, 0}));
}

TEST(Flatten, NamesTellFramesThatAnEditorHasMixed) {
    const Scene scene = shapes({0, 0.125f, 0.3f}, {0, 0, 0.75f, 0.25f, 0, 0});
    const build::Flat flat = flat_of(scene);
    EXPECT_TRUE(flat.by_shape);
    ASSERT_EQ(flat.clips.size(), 1u);
    EXPECT_EQ(flat.clips[0].frames, (std::vector<u32>{0, 1, 2}));
    EXPECT_NEAR(flat.clips[0].fps, 10, 1e-4);
}

TEST(Flatten, OtherClipsAreSampled) {
    Scene scene = shapes({0, 1}, {0, 0, 1, 0});
    scene.meshes[0].targets[0].name = "smile";
    const build::Flat flat = flat_of(scene, {.fps = 4});
    EXPECT_FALSE(flat.by_shape);
    ASSERT_EQ(flat.clips.size(), 1u);
    EXPECT_EQ(flat.clips[0].frames.size(), 4u);
    Pose scratch;
    std::vector<Vec3> points;
    flat.pose(2, points, scratch);
    EXPECT_NEAR(points[1].x, 1.5f, 1e-6f);
}

TEST(Flatten, AMirroredNodeTurnsItsTrianglesRound) {
    Scene scene = shapes({0}, {0, 0});
    scene.clips.clear();
    scene.nodes[0].local.scale = {-1, 1, 1};
    const build::Flat flat = flat_of(scene);
    EXPECT_EQ(flat.triangles[0].points, (std::array<u32, 3>{2, 1, 0}));
}

TEST(Flatten, AClipOfHoursIsNotSampled) {
    Scene scene = shapes({0, 1e7f}, {0, 0, 0.5f, 0});
    scene.meshes[0].targets[0].name = "smile";
    Issues issues;
    const build::Flat flat = build::flatten(scene, {}, {}, issues);
    EXPECT_EQ(flat.frames.size(), 1u);
    ASSERT_EQ(issues.list().size(), 1u);
    EXPECT_EQ(issues.list()[0].kind->code, "BUILD_NOT_KEPT");
}

}  // namespace
}  // namespace thaw::test
