// Meshes that face the camera.
#include <gtest/gtest.h>

#include "render/scenes.hpp"

namespace thaw::test {
namespace {

Scene leaf(bool faces_camera) {
    Material material;
    material.base_color = {1, 0, 0, 1};
    Scene scene = colored(scene_of({square()}, {material}), {1, 0, 0, 1});
    if (faces_camera) scene.meshes[0].extras.set("thaw_faces_camera", true);
    return scene;
}

std::size_t covered(const Scene& scene, View view) {
    const Pixels image = draw(scene, {}, {.width = 64, .height = 64}, {{}, view});
    std::size_t out = 0;
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) out += image.rgba[i] > 0 ? 1u : 0u;
    return out;
}

TEST(Billboard, IsSeenFromEverySide) {
    const std::size_t front = covered(leaf(true), {0, 0});
    EXPECT_GT(front, 500u);
    for (const View view : {View{90, 0}, View{180, 0}, View{0, 90}, View{35, 15}}) {
        EXPECT_NEAR(static_cast<double>(covered(leaf(true), view)), static_cast<double>(front), 0.05 * 4096)
            << view.yaw;
    }
    EXPECT_EQ(covered(leaf(false), {180, 0}), 0u) << "its back";
    EXPECT_LT(covered(leaf(false), {85, 0}), 500u);
}

TEST(Billboard, TurnsAboutItsOwnPlaceWhateverTheNodeDoes) {
    Scene scene = leaf(true);
    scene.nodes[0].local.rotation = {0, 0.70710677f, 0, 0.70710677f};
    scene.nodes[0].local.translation = {5, 1, 0};
    EXPECT_NEAR(static_cast<double>(covered(scene, {0, 0})), static_cast<double>(covered(leaf(true), {0, 0})),
                0.05 * 4096);
    scene.nodes[0].local.scale = {2, 1, 1};
    EXPECT_GT(covered(scene, {0, 0}), 300u) << "wider than high, and fits";
}

TEST(Billboard, OnlyIfTheExtrasSaySo) {
    Scene scene = leaf(false);
    scene.meshes[0].extras.set("thaw_faces_camera", false);
    EXPECT_EQ(covered(scene, {180, 0}), 0u);
}

}  // namespace
}  // namespace thaw::test
