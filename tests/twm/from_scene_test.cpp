// Scenes as TWM files.
#include <algorithm>

#include "fixtures/fixtures.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"
#include "support/made_scenes.hpp"
#include "twm/scene_support.hpp"

namespace thaw::test {
namespace {

using twm::format;

constexpr std::string_view old = "TWM_OUT_OF_DATE";

Made make_twm(const SceneInput& input, const BuildOptions& options = {}) {
    return make(format, input, options, "model", Profile::spec, old);
}

Model sample() {
    auto model = read_twm(load_file(source_folder() / "samples/twm/flower.twm"), "flower.twm");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

TEST(TwmFromScene, EveryFixtureComesBackInEveryVersion) {
    std::size_t compared = 0;
    for (const Fixture& fixture : twm_fixtures()) {
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || scene->meshes.empty()) continue;
        SCOPED_TRACE(fixture.name);
        const GltfFile file = through_glb(*scene);
        for (const char* variant : {"", "v0", "v1", "v2", "v3"}) {
            SCOPED_TRACE(variant);
            const Made made = make_twm({*scene}, {.variant = variant});
            if (made.model.document == nullptr) continue;
            EXPECT_EQ(difference(*scene, scene_of(made.model)), "");
            const Made again = make_twm({file.scene, file.source_points}, {.variant = variant});
            EXPECT_EQ(difference(*scene, scene_of(again.model)), "");
        }
        ++compared;
    }
    EXPECT_GT(compared, 40u);
}

TEST(TwmFromScene, TheSampleComesBackInAllItsNumbers) {
    const Model model = sample();
    const auto& before = document_of(model);
    const Made made = make_twm({scene_of(model)});
    EXPECT_EQ(reported(made.issues), "");
    const auto& after = document_of(made.model);
    ASSERT_EQ(before.meshes.size(), after.meshes.size());
    ASSERT_EQ(before.joints.size(), after.joints.size());
    for (std::size_t j = 0; j < before.joints.size(); ++j) {
        EXPECT_EQ(before.joints[j].parent, after.joints[j].parent);
        EXPECT_EQ(before.joints[j].inverse_bind, after.joints[j].inverse_bind);
    }
    for (std::size_t m = 0; m < before.meshes.size(); ++m) {
        const auto &a = before.meshes[m], &b = after.meshes[m];
        EXPECT_EQ(a.indices, b.indices);
        ASSERT_EQ(a.positions.size(), b.positions.size());
        for (std::size_t v = 0; v < a.positions.size(); ++v) {
            EXPECT_EQ(a.positions[v].x, b.positions[v].x);
            EXPECT_EQ(a.positions[v].z, b.positions[v].z);
        }
        EXPECT_EQ(a.weight_counts, b.weight_counts);
        EXPECT_EQ(a.has_tangents, b.has_tangents);
    }
    ASSERT_EQ(before.animations.size(), after.animations.size());
    for (std::size_t a = 0; a < before.animations.size(); ++a) {
        EXPECT_EQ(before.animations[a].key_counts, after.animations[a].key_counts);
    }
}

TEST(TwmFromScene, AStaticModelLoadsInTheEngine) {
    Scene scene = quad();
    scene.meshes[0].primitives[0].uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    scene.nodes[0].local = {{1, 2, 3}, axis_rotation({0, 1, 0}, 1), {2, -0.5f, 3}};
    const Made made = make(format, {scene});  // with the game's profile
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
    const auto& d = document_of(made.model);
    EXPECT_EQ(d.version, 3u);
    EXPECT_EQ(d.skeleton_flag, 0);
    EXPECT_EQ(d.meshes.at(0).has_normals, 1);
    for (const auto& n : d.meshes[0].normals) EXPECT_NEAR(double{n.x * n.x + n.y * n.y + n.z * n.z}, 1, 1e-5);
    Issues issues;
    EXPECT_EQ(refused(format, {scene}, issues, {.variant = "v4"}).code, Code::unsupported);
}

TEST(TwmFromScene, FlatTrianglesHaveNormalsOfTheirOwn) {
    Scene scene = quad();
    Primitive& part = scene.meshes[0].primitives[0];
    part.flat = true;
    part.points = {0, 1, 2, 0, 2, 3};
    part.indices = {0, 1, 2, 3, 4, 5};
    scene.meshes[0].points[3] = {0, 1, 1};
    const Made made = make(format, {scene});
    const auto& mesh = document_of(made.model).meshes[0];
    ASSERT_EQ(mesh.positions.size(), 6u);
    EXPECT_NEAR(double{mesh.normals[0].z}, 1, 1e-6);
    EXPECT_LT(mesh.normals[3].z, 0.9f);
    EXPECT_EQ(mesh.normals[3].z, mesh.normals[5].z);
}

TEST(TwmFromScene, TangentsKeepTheirSide) {
    for (const char* variant : {"v2", "v3"}) {
        for (const f32 side : {1.0f, -1.0f}) {
            for (const f32 mirror : {1.0f, -1.0f}) {
                Scene scene = quad();
                scene.meshes[0].primitives[0].uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
                scene.meshes[0].normals.assign(4, {0, 0, 1});
                scene.meshes[0].tangents.assign(4, {1, 0, 0, side});
                scene.nodes[0].local.scale = {1, mirror, 1};
                const Scene again = scene_of(make_twm({scene}, {.variant = variant}).model);
                ASSERT_EQ(again.meshes[0].tangents.size(), 4u);
                EXPECT_EQ(again.meshes[0].tangents[0].x, 1);
                EXPECT_EQ(again.meshes[0].tangents[0].w, side * mirror);
            }
        }
    }
}

TEST(TwmFromScene, ALookAlikeOfTheStrideBugIsAvoided) {
    Scene scene = quad();
    Primitive& part = scene.meshes[0].primitives[0];
    part.points = {0, 1, 2, 0, 2, 3};
    part.indices = {0, 1, 2, 3, 4, 5};
    part.uvs = {{1, 1}, {0, 1}, {1, 0}, {1, 1}, {0, 1}, {1, 0}};
    const Made made = make(format, {scene});
    EXPECT_TRUE(made.says("BUILD_UVS"));
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(TwmFromScene, AnyNumberOfWeights) {
    Scene scene = chain_of_joints(7);
    Influences& influences = scene.meshes[0].influences;
    influences.per_point = 7;
    influences.joints.assign(28, 0);
    influences.weights.assign(28, 0);
    for (u16 j = 0; j < 7; ++j) {
        influences.joints[j] = j;
        influences.weights[j] = (7.0f - j) / 28.0f;
    }
    for (std::size_t p = 1; p < 4; ++p) influences.weights[7 * p] = 1;
    scene.clips.push_back(swing(3, 5, 10));
    const Made made = make_twm({scene});
    EXPECT_EQ(document_of(made.model).meshes[0].weight_counts, (std::vector<u64>{7, 1, 1, 1}));
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
    EXPECT_EQ(made.find("BUILD_NOT_KEPT")->found, "1 mesh, 7 joints, 1 clip");
}

TEST(TwmFromScene, NodesBetweenJointsAndUnits) {
    Scene scene = chain_of_joints(3);
    for (Node& node : scene.nodes) {
        if (node.mesh == no_index) node.local.translation = node.local.translation * 100.0f;
    }
    scene.nodes.insert(scene.nodes.begin() + 1,
                       {"armature", no_index, {{}, {}, {0.01f, 0.01f, 0.01f}}, no_index, no_index, {}});
    for (std::size_t n = 2; n < scene.nodes.size(); ++n) scene.nodes[n].parent = static_cast<u32>(n) - 1;
    for (u32& joint : scene.skins[0].joints) ++joint;
    for (Mat4& m : scene.skins[0].inverse_binds) {
        for (const std::size_t i : {0u, 5u, 10u}) m.m[i] = 100;
        m.m[13] *= 100;
    }
    EXPECT_EQ(difference(scene, scene_of(make_twm({scene}).model)), "");
    scene.clips.push_back(swing(3, 5, 10));
    EXPECT_EQ(difference(scene, scene_of(make_twm({scene}).model)), "");
    for (Vec3& p : scene.meshes[0].points) p = p * 100.0f;  // and the mesh in centimetres too
    for (Mat4& m : scene.skins[0].inverse_binds) {
        for (const std::size_t i : {0u, 5u, 10u}) m.m[i] = 1;
    }
    EXPECT_EQ(difference(scene, scene_of(make_twm({scene}).model)), "");
    scene.clips.clear();  // at rest the file shows the bind pose, which must be this one
    EXPECT_EQ(difference(scene, scene_of(make_twm({scene}).model)), "");
}

TEST(TwmFromScene, APoseAtRestThatIsNotTheBindPose) {
    Scene scene = chain_of_joints(3);
    scene.nodes[2].local.rotation = axis_rotation({1, 0, 0}, 0.7);
    EXPECT_EQ(difference(scene, scene_of(make_twm({scene}).model)), "");
    scene.clips.push_back(swing(3, 4, 10));
    const Made made = make_twm({scene});
    EXPECT_EQ(made.find("BUILD_NOT_KEPT")->path, "pose at rest");
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(TwmFromScene, MovedMeshesGetJoints) {
    Scene scene = quad();
    scene.nodes.insert(scene.nodes.begin(), {"hand", no_index, {{0, 1, 0}, {}, {2, 2, 2}}, no_index, no_index, {}});
    scene.nodes[1].parent = 0;
    scene.nodes.push_back({"still", no_index, {{5, 0, 0}, {}, {1, 1, 1}}, 0, no_index, {}});
    scene.clips.push_back(swing(0, 4, 10));
    const Made made = make_twm({scene});
    const auto& d = document_of(made.model);
    EXPECT_EQ(d.joints.size(), 1u);
    EXPECT_EQ(d.meshes.at(0).has_deformer, 1);
    EXPECT_EQ(d.meshes.at(1).has_deformer, 0);
    const Scene again = scene_of(made.model);
    EXPECT_EQ(again.meshes.size(), 2u);
    for (const double t : {0.0, 0.15, 0.3}) {
        auto a = shown_at(scene, &scene.clips[0], t), b = shown_at(again, &again.clips[0], t);
        const auto left = [](const ShownCorner& x, const ShownCorner& y) { return x.at.x < y.at.x; };
        std::sort(a.begin(), a.end(), left);
        std::sort(b.begin(), b.end(), left);
        for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(double{a[i].at.x}, double{b[i].at.x}, 1e-5);
    }
}

TEST(TwmFromScene, KeysAreWholeMilliseconds) {
    Scene scene = chain_of_joints(2);
    scene.clips.push_back(swing(2, 4, 30));
    Made made = make_twm({scene});
    EXPECT_EQ(made.find("BUILD_RESAMPLED")->found, "4 keys at whole milliseconds, at most 0.33 ms off");
    EXPECT_EQ(difference(scene, scene_of(made.model), {.metres = 5e-3}), "");
    const auto& keys = document_of(made.model).animations[0];
    EXPECT_EQ(keys.key_counts, (std::vector<u32>{1, 4}));
    EXPECT_EQ(keys.keys[2].ms, 33u);
    // Several keys within a millisecond: the last one counts.
    scene.clips[0].timelines[0] = {0, 0.0501f, 0.0503f, 0.1f};
    made = make_twm({scene});
    EXPECT_EQ(document_of(made.model).animations[0].key_counts[1], 3u);
    EXPECT_NEAR(double{document_of(made.model).animations[0].keys[2].rotation[2]}, std::sin(0.2), 1e-6);
    // A pose that is held.
    scene.clips[0] = swing(2, 3, 10);
    scene.clips[0].channels[0].interpolation = Interpolation::step;
    made = make_twm({scene});
    const Scene again = scene_of(made.model);
    for (const double t : {0.0, 0.05, 0.098, 0.1001, 0.19}) {
        EXPECT_EQ(
            difference(shown_at(scene, &scene.clips[0], t), shown_at(again, &again.clips[0], t), {.metres = 1e-5}), "")
            << t;
    }
}

TEST(TwmFromScene, WhatHasNoPlaceIsTold) {
    Scene scene = quad();
    scene.meshes[0].targets.push_back({"smile", {0}, {{0, 1, 0}}});
    scene.meshes[0].primitives[0].colors.assign(4, {1, 0, 0, 1});
    scene.meshes[0].primitives[0].material = 0;
    scene.materials.push_back({.name = "red"});
    const Made made = make(format, {scene});
    EXPECT_EQ(reported(made.issues),
              "BUILD_NOT_KEPT quad: 4 colours, 1 morph target left out\n"
              "BUILD_NOT_KEPT materials: 1 material left out\n"
              "BUILD_NOT_KEPT names: names of 1 mesh left out\n");
}

TEST(TwmFromScene, LimitOfWeights) {
    const auto with_weights = [](u32 count) {
        Scene scene = chain_of_joints(count);
        Influences& influences = scene.meshes[0].influences;
        influences.per_point = count;
        influences.joints.assign(4 * count, 0);
        influences.weights.assign(4 * count, 0);
        for (u32 j = 0; j < count; ++j) {
            influences.joints[j] = static_cast<u16>(j);
            influences.weights[j] = 1.0f / static_cast<f32>(count);
        }
        for (std::size_t p = 1; p < 4; ++p) influences.weights[count * p] = 1;
        return scene;
    };
    EXPECT_EQ(scene_of(make_twm({with_weights(256)}).model).meshes[0].influences.per_point, 256u);
    Issues issues;
    EXPECT_EQ(refused(format, {with_weights(257)}, issues).code, Code::unrepresentable);
    EXPECT_EQ(issues.list()[0].found, "257");
    const Made fitted = make_twm({with_weights(257)}, {.fit = true});
    EXPECT_TRUE(fitted.says("BUILD_FITTED"));
    EXPECT_EQ(scene_of(fitted.model).meshes[0].influences.per_point, 256u);
}

TEST(TwmFromScene, LimitOfJoints) {
    const auto with_joints = [](u32 count) {
        Scene scene = quad();
        Skin skin;
        for (u32 j = 0; j < count; ++j) {
            skin.joints.push_back(static_cast<u32>(scene.nodes.size()));
            skin.inverse_binds.push_back({});
            scene.nodes.push_back({"", no_index, {}, no_index, no_index, {}});
        }
        scene.skins.push_back(skin);
        scene.nodes[0].skin = 0;
        scene.meshes[0].influences = {1, {0, 0, 0, 0}, {1, 1, 1, 1}};
        return scene;
    };
    EXPECT_EQ(document_of(make_twm({with_joints(65536)}).model).joints.size(), 65536u);
    Issues issues;
    EXPECT_EQ(refused(format, {with_joints(65537)}, issues).code, Code::unrepresentable);
}

TEST(TwmFromScene, OddScenes) {
    Issues issues;
    EXPECT_EQ(refused(format, {Scene{}}, issues).code, Code::unrepresentable);
    Scene scene = quad();
    scene.nodes[0].local.scale = {0, 0, 0};
    make_twm({scene});
    scene = chain_of_joints(3);
    for (Mat4& m : scene.skins[0].inverse_binds) m.m = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    make_twm({scene});
    scene = chain_of_joints(2);
    scene.clips.push_back({.name = "nothing"});
    EXPECT_EQ(document_of(make_twm({scene}).model).animations.size(), 1u);
    scene.clips[0] = swing(2, 3, 1e-7);
    EXPECT_EQ(refused(format, {scene}, issues).code, Code::unrepresentable);
    scene = quad();
    scene.clips.push_back(swing(0, 3, 10));
    scene.clips[0].channels.clear();
    EXPECT_TRUE(make(format, {scene}).says("BUILD_NOT_KEPT"));
}

TEST(TwmFromScene, ModelsOfOtherGamesFit) {
    std::size_t made = 0;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.format == &format) continue;
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model || model->format->to_scene == nullptr) continue;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || shown_at(*scene, nullptr, 0).empty()) continue;
        SCOPED_TRACE(fixture.name);
        const Made result = make_twm({*scene}, {.fit = true});
        if (result.model.document != nullptr) ++made;
    }
    EXPECT_GT(made, 50u);
}

}  // namespace
}  // namespace thaw::test
