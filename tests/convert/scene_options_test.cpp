#include <gtest/gtest.h>

#include "convert/scene_options.hpp"

namespace thaw::test {
namespace {

TEST(SceneOptionsAsJson, ComesBack) {
    SceneOptions options;
    EXPECT_EQ(described(options), "");
    options.raw = options.all_weights = options.smooth = options.cartoon_lines = options.all_lods = true;
    options.split_clips = true;
    options.fps = 12.5;
    options.frame = 7;
    options.lod = 2;
    options.normals = SceneOptions::Normals::none;
    options.rig = SceneOptions::Rig::exact;
    options.rotation = SceneOptions::Rotation::euler;
    options.loop = SceneOptions::Loop::hold;
    const std::string text = described(options);
    const SceneOptions back = scene_options_of(text);
    EXPECT_EQ(described(back), text);
    EXPECT_TRUE(back.raw && back.all_weights && back.smooth && back.cartoon_lines && back.all_lods);
    EXPECT_TRUE(back.split_clips);
    EXPECT_EQ(back.fps, 12.5);
    EXPECT_EQ(back.frame, 7u);
    EXPECT_EQ(back.lod, 2);
    EXPECT_EQ(back.normals, SceneOptions::Normals::none);
    EXPECT_EQ(back.rig, SceneOptions::Rig::exact);
    EXPECT_EQ(back.rotation, SceneOptions::Rotation::euler);
    EXPECT_EQ(back.loop, SceneOptions::Loop::hold);
}

TEST(SceneOptionsAsJson, WhatItDoesNotUnderstandStaysAsUsual) {
    for (const char* text : {"", "no JSON", "[1]", R"({"rig":"best","frame":-1,"raw":3,"lod":"all"})"}) {
        EXPECT_EQ(described(scene_options_of(text)), "") << text;
    }
}

}  // namespace
}  // namespace thaw::test
