// Clips, keys and shapes of an edited scene: each rule from both sides.
#include <thaw/pose.hpp>

#include "scene/edit_support.hpp"
#include "scene/shapes.hpp"

namespace thaw {
namespace {

// As a program writes it that samples all clips at its own rate.
Clip sampled(const Scene& scene, const Clip& clip, double fps) {
    Clip out{.name = clip.name, .extras = clip.extras};
    out.timelines.push_back({});
    Channel channel{.node = 1, .path = Path::translation};
    Pose pose;
    const auto frames = static_cast<int>(fps + 0.5);
    for (int f = 0; f <= frames; ++f) {
        const double t = f / fps;
        out.timelines[0].push_back(static_cast<f32>(t));
        evaluate(scene, &clip, t, pose);
        const Vec3 at = pose.locals[1].translation;
        channel.values.insert(channel.values.end(), {at.x, at.y, at.z});
    }
    out.channels.push_back(std::move(channel));
    return out;
}

// The same as glTF has it: frames are morph targets, and keys their weights.
Scene as_targets(const Scene& scene) {
    Scene out = scene;
    Mesh& mesh = out.meshes[0];
    for (u32 frame = 1; frame < 4; ++frame) {
        mesh.targets.push_back({.name = mesh.frames->names[frame], .points = {frame}, .offsets = {{0, 1, 0}}});
    }
    mesh.frames.reset();
    for (Clip& clip : out.clips) {
        Channel& channel = clip.channels[0];
        channel.path = Path::weights;
        channel.values.assign(3 * channel.frames.size(), 0);
        for (std::size_t k = 0; k < channel.frames.size(); ++k) {
            if (channel.frames[k] > 0) channel.values[3 * k + channel.frames[k] - 1] = 1;
        }
        channel.frames.clear();
    }
    return out;
}

TEST(SceneEdit, ShapesWithoutNamesHaveTheBases) {
    Scene base = robot();
    base.meshes[0].targets = {{.name = "grin", .points = {1}, .offsets = {{0, 1, 0}}},
                              {.name = "frown", .points = {2}, .offsets = {{0, -1, 0}}}};
    Scene edited = base;
    for (MorphTarget& target : edited.meshes[0].targets) target.name = {};
    EXPECT_EQ(words(compared(edited, base)), "");
    edited.meshes[0].primitives[0].indices.resize(21);
    EXPECT_EQ(compared(edited, base).scene.meshes[0].targets[1].name, "frown");
    edited = base;
    std::swap(edited.meshes[0].targets[0].name, edited.meshes[0].targets[1].name);
    EXPECT_EQ(words(compared(edited, base)), "shapes of lower changed");
}

TEST(SceneEdit, ClipsSayWhichTheyWere) {
    Scene edited = robot();
    std::swap(edited.clips[0], edited.clips[1]);
    edited.clips.push_back(edited.clips[1]);
    edited.clips.back().name = "new";
    edited.clips.back().channels[0].values[0] += 5;
    EXPECT_EQ(compared(edited).source_clips, (std::vector<u32>{0, 1, no_index}));
    edited.clips.erase(edited.clips.begin() + 1);  // wave
    EXPECT_EQ(compared(edited).source_clips, (std::vector<u32>{1, no_index}));
    edited.clips.clear();
    EXPECT_EQ(compared(edited).source_clips, (std::vector<u32>{0, 1}));
}

TEST(SceneEdit, AKeyBetweenFramesMovesTheFrameThatNothingElseShows) {
    const Scene base = jumper({{0, 1, 2}, {0, 3}});
    Scene edited = as_targets(base);
    EXPECT_EQ(words(compared(edited, base)), "");
    edited.clips[0].channels[0].values[3 * 2 + 1] = 0.5f;  // half of frame 2
    Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "1 vertex changed in 1 frame");
    EXPECT_EQ(edit.scene.clips[0].channels[0].frames, base.clips[0].channels[0].frames);
    std::vector<Vec3> row;
    shape_points(edit.scene.meshes[0], 2, row);
    EXPECT_EQ(row[2].y, base.meshes[0].points[2].y + 0.5f);
    shape_points(edit.scene.meshes[0], 1, row);
    EXPECT_EQ(row[1].y, base.meshes[0].points[1].y + 1);
}

TEST(SceneEdit, AKeyBetweenFramesThatAreShownElsewhereIsANewFrame) {
    // Frame 2 is in both clips; frame 0 is also the mesh at rest.
    for (const auto& [key, weight] : {std::pair(2u, 1u), std::pair(0u, 0u)}) {
        const Scene base = jumper({{0, 1, 2}, {3, 2}});
        Scene edited = as_targets(base);
        edited.clips[0].channels[0].values[3 * key + weight] = 0.5f;
        const Edit edit = compared(edited, base);
        EXPECT_EQ(words(edit), "1 frame added to body");
        std::vector<u32> frames{0, 1, 2};
        frames[key] = 4;
        EXPECT_EQ(edit.scene.clips[0].channels[0].frames, frames);
        EXPECT_EQ(edit.scene.clips[1].channels[0].frames, base.clips[1].channels[0].frames);
        ASSERT_EQ(edit.scene.meshes[0].frames->count, 5u);
        EXPECT_EQ(edit.scene.meshes[0].frames->names.back(), "004");
        std::vector<Vec3> row;
        shape_points(edit.scene.meshes[0], 4, row);
        EXPECT_EQ(row[weight + 1].y, base.meshes[0].points[weight + 1].y + 0.5f);
    }
}

TEST(SceneEdit, AClipThatIsNewBringsTheFramesItMixes) {
    const Scene base = jumper({{0, 1, 2, 3}});
    Scene edited = as_targets(base);
    edited.clips.push_back(edited.clips[0]);
    edited.clips[1].name = "hop";
    auto& values = edited.clips[1].channels[0].values;
    values[3] = values[4] = 0.25f;
    values[6] = values[7] = 0.25f;  // the same once more
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "1 frame added to body, clip hop added");
    EXPECT_EQ(edit.scene.clips[1].channels[0].frames, (std::vector<u32>{0, 4, 4, 3}));
}

