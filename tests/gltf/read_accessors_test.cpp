// Numbers in every form that glTF has for them.
#include "gltf/read_support.hpp"
#include "gltf/topology.hpp"

namespace thaw::test {
namespace {

std::vector<Vec3> points_of(const MadeGltf& made) {
    const GltfFile file = read_made(made);
    return file.scene.meshes.empty() ? std::vector<Vec3>() : file.scene.meshes[0].points;
}

// The positions of a triangle from one accessor.
std::vector<Vec3> points_of(MadeGltf& made, u32 accessor) {
    made.rest = one_mesh("\"attributes\":{\"POSITION\":" + std::to_string(accessor) + "}");
    return points_of(made);
}

TEST(ReadAccessors, Floats) {
    MadeGltf made;
    const u32 accessor = made.positions(triangle_points);
    EXPECT_EQ(points_of(made, accessor), triangle);
}

TEST(ReadAccessors, EveryComponentType) {
    using Points = std::vector<Vec3>;
    {
        MadeGltf made;
        const u32 view = made.view(std::vector<i8>{-128, 0, 127, 0, 1, 2, 0, 0, 3, 4, 5, 0}, 4);
        EXPECT_EQ(points_of(made, made.accessor(view, 5120, "VEC3", 3)),
                  (Points{{-128, 0, 127}, {1, 2, 0}, {3, 4, 5}}));
    }
    {
        MadeGltf made;
        const u32 view = made.view(std::vector<u8>{255, 0, 7, 0, 1, 2, 0, 0, 3, 4, 5, 0}, 4);
        EXPECT_EQ(points_of(made, made.accessor(view, 5121, "VEC3", 3)), (Points{{255, 0, 7}, {1, 2, 0}, {3, 4, 5}}));
    }
    {
        MadeGltf made;
        const u32 view = made.view(std::vector<i16>{-32768, 0, 7, 0, 1, 2, 0, 0, 3, 4, 5, 0}, 8);
        EXPECT_EQ(points_of(made, made.accessor(view, 5122, "VEC3", 3)),
                  (Points{{-32768, 0, 7}, {1, 2, 0}, {3, 4, 5}}));
    }
    {
        MadeGltf made;
        const u32 view = made.view(std::vector<u16>{65535, 0, 7, 0, 1, 2, 0, 0, 3, 4, 5, 0}, 8);
        EXPECT_EQ(points_of(made, made.accessor(view, 5123, "VEC3", 3)), (Points{{65535, 0, 7}, {1, 2, 0}, {3, 4, 5}}));
    }
    {
        MadeGltf made;
        const u32 view = made.view(std::vector<u32>{65536, 0, 7, 1, 2, 0, 3, 4, 5});
        EXPECT_EQ(points_of(made, made.accessor(view, 5125, "VEC3", 3)), (Points{{65536, 0, 7}, {1, 2, 0}, {3, 4, 5}}));
    }
}

TEST(ReadAccessors, NormalizedIntegersAreFractions) {
    using Points = std::vector<Vec3>;
    MadeGltf bytes;
    const u32 view = bytes.view(std::vector<i8>{-128, -127, 127, 0, 0, 1, 0, 0, 64, 0, 0, 0}, 4);
    EXPECT_EQ(points_of(bytes, bytes.accessor(view, 5120, "VEC3", 3, ",\"normalized\":true")),
              (Points{{-1, -1, 1}, {0, 1 / 127.0f, 0}, {64 / 127.0f, 0, 0}}));
    MadeGltf words;
    const u32 word_view = words.view(std::vector<u16>{0, 65535, 1, 0, 0, 1, 0, 0, 2, 0, 0, 0}, 8);
    EXPECT_EQ(points_of(words, words.accessor(word_view, 5123, "VEC3", 3, ",\"normalized\":true")),
              (Points{{0, 1, 1 / 65535.0f}, {0, 1 / 65535.0f, 0}, {2 / 65535.0f, 0, 0}}));
}

TEST(ReadAccessors, Interleaved) {
    MadeGltf made;
    // Position and coordinates of each vertex side by side.
    const u32 view = made.view(std::vector<f32>{0, 0, 0, 0.25f, 0.5f, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, 20);
    made.accessor(view, 5126, "VEC3", 3);
    made.accessor(view, 5126, "VEC2", 3, ",\"byteOffset\":12");
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].points, triangle);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].uvs, (std::vector<Vec2>{{0.25f, 0.5f}, {1, 0}, {0, 1}}));
}

