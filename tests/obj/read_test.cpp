// Meshes of editors, read.
#include <gtest/gtest.h>

#include "obj/read.hpp"
#include "scene/check.hpp"
#include "scene/maths.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

Scene sound(Result<Scene> scene) {
    EXPECT_TRUE(scene.ok()) << scene.error().message;
    if (!scene) return {};
    EXPECT_EQ(check(*scene), "");
    return std::move(*scene);
}
Scene read_obj(std::string_view text) { return sound(obj::read_obj(blob_of(text).bytes())); }
Scene read_ply(std::string_view text) { return sound(obj::read_ply(blob_of(text).bytes())); }

f32 shown(f32 linear) { return linear_to_srgb(linear); }

constexpr std::string_view triangle_text = "v 0 0 0 1 0 0\nv 2 0 0 0 0.5 0\nv 0 3 0 0 0 1\nf 1 2 3\n";

TEST(ObjRead, PlacesColoursAndTurns) {
    const Scene scene = read_obj(triangle_text);
    ASSERT_EQ(scene.meshes.size(), 1u);
    const Mesh& mesh = scene.meshes[0];
    EXPECT_EQ(mesh.points, (std::vector<Vec3>{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}}));
    ASSERT_EQ(mesh.primitives.size(), 1u);
    EXPECT_EQ(mesh.primitives[0].indices, (std::vector<u32>{0, 1, 2}));
    EXPECT_EQ(mesh.primitives[0].colors[0], (Vec4{1, 0, 0, 1}));
    EXPECT_NEAR(shown(mesh.primitives[0].colors[1].y), 0.5f, 1e-4f);
}

TEST(ObjRead, ColoursMayBeBytes) {
    const Scene scene = read_obj("v 0 0 0 255 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 51\nf 1 2 3\n");
    const auto& colors = scene.meshes[0].primitives[0].colors;
    EXPECT_EQ(colors[0].x, 1);
    EXPECT_NEAR(shown(colors[1].y), 1 / 255.0f, 1e-4f) << "one of 255, since another has 255";
    EXPECT_NEAR(shown(colors[2].z), 0.2f, 1e-4f);
}

TEST(ObjRead, FacesOfManyCornersAreFansAndNumbersMayCountBackwards) {
    const Scene scene = read_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4/ -3// -2//9 4\n");
    EXPECT_EQ(scene.meshes[0].primitives[0].indices, (std::vector<u32>{0, 1, 2, 0, 2, 3}));
    EXPECT_TRUE(scene.meshes[0].primitives[0].colors.empty());
}

TEST(ObjRead, ObjectsAreNodesAndMaterialsArePrimitives) {
    const Scene scene = read_obj(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0.25\no kart_hi\nusemtl a\nf 1/1 2/2 3/1\nusemtl b\n"
        "f 1 2 4\nusemtl a\nf 2/2 3/1 4/1\no kart_low\nf 2 3 4\n");
    ASSERT_EQ(scene.nodes.size(), 2u);
    EXPECT_EQ(scene.nodes[0].name, "kart_hi");
    EXPECT_EQ(scene.nodes[1].name, "kart_low");
    ASSERT_EQ(scene.meshes[0].primitives.size(), 2u) << "a is gone on with";
    ASSERT_EQ(scene.materials.size(), 2u);
    EXPECT_EQ(scene.meshes[1].points.size(), 3u) << "only its own";
    for (const Primitive& primitive : scene.meshes[0].primitives) {
        if (scene.materials[primitive.material].name != "a") continue;
        EXPECT_EQ(primitive.uvs[1], (Vec2{1, 0.75f})) << "from the upper left";
    }
}

TEST(ObjRead, ErrorsSayTheLine) {
    const auto error = [](std::string_view text) { return obj::read_obj(blob_of(text).bytes()).error(); };
    EXPECT_EQ(error("v 0 0 0\nf 1 1 2\n").code, Code::bad_index);
    EXPECT_EQ(error("v 0 0 0\nf 1 1 2\n").path, "line 2");
    EXPECT_EQ(error("v 0 0 0\nf 1 1 2\n").offset, 8u);
    EXPECT_EQ(error("v 0 0 0\nf 1 1 0\n").code, Code::bad_index);
    EXPECT_EQ(error("v 0 0 1e30\n").code, Code::bad_value);
    EXPECT_EQ(error("v 0 0 nan\n").code, Code::bad_value);
    EXPECT_EQ(error("v 0 0 0\nf 1 1\n").code, Code::truncated);
    EXPECT_EQ(error("# nothing\n").code, Code::unsupported);
}