TEST(SceneEdit, OtherKeysOfFramesSayTheirOwnRate) {
    const Scene base = jumper({{0, 1, 2, 3}});
    for (const bool dropped : {false, true}) {
        Scene edited = as_targets(base);
        for (f32& t : edited.clips[0].timelines[0]) t /= 2;
        if (dropped) edited.clips[0].extras = {};
        Edit edit = compared(edited, base);
        EXPECT_EQ(words(edit), "keys of clip clip0 changed");
        EXPECT_EQ(edit.scene.clips[0].extras.find("fps"), nullptr);
        // Somebody said it.
        edited.clips[0].extras = {};
        edited.clips[0].extras.set("fps", 20);
        edit = compared(edited, base);
        ASSERT_NE(edit.scene.clips[0].extras.find("fps"), nullptr);
        EXPECT_EQ(json::to_text(*edit.scene.clips[0].extras.find("fps")), "20");
    }
    // Of a skeleton's keys it tells how the game samples them.
    const Scene boned = robot();
    Scene edited = boned;
    edited.clips[0].timelines[0].back() = 2;
    EXPECT_NE(compared(edited).scene.clips[0].extras.find("fps"), nullptr);
}

TEST(SceneEdit, WhatHangsOnANodeThatMovedIsWhereThatTakesIt) {
    Scene base = jumper({});
    base.nodes.insert(base.nodes.begin(), {Node{.name = "root"}, Node{.name = "hip", .parent = 0}});
    base.nodes[2].parent = 1;
    Scene edited = base;
    edited.nodes[1].local.translation = {1, 2, 3};
    const Edit edit = compared(edited, base);
    EXPECT_EQ(words(edit), "1 node moved");
    EXPECT_EQ(edit.scene.nodes[1].local.translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(edit.scene.meshes[0].points, base.meshes[0].points);
    // The mesh's own node: that is in its points.
    edited = base;
    edited.nodes[2].local.translation = {1, 2, 3};
    EXPECT_EQ(words(compared(edited, base)), "8 vertices changed in 4 frames");
}

TEST(SceneEdit, SamplingIsNoEdit) {
    const Scene base = robot();
    Scene edited = base;
    edited.clips[0] = sampled(base, base.clips[0], 24);
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.clips[0].channels[0].values, base.clips[0].channels[0].values);
    // A key that was moved before it was sampled: the keys around stay.
    Scene moved = base;
    moved.clips[0].channels[0].values[3 * 5] += 2;
    edited.clips[0] = sampled(moved, moved.clips[0], 240);
    edit = compared(edited);
    EXPECT_EQ(words(edit), "1 key changed");
    EXPECT_NEAR(edit.scene.clips[0].channels[0].values[3 * 5], base.clips[0].channels[0].values[3 * 5] + 2, 1e-3);
}

TEST(SceneEdit, Keys) {
    const Scene base = robot();
    Scene edited = base;
    edited.clips[0].channels[0].values[4] += 0.5f;
    EXPECT_EQ(words(compared(edited)), "1 key changed");
    edited = base;  // keys that were taken away
    Clip& clip = edited.clips[0];
    clip.timelines[0] = {0, 1};
    clip.channels[0].values = {0, 1, 0, 2, 1, 0};
    EXPECT_TRUE(compared(edited).has(ChangeKind::keys));
    edited = base;  // another length
    edited.clips[0].timelines[0].back() = 2;
    EXPECT_EQ(compared(edited).structural_change(), "keys of clip wave changed");
}

TEST(SceneEdit, Clips) {
    const Scene base = robot();
    Scene edited = base;
    edited.clips[0].name = "hello";
    Edit edit = compared(edited);
    EXPECT_EQ(words(edit), "clip wave renamed to hello");
    EXPECT_EQ(edit.scene.clips[0].name, "hello");
    EXPECT_NE(edit.scene.clips[0].extras.find("fps"), nullptr);
    edited = base;
    edited.clips.pop_back();
    EXPECT_EQ(compared(edited).structural_change(), "clip still removed");
    edited = base;
    edited.clips.push_back(base.clips[0]);
    edited.clips.back().name = "bye";
    edit = compared(edited);
    EXPECT_EQ(edit.structural_change(), "clip bye added");
    EXPECT_EQ(edit.scene.clips.size(), 3u);
    edited.clips.clear();  // exported without animation
    edit = compared(edited);
    EXPECT_EQ(words(edit), "");
    EXPECT_EQ(edit.scene.clips.size(), 2u);
    ASSERT_EQ(edit.notes.size(), 1u);
}

}  // namespace
}  // namespace thaw
