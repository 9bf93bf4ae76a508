// Scenes of small files: what is shown as it stands, and every repair.
#include "twm/scene_support.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fixtures/fixtures.hpp"
#include "formats/twm/issues.hpp"
#include "support/letter.hpp"

namespace thaw::test {
namespace {

Model fixture_model(const std::string& name) {
    for (const Fixture& each : twm_fixtures()) {
        if (each.name != "twm_" + name) continue;
        auto model = read(*each.format, each.bundle);
        EXPECT_TRUE(model.ok()) << name;
        return std::move(*model);
    }
    ADD_FAILURE() << "no fixture " << name;
    return {&twm::format, {}, std::make_unique<twm::Document>()};
}

bool has(const std::vector<std::string>& codes, std::string_view code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

TEST(TwmScene, EveryFixtureIsAScene) {
    u32 scenes = 0;
    for (const Fixture& each : twm_fixtures()) {
        if (each.error) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        ASSERT_TRUE(model.ok());
        scene_of(*model);
        scene_of(*model, {.own = OptionValues{{"rotation", "euler"}}});
        scene_of(*model, {.own = OptionValues{{"rotation", "quaternion"}}});
        ++scenes;
    }
    EXPECT_GT(scenes, 50u);
}

TEST(TwmScene, AStaticMeshHangsBelowTheFile) {
    const Scene scene = scene_of(fixture_model("full"));
    EXPECT_EQ(scene.name, "twm_full");
    ASSERT_EQ(scene.nodes.size(), 2u);
    EXPECT_EQ(scene.nodes[0].name, "twm_full");
    EXPECT_EQ(scene.nodes[1].name, "twm_full.Mesh.0");
    EXPECT_EQ(scene.nodes[1].parent, 0u);
    const Mesh& mesh = scene.meshes[0];
    EXPECT_EQ(mesh.points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(mesh.primitives[0].indices, (std::vector<u32>{0, 1, 2}));
    EXPECT_EQ(mesh.primitives[0].uvs[0], (Vec2{0.25f, 1}));  // version 3 counts from the top, as glTF
    // Binormals of version 3 point down the image: (N x T) . B is -1, and the sign of glTF is +1.
    EXPECT_EQ(mesh.tangents[0], (Vec4{1, 0, 0, 1}));
    EXPECT_EQ(scene.materials.size(), 1u);
    EXPECT_FALSE(scene.materials[0].unlit);
}

TEST(TwmScene, OldVersionsCountVFromTheBottom) {
    Model model = fixture_model("full");
    document_of(model).version = 2;
    const Scene scene = scene_of(model);
    EXPECT_EQ(scene.meshes[0].primitives[0].uvs[0], (Vec2{0.25f, 0}));
    EXPECT_EQ(scene.meshes[0].tangents[0].w, -1);
    document_of(model).version = 3;
    document_of(model).ancestor = true;
    EXPECT_EQ(scene_of(model).meshes[0].primitives[0].uvs[1], (Vec2{1, 0.5f}));
}

// Right-handed, Y up, counter-clockwise; version 3 counts v from the top of the image, older ones from the bottom.
TEST(TwmScene, ImagesAreUprightAndNotMirrored) {
    Model model = fixture_model("full");
    twm::Mesh& mesh = document_of(model).meshes[0];
    mesh.positions = {{-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}};
    mesh.normals.assign(4, {0, 0, 1});
    mesh.tangents.assign(4, {1, 0, 0});
    mesh.binormals.assign(4, {0, -1, 0});
    mesh.indices = {0, 1, 2, 0, 2, 3};
    mesh.uvs = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    expect_letter_f(scene_of(model));
    document_of(model).version = 2;
    mesh.uvs = {{0, 1}, {0, 0}, {1, 0}, {1, 1}};
    expect_letter_f(scene_of(model));
    // The eye that looks here tells the wrong ones: mirrored, and from behind.
    mesh.uvs = {{1, 1}, {1, 0}, {0, 0}, {0, 1}};
    EXPECT_EQ(seen_fields(seen_triangles(scene_of(model))),
              (std::vector<std::string>{"#####", "....#", ".####", "....#", "....#"}));
    mesh.indices = {0, 2, 1, 0, 3, 2};
    EXPECT_EQ(seen_fields(seen_triangles(scene_of(model))), std::vector<std::string>(5, "     "));
}

TEST(TwmScene, ASkinnedMeshIsARootAndRestsWhereTheFileHasIt) {
    const Model model = fixture_model("skinned");
    const Scene scene = scene_of(model);
    ASSERT_EQ(scene.skins.size(), 1u);
    const u32 node = node_named(scene, "twm_skinned.Mesh.0");
    EXPECT_EQ(scene.nodes[node].parent, no_index);
    EXPECT_EQ(scene.skins[0].inverse_binds[1].m, document_of(model).joints[1].inverse_bind);  // verbatim
    const u32 upper = node_named(scene, "joint_001");
    EXPECT_EQ(scene.nodes[upper].parent, node_named(scene, "joint_000"));
    EXPECT_EQ(scene.nodes[upper].local.translation, (Vec3{0, 1, 0}));
    const auto points = points_at(scene, node, nullptr, 0);
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(length(points[i] - scene.meshes[0].points[i]), 1e-6f);
}

TEST(TwmScene, WeightsAreSortedMergedAndAddUpToOne) {
    Model model = fixture_model("skinned");
    twm::Mesh& mesh = document_of(model).meshes[0];
    mesh.weight_counts = {3, 4, 1};
    const double infinite = std::numeric_limits<double>::infinity();
    mesh.weights = {{0, 0.25}, {1, 0.5}, {1, 0.25}, {0, 1e308}, {1, 1e308}, {7, 1}, {0, infinite}, {1, -1}};
    const Influences influences = scene_of(model).meshes[0].influences;
    EXPECT_EQ(influences.per_point, 2u);
    EXPECT_EQ(influences.joints, (std::vector<u16>{1, 0, 0, 1, 0, 0}));
    EXPECT_EQ(influences.weights, (std::vector<f32>{0.75f, 0.25f, 0.5f, 0.5f, 1, 0}));
    const auto codes = scene_codes(model);
    for (const char* code : {"TWM_WEIGHTS_TWICE", "TWM_NOT_FINITE", "TWM_WEIGHT_NEGATIVE", "INDEX_OUT_OF_RANGE"}) {
        EXPECT_TRUE(has(codes, code)) << code;
    }
}

TEST(TwmScene, OneVertexOnManyJointsIsRefused) {
    Model model = fixture_model("skinned");
    twm::Document& d = document_of(model);
    d.joints.resize(300, d.joints[1]);
    twm::Mesh& mesh = d.meshes[0];
    mesh.weight_counts = {300, 0, 0};
    mesh.weights.clear();
    for (u32 j = 0; j < 300; ++j) mesh.weights.push_back({j, 1});
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    ASSERT_FALSE(scene.ok());
    EXPECT_EQ(scene.error().code, Code::over_budget);
}

TEST(TwmScene, SeveralMeshesShareOneSkin) {
    const Scene scene = scene_of(fixture_model("two_meshes"));
    EXPECT_EQ(scene.skins.size(), 1u);
    EXPECT_GE(scene.meshes.size(), 2u);
}

TEST(TwmScene, BadParentsMakeAForest) {
    for (const char* name : {"parent_cycle", "parent_of_first", "parent_outside", "root_names_itself"}) {
        const Model model = fixture_model(name);
        const Scene scene = scene_of(model);
        EXPECT_EQ(scene.skins[0].joints.size(), document_of(model).joints.size()) << name;
    }
    const Scene cycle = scene_of(fixture_model("parent_cycle"));
    EXPECT_EQ(cycle.nodes[node_named(cycle, "joint_002")].parent, 0u);
    EXPECT_EQ(cycle.nodes[node_named(cycle, "joint_003")].parent, node_named(cycle, "joint_002"));
}

TEST(TwmScene, JointsMayComeBeforeTheirParents) {
    Model model = fixture_model("skinned");
    twm::Document& d = document_of(model);
    d.joints.push_back(d.joints[1]);
    d.joints[1].parent = 2;
    d.joints[2].inverse_bind[13] = -0.5f;
    const Scene scene = scene_of(model);
    const u32 child = node_named(scene, "joint_001");
    EXPECT_EQ(scene.nodes[child].parent, node_named(scene, "joint_002"));
    EXPECT_FLOAT_EQ(scene.nodes[child].local.translation.y, 0.5f);
    EXPECT_EQ(scene.skins[0].joints[1], child);
}

TEST(TwmScene, OddMatricesAreRepaired) {
    const Scene turned = scene_of(fixture_model("matrix_transposed"));
    EXPECT_EQ(turned.skins[0].inverse_binds[1].m[13], -1);
    EXPECT_EQ(scene_of(fixture_model("matrix_not_affine")).skins[0].inverse_binds[1], Mat4{});
    EXPECT_TRUE(has(scene_codes(fixture_model("matrix_singular")), "TWM_MATRIX_SINGULAR"));
    EXPECT_TRUE(has(scene_codes(fixture_model("rest_sheared")), "TWM_REST_SHEARED"));
    EXPECT_FALSE(has(scene_codes(fixture_model("skinned")), "TWM_REST_SHEARED"));
}

TEST(TwmScene, AJointThatDrivesNothingRestsWhereItsAnimationStarts) {
    const Scene scene = scene_of(fixture_model("rest_from_key"));
    EXPECT_EQ(scene.nodes[node_named(scene, "joint_002")].local.translation, (Vec3{3, 0, 0}));
}

TEST(TwmScene, KeysBecomeChannels) {
    const Scene scene = scene_of(fixture_model("animated"));
    ASSERT_EQ(scene.clips.size(), 1u);
    const Clip& clip = scene.clips[0];
    EXPECT_EQ(clip.name, "animation_0");
    ASSERT_EQ(clip.channels.size(), 6u);
    EXPECT_EQ(clip.timelines[clip.channels[0].timeline], (std::vector<f32>{0, 0.5f}));
    EXPECT_EQ(clip.channels[0].values, (std::vector<f32>{0, 0, 0, 1, 0, 0}));
    // The other joint has one key, and holds it to the end.
    EXPECT_EQ(clip.timelines[clip.channels[3].timeline], (std::vector<f32>{0, 0.5f}));
}

TEST(TwmScene, OfKeysAtOneTimeTheLastCounts) {
    Model model = fixture_model("animated");
    twm::Animation& animation = document_of(model).animations[0];
    animation.keys[1].ms = 0;
    EXPECT_EQ(scene_of(model).clips[0].channels[0].values, (std::vector<f32>{1, 0, 0}));
    animation.keys[0].ms = 800;  // out of order
    const Clip clip = scene_of(model).clips[0];
    EXPECT_EQ(clip.timelines[0], (std::vector<f32>{0, 0.8f}));
    EXPECT_EQ(clip.channels[0].values, (std::vector<f32>{1, 0, 0, 0, 0, 0}));
    animation.keys[1].translation.x = std::numeric_limits<f32>::quiet_NaN();
    EXPECT_EQ(scene_of(model).clips[0].channels[0].values, (std::vector<f32>{0, 0, 0}));
}

TEST(TwmScene, EulerDegreesAreToldFromQuaternions) {
    Model model = fixture_model("animated");
    twm::Animation& animation = document_of(model).animations[0];
    const auto second_rotation = [&](const char* rotation) {
        const std::vector<f32> values =
            scene_of(model, {.own = OptionValues{{"rotation", rotation}}}).clips[0].channels[1].values;
        return Quat{values[4], values[5], values[6], values[7]};
    };
    animation.keys[1].rotation = {90, 0, 90, 1};
    const Quat found = second_rotation("auto");
    // First about X, then about Z: Y goes to Z and stays; Z goes to -Y and then to X.
    const Matrix m = matrix_of(Transform{.rotation = found});
    EXPECT_LT(length(transformed(m, Vec3{0, 1, 0}) - Vec3{0, 0, 1}), 1e-6f);
    EXPECT_LT(length(transformed(m, Vec3{0, 0, 1}) - Vec3{1, 0, 0}), 1e-6f);
    EXPECT_TRUE(has(scene_codes(model), "TWM_ROTATION_EULER"));
    // Forced: the numbers are a quaternion of another length.
    const Quat forced = second_rotation("quaternion");
    EXPECT_NEAR(forced.x, std::sqrt(0.5), 1e-3);
    const f32 half = static_cast<f32>(std::sqrt(0.5));
    animation.keys[1].rotation = {0, half, 0, half};
    EXPECT_NEAR(second_rotation("auto").y, half, 1e-6);
    EXPECT_LT(second_rotation("euler").y, 0.01f);
    animation.keys[1].rotation = {};
    EXPECT_EQ(second_rotation("auto"), Quat{});
}

TEST(TwmScene, RotationsTakeTheShortWay) {
    Model model = fixture_model("animated");
    document_of(model).animations[0].keys[1].rotation = {0, 0, 0, -1};
    EXPECT_EQ(scene_of(model).clips[0].channels[1].values, (std::vector<f32>{0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(TwmScene, NormalsAreMadeUnitLengthOrComputed) {
    EXPECT_EQ(scene_of(fixture_model("long_normals")).meshes[0].normals[1], (Vec3{0, 0, 1}));
    EXPECT_EQ(scene_of(fixture_model("zero_normal")).meshes[0].normals[2], (Vec3{0, 0, 1}));
    Model model = fixture_model("static");
    document_of(model).meshes[0].normals[0] = {0, 0, -1e-5f};
    EXPECT_EQ(scene_of(model).meshes[0].normals[0], (Vec3{0, 0, -1}));
    EXPECT_TRUE(has(scene_codes(model), "TWM_NORMAL_LENGTH"));
}

TEST(TwmScene, TangentsWithoutDirectionAreLeftOut) {
    const Model model = fixture_model("tangents_along_normals");
    EXPECT_TRUE(scene_of(model).meshes[0].tangents.empty());
    EXPECT_TRUE(has(scene_codes(model), "TWM_TANGENTS_DROPPED"));
}

TEST(TwmScene, TheUvStrideIsPutRight) {
    Model model = fixture_model("static");
    twm::Document& d = document_of(model);
    twm::Mesh& mesh = d.meshes[0];
    constexpr std::size_t n = 7;
    mesh.positions.assign(n, {});
    for (std::size_t k = 0; k < n; ++k) mesh.positions[k].x = static_cast<f32>(k);
    mesh.positions[1].y = 1;
    mesh.positions[n - 1] = mesh.positions[2];  // a seam: the lost vertex is where a known one is
    mesh.normals.assign(n, {0, 0, 1});
    mesh.has_uvs = 1;
    // What the converter wrote: the first 8 n bytes of a list of (u, v, 0).
    std::vector<f32> numbers;
    for (std::size_t k = 0; k < n; ++k) {
        numbers.insert(numbers.end(), {0.1f * static_cast<f32>(k + 1), 0.05f * static_cast<f32>(k + 1), 0});
    }
    for (std::size_t k = 0; k < n; ++k) mesh.uvs.push_back({numbers[2 * k], numbers[2 * k + 1]});
    const Scene scene = scene_of(model);
    const auto& uvs = scene.meshes[0].primitives[0].uvs;
    for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(uvs[k], (Vec2{numbers[3 * k], numbers[3 * k + 1]})) << k;
    EXPECT_EQ(uvs[5], Vec2{});
    EXPECT_EQ(uvs[6], uvs[2]);
    EXPECT_TRUE(has(scene_codes(model), "TWM_UV_STRIDE"));
}

TEST(TwmScene, TrianglesThatCannotBeDrawnAreLeftOut) {
    const Model bad = fixture_model("bad_index");
    EXPECT_TRUE(scene_of(bad).meshes.empty());
    EXPECT_TRUE(has(scene_codes(bad), "INDEX_OUT_OF_RANGE"));
    EXPECT_TRUE(has(scene_codes(bad), "TWM_NO_MESHES"));
    EXPECT_EQ(scene_of(fixture_model("degenerate")).meshes[0].primitives[0].indices.size(), 3u);
    EXPECT_TRUE(scene_of(fixture_model("not_finite")).meshes.empty());
}

TEST(TwmScene, AnImageMayBeChosen) {
    Model model = fixture_model("full");
    model.bundle.parts.push_back({"texture:0", "skin.png", Blob::take({1, 2, 3})});
    const Scene scene = scene_of(model);
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(scene.materials[scene.meshes[0].primitives[0].material].image, 0u);
}

TEST(TwmScene, NoRoomForSoManyJoints) {
    Model model = fixture_model("skinned");
    document_of(model).joints.resize(0x10001);
    Issues issues;
    EXPECT_FALSE(to_scene(model, {}, issues).ok());
}

}  // namespace
}  // namespace thaw::test