TEST(ObjRead, IsKnownByALineWithAVertex) {
    const auto is = [](std::string_view text) { return obj::is_obj(blob_of(text).bytes()); };
    EXPECT_TRUE(is(triangle_text));
    EXPECT_TRUE(is("# x\no y\nv 1 2 3\nf"));
    EXPECT_FALSE(is("v 1 2\n"));
    EXPECT_FALSE(is("v one two three\n"));
    EXPECT_FALSE(is(std::string_view("v 1 2 3\n\0\n", 10)));
    EXPECT_FALSE(is("a text about v\n"));
}

constexpr std::string_view head =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";

TEST(PlyRead, TextWithColours) {
    const Scene scene = read_ply(std::string(head) +
                                 "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                                 "property uchar alpha\nelement face 1\nproperty list uchar int vertex_indices\n"
                                 "end_header\n0 0 0 255 0 0 255\n1 0 0 0 51 0 255\n0 1 0 0 0 0 255\n3 0 1 2\n");
    const Primitive& primitive = scene.meshes[0].primitives[0];
    EXPECT_EQ(primitive.colors[0], (Vec4{1, 0, 0, 1}));
    EXPECT_NEAR(shown(primitive.colors[1].y), 0.2f, 1e-4f);
    EXPECT_EQ(primitive.indices, (std::vector<u32>{0, 1, 2}));
}

TEST(PlyRead, OtherElementsAndListsArePassedOver) {
    const Scene scene = read_ply(std::string(head) +
                                 "element edge 2\nproperty int a\nproperty list uchar float b\nelement face 1\n"
                                 "property list uchar float texcoord\nproperty list int int vertex_index\nend_header\n"
                                 "0 0 0\n1 0 0\n0 1 0\n7 2 0.5 0.5\n8 0\n2 0 0\n3 2 1 0\n");
    EXPECT_EQ(scene.meshes[0].points.size(), 3u);
    EXPECT_EQ(scene.meshes[0].points[0], (Vec3{0, 1, 0})) << "in the order of the corners";
}

TEST(PlyRead, WhatIsWrongIsSaid) {
    const auto code = [](const std::string& text) { return obj::read_ply(blob_of(text).bytes()).error().code; };
    const std::string faces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
    EXPECT_EQ(code(std::string(head) + faces + points + "3 0 1 3\n"), Code::bad_index);
    EXPECT_EQ(code(std::string(head) + faces + points + "3 0 1 -1\n"), Code::bad_index);
    EXPECT_EQ(code(std::string(head) + faces + points + "3 0 1\n"), Code::truncated);
    EXPECT_EQ(code(std::string(head) + faces + points + "-3 0 1\n"), Code::truncated);
    EXPECT_EQ(code(std::string(head) + faces + "0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n"), Code::bad_value);
    EXPECT_EQ(code("ply\nelement vertex 0\nend_header\n"), Code::bad_value) << "no format";
    EXPECT_EQ(code("ply\nformat ascii 1.0\nelement vertex 4\nend_header\n1 2 3 4\n"), Code::truncated)
        << "rows of nothing could be any number";
    EXPECT_EQ(code("ply\nformat ascii 1.0\nproperty float x\nend_header\n"), Code::bad_value);
}

// Faces before vertices name corners that are not there yet.
TEST(PlyRead, FacesComeAfterTheirVertices) {
    const auto read =
        obj::read_ply(blob_of("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int "
                              "vertex_indices\nelement vertex 1\nproperty float x\nend_header\n3 0 0 0\n0\n")
                          .bytes());
    EXPECT_EQ(read.error().code, Code::bad_index);
}

}  // namespace
}  // namespace thaw::test
