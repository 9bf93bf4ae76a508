// Levels of detail beside each other.
#include "scene/levels.hpp"

#include <gtest/gtest.h>

#include "scene/check.hpp"

namespace thaw::test {
namespace {

Mesh strip(f32 low, f32 high) {
    Mesh out;
    out.points = {{low, 0, 0}, {high, 0, 0}, {low, 1, 0}};
    Primitive part;
    part.points = {0, 1, 2};
    part.indices = {0, 1, 2};
    out.primitives.push_back(std::move(part));
    return out;
}

// Two levels, of which the first has two meshes, and something that is in all of them.
Scene kart() {
    Scene out;
    out.meshes = {strip(-1, 1), strip(0, 3), strip(-2, 2), strip(0, 1)};
    out.nodes = {{.name = "hi", .mesh = 0},
                 {.name = "hi_too", .mesh = 1},
                 {.name = "low", .mesh = 2},
                 {.name = "axle", .mesh = 3}};
    out.nodes[0].extras.set("thaw_lod", 0);
    out.meshes[1].extras.set("thaw_lod", 0);
    out.nodes[2].extras.set("thaw_lod", 2);
    return out;
}

TEST(Levels, AreSaidByNodesOrMeshes) {
    Scene scene = kart();
    ASSERT_EQ(check(scene), "");
    EXPECT_EQ(levels_of(scene), (std::vector<u32>{0, 0, 2, no_index}));
    scene.nodes[2].extras = {};
    EXPECT_EQ(levels_of(scene), std::vector<u32>{}) << "one level is beside nothing";
    scene.nodes[2].extras.set("thaw_lod", -1);
    EXPECT_EQ(levels_of(scene), std::vector<u32>{});
}

TEST(Levels, StandBesideEachOther) {
    const Scene scene = kart();
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    const auto offsets = offsets_apart(scene, levels_of(scene), pose, {1, 0, 0});
    ASSERT_EQ(offsets.size(), 4u);
    EXPECT_EQ(offsets[0], Vec3{});
    EXPECT_EQ(offsets[1], Vec3{});
    // The first one ends at 3, the second is four wide and begins at -2; a tenth of that lies between.
    EXPECT_NEAR(offsets[2].x, 3 + 0.4 + 2, 1e-5);
    EXPECT_EQ(offsets[2].y, 0);
    EXPECT_EQ(offsets[3], Vec3{});
    pose.offsets = offsets;
    std::vector<Vec3> points;
    posed_points(scene, pose, 2, points);
    EXPECT_NEAR(points[0].x, 3.4, 1e-5);
}

}  // namespace
}  // namespace thaw::test
