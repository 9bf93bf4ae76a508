// Scenes of small models: every fixture gives a sound one, and what it shows is what the game would.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thaw/pose.hpp>

#include "formats/soulfu/ddd/pose.hpp"
#include "formats/soulfu/rdy/pose.hpp"
#include "soulfu/rdy_support.hpp"
#include "soulfu/scene_support.hpp"
#include "support/letter.hpp"

namespace thaw::test {
namespace {

constexpr double metres_per_foot = 0.3048;

u32 node_of(const Scene& scene, const std::string& name) {
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].name == name) return n;
    }
    ADD_FAILURE() << "no node " << name;
    return 0;
}

// The node with the mesh of a base model.
u32 mesh_node(const Scene& scene, std::size_t base = 0) {
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        const json::Value* of = scene.meshes[scene.nodes[n].mesh].extras.find("thaw_base");
        if (of != nullptr && *of->get_if<i64>() == static_cast<i64>(base)) return n;
    }
    ADD_FAILURE() << "no mesh of base " << base;
    return 0;
}

std::vector<Vec3> points_at(const Scene& scene, const Clip* clip, double seconds, std::size_t base = 0) {
    Pose pose;
    evaluate(scene, clip, seconds, pose);
    std::vector<Vec3> points;
    posed_points(scene, pose, mesh_node(scene, base), points);
    return points;
}

void expect_pose(const std::vector<Vec3>& ours, const std::vector<Vec3d>& theirs, double tolerance = 1e-5) {
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_NEAR(ours[i].x, theirs[i].x * metres_per_foot, tolerance) << i;
        EXPECT_NEAR(ours[i].y, theirs[i].z * metres_per_foot, tolerance) << i;
        EXPECT_NEAR(ours[i].z, theirs[i].y * metres_per_foot, tolerance) << i;
    }
}

double size_of(const std::vector<Vec3>& points) {
    double size = 0;
    for (const Vec3 p : points) size = std::max<double>(size, length(p - points.front()));
    return size;
}

SceneOptions exact_rig() {
    SceneOptions options;
    options.own.set("rig", "exact");
    return options;
}

TEST(SoulfuScene, EveryFixtureGivesASoundSceneOrAnError) {
    std::vector<SceneOptions> all(6);
    all[1] = exact_rig();
    all[2].raw = true;
    all[3] = exact_rig();
    all[3].own.set("smooth", "true");
    all[3].loop = SceneOptions::Loop::close;
    all[4].own.set("lines", "true");
    all[4].all_lods = true;
    all[5].frame = 1;
    std::size_t made = 0;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.format != &ddd::format && fixture.format != &rdy::format) continue;
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok());
        for (const SceneOptions& options : all) {
            Issues issues;
            const auto scene = to_scene(*model, options, issues);
            if (!scene.ok()) continue;
            EXPECT_EQ(check(*scene), "");
            ++made;
        }
    }
    EXPECT_GT(made, 350u);
}

TEST(SoulfuScene, PosesAreTheGames) {
    const Model model = fixture_model("ddd_animated");
    const ddd::Document& document = document_of(model);
    const ddd::Poser poser(document, 0);
    for (const bool exact : {true, false}) {
        const Scene scene = make(model, exact ? exact_rig() : SceneOptions{}).scene;
        ASSERT_EQ(scene.clips.size(), 2u);
        EXPECT_EQ(scene.clips[0].name, "STAND");
        EXPECT_EQ(scene.clips[1].name, "WALK");
        const double tolerance = exact ? 1e-5 : 0.02;  // the bone leans while its forward direction does not
        expect_pose(points_at(scene, nullptr, 0), poser.positions(document.file.frames[0]), tolerance);
        for (std::size_t frame = 1; frame < 5; ++frame) {
            SCOPED_TRACE(frame);
            const Clip& clip = scene.clips[(frame - 1) / 2];
            const double seconds = static_cast<double>((frame - 1) % 2) * 0.016;
            expect_pose(points_at(scene, &clip, seconds + 1e-4), poser.positions(document.file.frames[frame]),
                        tolerance);
        }
    }
}

