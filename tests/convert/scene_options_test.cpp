#include <gtest/gtest.h>

#include "convert/scene_options.hpp"

namespace thaw::test {
namespace {

TEST(SceneOptionsAsJson, ComesBack) {
    SceneOptions options;
    EXPECT_EQ(described(options), "");
    options.raw = options.all_lods = options.split_clips = true;
    options.fps = 12.5;
    options.frame = 7;
    options.lod = 2;
    options.normals = SceneOptions::Normals::none;
    options.loop = SceneOptions::Loop::hold;
    options.own = {{"all-weights"}, {"smooth"}, {"rig", "exact"}, {"rotation", "euler"}};
    const std::string text = described(options);
    const SceneOptions back = scene_options_of(text);
    EXPECT_EQ(described(back), text);
    EXPECT_TRUE(back.raw && back.all_lods && back.split_clips);
    EXPECT_EQ(back.fps, 12.5);
    EXPECT_EQ(back.frame, 7u);
    EXPECT_EQ(back.lod, 2);
    EXPECT_EQ(back.normals, SceneOptions::Normals::none);
    EXPECT_EQ(back.loop, SceneOptions::Loop::hold);
    EXPECT_EQ(back.own.list().size(), 4u);
    EXPECT_NE(back.own.find("all-weights"), nullptr);
    EXPECT_NE(back.own.find("smooth"), nullptr);
    EXPECT_EQ(*back.own.find("rig"), "exact");
    EXPECT_EQ(*back.own.find("rotation"), "euler");
}

// As version 0.1 wrote them, when these were fields.
TEST(SceneOptionsAsJson, ThoseOfEarlierVersionsAreUnderstood) {
    const SceneOptions back = scene_options_of(
        R"({"raw":true,"all_weights":true,"smooth":true,"lines":true,"all_lods":true,"split_clips":true,"fps":12.5,)"
        R"("frame":7,"lod":2,"normals":"none","rig":"exact","rotation":"quaternion","loop":"close"})");
    EXPECT_TRUE(back.raw && back.all_lods && back.split_clips);
    EXPECT_EQ(back.loop, SceneOptions::Loop::close);
    for (const char* flag : {"all-weights", "smooth", "lines"}) EXPECT_NE(back.own.find(flag), nullptr) << flag;
    EXPECT_EQ(*back.own.find("rig"), "exact");
    EXPECT_EQ(*back.own.find("rotation"), "quaternion");
}

TEST(SceneOptionsAsJson, WhatIsUsualIsNotWritten) {
    SceneOptions options;
    options.own = {{"rig", "compact"}, {"rotation", "auto"}};
    EXPECT_EQ(described(options), "");
    options.own = {{"rig", "best"}, {"unknown", "word"}, {"uc", "a companion.uc"}};
    EXPECT_EQ(described(options), "");
}

TEST(SceneOptionsAsJson, WhatItDoesNotUnderstandStaysAsUsual) {
    for (const char* text : {"", "no JSON", "[1]", R"({"rig":"best","frame":-1,"raw":3,"lod":"all"})",
                             R"({"smooth":false,"lines":"yes","rig":true,"someday":true,"uc":"x"})"}) {
        EXPECT_EQ(described(scene_options_of(text)), "") << text;
        EXPECT_TRUE(scene_options_of(text).own.list().empty()) << text;
    }
}

}  // namespace
}  // namespace thaw::test
