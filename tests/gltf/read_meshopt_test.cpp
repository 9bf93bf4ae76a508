// EXT_meshopt_compression: what the reference packs, Thaw reads.
#include <meshoptimizer.h>

#include "gltf/read_support.hpp"
#include "media/meshopt.hpp"

namespace thaw::test {
namespace {

// A view of packed bytes. The buffer it would be unpacked to has none, as writers do.
u32 packed_view(MadeGltf& made, std::vector<u8> packed, std::size_t bytes, u64 stride, u64 count,
                const std::string& mode, const std::string& filter = {}) {
    const u32 at = made.view(packed);
    const std::string plain = made.view_text(at);
    // The same place, spoken of by the extension.
    std::string inner = plain.substr(0, plain.size() - 1) + ",\"byteStride\":" + std::to_string(stride) +
                        ",\"count\":" + std::to_string(count) + ",\"mode\":\"" + mode + "\"" +
                        (filter.empty() ? "" : ",\"filter\":\"" + filter + "\"") + "}";
    return made.view_json("{\"buffer\":1,\"byteLength\":" + std::to_string(bytes) +
                          (mode == "ATTRIBUTES" ? ",\"byteStride\":" + std::to_string(stride) : "") +
                          ",\"extensions\":{\"EXT_meshopt_compression\":" + inner + "}}");
}

template <class T>
std::vector<u8> pack_vertices(const std::vector<T>& values, std::size_t count, std::size_t stride) {
    std::vector<u8> out(meshopt_encodeVertexBufferBound(count, stride));
    out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), values.data(), count, stride));
    return out;
}

// Three vertices and a triangle, both packed.
MadeGltf packed_triangle() {
    MadeGltf made;
    const u32 points = packed_view(made, pack_vertices(triangle_points, 3, 12), 36, 12, 3, "ATTRIBUTES");
    made.accessor(points, 5126, "VEC3", 3);
    const std::vector<u32> indices{0, 1, 2};
    std::vector<u8> out(meshopt_encodeIndexBufferBound(3, 3));
    out.resize(meshopt_encodeIndexBuffer(out.data(), out.size(), indices.data(), 3));
    made.accessor(packed_view(made, out, 6, 2, 3, "TRIANGLES"), 5123, "SCALAR", 3);
    made.more_buffers = ",{\"byteLength\":1000,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}}";
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1") +
                ",\"extensionsRequired\":[\"EXT_meshopt_compression\"]";
    return made;
}

TEST(ReadMeshopt, AttributesAndTriangles) {
    const GltfFile file = read_made(packed_triangle(), {.meshopt = media::decode_meshopt});
    EXPECT_EQ(file.scene.meshes[0].points, triangle);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].indices, (Indices{0, 1, 2}));
}

TEST(ReadMeshopt, WithoutTheDecoderItIsRefused) {
    const auto read = read_gltf(packed_triangle().glb());
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, Code::unsupported);
    MadeGltf optional = packed_triangle();
    optional.rest = optional.rest.substr(0, optional.rest.rfind(",\"extensionsRequired"));
    const auto without = read_gltf(optional.glb());
    ASSERT_FALSE(without.ok());
    EXPECT_EQ(without.error().code, Code::unsupported);
    EXPECT_EQ(without.error().path, "/bufferViews/1/extensions/EXT_meshopt_compression");
}

TEST(ReadMeshopt, IndexSequences) {
    MadeGltf made;
    made.positions(triangle_points);
    const std::vector<u32> indices{2, 0, 1};
    std::vector<u8> out(meshopt_encodeIndexSequenceBound(3, 3));
    out.resize(meshopt_encodeIndexSequence(out.data(), out.size(), indices.data(), 3));
    made.accessor(packed_view(made, out, 12, 4, 3, "INDICES"), 5125, "SCALAR", 3);
    made.more_buffers = ",{\"byteLength\":12}";
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1");
    const GltfFile file = read_made(made, {.meshopt = media::decode_meshopt});
    EXPECT_EQ(file.scene.meshes[0].primitives[0].indices, (Indices{2, 0, 1}));
}

TEST(ReadMeshopt, Filters) {
    MadeGltf made;
    made.positions(triangle_points);
    const std::vector<f32> normals{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};  // and a fourth number each
    std::vector<i8> oct(12);
    meshopt_encodeFilterOct(oct.data(), 3, 4, 8, normals.data());
    const u32 view = packed_view(made, pack_vertices(oct, 3, 4), 12, 4, 3, "ATTRIBUTES", "OCTAHEDRAL");
    // Four bytes each, of which the normal has three.
    made.accessor(view, 5120, "VEC3", 3, ",\"normalized\":true");
    std::vector<u32> exponents(9);
    meshopt_encodeFilterExp(exponents.data(), 3, 12, 15, triangle_points.data());
    const u32 points = packed_view(made, pack_vertices(exponents, 3, 12), 36, 12, 3, "ATTRIBUTES", "EXPONENTIAL");
    made.accessor(points, 5126, "VEC3", 3);
    made.more_buffers = ",{\"byteLength\":12}";
    made.rest = one_mesh("\"attributes\":{\"POSITION\":2,\"NORMAL\":1}");
    const GltfFile file = read_made(made, {.meshopt = media::decode_meshopt});
    const Mesh& mesh = file.scene.meshes[0];
    ASSERT_EQ(mesh.normals.size(), 3u);
    EXPECT_NEAR(mesh.normals[0].x, 1, 0.02);
    EXPECT_NEAR(mesh.normals[1].y, 1, 0.02);
    EXPECT_NEAR(mesh.normals[2].z, 1, 0.02);
    EXPECT_NEAR(mesh.points[1].x, 1, 1e-3);
}

TEST(ReadMeshopt, DamagedBytesAreRefused) {
    const Blob glb = packed_triangle().glb();
    for (std::size_t n = glb.size() - 60; n < glb.size(); ++n) {
        std::vector<u8> changed(glb.bytes().begin(), glb.bytes().end());
        changed[n] ^= 0xFF;
        const auto read = read_gltf(Blob::take(changed), {}, {.meshopt = media::decode_meshopt});
        EXPECT_EQ(read ? check(read->scene) : "", "");
    }
    MadeGltf made;
    made.accessor(packed_view(made, {0xA0, 1, 2, 3}, 36, 12, 3, "ATTRIBUTES"), 5126, "VEC3", 3);
    made.more_buffers = ",{\"byteLength\":36}";
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0}");
    const auto read = read_gltf(made.glb(), {}, {.meshopt = media::decode_meshopt});
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, Code::bad_value);
    EXPECT_EQ(read.error().path, "/bufferViews/1/extensions/EXT_meshopt_compression");
}

}  // namespace
}  // namespace thaw::test
