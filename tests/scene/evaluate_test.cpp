// Scenes at a moment of a clip, against numbers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <thaw/pose.hpp>

#include "scene/check.hpp"
#include "scene/maths.hpp"

namespace thaw::test {
namespace {

constexpr f32 half_root = std::numbers::sqrt2_v<f32> / 2;  // sine and cosine of 45 degrees

void expect_near(Vec3 found, Vec3 wanted) {
    EXPECT_NEAR(found.x, wanted.x, 1e-6);
    EXPECT_NEAR(found.y, wanted.y, 1e-6);
    EXPECT_NEAR(found.z, wanted.z, 1e-6);
}

Mesh triangle() {
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    Primitive primitive;
    primitive.points = {0, 1, 2};
    primitive.indices = {0, 1, 2};
    mesh.primitives.push_back(primitive);
    return mesh;
}

Vec3 point_at(const Scene& scene, double seconds, u32 node, std::size_t point) {
    EXPECT_EQ(check(scene), "");
    Pose pose;
    evaluate(scene, scene.clips.empty() ? nullptr : &scene.clips[0], seconds, pose);
    std::vector<Vec3> points;
    posed_points(scene, pose, node, points);
    return points.at(point);
}

// A parent that doubles everything, and a child at (0, 3, 0) that a clip moves.
Scene moved(Path path, Interpolation interpolation, std::vector<f32> values) {
    Scene scene;
    scene.meshes = {triangle()};
    scene.nodes = {Node{.local = {.scale = {2, 2, 2}}},
                   Node{.parent = 0, .local = {.translation = {0, 3, 0}}, .mesh = 0}};
    Clip clip;
    clip.timelines = {{1, 3}};
    clip.channels = {{.node = 1, .path = path, .interpolation = interpolation, .values = std::move(values)}};
    scene.clips = {clip};
    return scene;
}

TEST(Evaluate, AtRestNodesPlaceTheirMeshes) {
    Scene scene = moved(Path::translation, Interpolation::linear, {0, 0, 0, 4, 0, 0});
    scene.clips.clear();
    expect_near(point_at(scene, 2, 1, 1), {2, 6, 0});
}

TEST(Evaluate, ChannelsStandStillOutsideTheirKeysAndMixOrJumpBetween) {
    const Scene linear = moved(Path::translation, Interpolation::linear, {0, 0, 0, 4, 0, 0});
    const Scene step = moved(Path::translation, Interpolation::step, {0, 0, 0, 4, 0, 0});
    expect_near(point_at(linear, 0, 1, 0), {0, 0, 0});
    expect_near(point_at(linear, 2, 1, 0), {4, 0, 0});
    expect_near(point_at(linear, 9, 1, 0), {8, 0, 0});
    expect_near(point_at(step, 2.999, 1, 0), {0, 0, 0});
    expect_near(point_at(step, 3, 1, 0), {8, 0, 0});
}

TEST(Evaluate, RotationsTakeTheShortWay) {
    // From none to a quarter turn about Z, written as the far one of the two equal quaternions.
    const Scene scene = moved(Path::rotation, Interpolation::linear, {0, 0, 0, 1, 0, 0, -half_root, -half_root});
    expect_near(point_at(scene, 2, 1, 1), {2 * half_root, 6 + 2 * half_root, 0});
    expect_near(point_at(scene, 3, 1, 1), {0, 8, 0});
}

// Between its keys the game turns half about Y and then half about X, which is no half of the turn there.
TEST(Evaluate, TheGamesWayIsTakenWhereItIsAskedFor) {
    Scene scene = moved(Path::rotation, Interpolation::linear, {0, 0, 0, 1, 0.5f, 0.5f, -0.5f, 0.5f});
    scene.clips[0].channels[0].turns = {{1, 3, {}, {90, 90, 0}}};
    ASSERT_EQ(check(scene), "");
    const auto tip = [&](double seconds, Between between) {
        Pose pose;
        evaluate(scene, &scene.clips[0], seconds, pose, between);
        std::vector<Vec3> points;
        posed_points(scene, pose, 1, points);
        return points.at(2);  // one up from the joint, at 0 6 0, which doubles
    };
    for (const double at : {1.0, 3.0}) expect_near(tip(at, Between::game), tip(at, Between::keys));
    // About X by 45 degrees: from up to the front; then about Y by 45: to the left.
    expect_near(tip(2, Between::game), {1, 6 + 2 * half_root, 1});
    EXPECT_GT(length(tip(2, Between::keys) - tip(2, Between::game)), 0.1f);
}

TEST(Evaluate, TurnsHaveToBeInOrderAndOfRotations) {
    Scene scene = moved(Path::rotation, Interpolation::linear, {0, 0, 0, 1, 0, 0, 0, 1});
    auto& turns = scene.clips[0].channels[0].turns;
    turns = {{1, 2, {}, {90, 0, 0}}, {2, 3, {}, {90, 0, 0}}};
    EXPECT_EQ(check(scene), "");
    std::swap(turns[0], turns[1]);
    EXPECT_NE(check(scene), "");
    turns = {{2, 2, {}, {}}};
    EXPECT_NE(check(scene), "");
    Scene places = moved(Path::translation, Interpolation::linear, {0, 0, 0, 0, 0, 0});
    places.clips[0].channels[0].turns = {{1, 3, {}, {}}};
    EXPECT_NE(check(places), "");
}

TEST(Evaluate, TargetsAddUpByTheirWeights) {
    Scene scene = moved(Path::weights, Interpolation::linear, {0, 0, 1, 0.5f});
    scene.meshes[0].targets = {{"a", {2}, {{0, 2, 0}}}, {"b", {1, 2}, {{1, 0, 0}, {0, 0, 4}}}};
    expect_near(point_at(scene, 3, 1, 2), {0, 12, 4});
    expect_near(point_at(scene, 2, 1, 2), {0, 10, 2});
    expect_near(point_at(scene, 2, 1, 1), {2.5f, 6, 0});
}

TEST(Evaluate, TargetsInTheirFilesBytesMoveTheSame) {
    Scene scene = moved(Path::weights, Interpolation::linear, {0, 0, 1, 0.5f});
    const std::vector<f32> numbers{0, 0, 4, 9, 1, 0, 0, 9, 0, 2, 0};
    std::vector<u8> bytes(numbers.size() * 4);
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    const Blob blob = Blob::take(std::move(bytes));
    Mesh& mesh = scene.meshes[0];
    mesh.targets = {{.name = "a", .stored = {{}, {blob.slice(32), 12}}},
                    {.name = "b", .stored = {{blob, 16}, {blob, 16}}}};
    mesh.places.assign(mesh.points.size(), {0, 2});
    mesh.places[1] = {0, 1};
    mesh.places[2] = {1, 0};
    EXPECT_EQ(check(scene), "");
    expect_near(point_at(scene, 3, 1, 2), {0, 12, 4});
    expect_near(point_at(scene, 2, 1, 2), {0, 10, 2});
    expect_near(point_at(scene, 2, 1, 1), {2.5f, 6, 0});
}

TEST(Evaluate, FramesAreShownOrMixed) {
    Scene scene = moved(Path::translation, Interpolation::linear, {});
    Channel& channel = scene.clips[0].channels[0];
    channel.path = Path::frame;
    channel.frames = {0, 1};
    const std::vector<f32> numbers{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0, 0, 0, 1, 0};
    std::vector<u8> bytes(numbers.size() * 4);
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    scene.meshes[0].frames = VertexFrames{.bytes = Blob::take(std::move(bytes)), .stride = 36, .count = 2};
    expect_near(point_at(scene, 1, 1, 0), {0, 6, 0});
    expect_near(point_at(scene, 2, 1, 0), {0, 6, 5});
    expect_near(point_at(scene, 3, 1, 0), {0, 6, 10});
}

TEST(Evaluate, SkinnedPointsFollowTheirJointsAlone) {
    Scene scene;
    scene.meshes = {triangle()};
    scene.meshes[0].influences = {2, {0, 0, 0, 1, 1, 0}, {1, 0, 0.75f, 0.25f, 1, 0}};
    scene.nodes = {Node{.mesh = 0, .skin = 0}, Node{}, Node{.local = {.translation = {0, 0, 8}}}};
    Mat4 back;
    back.m[14] = -4;
    scene.skins = {{"skin", {1, 2}, {Mat4{}, back}}};
    expect_near(point_at(scene, 0, 0, 0), {0, 0, 0});
    expect_near(point_at(scene, 0, 0, 1), {1, 0, 1});
    expect_near(point_at(scene, 0, 0, 2), {0, 1, 4});
}

}  // namespace
}  // namespace thaw::test
