// What GltfOptions::compact writes: smaller, and the same to whoever reads it.
#include "gltf/read_support.hpp"
#include "gltf/scenes.hpp"
#include "gltf/weights.hpp"
#include "scene/frame_offsets.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/targets.hpp"

namespace thaw::test {
namespace {

// Where the mesh's points are in the scene, in a shape or at rest.
std::vector<Vec3> placed(const Scene& scene, u32 shape) {
    const Node& node =
        *std::find_if(scene.nodes.begin(), scene.nodes.end(), [](const Node& one) { return one.mesh != no_index; });
    const Mesh& mesh = scene.meshes[node.mesh];
    std::vector<Vec3> out = mesh.points;
    if (shape > 0 && mesh.frames) decode_frame(*mesh.frames, shape, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (shape > 0 && !mesh.frames) out[i] = out[i] + offset_of(mesh, mesh.targets[shape - 1], i);
        out[i] = transformed(matrix_of(node.local), out[i]);
    }
    return out;
}

void expect_same_shapes(const Scene& scene, const Scene& read, u32 shapes) {
    for (u32 shape = 0; shape < shapes; ++shape) {
        const std::vector<Vec3> before = placed(scene, shape), after = placed(read, shape);
        ASSERT_EQ(before.size(), after.size());
        for (std::size_t i = 0; i < before.size(); ++i) EXPECT_LT(length(before[i] - after[i]), 2e-6f) << shape;
    }
}

Codes losses_of(const Scene& scene) {
    Issues issues;
    report_gltf_losses(scene, {.compact = true}, issues);
    Codes out;
    for (const Issue& issue : issues.list()) out.push_back(std::string(issue.kind->code) + ": " + issue.found);
    return out;
}

u32 frames_of(const Scene& scene) { return scene.meshes[0].frames->count; }

TEST(Compact, ShapesComeBack) {
    Scene scene = flapping_quad();
    scene.meshes[0].frames->transform.offset = {0.5, -2, 7};
    for (std::size_t i = 0; i < scene.meshes[0].points.size(); ++i) {
        decode_frame(*scene.meshes[0].frames, 0, std::span(scene.meshes[0].points));
    }
    EXPECT_EQ(losses_of(scene), Codes{});
    for (const auto normals : {SceneOptions::Normals::base, SceneOptions::Normals::morph}) {
        const GltfFile file = read_again(scene, {.normals = normals, .compact = true});
        expect_same_shapes(scene, file.scene, frames_of(scene));
        EXPECT_TRUE(file.scene.meshes[0].normals.empty()) << "they are those of the triangles";
        EXPECT_EQ(file.scene.meshes[0].primitives[1].flat, read_again(scene).scene.meshes[0].primitives[1].flat);
        EXPECT_EQ(file.scene.clips.at(0).channels.size(), scene.clips.at(0).channels.size());
    }
}

// Viewers turn normals as the node's scale wants it.
TEST(Compact, NormalsAreRightWhereAxesHaveStepsOfTheirOwn) {
    Scene scene = flapping_quad();
    Mesh& mesh = scene.meshes[0];
    mesh.frames->transform.rows = {{{0.1, 0, 0}, {0, 0, 0.4}, {0, -0.3, 0}}};
    // A slope at rest: the third number of the later corners.
    VertexFrames& frames = *mesh.frames;
    frames.offset = frames.stride;
    frames.count -= 1;
    frames.names.pop_back();
    for (Clip& clip : scene.clips) {
        for (Channel& channel : clip.channels) {
            for (u32& frame : channel.frames) frame = std::min(frame, frames.count - 1);
        }
    }
    decode_frame(frames, 0, std::span(mesh.points));
    ASSERT_EQ(losses_of(scene), Codes{});
    const GltfFile file = read_again(scene, {.compact = true});
    expect_same_shapes(scene, file.scene, frames.count);
    EXPECT_TRUE(file.scene.meshes[0].normals.empty()) << "they are those of the triangles, before the node scales them";
}

TEST(Compact, IsSmaller) {
    StringSink large, small;
    ASSERT_TRUE(write_glb(flapping_quad(), {}, large));
    ASSERT_TRUE(write_glb(flapping_quad(), {.compact = true}, small));
    EXPECT_LT(small.text.size(), large.text.size());
    EXPECT_NE(small.text.find("\"extensionsRequired\":[\"KHR_mesh_quantization\"]"), std::string::npos);
    EXPECT_EQ(large.text.find("KHR_mesh_quantization"), std::string::npos);
}

// The node that carries the steps must carry nothing else.
TEST(Compact, OtherwiseShapesKeepTheirFloats) {
    Scene parent = flapping_quad(), moved = flapping_quad(), turned = flapping_quad(), twice = flapping_quad();
    u32 node = 0;
    while (parent.nodes[node].mesh == no_index) ++node;
    parent.nodes.push_back({.name = "child", .parent = node});
    moved.clips[0].channels.push_back(
        {.node = node, .path = Path::translation, .values = std::vector<f32>(3 * moved.clips[0].timelines[0].size())});
    turned.meshes[0].frames->transform.rows[0] = {0.1, 0.1, 0};
    decode_frame(*turned.meshes[0].frames, 0, std::span(turned.meshes[0].points));
    twice.nodes.push_back({.name = "again", .mesh = 0});
    for (const Scene& scene : {parent, moved, turned, twice}) {
        const std::string shapes = std::to_string(frames_of(scene) - 1);
        EXPECT_EQ(losses_of(scene), Codes{"GLTF_WIDE: " + shapes + " of " + shapes + " shapes"});
        const GltfFile file = read_again(scene, {.compact = true});
        expect_same_shapes(scene, file.scene, frames_of(scene));
    }
}

// Three frames of 16 bits: the second is within reach of 16 bits, the third is not.
TEST(Compact, AMoveOf17BitsIsAFloat) {
    Scene scene = flapping_quad();
    Mesh& mesh = scene.meshes[0];
    std::vector<u8> bytes;
    for (const i16 x : {i16{-30000}, i16{100}, i16{30000}}) {
        for (std::size_t p = 0; p < mesh.points.size(); ++p) {
            for (const i16 number : {x, static_cast<i16>(p), static_cast<i16>(-300 * static_cast<int>(p)), i16{0}}) {
                bytes.push_back(static_cast<u8>(number));
                bytes.push_back(static_cast<u8>(number >> 8));
            }
        }
    }
    VertexFrames& frames = *mesh.frames;
    frames.layout = short_points;
    frames.stride = 8 * mesh.points.size();
    frames.bytes = Blob::take(std::move(bytes));
    frames.count = 3;
    frames.names.clear();
    frames.transform.rows = {{{-0.001, 0, 0}, {0, 0.001, 0}, {0, 0, 0.001}}};  // X is turned round
    decode_frame(frames, 0, std::span(mesh.points));
    scene.clips.clear();
    EXPECT_EQ(losses_of(scene), Codes{"GLTF_WIDE: 1 of 2 shapes"});
    const GltfFile file = read_again(scene, {.compact = true});
    const std::vector<Vec3> before = placed(scene, 2), after = placed(file.scene, 2);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_LT(length(before[i] - after[i]), 1e-5f);
    expect_same_shapes(scene, file.scene, 1);
}

TEST(Compact, WeightsAddUp) {
    const Influences exact{2, {0, 1, 0, 1}, {0.8f, 0.2f, 1, 0}};
    EXPECT_EQ(gltf::whole_weights(exact, 0xFF), (std::vector<u16>{204, 51, 255, 0}));
    const Influences odd{3, {0, 1, 2}, {0.3334f, 0.3333f, 0.3333f}};
    EXPECT_EQ(gltf::whole_weights(odd, 0xFF), std::nullopt) << "an edit may be as small as that";
    const auto words = gltf::whole_weights(odd, 0xFFFF);
    ASSERT_TRUE(words.has_value());
    EXPECT_EQ((*words)[0] + (*words)[1] + (*words)[2], 0xFFFF);
    const Influences slight{2, {0, 1}, {0.999995f, 0.000005f}};
    EXPECT_EQ(gltf::whole_weights(slight, 0xFFFF), std::nullopt) << "a joint that pulls has a weight";
}

TEST(Compact, WeightsComeBack) {
    const Scene scene = bending_strip();
    const GltfFile file = read_again(scene, {.compact = true});
    EXPECT_EQ(codes_of(file), codes_of(read_again(scene)));
    const Influences &before = scene.meshes[0].influences, &after = file.scene.meshes[0].influences;
    ASSERT_EQ(before.weights.size(), after.weights.size());
    for (std::size_t i = 0; i < before.weights.size(); ++i) EXPECT_NEAR(before.weights[i], after.weights[i], 1e-4);
}

}  // namespace
}  // namespace thaw::test