TEST(SoulfuScene, ClipsKeepTheGamesTicksAndWhatHappensInThem) {
    const Scene scene = make("ddd_animated").scene;
    const Clip& walk = scene.clips.at(1);
    EXPECT_TRUE(walk.loop);
    for (const auto& times : walk.timelines) EXPECT_EQ(times.back(), 0.032f);
    for (const Channel& channel : walk.channels) EXPECT_EQ(channel.interpolation, Interpolation::step);
    EXPECT_EQ(json::to_text(*walk.extras.find("rate")), "62.5");
    EXPECT_EQ(json::to_text(*walk.extras.find("events")), "[[0,1]]");
    EXPECT_EQ(json::to_text(*walk.extras.find("movement_feet")), "\"[[0,0.125],[-0.01171875,0.11328125]]\"");
    EXPECT_NE(walk.extras.find("shadows_feet")->get_if<std::string>()->find("[1,0,200,-1,-1,1,-1,1,1,-1,1]"),
              std::string::npos);
    SceneOptions options;
    options.own.set("smooth", "true");
    options.fps = 10;
    const Scene smooth = make("ddd_animated", options).scene;
    for (const Channel& channel : smooth.clips.at(1).channels) {
        EXPECT_EQ(channel.interpolation, Interpolation::linear);
    }
    EXPECT_EQ(smooth.clips.at(1).timelines.at(0), (std::vector<f32>{0, 0.1f, 0.2f}));
}

TEST(SoulfuScene, WhatNeverMovesHasNoChannels) {
    const Scene scene = make("ddd_animated").scene;
    for (const Channel& channel : scene.clips.at(1).channels) EXPECT_NE(channel.path, Path::translation);
}

TEST(SoulfuScene, ClipsSwitchBaseModels) {
    const Scene scene = make("ddd_switching_bases").scene;
    ASSERT_EQ(scene.clips.size(), 1u);
    EXPECT_GT(size_of(points_at(scene, nullptr, 0, 0)), 0.3);
    EXPECT_EQ(size_of(points_at(scene, nullptr, 0, 1)), 0);
    for (std::size_t frame = 0; frame < 3; ++frame) {
        SCOPED_TRACE(frame);
        const double seconds = static_cast<double>(frame) * 0.016 + 1e-4;
        const std::size_t shown = frame % 2;
        EXPECT_GT(size_of(points_at(scene, &scene.clips[0], seconds, shown)), 0.3);
        EXPECT_EQ(size_of(points_at(scene, &scene.clips[0], seconds, 1 - shown)), 0);
    }
}

TEST(SoulfuScene, SlotsBecomeMaterials) {
    const Made made = make("ddd_all_slots");
    const auto& materials = made.scene.materials;
    ASSERT_EQ(materials.size(), 4u);
    for (const Material& material : materials) EXPECT_TRUE(material.unlit);
    EXPECT_TRUE(materials[0].environment);  // 0x18
    EXPECT_EQ(materials[0].alpha, AlphaMode::opaque);
    EXPECT_EQ(materials[1].alpha, AlphaMode::blend);  // alpha 242
    EXPECT_FLOAT_EQ(materials[1].base_color.w, 242.0f / 255);
    EXPECT_EQ(materials[2].blend, BlendMode::additive);  // 0x61
    EXPECT_EQ(materials[3].alpha, AlphaMode::mask);      // 0xB4
    EXPECT_TRUE(materials[3].double_sided);
    EXPECT_FALSE(materials[2].double_sided);
    EXPECT_EQ(json::to_text(*materials[3].extras.find("thaw_flags")), "180");
    EXPECT_EQ(codes_of(made.issues), std::vector<std::string>{"SOULFU_UNNAMED_TEXTURE"});
    EXPECT_EQ(made.issues.list().size(), 4u);
}

TEST(SoulfuScene, TrianglesFaceOutward) {
    const Scene scene = make("ddd_static").scene;
    const Mesh& mesh = scene.meshes.at(0);
    double volume = 0;
    for (const Primitive& primitive : mesh.primitives) {
        for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
            const auto corner = [&](std::size_t k) { return mesh.points[primitive.points[primitive.indices[i + k]]]; };
            volume += dot(corner(0), cross(corner(1), corner(2))) / 6;
        }
    }
    EXPECT_NEAR(volume, 4.0 / 3 * std::pow(metres_per_foot, 3), 1e-6);  // 2 by 2 feet, halved, 2 high
    EXPECT_NEAR(mesh.points[0].y, 2 * metres_per_foot, 1e-6);
    EXPECT_EQ(mesh.primitives[0].uvs[0], (Vec2{0.5f, 0}));
}

