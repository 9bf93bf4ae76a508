// EXT_meshopt_compression: what Thaw packs is what it would have written, and comes back the same.
#include "base/endian.hpp"
#include "gltf/read_support.hpp"
#include "gltf/scenes.hpp"
#include "media/meshopt.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/targets.hpp"

namespace thaw::test {
namespace {

constexpr u32 side = 16;

// Waves that run over a square. The last frame is the third again; along one line each point has two corners.
Scene waving_square() {
    Scene scene = flapping_quad();
    Mesh mesh{.name = "square"};
    VertexFrames frames{.layout = short_points, .stride = 8 * side * side, .count = 5};
    std::vector<u8> bytes;
    for (const u32 phase : {0u, 3u, 6u, 9u, 6u}) {
        for (u32 p = 0; p < side * side; ++p) {
            const u32 x = p % side, y = p / side;
            for (const u32 number : {10 * x, 10 * y, 40 * ((x + y + phase) % 11) + 7 * p % 5, 0u}) {
                bytes.push_back(static_cast<u8>(number));
                bytes.push_back(static_cast<u8>(number >> 8));
            }
        }
    }
    frames.bytes = Blob::take(std::move(bytes));
    frames.transform.rows = {{{-0.01, 0, 0}, {0, 0.02, 0}, {0, 0, 0.01}}};
    mesh.frames = std::move(frames);
    mesh.points.resize(side * side);
    decode_frame(*mesh.frames, 0, mesh.points);
    Primitive primitive{.material = 0};
    for (u32 y = 0; y + 1 < side; ++y) {
        for (u32 x = 0; x + 1 < side; ++x) {
            const auto first = static_cast<u32>(primitive.points.size());
            for (const u32 p : {y * side + x, y * side + x + 1, (y + 1) * side + x}) {
                primitive.points.push_back(p);
                primitive.uvs.push_back({static_cast<f32>(x) / side, static_cast<f32>(p % 3)});
            }
            primitive.indices.insert(primitive.indices.end(), {first + 2, first, first + 1});
        }
    }
    mesh.primitives = {primitive};
    scene.meshes = {mesh};
    return scene;
}

GltfOptions packing(const GltfSource* source = nullptr) {
    return {.compact = true, .meshopt = media::encode_meshopt, .source = source};
}

Blob blob_of(const std::string& text) {
    return Blob::copy_of(Bytes(static_cast<const u8*>(static_cast<const void*>(text.data())), text.size()));
}

std::string glb_of(const Scene& scene, const GltfOptions& options) {
    StringSink sink;
    EXPECT_TRUE(write_glb(scene, options, sink).ok());
    return sink.text;
}

GltfFile read_packed(const std::string& glb) {
    auto file = read_gltf(blob_of(glb), {}, {.meshopt = media::decode_meshopt});
    EXPECT_TRUE(file.ok()) << to_string(file.error());
    if (!file) return {};
    EXPECT_EQ(check(file->scene), "");
    return std::move(*file);
}

// Each corner of each triangle in turn: where it is at rest and in each shape, and its place in the image.
std::vector<std::vector<f32>> corners_of(const GltfFile& file) {
    std::vector<std::vector<f32>> out;
    const Mesh& mesh = file.scene.meshes.at(0);
    for (const Primitive& primitive : mesh.primitives) {
        for (const u32 corner : primitive.indices) {
            const u32 point = primitive.points[corner];
            std::vector<f32> numbers{static_cast<f32>(file.source_points.at(0).at(point))};
            const auto add = [&](Vec3 v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); };
            add(mesh.points[point]);
            for (const MorphTarget& target : mesh.targets) add(offset_of(mesh, target, point));
            if (!primitive.uvs.empty())
                numbers.insert(numbers.end(), {primitive.uvs[corner].x, primitive.uvs[corner].y});
            out.push_back(std::move(numbers));
        }
    }
    return out;
}

TEST(WriteMeshopt, EveryNumberComesBack) {
    for (const Scene& scene : {waving_square(), flapping_quad(), bending_strip()}) {
        for (const bool compact : {false, true}) {
            GltfOptions options = packing();
            options.compact = compact;
            const GltfFile packed = read_packed(glb_of(scene, options));
            const GltfFile plain = read_again(scene, {.compact = compact});
            EXPECT_EQ(corners_of(packed), corners_of(plain));
            EXPECT_EQ(codes_of(packed), codes_of(plain));
            EXPECT_EQ(packed.scene.nodes.at(0).local.scale, plain.scene.nodes.at(0).local.scale);
            EXPECT_EQ(packed.scene.clips.size(), plain.scene.clips.size());
        }
    }
}

TEST(WriteMeshopt, IsSmallerAndSaysHowItIsPacked) {
    const std::string packed = glb_of(waving_square(), packing());
    EXPECT_LT(packed.size(), glb_of(waving_square(), {.compact = true}).size() / 2);
    EXPECT_NE(packed.find(R"("extensionsRequired":["KHR_mesh_quantization","EXT_meshopt_compression"])"),
              std::string::npos);
    EXPECT_NE(packed.find(R"("extensions":{"EXT_meshopt_compression":{"fallback":true}}})"), std::string::npos);
    EXPECT_EQ(packed, glb_of(waving_square(), packing())) << "the same scene gives the same bytes";
}

// Where the JSON would grow by more than is saved, nothing is packed, and no reader has to know of it.
TEST(WriteMeshopt, LittleStaysAsItIs) {
    const std::string packed = glb_of(flapping_quad(), packing());
    EXPECT_EQ(packed.find("EXT_meshopt_compression"), std::string::npos);
}

std::size_t count_of(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
    return count;
}

TEST(WriteMeshopt, ShapesThatAreAlikeAreThereOnce) {
    const std::string what = "\"type\":\"VEC3\"";
    EXPECT_EQ(count_of(glb_of(waving_square(), packing()), what) + 1,
              count_of(glb_of(waving_square(), {.compact = true}), what));
}

TEST(WriteMeshopt, UnchangedItGivesBackItsFiles) {
    const GltfSource source{.format = "x", .parts = {{"a", "b", blob_of("12345")}}};
    std::string glb = glb_of(waving_square(), packing(&source));
    const GltfFile file = read_packed(glb);
    EXPECT_TRUE(is_unchanged(file));
    ASSERT_TRUE(source_of(file).ok());
    EXPECT_EQ(source_of(file)->parts.at(0).name, "b");
    const std::size_t binary = 20 + load<u32>(blob_of(glb).data() + 12, Order::little) + 8;
    glb[binary + 40] = static_cast<char>(glb[binary + 40] ^ 4);
    const auto changed = read_gltf(blob_of(glb), {}, {.meshopt = media::decode_meshopt});
    EXPECT_FALSE(changed.ok() && is_unchanged(*changed));
}

TEST(WriteMeshopt, TheTwoFilesOfAGltf) {
    const GltfSource source{.format = "x", .parts = {{"a", "b", blob_of("12345")}}};
    StringSink json;
    StringSink bin;
    ASSERT_TRUE(write_gltf(waving_square(), packing(&source), "s.bin", json, bin).ok());
    Bundle companions;
    companions.parts.push_back({"", "s.bin", blob_of(bin.text)});
    const auto file = read_gltf(blob_of(json.text), companions, {.meshopt = media::decode_meshopt});
    ASSERT_TRUE(file.ok()) << to_string(file.error());
    EXPECT_TRUE(is_unchanged(*file));
}

TEST(WriteMeshopt, WithoutThePackerThereIsAnError) {
    GltfOptions options = packing();
    options.meshopt = [](const MeshoptView&, Bytes) -> Result<std::vector<u8>> {
        return Error{Code::unsupported, "no such library"};
    };
    StringSink sink;
    const Status status = write_glb(waving_square(), options, sink);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "no such library");
    EXPECT_EQ(sink.text, "");
}

}  // namespace
}  // namespace thaw::test
