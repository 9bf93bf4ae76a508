// What is written is read back by another reader, number for number; the files stay for the Khronos validator.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <thaw/gltf.hpp>

#include "gltf/read_back.hpp"
#include "gltf/scenes.hpp"
#include "scene/check.hpp"
#include "scene/frames.hpp"
#include "support/short_sink.hpp"

namespace thaw::test {
namespace {

std::string glb_of(const Scene& scene, const GltfOptions& options = {}) {
    StringSink sink;
    const Status status = write_glb(scene, options, sink);
    EXPECT_TRUE(status.ok());
    return sink.text;
}

void keep(const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories(THAW_GLTF_OUT);
    std::ofstream(std::string(THAW_GLTF_OUT) + "/" + name, std::ios::binary) << bytes;
}

TEST(Gltf, ScenesOfTheTestsAreSound) {
    EXPECT_EQ(check(flapping_quad()), "");
    EXPECT_EQ(check(bending_strip()), "");
    EXPECT_EQ(check(lone_marker()), "");
}

TEST(Gltf, FramesBecomeTargets) {
    const Scene scene = flapping_quad();
    const std::string glb = glb_of(scene);
    keep("quad.glb", glb);
    const ReadBack back(glb);
    const Mesh& mesh = scene.meshes[0];
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        const auto base = back.attribute(0, p, "POSITION");
        ASSERT_EQ(base.size(), mesh.primitives[p].points.size() * 3);
        ASSERT_EQ(back.target_count(0, p), 4u);
        for (u32 f = 1; f < 5; ++f) {
            std::vector<Vec3> points(4);
            decode_frame(*mesh.frames, f, points);
            const auto offsets = back.target(0, p, f - 1, "POSITION");
            for (std::size_t c = 0; c < mesh.primitives[p].points.size(); ++c) {
                const Vec3 expected = points[mesh.primitives[p].points[c]];
                EXPECT_NEAR(base[3 * c] + offsets[3 * c], expected.x, 1e-7);
                EXPECT_NEAR(base[3 * c + 1] + offsets[3 * c + 1], expected.y, 1e-7);
                EXPECT_NEAR(base[3 * c + 2] + offsets[3 * c + 2], expected.z, 1e-7);
            }
        }
    }
    EXPECT_EQ(back.attribute(0, 0, "_SOURCE_VERTEX"), (std::vector<double>{0, 1, 2, 1}));
    EXPECT_EQ(back.attribute(0, 0, "TEXCOORD_0"), (std::vector<double>{0, 1, 1, 1, 1, 0, 0.5, 1}));
    EXPECT_EQ(back.indices(0, 0), (std::vector<double>{0, 1, 2, 0, 3, 2}));
}

TEST(Gltf, AFrameClipIsOneWeightAtATimeAndCloses) {
    const ReadBack back(glb_of(flapping_quad()));
    EXPECT_EQ(back.key_times(0, 0), (std::vector<double>{0, 0.1f, 0.2f, 0.3f, 0.4f}));
    EXPECT_EQ(back.key_values(0, 0), (std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0}));
}