// A square in the plane of X and Z. The creature looks along +Y and has its left at +X, which is to the right of
// somebody who stands in front of it; v grows downward, and a triangle's front is where the plain cross product of its
// edges points, +Y.
Model letter_model() {
    Model model = fixture_model("ddd_static");
    ddd::BaseModel& base = static_cast<ddd::Document&>(*model.document).file.bases[0];
    const auto vertex = [](i16 x, i16 z) { return ddd::Vertex{{x, 0, z}, {0, 0}, 63}; };
    base.vertices = {vertex(-10000, 20000), vertex(10000, 20000), vertex(10000, 0), vertex(-10000, 0)};
    base.tex_vertices = {{0, 0}, {256, 0}, {256, 256}, {0, 256}};
    base.slots = {};
    base.slots[0] = {1, 0, 255, {{{{{0, 0}, {1, 1}, {3, 3}}}}, {{{{1, 1}, {2, 2}, {3, 3}}}}}};
    return model;
}

TEST(SoulfuScene, ImagesAreUprightAndNotMirrored) {
    const Model model = letter_model();
    expect_letter_f(make(model).scene);
    Issues issues;
    const auto ready = convert_document(model, rdy::format, issues);
    ASSERT_TRUE(ready.ok());
    expect_letter_f(make(*ready).scene);
}

TEST(SoulfuScene, RawNumbersStandUnderAScaledNode) {
    SceneOptions options;
    options.raw = true;
    const Scene raw = make("ddd_animated", options).scene;
    const Scene baked = make("ddd_animated").scene;
    EXPECT_EQ(raw.meshes.at(0).points[0], (Vec3{0, 20000, 0}));
    EXPECT_NEAR(raw.nodes[node_of(raw, "raw")].local.scale.x, metres_per_foot * 2 / 20000, 1e-12);
    const auto a = points_at(raw, &raw.clips.at(1), 0.02);
    const auto b = points_at(baked, &baked.clips.at(1), 0.02);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(a[i] - b[i]), 1e-6);
}

// A weapon's X goes to the bone's side, Y (its up, in the scene) along the bone in feet, Z forward.
TEST(SoulfuScene, GripsCarryTheBonesAxes) {
    for (const bool exact : {true, false}) {
        const Scene scene = make("ddd_named_bones", exact ? exact_rig() : SceneOptions{}).scene;
        Pose pose;
        evaluate(scene, nullptr, 0, pose);
        const Matrix& left = pose.worlds[node_of(scene, "LEFT")];
        EXPECT_NEAR(left[5], 2, 1e-6);  // the bone is two feet long
        EXPECT_NEAR(left[10], 1, 1e-6);
        const Matrix& saddle = pose.worlds[node_of(scene, "SADDLE")];
        EXPECT_NEAR(saddle[5], -2, 1e-6);  // from the tip down
        EXPECT_NEAR(saddle[13], 2 * metres_per_foot, 1e-6);
    }
}

TEST(SoulfuScene, FramesOfALinkedFileMoveTheModel) {
    const Made linked = make("ddd_linked");
    ASSERT_EQ(linked.scene.clips.size(), 2u);
    const Made alone = make("ddd_linked_alone");
    EXPECT_TRUE(alone.scene.clips.empty());
    EXPECT_GT(size_of(points_at(alone.scene, nullptr, 0)), 0.3);
    EXPECT_EQ(codes_of(alone.issues), (std::vector<std::string>{"MISSING_COMPANION", "SOULFU_UNNAMED_TEXTURE"}));
}