TEST(ReadAccessors, Sparse) {
    MadeGltf made;
    const u32 base = made.view(triangle_points);
    const u32 places = made.view(std::vector<u16>{0, 2});
    const u32 values = made.view(std::vector<f32>{5, 5, 5, 6, 6, 6});
    const std::string sparse = ",\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":" + std::to_string(places) +
                               ",\"componentType\":5123},\"values\":{\"bufferView\":" + std::to_string(values) + "}}";
    const u32 based = made.accessor(base, 5126, "VEC3", 3, sparse);
    const u32 on_zeros = made.accessor_json("{\"componentType\":5126,\"type\":\"VEC3\",\"count\":3" + sparse + "}");
    EXPECT_EQ(points_of(made, based), (std::vector<Vec3>{{5, 5, 5}, {1, 0, 0}, {6, 6, 6}}));
    EXPECT_EQ(points_of(made, on_zeros), (std::vector<Vec3>{{5, 5, 5}, {0, 0, 0}, {6, 6, 6}}));
}

TEST(ReadAccessors, SparseIndices) {
    MadeGltf made;
    made.positions(triangle_points);
    const u32 base = made.view(std::vector<u8>{0, 0, 0});
    const u32 places = made.view(std::vector<u8>{1, 2});
    const u32 values = made.view(std::vector<u8>{2, 1});
    made.accessor(base, 5121, "SCALAR", 3,
                  ",\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":" + std::to_string(places) +
                      ",\"componentType\":5121},\"values\":{\"bufferView\":" + std::to_string(values) + "}}");
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1");
    EXPECT_EQ(read_made(made).scene.meshes[0].primitives[0].indices, (Indices{0, 2, 1}));
}

TEST(ReadAccessors, IndicesOfEveryWidth) {
    for (const u32 component : {5121u, 5123u, 5125u}) {
        MadeGltf made;
        made.positions(triangle_points);
        const u32 view = component == 5121   ? made.view(std::vector<u8>{2, 1, 0})
                         : component == 5123 ? made.view(std::vector<u16>{2, 1, 0})
                                             : made.view(std::vector<u32>{2, 1, 0});
        made.accessor(view, component, "SCALAR", 3);
        made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1");
        EXPECT_EQ(read_made(made).scene.meshes[0].primitives[0].indices, (Indices{2, 1, 0}));
    }
}

TEST(ReadAccessors, WhatIsNotFiniteBecomesZeroAndIsTold) {
    const f32 nan = std::numeric_limits<f32>::quiet_NaN();
    const f32 infinity = std::numeric_limits<f32>::infinity();
    MadeGltf made;
    made.positions({nan, 1, 0, 1, -infinity, 0, 0, 1, 2});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].points, (std::vector<Vec3>{{0, 1, 0}, {1, 0, 0}, {0, 1, 2}}));
    EXPECT_EQ(codes_of(file), Codes{"GLTF_NON_FINITE"});
    EXPECT_EQ(file.issues.list()[0].path, "/accessors/0");
    EXPECT_EQ(file.issues.list()[0].found, "2 of 9");
}

TEST(Topology, StripsFansAndLoops) {
    using gltf::Mode;
    std::size_t left = 0;
    const auto plain = [&](Mode mode, Indices in) { return gltf::plain_indices(mode, std::move(in), left); };
    EXPECT_EQ(plain(Mode::strip, {0, 1, 2, 3, 4}), (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
    // A stitch: two strips in one. The triangles that use a vertex twice go, the winding goes on.
    EXPECT_EQ(plain(Mode::strip, {0, 1, 2, 2, 3, 4, 5}), (Indices{0, 1, 2, 2, 4, 3, 3, 4, 5}));
    EXPECT_EQ(plain(Mode::fan, {9, 1, 2, 3}), (Indices{1, 2, 9, 2, 3, 9}));
    EXPECT_EQ(plain(Mode::line_strip, {4, 5, 6}), (Indices{4, 5, 5, 6}));
    EXPECT_EQ(plain(Mode::line_loop, {4, 5, 6}), (Indices{4, 5, 5, 6, 6, 4}));
    EXPECT_EQ(left, 0u);
    EXPECT_EQ(plain(Mode::triangles, {0, 1, 2, 3}), (Indices{0, 1, 2}));
    EXPECT_EQ(left, 1u);
    EXPECT_EQ(plain(Mode::strip, {0, 1}), Indices());
    EXPECT_EQ(left, 2u);
    EXPECT_EQ(plain(Mode::lines, {0, 1, 2}), (Indices{0, 1}));
    EXPECT_EQ(left, 1u);
}

}  // namespace
}  // namespace thaw::test