TEST(Gltf, SkinsTargetsVariantsAndClips) {
    const Scene scene = bending_strip();
    const std::string glb = glb_of(scene);
    keep("strip.glb", glb);
    const ReadBack back(glb);
    EXPECT_EQ(back.attribute(0, 0, "JOINTS_0"), (std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(back.attribute(0, 0, "JOINTS_1"), (std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0}));
    EXPECT_EQ(back.attribute(0, 0, "WEIGHTS_1")[8], 0.2f);
    EXPECT_EQ(back.target(0, 0, 0, "POSITION"), (std::vector<double>{0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(back.attribute(0, 0, "COLOR_0")[11], 0.5);
    EXPECT_EQ(back.key_values(0, 0), (std::vector<double>{0, 0, 0, 1, 0, 0, 1, 0}));
    EXPECT_EQ(back.inverse_binds(0)[16 + 13], -1);
}

TEST(Gltf, ASceneWithoutAnyNumbersHasNoBinary) {
    const std::string glb = glb_of(lone_marker());
    keep("marker.glb", glb);
    EXPECT_EQ(glb.find("BIN"), std::string::npos);
}

TEST(Gltf, SourceIsKeptInside) {
    GltfSource source{.format = "ddd", .variant = "x", .options = "{\"raw\":true}"};
    source.parts.push_back({"ddd", "rat.ddd", Blob::copy_of(std::array<u8, 5>{1, 2, 3, 4, 5})});
    const std::string glb = glb_of(flapping_quad(), {.source = &source});
    keep("with_source.glb", glb);
    EXPECT_NE(glb.find("\"role\":\"ddd\""), std::string::npos);
    EXPECT_NE(glb.find(std::string("\1\2\3\4\5", 5)), std::string::npos);
    EXPECT_EQ(glb.find(std::string(16, '\0'), glb.size() - 32), std::string::npos) << "the stamp was not filled in";
}

TEST(Gltf, CompactFilesAreValid) {
    for (const auto normals : {SceneOptions::Normals::base, SceneOptions::Normals::morph}) {
        const std::string number = std::to_string(static_cast<int>(normals));
        keep("compact_quad_" + number + ".glb", glb_of(flapping_quad(), {.normals = normals, .compact = true}));
        keep("compact_strip_" + number + ".glb", glb_of(bending_strip(), {.normals = normals, .compact = true}));
    }
}

TEST(Gltf, JsonAndBinaryBesideIt) {
    StringSink json;
    StringSink bin;
    ASSERT_TRUE(write_gltf(flapping_quad(), {}, "quad.bin", json, bin).ok());
    keep("quad.gltf", json.text);
    keep("quad.bin", bin.text);
    EXPECT_NE(json.text.find("\"uri\":\"quad.bin\""), std::string::npos);
}

// The second quad is lit and flat.
TEST(Gltf, NormalsOfEveryFrameOnRequest) {
    const std::string glb = glb_of(flapping_quad(), {.normals = SceneOptions::Normals::morph});
    keep("morph_normals.glb", glb);
    const ReadBack back(glb);
    EXPECT_EQ(back.target(0, 1, 0, "NORMAL").size(), 9u);
}

TEST(Gltf, TheSameSceneGivesTheSameBytes) { EXPECT_EQ(glb_of(flapping_quad()), glb_of(flapping_quad())); }

TEST(Gltf, NormalsAreLeftOutOnRequest) {
    const std::string none = glb_of(flapping_quad(), {.normals = SceneOptions::Normals::none});
    EXPECT_EQ(none.find("NORMAL"), std::string::npos);
    const ReadBack base(glb_of(flapping_quad()));
    EXPECT_EQ(base.target(0, 1, 0, "NORMAL").size(), 0u);
    EXPECT_EQ(base.attribute(0, 1, "NORMAL").size(), 9u);
}

// For viewers that show unlit surfaces white; to whoever reads it, they are unlit all the same.
TEST(Gltf, LitMaterialsAreOrdinaryOnesOnTheOutside) {
    Scene scene = flapping_quad();
    scene.materials[0].unlit = true;
    scene.materials[1].unlit = false;
    for (const bool lit : {false, true}) {
        const std::string glb = glb_of(scene, {.lit = lit});
        EXPECT_EQ(glb.find("KHR_materials_unlit") == std::string::npos, lit);
        const Bytes bytes(static_cast<const u8*>(static_cast<const void*>(glb.data())), glb.size());
        const auto file = read_gltf(Blob::copy_of(bytes));
        ASSERT_TRUE(file.ok());
        EXPECT_TRUE(file->scene.materials[0].unlit);
        EXPECT_FALSE(file->scene.materials[1].unlit);
        EXPECT_EQ(file->scene.materials[0].extras.find("thaw_unlit"), nullptr);
    }
}

TEST(Gltf, MoreThanAllowedIsAnError) {
    StringSink sink;
    const Status status = write_glb(flapping_quad(), {.largest_bytes = 1000}, sink);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::unrepresentable);
    EXPECT_TRUE(sink.text.empty());
}

TEST(Gltf, ARefusingOutputStopsTheWriter) {
    ShortSink sink(4000);
    const Status status = write_glb(flapping_quad(), {}, sink);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::io);
}

}  // namespace
}  // namespace thaw::test
