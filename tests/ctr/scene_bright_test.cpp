// Colours above neutral: a brighter image, and colours that a viewer can show.
#include <gtest/gtest.h>

#include <cmath>

#include "ctr/support.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/model/strength.hpp"
#include "scene/check.hpp"
#include "scene/maths.hpp"

namespace thaw::test {
namespace {

constexpr u16 grey_10 = 10 | 10 << 5 | 10 << 10;  // 82 of 255
constexpr u16 full_white = 0x7FFF;

Blob words_at_512(const std::vector<u16>& words) {
    vrm::Document document;
    document.single.image = {static_cast<u32>(12 + 2 * words.size()), 512, 0, static_cast<u16>(words.size()), 1, {}};
    std::vector<u8> pixels;
    for (const u16 word : words) {
        pixels.push_back(static_cast<u8>(word));
        pixels.push_back(static_cast<u8>(word >> 8));
    }
    document.single.image.pixels = Blob::take(std::move(pixels));
    return write({&vrm::format, {}, std::make_unique<vrm::Document>(document)})->parts[0].bytes;
}

// Triangles on one image, each of one colour.
Model lit_triangles(const std::vector<u16>& texels, const std::vector<u8>& colours) {
    ctr::MeshPlan mesh;
    mesh.name = "lit_hi";
    for (std::size_t i = 0; i < colours.size(); ++i) {
        for (u32 c = 0; c < 3; ++c) {
            const u32 flags = (c == 0 ? 1u << 31 : 0u) | 1u << 28 | 87u << 16;
            mesh.commands.push_back({flags | static_cast<u32>(i) << 9 | 1});
        }
        mesh.colours.push_back({colours[i], colours[i], colours[i], 0});
    }
    mesh.commands.push_back({ctr::terminator});
    mesh.textures = {ctr::TextureLayout{0, 0, 0, static_cast<u8>(texels.size() - 1), 0, 8 | 2 << 7, 0, 0, 0, 0}};
    std::vector<std::array<u8, 3>> points;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        points.insert(points.end(), {{0, 0, 0}, {50, 100, 0}, {100, 0, 0}});
    }
    mesh.frame = ctr::FramePlan{{0, 0, 0}, ctr::raw_data(points)};
    ctr::FilePlan plan;
    plan.models = {{"lit", -1, {mesh}}};
    Bundle bundle = ctr::lay_out(plan);
    bundle.parts.push_back({"vrm", "lit.vrm", words_at_512(texels)});
    return std::move(read(ctr::format, std::move(bundle)).value());
}

struct LitScene {
    Scene scene;
    std::string off;  // by how much it is, as it is said
};

LitScene lit_scene(const Model& model) {
    Issues issues;
    auto scene = to_scene(model, {}, issues);
    EXPECT_EQ(check(*scene), "");
    LitScene out{std::move(*scene), {}};
    for (const Issue& issue : issues.list()) {
        if (std::string_view(issue.kind->code) == "CTR_BRIGHTNESS") out.off = issue.found;
    }
    return out;
}

// What a viewer shows of the first texel on primitive p, multiplying stored values.
double shown(const Scene& scene, std::size_t p) {
    const Primitive& primitive = scene.meshes[0].primitives[p];
    const Image& image = scene.images[scene.materials[primitive.material].image];
    EXPECT_LE(primitive.colors[0].x, 1);
    return image.pixels[0] * static_cast<double>(linear_to_srgb(primitive.colors[0].x));
}

TEST(CtrBright, NeutralAndDarkerLeaveTheImageAsItIs) {
    const auto [scene, off] = lit_scene(lit_triangles({grey_10}, {128, 64, 0}));
    ASSERT_EQ(scene.materials.size(), 1u);
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(scene.images[0].pixels[0], 82);
    EXPECT_EQ(scene.materials[0].extras.find("thaw_strength"), nullptr);
    EXPECT_EQ(scene.meshes[0].primitives[0].colors[0].x, 1);
    EXPECT_EQ(off, "");
}

TEST(CtrBright, EachFaceHasTheStrengthItNeeds) {
    const auto [scene, off] = lit_scene(lit_triangles({grey_10}, {128, 129, 160, 161, 255}));
    ASSERT_EQ(scene.materials.size(), 4u) << "128; 160 twice; 192; 255";
    EXPECT_EQ(scene.images.size(), 4u);
    EXPECT_NEAR(shown(scene, 0), 82, 0.01);
    EXPECT_NEAR(shown(scene, 1), 82 * 129 / 128.0, 1);
    EXPECT_NEAR(shown(scene, 2), 82 * 161 / 128.0, 1);
    EXPECT_NEAR(shown(scene, 3), 82 * 255 / 128.0, 1);
    EXPECT_EQ(off, "") << "no texel has to be brighter than white";
}

// White at 129 should be white, and is white times 129 / 160 with the strength of its level: another errs less.
TEST(CtrBright, WhatErrsTakesTheStrengthThatErrsLeastAndSaysByHowMuch) {
    const auto lone = lit_scene(lit_triangles({full_white}, {160}));
    EXPECT_EQ(lone.off, "") << "its colour is full, and so is the image";
    const auto two = lit_scene(lit_triangles({full_white}, {129, 160}));
    EXPECT_EQ(two.off, "");
    EXPECT_NEAR(shown(two.scene, 0), 255, 1) << "for white alone neutral would do";
    const auto mixed = lit_scene(lit_triangles({grey_10, full_white}, {200, 224}));
    ASSERT_NE(mixed.off, "");
    const double off = std::stod(mixed.off);
    EXPECT_GT(off, 1);
    EXPECT_LT(off, 255 * (1 - 200 / 224.0)) << "less than with the strength of the level";
}

TEST(CtrBright, StrengthsRoundTripEveryTexel) {
    for (const u16 strength : ctr::strengths) {
        for (u32 five = 0; five < 32; ++five) {
            const u8 t = static_cast<u8>(five << 3 | five >> 2);
            const u8 brighter = ctr::stronger(t, strength);
            if (t * strength >= 255 * 128) continue;  // white is as bright as an image can be
            EXPECT_EQ((ctr::weaker(brighter, strength) * 31u + 127u) / 255u, five) << strength;
        }
    }
}

TEST(CtrBright, AnImageThatSomebodyChoseIsShownAsItIs) {
    Model model = lit_triangles({grey_10}, {255});
    model.bundle.parts.push_back({"texture:0", "mine.png", Blob::take({1, 2, 3})});
    const auto [scene, off] = lit_scene(model);
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(scene.materials[0].extras.find("thaw_strength"), nullptr);
    EXPECT_EQ(scene.meshes[0].primitives[0].colors[0].x, 1);
}

}  // namespace
}  // namespace thaw::test
