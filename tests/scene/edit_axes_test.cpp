// Joints with other axes, as Blender has them, are no edit; joints elsewhere are one. A root that was moved moved what
// it has.
#include <algorithm>

#include <gtest/gtest.h>
#include <thaw/pose.hpp>

#include "scene/check.hpp"
#include "scene/edit/edit.hpp"
#include "scene/maths.hpp"

namespace thaw {
namespace {

// A mast on two joints of odd sizes; the upper one carries a flag and is moved in all three ways.
Scene mast() {
    Scene out;
    out.name = "mast";
    out.nodes.push_back({.name = "root"});
    out.nodes.push_back({.name = "lower", .parent = 0, .local = {{0, 1, 0}, axis_rotation({0, 0, 1}, 0.3), {1, 1, 1}}});
    out.nodes.push_back(
        {.name = "upper", .parent = 1, .local = {{0.25f, 2, 0}, axis_rotation({1, 0, 0}, -0.5), {1, 1, 1}}});
    Mesh mesh{.name = "mast", .points = {{0, 0, 0}, {1, 0, 0}, {0, 3, 0}, {1, 3, 1}}};
    mesh.primitives.push_back({.points = {0, 1, 2, 3}, .indices = {0, 1, 2, 2, 1, 3}});
    mesh.influences = {.per_point = 1, .joints = {0, 0, 1, 1}, .weights = {1, 1, 1, 1}};
    Mesh flag{.name = "flag", .points = {{0, 0, 0}, {0.5f, 0, 0}, {0, 0.5f, 0}}};
    flag.primitives.push_back({.points = {0, 1, 2}, .indices = {0, 1, 2}});
    out.meshes = {mesh, flag};
    out.skins.push_back(
        {"rig", {1, 2}, {rounded(*inverse_of(world_matrix(out, 1))), rounded(*inverse_of(world_matrix(out, 2)))}});
    out.nodes.push_back({.name = "mast", .mesh = 0, .skin = 0});
    out.nodes.push_back({.name = "flag", .parent = 2, .local = {.translation = {0, 0.5f, 0.25f}}, .mesh = 1});
    Clip clip{.name = "wave", .timelines = {{0, 0.5f, 1}}};
    const Quat q = axis_rotation({0, 1, 0}, 0.7);
    clip.channels.push_back({.node = 2, .path = Path::translation, .values = {0.25f, 2, 0, 0.5f, 2, 1, 0, 3, 0}});
    clip.channels.push_back(
        {.node = 2, .path = Path::rotation, .values = {0, 0, 0, 1, q.x, q.y, q.z, q.w, 0, 0, 0, 1}});
    clip.channels.push_back({.node = 2, .path = Path::scale, .values = {1, 1, 1, 1, 2, 3, 1, 1, 1}});
    out.clips.push_back(clip);
    return out;
}

// Gives a joint other axes and has everything else follow.
void turn_joint(Scene& scene, u32 joint, Quat by) {
    const Quat back{-by.x, -by.y, -by.z, by.w};
    const Matrix inverse = matrix_of(Transform{.rotation = back});
    const u32 node = scene.skins[0].joints[joint];
    for (Skin& skin : scene.skins) skin.inverse_binds[joint] = rounded(inverse * matrix_of(skin.inverse_binds[joint]));
    scene.nodes[node].local.rotation = scene.nodes[node].local.rotation * by;
    for (Node& child : scene.nodes) {
        if (child.parent != node) continue;
        child.local.translation = transformed(inverse, child.local.translation);
        child.local.rotation = back * child.local.rotation;
    }
    for (Channel& channel : scene.clips[0].channels) {
        const bool is_child = scene.nodes[channel.node].parent == node, is_own = channel.node == node;
        const std::size_t width = channel.path == Path::rotation ? 4 : 3;
        for (std::size_t i = 0; i < channel.values.size(); i += width) {
            f32* v = channel.values.data() + i;
            if (channel.path == Path::rotation) {
                Quat q{v[0], v[1], v[2], v[3]};
                if (is_own) q = q * by;
                if (is_child) q = back * q;
                v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
            } else if (channel.path == Path::translation && is_child) {
                const Vec3 t = transformed(inverse, Vec3{v[0], v[1], v[2]});
                v[0] = t.x, v[1] = t.y, v[2] = t.z;
            } else if (channel.path == Path::scale && is_own) {
                std::swap(v[0], v[1]);  // a quarter turn round Z
            }
        }
    }
}

std::string words_of(const Scene& edited, const Scene& base = mast()) {
    EXPECT_EQ(check(edited), "");
    const Edit edit = compare({.base = base, .edited = edited});
    EXPECT_EQ(check(edit.scene), "");
    const bool same_binds =
        std::ranges::equal(edit.scene.skins, base.skins, {}, &Skin::inverse_binds, &Skin::inverse_binds);
    EXPECT_EQ(same_binds, !edit.has(ChangeKind::binds));
    return in_words(edit);
}

const Quat quarter = axis_rotation({0, 0, 1}, 1.5707963267948966);

TEST(SceneEditAxes, OtherAxesAreNoEdit) {
    Scene edited = mast();
    turn_joint(edited, 1, quarter);
    EXPECT_EQ(words_of(edited), "nothing changed; byte-identical");
    turn_joint(edited, 0, axis_rotation({0.6f, 0, 0.8f}, 0.4));
    EXPECT_EQ(words_of(edited), "nothing changed; byte-identical");
}

// Parts of a character hang on the same joints, each with a bind pose of its own.
TEST(SceneEditAxes, AnotherPartsBindPoseIsNoTurn) {
    Scene base = mast();
    base.meshes.push_back(base.meshes[0]);
    base.skins.push_back(base.skins[0]);
    base.skins[1].inverse_binds[1] = rounded(matrix_of(Transform{.rotation = axis_rotation({0, 1, 0}, 0.2)}) *
                                             matrix_of(base.skins[0].inverse_binds[1]));
    base.nodes.push_back({.name = "sail", .mesh = 2, .skin = 1});
    EXPECT_EQ(words_of(base, base), "nothing changed; byte-identical");
    Scene edited = base;
    turn_joint(edited, 1, quarter);
    EXPECT_EQ(words_of(edited, base), "nothing changed; byte-identical");
    edited.skins[1].inverse_binds[1].m[12] += 0.25f;
    EXPECT_EQ(words_of(edited, base), "bind pose of 1 joint changed; all else byte-identical");
}

TEST(SceneEditAxes, AnEditUnderOtherAxesIsThatEdit) {
    Scene edited = mast();
    turn_joint(edited, 1, quarter);
    edited.clips[0].channels[0].values[3] += 1;
    EXPECT_EQ(words_of(edited), "1 key changed; all else byte-identical");
    edited = mast();
    edited.clips[0].channels[1].values[4] = 0;
    edited.clips[0].channels[1].values[5] = 0.6f;
    edited.clips[0].channels[1].values[6] = 0;
    edited.clips[0].channels[1].values[7] = 0.8f;
    turn_joint(edited, 1, quarter);
    EXPECT_EQ(words_of(edited), "1 key changed; all else byte-identical");
}

TEST(SceneEditAxes, AJointThatWasMovedIsAnEdit) {
    for (const auto& [step, is_edit] : {std::pair(0.0f, false), std::pair(0.25f, true)}) {
        Scene edited = mast();
        turn_joint(edited, 1, quarter);
        edited.skins[0].inverse_binds[1].m[12] += step;
        EXPECT_EQ(words_of(edited) != "nothing changed; byte-identical", is_edit) << step;
    }
}

// Blender's curves are of the four numbers of a rotation, each on its own, and it samples them between the keys.
TEST(SceneEditAxes, RotationsSampledInStraightLinesAreNoEdit) {
    for (const auto& [bend, is_edit] : {std::pair(0.0f, false), std::pair(0.002f, true)}) {
        Scene edited = mast();
        const std::vector<f32> keys = edited.clips[0].channels[1].values;
        edited.clips[0].timelines.push_back({});
        auto& times = edited.clips[0].timelines.back();
        Channel& channel = edited.clips[0].channels[1];
        channel.timeline = 1;
        channel.values.clear();
        for (u32 frame = 0; frame <= 30; ++frame) {
            const f32 time = static_cast<f32>(frame) / 30, at = time * 2;
            const std::size_t k = at < 1 ? 0 : 1;
            const auto number = [&](std::size_t i) {
                return keys[4 * k + i] + (keys[4 * k + 4 + i] - keys[4 * k + i]) * (at - static_cast<f32>(k));
            };
            const f32 off = frame % 15 == 0 ? 0 : bend;
            const Quat q = normalised({number(0) + off, number(1), number(2), number(3)});
            times.push_back(time);
            channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
        }
        EXPECT_EQ(words_of(edited) != "nothing changed; byte-identical", is_edit) << bend;
    }
}

Scene rooted() {
    Scene out;
    out.name = "house";
    out.nodes.push_back({.name = "house", .local = {.translation = {0, 1, 0}}});
    out.nodes.push_back({.name = "roof", .parent = 0, .local = {.translation = {2, 0, 0}}, .mesh = 0});
    Mesh mesh{.name = "roof", .points = {{0, 0, 0}, {1, 0, 0}, {0, 3, 0}, {1, 3, 1}}};
    mesh.primitives.push_back({.points = {0, 1, 2, 3}, .indices = {0, 1, 2, 2, 1, 3}});
    out.meshes.push_back(mesh);
    return out;
}

TEST(SceneEditAxes, ARootThatWasMovedTurnedOrGrewMovesItsVertices) {
    const Scene base = rooted();
    for (const Transform& now : {Transform{.translation = {0, 1.5f, 0}},
                                 Transform{.translation = {0, 1, 0}, .rotation = axis_rotation({0, 0, 1}, 0.5)},
                                 Transform{.translation = {0, 1, 0}, .scale = {2, 2, 2}}}) {
        Scene edited = base;
        edited.nodes[0].local = now;
        const Edit edit = compare({.base = base, .edited = edited});
        EXPECT_EQ(in_words(edit), "4 vertices changed; all else byte-identical");
        EXPECT_EQ(edit.scene.nodes[0].local.translation, base.nodes[0].local.translation);
        for (u32 p = 0; p < 4; ++p) {
            const Vec3 shown = transformed(world_matrix(edit.scene, 1), edit.scene.meshes[0].points[p]);
            EXPECT_LT(length(shown - transformed(world_matrix(edited, 1), base.meshes[0].points[p])), 1e-5f);
        }
    }
}

TEST(SceneEditAxes, ARootThatClipsMoveStaysOne) {
    Scene base = rooted();
    base.clips.push_back({.name = "float", .timelines = {{0, 1}}});
    base.clips[0].channels.push_back({.node = 0, .path = Path::translation, .values = {0, 1, 0, 0, 2, 0}});
    Scene edited = base;
    edited.nodes[0].local.translation.y = 1.5f;
    EXPECT_EQ(in_words(compare({.base = base, .edited = edited})), "1 node moved; all else byte-identical");
}

TEST(SceneEditAxes, ARootAboveJointsMovesThem) {
    Scene base = mast();
    base.clips[0].channels.push_back({.node = 1, .path = Path::translation, .values = {0, 1, 0, 0, 2, 0, 0, 1, 0}});
    Scene edited = base;
    edited.nodes[0].local.translation = {0, 0, 5};
    Edit edit = compare({.base = base, .edited = edited});
    EXPECT_EQ(in_words(edit),
              "4 vertices changed, bind pose of 2 joints changed, 1 node moved, 3 keys changed; "
              "all else byte-identical");
    EXPECT_EQ(edit.scene.nodes[0].local.translation, Vec3{});
    EXPECT_EQ(edit.scene.nodes[1].local.translation, (Vec3{0, 1, 5}));
    EXPECT_EQ(edit.scene.clips[0].channels.back().values, (std::vector<f32>{0, 1, 5, 0, 2, 5, 0, 1, 5}));
    // As large again: shown so in every pose, by joints that are as large as they were.
    edited = base;
    edited.nodes[0].local.scale = {2, 2, 2};
    edit = compare({.base = base, .edited = edited});
    EXPECT_EQ(edit.scene.nodes[1].local.scale, (Vec3{1, 1, 1}));
    EXPECT_EQ(edit.scene.clips[0].channels[2].values, base.clips[0].channels[2].values);
    for (const double time : {0.0, 0.3, 0.5, 1.0}) {
        Pose then, now;
        evaluate(edited, &edited.clips[0], time, then);
        evaluate(edit.scene, &edit.scene.clips[0], time, now);
        for (const u32 node : {3u, 4u}) {
            std::vector<Vec3> a, b;
            posed_points(edited, then, node, a);
            posed_points(edit.scene, now, node, b);
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t p = 0; p < a.size(); ++p) EXPECT_LT(length(a[p] - b[p]), 1e-4f) << time << ' ' << node;
        }
    }
}

// A mesh that is taken as it is now went with its root all the same.
TEST(SceneEditAxes, ANewMeshOnTheJointsOfAMovedRootIsWhereItWasSeen) {
    const Scene base = mast();
    Scene edited = base;
    edited.nodes[0].local = {{0, 0, 5}, axis_rotation({0, 1, 0}, 0.4), {2, 2, 2}};
    Mesh& mesh = edited.meshes[0];
    for (std::size_t p = 0; p < mesh.points.size(); ++p)
        mesh.points[p] = {static_cast<f32>(p), 7, static_cast<f32>(p * p)};
    mesh.primitives[0].indices = {3, 2, 0, 3, 1, 0};
    const Edit edit = compare({.base = base, .edited = edited});
    ASSERT_EQ(check(edit.scene), "");
    ASSERT_NE(edit.structural_change(), "");
    Pose then, now;
    evaluate(edited, &edited.clips[0], 0.3, then);
    evaluate(edit.scene, &edit.scene.clips[0], 0.3, now);
    std::vector<Vec3> a, b;
    posed_points(edited, then, 3, a);
    posed_points(edit.scene, now, 3, b);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t p = 0; p < a.size(); ++p) EXPECT_LT(length(a[p] - b[p]), 1e-3f) << p;
}

TEST(SceneEditAxes, ChainsOfNodesMayBeLong) {
    Scene base = rooted();
    for (u32 n = 0; n < 50000; ++n) {
        const auto last = static_cast<u32>(base.nodes.size() - 1);
        base.nodes.push_back({.name = "link", .parent = n == 0 ? no_index : last});
    }
    Scene edited = base;
    edited.nodes[0].local.translation.y += 1;
    EXPECT_EQ(in_words(compare({.base = base, .edited = edited})), "4 vertices changed; all else byte-identical");
}

}  // namespace
}  // namespace thaw
