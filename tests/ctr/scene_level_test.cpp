// Where a level has its models.
#include <gtest/gtest.h>

#include <cmath>
#include <thaw/pose.hpp>

#include "ctr/support.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "scene/check.hpp"

namespace thaw::test {
namespace {

ctr::ModelPlan box_model(const char* name) {
    ctr::MeshPlan mesh;
    mesh.name = name;
    for (u32 i = 0; i < 3; ++i) mesh.commands.push_back({(i == 0 ? 1u << 31 : 0u) | 1u << 28 | 87u << 16});
    mesh.commands.push_back({ctr::terminator});
    mesh.colours = {{255, 255, 255, 0}};
    mesh.frame = ctr::FramePlan{{0, 0, 0}, ctr::raw_data({{0, 0, 0}, {64, 0, 0}, {0, 64, 128}})};
    return {name, -1, {mesh}};
}

ctr::Instance placed_at(u32 model, std::array<i16, 3> position, std::array<i16, 3> rotation = {}) {
    ctr::Instance out;
    out.name = {'n'};
    out.model = model;
    out.scale = {4096, 4096, 4096, 0};
    out.flags = 1;
    out.position = position;
    out.rotation = rotation;
    return out;
}

Scene level_scene(std::vector<ctr::Instance> instances) {
    ctr::FilePlan plan;
    plan.kind = ctr::Kind::level;
    plan.models = {box_model("one"), box_model("two")};
    plan.instances = std::move(instances);
    const auto model = read(ctr::format, ctr::lay_out(plan));
    Issues issues;
    auto scene = to_scene(*model, {}, issues);
    EXPECT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    return std::move(*scene);
}

// The third point of each mesh that is shown, in metres.
std::vector<Vec3> third_points(const Scene& scene) {
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    std::vector<Vec3> out, points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        posed_points(scene, pose, n, points);
        out.push_back(points[2]);
    }
    return out;
}

void expect_at(Vec3 found, double x, double y, double z) {
    EXPECT_NEAR(found.x, x, 1e-4);
    EXPECT_NEAR(found.y, y, 1e-4);
    EXPECT_NEAR(found.z, z, 1e-4);
}

TEST(CtrLevelScene, ModelsStandWhereTheirInstancesAre) {
    const auto points =
        third_points(level_scene({placed_at(0, {640, 0, -64}), placed_at(1, {0, 64, 0}), placed_at(0, {})}));
    ASSERT_EQ(points.size(), 3u);
    expect_at(points[0], 10, 1, 1);  // the raw point is 0, 64, 128 in X, Z, Y
    expect_at(points[1], 0, 1, 2);   // one, once more
    expect_at(points[2], 0, 2, 2);   // two
}

// Y after X after Z: a quarter turn each.
TEST(CtrLevelScene, AreTurnedAsTheGameTurnsThem) {
    const Vec3 about_y = third_points(level_scene({placed_at(0, {}, {0, 1024, 0})}))[0];
    expect_at(about_y, 2, 1, 0);
    const Vec3 about_x = third_points(level_scene({placed_at(0, {}, {1024, 0, 0})}))[0];
    expect_at(about_x, 0, -2, 1);
    const Vec3 x_then_y = third_points(level_scene({placed_at(0, {}, {1024, 1024, 0})}))[0];
    expect_at(x_then_y, 1, -2, 0);
    const Vec3 z_then_y = third_points(level_scene({placed_at(0, {}, {0, 1024, 1024})}))[0];
    expect_at(z_then_y, 2, 0, 1);
}

TEST(CtrLevelScene, AreScaledFourTimesIfAFlagSaysSo) {
    ctr::Instance big = placed_at(0, {});
    big.scale = {4096, 8192, 4096, 0};
    expect_at(third_points(level_scene({big}))[0], 0, 2, 2);
    big.flags |= 0x08000000;
    expect_at(third_points(level_scene({big}))[0], 0, 8, 8);
}

TEST(CtrLevelScene, AModelThatIsNowhereStandsBesideTheOthers) {
    const auto points = third_points(level_scene({placed_at(1, {640, 0, 0})}));
    ASSERT_EQ(points.size(), 2u);
    EXPECT_GT(points[0].x, 10) << "one has no instance";
    ctr::Instance nothing = placed_at(0, {64, 0, 0});
    nothing.scale = {0, 4096, 4096, 0};
    EXPECT_GT(third_points(level_scene({nothing, placed_at(1, {640, 0, 0})}))[0].x, 10)
        << "an instance without size is none";
}

}  // namespace
}  // namespace thaw::test
