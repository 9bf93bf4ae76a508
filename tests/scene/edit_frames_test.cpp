// Clips that show frames of a mesh, edited as glTF has them: as weights of morph targets. And corners that an edit
// cuts.
#include <gtest/gtest.h>
#include <thaw/pose.hpp>

#include "scene/check.hpp"
#include "scene/edit/edit.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/shapes.hpp"

namespace thaw {
namespace {

constexpr u32 frames_of_flag = 5;

// A square that flaps: frame f is bent by f at its right side. Clip "flap" shows frames 0 to 3, "rest" 3 and 4.
Scene flag() {
    Scene out;
    Mesh mesh{.name = "flag", .points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
    Primitive part{.points = {0, 1, 2, 3}, .uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}}, .indices = {0, 1, 2, 0, 2, 3}};
    mesh.primitives.push_back(part);
    std::vector<std::vector<Vec3>> rows(frames_of_flag, mesh.points);
    std::vector<std::string> names;
    for (u32 f = 0; f < frames_of_flag; ++f) {
        rows[f][1].z = rows[f][2].z = static_cast<f32>(f);
        names.push_back("flag " + std::to_string(f));
    }
    mesh.frames = plain_frames(mesh.points.size(), frames_of_flag, names,
                               [&](u32 frame, std::vector<Vec3>& points) { points = rows[frame]; });
    out.meshes.push_back(mesh);
    out.nodes.push_back({.name = "flag", .mesh = 0});
    const auto add = [&](const char* name, std::vector<u32> frames) {
        Clip clip{.name = name};
        clip.timelines.emplace_back();
        for (std::size_t k = 0; k < frames.size(); ++k) clip.timelines[0].push_back(static_cast<f32>(k) / 10);
        clip.channels.push_back({.node = 0, .path = Path::frame, .frames = std::move(frames)});
        out.clips.push_back(std::move(clip));
    };
    add("flap", {0, 1, 2, 3, 0});
    add("rest", {3, 4, 4});
    return out;
}

// The same as an editor has it.
Scene flag_as_targets(Scene scene) {
    Mesh& mesh = scene.meshes[0];
    std::vector<Vec3> points;
    for (u32 f = 1; f < frames_of_flag; ++f) {
        shape_points(mesh, f, points);
        MorphTarget target{.name = mesh.frames->names[f]};
        for (u32 p = 0; p < points.size(); ++p) {
            target.points.push_back(p);
            target.offsets.push_back(points[p] - mesh.points[p]);
        }
        mesh.targets.push_back(std::move(target));
    }
    mesh.frames.reset();
    for (Clip& clip : scene.clips) {
        Channel& channel = clip.channels[0];
        channel.path = Path::weights;
        for (const u32 frame : channel.frames) {
            for (u32 t = 1; t < frames_of_flag; ++t) channel.values.push_back(t == frame ? 1.0f : 0.0f);
        }
        channel.frames.clear();
    }
    return scene;
}

f32& weight(Scene& scene, std::size_t clip, std::size_t key, u32 frame) {
    return scene.clips[clip].channels[0].values[key * (frames_of_flag - 1) + frame - 1];
}

Edit edited_flag(const Scene& edited, bool cuts_corners = false) {
    const Scene base = flag();
    EXPECT_EQ(check(base), "");
    EXPECT_EQ(check(edited), "");
    Edit out = compare({.base = base, .edited = edited, .cuts_corners = cuts_corners});
    EXPECT_EQ(check(out.scene), "");
    return out;
}

std::string flag_words(const Edit& edit) {
    std::string out;
    for (const Change& change : edit.changes) out += (out.empty() ? "" : ", ") + change.text;
    return out;
}

f32 bend(const Scene& scene, u32 frame) {
    std::vector<Vec3> points;
    shape_points(scene.meshes[0], frame, points);
    return points[1].z;
}

TEST(SceneEditFrames, WeightsThatShowTheFramesAreNoEdit) {
    EXPECT_EQ(flag_words(edited_flag(flag_as_targets(flag()))), "");
}

// As Blender writes them: sampled 24 times a second, up to the frame after the last key.
TEST(SceneEditFrames, SampledWeightsAreNoEdit) {
    const Scene plain = flag_as_targets(flag());
    Scene edited = plain;
    for (Clip& clip : edited.clips) {
        const Clip before = clip;
        Channel& channel = clip.channels[0];
        channel.values.clear();
        clip.timelines[0].clear();
        Pose pose;
        for (int f = 0; f == 0 || (f - 1) / 24.0 < double{before.timelines[0].back()}; ++f) {
            evaluate(plain, &before, f / 24.0, pose);
            clip.timelines[0].push_back(static_cast<f32>(f / 24.0));
            channel.values.insert(channel.values.end(), pose.weights[0].begin(), pose.weights[0].end());
        }
    }
    EXPECT_EQ(flag_words(edited_flag(edited)), "");
    edited.clips[0].channels[0].values[4 * 6 + 2] += 0.2f;
    EXPECT_NE(flag_words(edited_flag(edited)), "");
}

TEST(SceneEditFrames, AMixtureTakesThePlaceOfTheFrameThatTheKeyShowed) {
    Scene edited = flag_as_targets(flag());
    weight(edited, 0, 2, 2) = 0.5f;
    const Edit edit = edited_flag(edited);
    EXPECT_EQ(flag_words(edit), "2 vertices changed in 1 frame");
    EXPECT_EQ(shape_count(edit.scene.meshes[0]), frames_of_flag);
    EXPECT_EQ(edit.scene.clips[0].channels[0].frames, flag().clips[0].channels[0].frames);
    EXPECT_FLOAT_EQ(bend(edit.scene, 2), 1);
    EXPECT_FLOAT_EQ(bend(edit.scene, 1), 1);
    EXPECT_FLOAT_EQ(bend(edit.scene, 3), 3);
}

TEST(SceneEditFrames, AKeyThatHoldsTheOneBeforeGoesWithIt) {
    Scene edited = flag_as_targets(flag());
    weight(edited, 1, 1, 4) = 0.5f;
    const Edit edit = edited_flag(edited);
    EXPECT_EQ(flag_words(edit), "2 vertices changed in 1 frame");
    EXPECT_FLOAT_EQ(bend(edit.scene, 4), 2);
    weight(edited, 1, 2, 4) = 0.5f;  // or was edited likewise
    const Edit both = edited_flag(edited);
    EXPECT_EQ(flag_words(both), "2 vertices changed in 1 frame");
    EXPECT_FLOAT_EQ(bend(both.scene, 4), 2);
}

TEST(SceneEditFrames, AMixtureIsAFrameOfItsOwnWhereAnotherKeyShowsTheOldOne) {
    Scene edited = flag_as_targets(flag());
    weight(edited, 0, 3, 3) = 0.5f;  // "rest" shows frame 3, too
    const Edit edit = edited_flag(edited);
    EXPECT_EQ(edit.structural_change(), "1 frame added to flag");
    ASSERT_EQ(shape_count(edit.scene.meshes[0]), frames_of_flag + 1);
    EXPECT_EQ(edit.scene.clips[0].channels[0].frames[3], frames_of_flag);
    EXPECT_FLOAT_EQ(bend(edit.scene, 3), 3);
    EXPECT_FLOAT_EQ(bend(edit.scene, frames_of_flag), 1.5f);
}

TEST(SceneEditFrames, AnotherFrameAtAKeyIsJustThatFrame) {
    Scene edited = flag_as_targets(flag());
    weight(edited, 0, 2, 2) = 0;
    weight(edited, 0, 2, 4) = 1;
    const Edit edit = edited_flag(edited);
    EXPECT_EQ(flag_words(edit), "1 key changed");
    EXPECT_EQ(edit.scene.clips[0].channels[0].frames[2], 4u);
    EXPECT_EQ(bend(edit.scene, 2), 2);
}

TEST(SceneEditFrames, ANewClipBringsItsMixtures) {
    Scene edited = flag_as_targets(flag());
    edited.clips.push_back(edited.clips[0]);
    edited.clips[2].name = "new";
    weight(edited, 2, 1, 1) = 0.5f;
    const Edit edit = edited_flag(edited);
    EXPECT_EQ(edit.structural_change(ChangeKind::shapes), "clip new added");
    ASSERT_EQ(shape_count(edit.scene.meshes[0]), frames_of_flag + 1);
    EXPECT_EQ(edit.scene.clips[2].channels[0].frames, (std::vector<u32>{0, frames_of_flag, 2, 3, 0}));
    EXPECT_EQ(edit.scene.clips[0].channels[0].frames, flag().clips[0].channels[0].frames);
    EXPECT_FLOAT_EQ(bend(edit.scene, frames_of_flag), 0.5f);
}

TEST(SceneEditFrames, AMeshWithOtherTrianglesKeepsItsFramesAndMixtures) {
    Scene edited = flag_as_targets(flag());
    weight(edited, 0, 2, 2) = 0.5f;
    edited.meshes[0].primitives[0].indices.resize(3);
    const Edit edit = edited_flag(edited);
    EXPECT_EQ(edit.structural_change(), "1 triangle removed");
    ASSERT_EQ(shape_count(edit.scene.meshes[0]), frames_of_flag);
    EXPECT_FLOAT_EQ(bend(edit.scene, 2), 1);
    EXPECT_FLOAT_EQ(bend(edit.scene, 3), 3);
}

// One of two triangles that share a corner shows another place of the image there.
Scene with_a_cut_corner() {
    Scene edited = flag_as_targets(flag());
    Primitive& part = edited.meshes[0].primitives[0];
    part.points.push_back(2);
    part.uvs.push_back({0.5f, 0.5f});
    part.indices[4] = 4;
    return edited;
}

TEST(SceneEditCorners, ACornerIsCutWhereTheFormatCan) {
    const Edit edit = edited_flag(with_a_cut_corner(), true);
    EXPECT_EQ(flag_words(edit), "1 texture coordinate changed");
    const Primitive& part = edit.scene.meshes[0].primitives[0];
    ASSERT_EQ(part.points.size(), 5u);
    EXPECT_EQ(part.indices, (std::vector<u32>{0, 1, 2, 0, 4, 3}));
    EXPECT_EQ(part.points[4], 2u);
    EXPECT_EQ(part.uvs[2], (Vec2{1, 0}));
    EXPECT_EQ(part.uvs[4], (Vec2{0.5f, 0.5f}));
}

TEST(SceneEditCorners, ACornerThatAllMovedIsNotCut) {
    Scene edited = with_a_cut_corner();
    Primitive& part = edited.meshes[0].primitives[0];
    part.uvs[2] = part.uvs[4];
    const Edit edit = edited_flag(edited, true);
    EXPECT_EQ(flag_words(edit), "1 texture coordinate changed");
    EXPECT_EQ(edit.scene.meshes[0].primitives[0].indices, flag().meshes[0].primitives[0].indices);
    EXPECT_EQ(edit.scene.meshes[0].primitives[0].points.size(), 4u);
}

TEST(SceneEditCorners, ElseTheMeshHasAnotherStructure) {
    const Edit edit = edited_flag(with_a_cut_corner(), false);
    EXPECT_EQ(edit.structural_change(), "1 corner split");
    const Primitive& part = edit.scene.meshes[0].primitives[0];
    EXPECT_EQ(part.points.size(), 5u);
    EXPECT_EQ(part.uvs[part.indices[2]], (Vec2{1, 0}));
    EXPECT_EQ(part.uvs[part.indices[4]], (Vec2{0.5f, 0.5f}));
}

TEST(SceneEditCorners, ANewColourOnOneSideIsCutToo) {
    Scene edited = flag_as_targets(flag());
    Primitive& part = edited.meshes[0].primitives[0];
    part.points.push_back(2);
    part.uvs.push_back(part.uvs[2]);
    part.indices[4] = 4;
    part.colors.assign(5, {1, 1, 1, 1});
    part.colors[4] = {1, 0, 0, 1};
    const Edit edit = edited_flag(edited, true);
    EXPECT_EQ(flag_words(edit), "1 colour changed");
    const Primitive& out = edit.scene.meshes[0].primitives[0];
    ASSERT_EQ(out.colors.size(), 5u);
    EXPECT_EQ(out.colors[2], (Vec4{1, 1, 1, 1}));
    EXPECT_EQ(out.colors[4], (Vec4{1, 0, 0, 1}));
}

}  // namespace
}  // namespace thaw
