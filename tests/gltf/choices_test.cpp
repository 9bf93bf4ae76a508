// Where the writer chooses between two forms: one test for each rule, with what is just on either side of it.
#include "base/endian.hpp"
#include "gltf/read_support.hpp"
#include "gltf/scenes.hpp"
#include "gltf/weights.hpp"
#include "scene/frames.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

enum Component { i8_numbers = 5120, u8_numbers, i16_numbers, u16_numbers, u32_numbers = 5125, f32_numbers };

json::Value json_of(const Scene& scene, const GltfOptions& options) {
    StringSink sink;
    EXPECT_TRUE(write_glb(scene, options, sink).ok());
    const u32 bytes = load<u32>(static_cast<const u8*>(static_cast<const void*>(sink.text.data())) + 12, Order::little);
    return parse_json(std::string_view(sink.text).substr(20, bytes));
}

json::Value primitive_of(const json::Value& root) { return list_at(list_at(root, "meshes").at(0), "primitives").at(0); }

int component_of(const json::Value& root, const json::Value& accessor) {
    const json::Value& found = list_at(root, "accessors").at(static_cast<std::size_t>(number(accessor)));
    return static_cast<int>(number(*found.find("componentType")));
}

// Two frames of 16 bits, of which the second moves one point from `from` to `to` along X.
Scene moving(i16 from, i16 to) {
    Scene scene = flapping_quad();
    Mesh& mesh = scene.meshes[0];
    std::vector<u8> bytes(2 * 8 * mesh.points.size());
    store(bytes.data(), from, Order::little);
    store(bytes.data() + bytes.size() / 2, to, Order::little);
    VertexFrames& frames = *mesh.frames;
    frames.layout = short_points;
    frames.stride = 8 * mesh.points.size();
    frames.bytes = Blob::take(std::move(bytes));
    frames.offset = 0;
    frames.count = 2;
    frames.names.clear();
    frames.transform.rows = {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}};
    decode_frame(frames, 0, std::span(mesh.points));
    scene.clips.clear();
    return scene;
}

int component_of_move(i16 from, i16 to, bool compact = true) {
    const json::Value root = json_of(moving(from, to), {.compact = compact});
    const json::Value primitive = primitive_of(root);
    return component_of(root, *list_at(primitive, "targets").at(0).find("POSITION"));
}

TEST(Choices, AMoveTakesTheFewestBitsThatHoldIt) {
    EXPECT_EQ(component_of_move(0, 127), i8_numbers);
    EXPECT_EQ(component_of_move(0, 128), i16_numbers);
    EXPECT_EQ(component_of_move(0, -128), i8_numbers);
    EXPECT_EQ(component_of_move(0, -129), i16_numbers);
    EXPECT_EQ(component_of_move(-1, 32766), i16_numbers);
    EXPECT_EQ(component_of_move(-1, 32767), f32_numbers);
    EXPECT_EQ(component_of_move(1, -32767), i16_numbers);
    EXPECT_EQ(component_of_move(1, -32768), f32_numbers);
    EXPECT_EQ(component_of_move(0, 1, false), f32_numbers);
}

// So many points in a row; three of them are a triangle.
int component_of_indices(u32 points) {
    Scene scene;
    Mesh mesh;
    for (u32 i = 0; i < points; ++i) mesh.points.push_back({static_cast<f32>(i), static_cast<f32>(i % 2), 0});
    Primitive primitive;
    for (u32 i = 0; i < points; ++i) primitive.points.push_back(i);
    for (u32 i = 0; i + 2 < points; ++i) primitive.indices.insert(primitive.indices.end(), {i, i + 1, i + 2});
    mesh.primitives = {std::move(primitive)};
    scene.meshes = {std::move(mesh)};
    scene.nodes = {{.mesh = 0}};
    const json::Value root = json_of(scene, {});
    return component_of(root, *primitive_of(root).find("indices"));
}

// The greatest number of 16 bits stands for no vertex: it would end a strip.
TEST(Choices, IndicesHave16BitsUpTo65535Vertices) {
    EXPECT_EQ(component_of_indices(0xFFFF), u16_numbers);
    EXPECT_EQ(component_of_indices(0x10000), u32_numbers);
}

TEST(Choices, WeightsTakeTheFewestBitsThatAreNearEnough) {
    const auto bits_of = [](f32 light) {
        const Influences both{2, {0, 1}, {1 - light, light}};
        return gltf::whole_weights(both, 0xFF) ? 8 : gltf::whole_weights(both, 0xFFFF) ? 16 : 32;
    };
    EXPECT_EQ(bits_of(0.2f), 8);
    EXPECT_EQ(bits_of(0.2f + 0.4e-4f), 8);
    EXPECT_EQ(bits_of(0.2f + 0.6e-4f), 16);
    EXPECT_EQ(bits_of(0.9f / 0xFFFF), 16);
    EXPECT_EQ(bits_of(0.4f / 0xFFFF), 32) << "nothing would be left of it";
    EXPECT_EQ(bits_of(0), 8);
}

TEST(Choices, WeightsAreFloatsUnlessFilesAreCompact) {
    const Scene strip = bending_strip(), quad = flapping_quad();
    for (const bool compact : {false, true}) {
        const json::Value root = json_of(strip, {.compact = compact});
        const json::Value primitive = primitive_of(root);
        const int of_joints = component_of(root, *primitive.find("attributes")->find("WEIGHTS_0"));
        EXPECT_EQ(of_joints == f32_numbers, !compact) << of_joints;
        const json::Value moving = json_of(quad, {.compact = compact});
        const json::Value& sampler = list_at(list_at(moving, "animations").at(0), "samplers").at(0);
        EXPECT_EQ(component_of(moving, *sampler.find("output")), compact ? u8_numbers : f32_numbers);
    }
}

// However many: all graphics cards of today have room for 2,048, though WebGL promises only 256.
TEST(Choices, ShapesOfALongClipStayInOneMesh) {
    for (const u32 count : {255u, 256u, 257u, 300u}) {
        Scene scene = flapping_quad();
        VertexFrames& frames = *scene.meshes[0].frames;
        std::vector<u8> bytes(count * frames.stride + frames.offset);
        frames.bytes = Blob::take(std::move(bytes));
        frames.count = count;
        frames.names.clear();
        decode_frame(frames, 0, std::span(scene.meshes[0].points));
        scene.clips.clear();
        const json::Value root = json_of(scene, {});
        EXPECT_EQ(list_at(root, "meshes").size(), 1u);
        EXPECT_EQ(list_at(primitive_of(root), "targets").size(), count - 1);
    }
}

std::size_t saved_bytes = 0;

Result<std::vector<u8>> pack_by_saved_bytes(const MeshoptView&, Bytes plain) {
    return std::vector<u8>(plain.size() - std::min(saved_bytes, plain.size()));
}

TEST(Choices, AViewIsPackedIfThatSavesMoreThanItCosts) {
    Scene scene = flapping_quad();
    scene.meshes[0].primitives[0].points.resize(400, 1);
    scene.meshes[0].primitives[0].uvs.resize(400);
    const auto is_packed = [&](std::size_t saved) {
        saved_bytes = saved;
        return json_of(scene, {.meshopt = pack_by_saved_bytes}).find("extensionsRequired") != nullptr;
    };
    EXPECT_FALSE(is_packed(200));
    EXPECT_TRUE(is_packed(201));
}

}  // namespace
}  // namespace thaw::test