TEST(SoulfuScene, APartIsMovedByTheFileItIsGiven) {
    Fixture part, source;
    for (Fixture& fixture : all_fixtures()) {
        if (fixture.name == "ddd_static") part = fixture;
        if (fixture.name == "ddd_animated") source = fixture;
    }
    Bundle bundle = part.bundle;
    bundle.parts.push_back({"link", "BODY.DDD", source.bundle.parts[0].bytes});
    const auto model = read(ddd::format, bundle);
    ASSERT_TRUE(model.ok());
    const Scene moved = make(*model, exact_rig()).scene;
    const Scene whole = make("ddd_animated", exact_rig()).scene;
    ASSERT_EQ(moved.clips.size(), 2u);
    const auto a = points_at(moved, &moved.clips[1], 0.02);
    const auto b = points_at(whole, &whole.clips[1], 0.02);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(a[i] - b[i]), 1e-6);

    // One with other bones does not, and says so.
    bundle.parts.back().bytes = fixture_model("ddd_named_bones").bundle.parts[0].bytes;
    const auto misfit = read(ddd::format, bundle);
    ASSERT_TRUE(misfit.ok());
    const Made made = make(*misfit);
    EXPECT_TRUE(made.scene.clips.empty());
    EXPECT_EQ(codes_of(made.issues), (std::vector<std::string>{"DDD_LINK_BONE_COUNT", "SOULFU_UNNAMED_TEXTURE"}));
}

TEST(SoulfuScene, WhatHasABadIndexIsLeftOut) {
    const Made made = make("ddd_bad_indices");
    EXPECT_EQ(made.scene.meshes.at(0).points.size(), 4u);
    EXPECT_EQ(made.scene.meshes.at(0).primitives.at(0).indices.size(), 6u);  // two of four triangles
    EXPECT_EQ(codes_of(made.issues), (std::vector<std::string>{"INDEX_OUT_OF_RANGE", "SOULFU_UNNAMED_TEXTURE"}));
}

TEST(SoulfuScene, AnRdyIsPosedByItsOwnNumbers) {
    // In the second one the positions are of another pose; what the game draws from is not.
    for (const char* name : {"rdy_animated", "rdy_posed"}) {
        SCOPED_TRACE(name);
        const Model model = fixture_model(name);
        const rdy::File& file = rdy_file_of(model);
        const Made made = make(model, exact_rig());
        ASSERT_EQ(made.scene.clips.size(), 2u);
        expect_pose(points_at(made.scene, &made.scene.clips[0], 0.0161), rdy::posed(file.bases[0], file.frames[2]));
        expect_pose(points_at(made.scene, &made.scene.clips[1], 0), rdy::posed(file.bases[0], file.frames[3]));
    }
    EXPECT_EQ(codes_of(make("rdy_posed").issues), (std::vector<std::string>{"RDY_POSED", "SOULFU_UNNAMED_TEXTURE"}));
}

TEST(SoulfuScene, LevelsOfDetailOneOrAll) {
    const auto triangles = [](const Mesh& mesh) { return mesh.primitives.at(0).indices.size() / 3; };
    const Scene best = make("rdy_two_levels").scene;
    ASSERT_EQ(best.meshes.size(), 2u);  // of two base models
    EXPECT_EQ(triangles(best.meshes[0]), 4u);
    SceneOptions options;
    options.lod = 1;
    EXPECT_EQ(triangles(make("rdy_two_levels", options).scene.meshes.at(0)), 1u);
    options = {};
    options.all_lods = true;
    const Scene all = make("rdy_two_levels", options).scene;
    ASSERT_EQ(all.meshes.size(), 4u);
    EXPECT_EQ(triangles(all.meshes[0]), 4u);
    EXPECT_EQ(triangles(all.meshes[1]), 1u);
    EXPECT_TRUE(all.meshes[1].name.ends_with("_base_0_lod_1")) << all.meshes[1].name;
}

TEST(SoulfuScene, CartoonLinesAreThoseOfTheGame) {
    SceneOptions options;
    options.own.set("lines", "true");
    for (const char* name : {"ddd_static", "rdy_static"}) {
        const Scene scene = make(name, options).scene;
        const Primitive& lines = scene.meshes.at(0).primitives.back();
        EXPECT_EQ(lines.topology, Topology::lines);
        EXPECT_EQ(lines.indices.size(), 2 * 6u);  // the edges of a pyramid with three sides
    }
}

TEST(SoulfuScene, AStillShowsItsFrame) {
    SceneOptions options = exact_rig();
    options.frame = 4;
    const Model model = fixture_model("ddd_animated");
    const ddd::Document& document = document_of(model);
    const Scene still = make(model, options).scene;
    EXPECT_TRUE(still.clips.empty());
    expect_pose(points_at(still, nullptr, 0), ddd::Poser(document, 0).positions(document.file.frames[4]));
    options.frame = 5;
    Issues issues;
    EXPECT_FALSE(to_scene(model, options, issues).ok());
}

}  // namespace
}  // namespace thaw::test
