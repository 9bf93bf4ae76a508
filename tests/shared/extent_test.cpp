// Scenes that are too large for any game are refused before a format sees them.
#include <gtest/gtest.h>

#include <thaw/format.hpp>

#include "formats/shared/extent.hpp"

namespace thaw::test {
namespace {

Scene triangle() {
    Scene scene;
    scene.meshes.push_back({.name = "shape", .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    scene.meshes[0].primitives.push_back({.points = {0, 1, 2}, .indices = {0, 1, 2}});
    scene.nodes.push_back({.name = "root"});
    scene.nodes.push_back({.name = "leaf", .parent = 0, .mesh = 0});
    return scene;
}

TEST(TooLarge, SaysWhat) {
    EXPECT_EQ(build::too_large(triangle()), "");
    Scene far = triangle();
    far.meshes[0].points[1].x = 1e31f * 0.9f;
    EXPECT_EQ(build::too_large(far), "");
    far.meshes[0].points[1].x = 1.1e31f;
    EXPECT_EQ(build::too_large(far), "positions of shape too large for any game");
    Scene nested = triangle();
    nested.nodes[0].local.scale = {4e15f, 1, 1};
    nested.nodes[1].local.scale = {1, 4e15f, 1};
    EXPECT_EQ(build::too_large(nested), "the scale of leaf too large for any game");
    Scene moving = triangle();
    moving.clips.push_back({.name = "fly"});
    moving.clips[0].timelines.push_back({0, 1});
    moving.clips[0].channels.push_back(
        {.node = 0, .path = Path::translation, .timeline = 0, .values = {0, 0, 0, 0, 3e31f, 0}});
    EXPECT_EQ(build::too_large(moving), "the place of root too large for any game");
    Scene together = triangle();
    together.nodes[0].local.scale = {1e16f, 1, 1};
    together.meshes[0].points[1].x = 1e16f;
    EXPECT_EQ(build::too_large(together), "what is shown of shape too large for any game");
    Scene skinned = triangle();
    skinned.skins.push_back({.name = "rig", .joints = {0}, .inverse_binds = {Mat4{}}});
    skinned.nodes[1].skin = 0;
    EXPECT_EQ(build::too_large(skinned), "");
    skinned.skins[0].inverse_binds[0].m[0] = 1e16f;
    skinned.meshes[0].points[1].x = 1e16f;
    EXPECT_EQ(build::too_large(skinned), "what is shown of shape too large for any game");
    skinned.skins[0].inverse_binds[0].m[0] = 1e32f;
    EXPECT_EQ(build::too_large(skinned), "bind matrices of rig too large for any game");
}

TEST(TooLarge, EveryFormatRefuses) {
    Scene far = triangle();
    far.meshes[0].points[1].x = 1e32f;
    for (const Format* format : formats()) {
        if (format->from_scene == nullptr) continue;
        Issues issues;
        const auto built = from_scene(*format, {.scene = far}, {.name = "far"}, issues);
        ASSERT_FALSE(built.ok()) << format->id;
        EXPECT_EQ(built.error().code, Code::unrepresentable) << format->id;
    }
}

// What has no area is kept or left out, but never makes a file that the game does not take.
TEST(Degenerate, NoFormatMakesABrokenFile) {
    Scene flat = triangle();
    flat.meshes[0].primitives[0].indices = {0, 1, 1, 2, 2, 2};
    for (const Format* format : formats()) {
        if (format->from_scene == nullptr) continue;
        Issues issues;
        auto built = from_scene(*format, {.scene = flat}, {.name = "flat"}, issues);
        if (!built) {
            EXPECT_EQ(built.error().code, Code::unrepresentable) << format->id;
            continue;
        }
        const Model model{format, {}, std::move(built->document)};
        EXPECT_LT(validate(model, Profile::game)->worst(), Severity::error) << format->id;
    }
}

}  // namespace
}  // namespace thaw::test
