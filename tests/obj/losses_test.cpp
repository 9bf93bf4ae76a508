// What an OBJ leaves out is said, and nothing else is.
#include <gtest/gtest.h>
#include <thaw/obj.hpp>

#include <string>

#include "scene/check.hpp"

namespace thaw::test {
namespace {

// Empty if nothing is said.
std::string losses(const Scene& scene) {
    EXPECT_EQ(check(scene), "");
    Issues issues;
    report_obj_losses(scene, issues);
    if (issues.empty()) return {};
    EXPECT_EQ(issues.list().size(), 1u);
    EXPECT_EQ(issues.list()[0].kind->code, "OBJ_NOT_KEPT");
    return issues.list()[0].found;
}

Scene triangle() {
    Scene scene;
    scene.meshes = {{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .primitives = {{.material = 0, .points = {0, 1, 2}, .indices = {0, 1, 2}}}}};
    scene.nodes = {{.name = "thing", .mesh = 0}};
    scene.images = {{.name = "skin", .width = 1, .height = 1, .pixels = Blob::take({1, 2, 3, 4})}};
    scene.materials = {{.name = "skin", .image = 0}};
    return scene;
}

TEST(ObjLosses, NothingIsSaidWhereNothingIsLost) {
    EXPECT_EQ(losses({}), "");
    Scene scene = triangle();
    EXPECT_EQ(losses(scene), "");
    // All of this is in the two files.
    scene.materials[0].alpha = AlphaMode::blend;
    scene.materials[0].base_color = {1, 0, 0, 0.5f};
    scene.meshes[0].primitives[0].uvs = {{0, 0}, {1, 0}, {0, 1}};
    scene.meshes[0].primitives[0].colors = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
    scene.variants = {"only"};
    scene.meshes[0].primitives[0].variants = {0};
    EXPECT_EQ(losses(scene), "");
    // A node that holds others together shows in where they are.
    scene.nodes = {{.name = "root", .local = {.translation = {1, 2, 3}}}, {.name = "thing", .parent = 0, .mesh = 0}};
    EXPECT_EQ(losses(scene), "");
    // A mask needs an image that has holes.
    scene.materials[0] = {.name = "plain", .alpha = AlphaMode::mask, .environment = true};
    EXPECT_EQ(losses(scene), "");
}

TEST(ObjLosses, MotionAndWhatMoves) {
    Scene scene = triangle();
    scene.nodes.push_back({.name = "hip"});
    scene.nodes.push_back({.name = "knee", .parent = 1});
    scene.nodes.push_back({.name = "hand", .parent = 2});
    scene.skins = {{.name = "bones", .joints = {1, 2}, .inverse_binds = std::vector<Mat4>(2)}};
    scene.meshes[0].influences = {1, {0, 0, 1}, {1, 1, 1}};
    scene.nodes[0].skin = 0;
    EXPECT_EQ(losses(scene), "2 bones, 1 attachment");
    scene.clips = {{.name = "walk",
                    .timelines = {{0, 1}},
                    .channels = {{.node = 1, .path = Path::translation, .values = {0, 0, 0, 1, 1, 1}}}}};
    EXPECT_EQ(losses(scene), "1 clip, 2 bones, 1 attachment");
}

TEST(ObjLosses, Shapes) {
    Scene scene = triangle();
    scene.meshes[0].targets = {{.name = "smile", .points = {0}, .offsets = {{0, 0, 1}}},
                               {.name = "frown", .points = {1}, .offsets = {{0, 0, 1}}}};
    EXPECT_EQ(losses(scene), "2 morph shapes");
    scene.meshes[0].targets.clear();
    VertexFrames frames{.bytes = Blob::take(std::vector<u8>(36 * 3)), .stride = 36, .count = 3};
    scene.meshes[0].points = std::vector<Vec3>(3);
    scene.meshes[0].frames = frames;
    EXPECT_EQ(losses(scene), "2 morph shapes");
    scene.meshes[0].frames->count = 1;  // a still
    EXPECT_EQ(losses(scene), "");
}

TEST(ObjLosses, Materials) {
    Scene scene = triangle();
    scene.materials = {{.name = "a", .alpha = AlphaMode::blend, .blend = BlendMode::additive},
                       {.name = "b", .alpha = AlphaMode::blend, .blend = BlendMode::modulate},
                       {.name = "c", .image = 0, .alpha = AlphaMode::mask},
                       {.name = "d", .image = 0, .alpha = AlphaMode::mask},
                       {.name = "e", .image = 0, .environment = true}};
    EXPECT_EQ(losses(scene),
              "1 additive material, 1 modulating material, 2 masked materials, 1 sphere-mapped material");
    scene = triangle();
    scene.variants = {"red", "blue", "green"};
    scene.meshes[0].primitives[0].variants = {0, 0, 0};
    EXPECT_EQ(losses(scene), "2 further skins");
}

TEST(ObjLosses, VertexColours) {
    Scene scene = triangle();
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.colors = {{1, 0, 0, 1}, {0, 1, 0, 0.5f}, {0, 0, 1, 1}};
    EXPECT_EQ(losses(scene), "transparent vertex colours");
    primitive.colors[1].w = 1;
    // The same triangle again from behind, with another colour at one of its points.
    primitive.points = {0, 1, 2, 0, 2, 1};
    primitive.indices = {0, 1, 2, 3, 4, 5};
    primitive.colors.insert(primitive.colors.end(), {{1, 0, 0, 1}, {0, 0, 1, 1}, {0, 1, 0, 1}});
    EXPECT_EQ(losses(scene), "");
    primitive.colors[3] = {1, 1, 0, 1};
    EXPECT_EQ(losses(scene), "several vertex colours at one point");
}

}  // namespace
}  // namespace thaw::test
