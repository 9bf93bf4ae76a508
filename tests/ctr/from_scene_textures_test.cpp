// Images of scenes as textures in the video memory.
#include <algorithm>
#include <cmath>

#include "ctr/from_scene_support.hpp"
#include "ctr/made_scenes.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"

namespace thaw::test {
namespace {

const ctr::TextureLayout& first_layout(const BuiltModel& model) { return file_of(model.model).layouts[0].value; }

TEST(CtrFromScene, PalettesAreAsSmallAsTheColoursAllow) {
    const auto depth_with = [](u32 colours) {
        Scene scene = square_scene();
        put_image(scene, painted(32, 32, [&](u32 x, u32 y) {
                      const u32 k = (x + 32 * y) % colours;
                      return std::array<u32, 4>{k % 32 * 255 / 31, k / 32 * 255 / 31, 255, 255};
                  }));
        const BuiltModel back = built(scene);
        EXPECT_TRUE(back.ok());
        const Scene shown = back_of(back);
        const Image& image = shown.images.at(0);
        for (u32 i = 0; i < 32 * 32; ++i) {
            EXPECT_EQ(image.pixels[4 * i] >> 3, i % colours % 32) << i;
            EXPECT_EQ(image.pixels[4 * i + 1] >> 3, i % colours / 32) << i;
        }
        return first_layout(back).depth();
    };
    EXPECT_EQ(depth_with(16), 0u);
    EXPECT_EQ(depth_with(17), 1u);
    EXPECT_EQ(depth_with(256), 1u);
    EXPECT_EQ(depth_with(257), 2u);
}

TEST(CtrFromScene, BlackIsNoHoleAndHolesAre) {
    const auto texels_with = [](AlphaMode alpha, BlendMode blend) {
        Scene scene = square_scene();
        constexpr std::array<std::array<u32, 4>, 4> colours{
            {{0, 0, 0, 255}, {255, 0, 0, 0}, {0, 255, 0, 128}, {0, 0, 255, 255}}};
        put_image(scene, painted(4, 1, [&](u32 x, u32) { return colours[x]; }), alpha);
        scene.materials[0].blend = blend;
        return built(scene);
    };
    const auto pixel = [](const Scene& scene, u32 x) {
        const u8* p = scene.images[0].pixels.data() + 4 * x;
        return std::array<int, 4>{p[0], p[1], p[2], p[3]};
    };
    using Pixel = std::array<int, 4>;
    const BuiltModel opaque = texels_with(AlphaMode::opaque, BlendMode::normal);
    EXPECT_EQ(first_layout(opaque).blend(), 3u);
    Scene shown = back_of(opaque);
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::opaque);
    EXPECT_EQ(pixel(shown, 0), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(shown, 1), (Pixel{255, 0, 0, 255}));
    shown = back_of(texels_with(AlphaMode::mask, BlendMode::normal));
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::mask);
    EXPECT_EQ(pixel(shown, 0), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(shown, 1)[3], 0);
    EXPECT_EQ(pixel(shown, 2), (Pixel{0, 255, 0, 255}));
    const BuiltModel blended = texels_with(AlphaMode::blend, BlendMode::normal);
    EXPECT_EQ(first_layout(blended).blend(), 0u);
    shown = back_of(blended);
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(pixel(shown, 0), (Pixel{8, 8, 8, 255})) << "black itself would be a hole";
    EXPECT_EQ(pixel(shown, 1)[3], 0);
    EXPECT_EQ(pixel(shown, 2), (Pixel{0, 255, 0, 128}));
    EXPECT_EQ(pixel(shown, 3), (Pixel{0, 0, 255, 255}));
    const BuiltModel glowing = texels_with(AlphaMode::blend, BlendMode::additive);
    EXPECT_EQ(first_layout(glowing).blend(), 1u);
    EXPECT_EQ(back_of(glowing).materials[0].blend, BlendMode::additive);
}

TEST(CtrFromScene, UntexturedFacesMayBeHalfTransparent) {
    Scene scene = torus_scene();
    scene.materials.push_back({.name = "glass", .base_color = {1, 0, 0, 0.4f}, .alpha = AlphaMode::blend});
    scene.meshes[0].primitives[0].material = 0;
    const Scene shown = back_of(built(scene));
    EXPECT_EQ(shown.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(shown.meshes[0].primitives[0].colors[0], (Vec4{1, 0, 0, 1}));
}

TEST(CtrFromScene, OnlyWhatIsUsedOfAnImageTakesMemory) {
    Scene scene = square_scene();
    scene.meshes[0].primitives[0].uvs = {{0.5f, 0.75f}, {0.75f, 0.75f}, {0.75f, 0.5f}, {0.5f, 0.5f}};
    put_image(scene, painted(512, 512, [](u32 x, u32 y) { return std::array<u32, 4>{x / 2, y / 2, 0, 255}; }));
    const BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok()) << to_string(back.error);
    const Scene shown = back_of(back);
    EXPECT_NEAR(shown.images[0].width, 128, 1);
    EXPECT_NE(back.find("BUILD_UVS"), nullptr);
}

TEST(CtrFromScene, RepetitionsAreBroughtToTheImage) {
    Scene scene = square_scene();
    for (Vec2& uv : scene.meshes[0].primitives[0].uvs) uv = {uv.x + 3, uv.y - 2};
    put_image(scene, painted(16, 16, [](u32 x, u32 y) { return std::array<u32, 4>{x * 16, y * 16, 0, 255}; }));
    BuiltModel back = built(scene);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back_of(back).images[0].width, 16u);
    EXPECT_EQ(back.found("BUILD_UVS").find("outside"), std::string::npos);
    for (Vec2& uv : scene.meshes[0].primitives[0].uvs) uv = {uv.x * 4, uv.y};
    back = built(scene);
    ASSERT_TRUE(back.ok());
    EXPECT_NE(back.found("BUILD_UVS").find("3 outside the image"), std::string::npos) << back.found("BUILD_UVS");
}

TEST(CtrFromScene, AnimatedTexturesMoveWithTheirImage) {
    Model model = fixture_named("anim_textured");
    const Scene scene = scene_of(model);
    const BuiltModel back = built(through_glb(scene).scene);
    ASSERT_TRUE(back.ok());
    const auto& before = file_of(model).anim_textures[0].value.entries;
    ASSERT_EQ(file_of(back.model).anim_textures.size(), 1u);
    const auto& after = file_of(back.model).anim_textures[0].value.entries;
    // No triangle uses the texture that the first one replaces.
    EXPECT_EQ(back.found("BUILD_NOT_KEPT"), "1 animated texture");
    ASSERT_EQ(after.size(), 2u);
    EXPECT_EQ(after[0].frame_offset, before[1].frame_offset);
    ASSERT_EQ(after[0].layouts.size(), before[1].layouts.size());
    const auto page = [](const Model& of, const ctr::AnimTexture& entry) {
        return ctr::layout_at(file_of(of), entry.layouts[0].target)->page;
    };
    EXPECT_EQ(page(back.model, after[0]), page(model, before[1])) << "there was no video memory to move it in";
    EXPECT_FALSE(back.has_video_memory());
}

}  // namespace
}  // namespace thaw::test
