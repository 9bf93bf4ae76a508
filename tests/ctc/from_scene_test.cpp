// Scenes as CTC files, and edits of CTC files.
#include "base/text.hpp"
#include "ctc/scene_support.hpp"
#include "formats/ctc/model/limits.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"
#include "support/made_scenes.hpp"

namespace thaw::test {
namespace {

using ctc::format;

Model lantern_model() {
    auto model = read_ctc(load_file(source_folder() / "samples/ctc/lantern.ctc"), "lantern.ctc");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

TEST(CtcFromScene, SampleComesBack) {
    const Model model = lantern_model();
    const Scene scene = scene_of(model);
    const Made made = make(format, {scene}, {}, "lantern");
    EXPECT_EQ(reported(made.issues), "");
    const Scene again = scene_of(made.model);
    EXPECT_EQ(difference(scene, again), "");
    ASSERT_EQ(again.clips.size(), scene.clips.size());
    for (std::size_t c = 0; c < scene.clips.size(); ++c) {
        EXPECT_EQ(again.clips[c].name, scene.clips[c].name);
        EXPECT_EQ(again.clips[c].timelines, scene.clips[c].timelines);
    }
    const auto &a = document_of(model), &b = document_of(made.model);
    EXPECT_EQ(a.vertices.size(), b.vertices.size());
    EXPECT_EQ(a.triangles.size(), b.triangles.size());
    EXPECT_EQ(a.bones.size(), b.bones.size());
    EXPECT_EQ(a.triangle_lists, b.triangle_lists);
    ASSERT_EQ(a.attachments.size(), b.attachments.size());
    EXPECT_EQ(a.attachments[0].triangle, b.attachments[0].triangle);
    EXPECT_EQ(a.attachments[0].name, b.attachments[0].name);
    ASSERT_EQ(a.skins.size(), b.skins.size());
    for (std::size_t i = 0; i < a.skins.size(); ++i) EXPECT_EQ(a.skins[i].name, b.skins[i].name);
    for (std::size_t i = 0; i < a.colours.size(); ++i) EXPECT_EQ(a.colours[i].rgba, b.colours[i].rgba) << i;
}

TEST(CtcFromScene, EveryFixtureComesBack) {
    std::size_t compared = 0;
    for (Fixture& fixture : ctc_fixtures()) {
        // The scale of an entity is not written into the model: entities_scene_test.cpp.
        std::erase_if(fixture.bundle.parts, [](const Part& part) { return part.role == "entity"; });
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || scene->meshes.empty()) continue;
        SCOPED_TRACE(fixture.name);
        const Made made = make(format, {*scene}, {.fit = true});
        if (made.model.document == nullptr) continue;
        EXPECT_EQ(difference(*scene, scene_of(made.model)), "");
        const GltfFile file = through_glb(*scene);
        const Made again = make(format, {file.scene, file.source_points}, {.fit = true});
        EXPECT_EQ(difference(*scene, scene_of(again.model)), "");
        const Made dropped = make(format, {file.scene}, {.fit = true});
        EXPECT_EQ(difference(*scene, scene_of(dropped.model)), "");
        ++compared;
    }
    EXPECT_GT(compared, 30u);
}

TEST(CtcFromScene, OptionsOfTheSceneDoNotMatter) {
    const Model model = lantern_model();
    const Scene scene = scene_of(model);
    const Made raw = make(format, {scene_of(model, {.raw = true})});
    EXPECT_EQ(difference(scene, scene_of(raw.model)), "");
    EXPECT_EQ(reported(raw.issues), "");
    const Made fast = make(format, {scene_of(model, {.fps = 25})});
    EXPECT_EQ(difference(scene, scene_of(fast.model)), "");  // as many frames, shown at the usual rate
}

TEST(CtcFromScene, StillQuad) {
    const Scene scene = quad();
    const Made made = make(format, {scene});
    const auto& d = document_of(made.model);
    EXPECT_EQ(d.bones.size(), 1u);
    EXPECT_EQ(d.num_frames(), 1u);
    EXPECT_EQ(d.vertices.size(), 4u);
    EXPECT_EQ(text::until_nul(d.skins.at(0).name), "plain.png");
    ASSERT_EQ(made.textures.size(), 1u);  // or the game would not find it
    EXPECT_EQ(made.textures[0].name, "plain.png");
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(CtcFromScene, NodesPlaceScaleAndMirrorMeshes) {
    Scene scene = quad();
    scene.nodes[0].local = {{1, 2, 3}, axis_rotation({0, 1, 0}, 1), {2, -0.5f, 3}};
    scene.nodes.push_back({"twin", no_index, {{-4, 0, 0}, {}, {-1, 1, 1}}, 0, no_index, {}});
    const Made made = make(format, {scene});
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(CtcFromScene, MovedMeshesGetBones) {
    Scene scene = quad();
    scene.nodes.insert(scene.nodes.begin(), {"hand", no_index, {{0, 1, 0}, {}, {2, 2, 2}}, no_index, no_index, {}});
    scene.nodes[1].parent = 0;
    scene.nodes.push_back({"still", no_index, {{5, 0, 0}, {}, {1, 1, 1}}, 0, no_index, {}});
    scene.clips.push_back(swing(0, 4, 10));
    const Made made = make(format, {scene});
    EXPECT_EQ(reported(made.issues), "");
    EXPECT_EQ(document_of(made.model).bones.size(), 2u);
    EXPECT_EQ(document_of(made.model).num_frames(), 4u);  // it does not close, so that the last key is a frame
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(CtcFromScene, ASwordInAHandHangsOnTheJoint) {
    Scene scene = chain_of_joints(3);
    scene.nodes.push_back({"sword", 2, {{0.5f, 0, 0}, {}, {1, 1, 1}}, 0, no_index, {}});
    scene.meshes.push_back(scene.meshes[0]);
    scene.meshes[1].influences = {};
    scene.nodes.back().mesh = 1;
    scene.clips.push_back(swing(2, 5, 10));
    const Made made = make(format, {scene});
    EXPECT_EQ(document_of(made.model).bones.size(), 3u);
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(CtcFromScene, ScaledSkeletonsAreTheSame) {
    // As many programs write them: joints in centimetres under a node that makes metres of them.
    Scene scene = chain_of_joints(3);
    for (Node& node : scene.nodes) {
        if (node.mesh == no_index) node.local.translation = node.local.translation * 100.0f;
    }
    scene.nodes.insert(scene.nodes.begin() + 1,
                       {"armature", no_index, {{}, {}, {0.01f, 0.01f, 0.01f}}, no_index, no_index, {}});
    for (std::size_t n = 2; n < scene.nodes.size(); ++n) scene.nodes[n].parent = n == 2 ? 1 : static_cast<u32>(n) - 1;
    for (u32& joint : scene.skins[0].joints) ++joint;
    for (Mat4& m : scene.skins[0].inverse_binds) {
        for (const std::size_t i : {0u, 5u, 10u}) m.m[i] = 100;
        m.m[13] *= 100;
    }
    scene.clips.push_back(swing(3, 5, 10));
    ASSERT_EQ(check(scene), "");
    const Made made = make(format, {scene});
    EXPECT_EQ(reported(made.issues), "");
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
    // And with the points in centimetres too.
    for (Vec3& p : scene.meshes[0].points) p = p * 100.0f;
    for (Mat4& m : scene.skins[0].inverse_binds) {
        for (const std::size_t i : {0u, 5u, 10u}) m.m[i] = 1;
    }
    EXPECT_EQ(difference(scene, scene_of(make(format, {scene}).model)), "");
}

TEST(CtcFromScene, BonesThatGrowAreReported) {
    Scene scene = chain_of_joints(2);
    Clip clip{.name = "grow"};
    clip.timelines = {{0, 0.1f}};
    clip.channels.push_back({.node = 1, .path = Path::scale, .values = {1, 1, 1, 1.5f, 1.5f, 1.5f}});
    scene.clips.push_back(clip);
    const Made made = make(format, {scene});
    ASSERT_TRUE(made.says("BUILD_ROTATIONS")) << reported(made.issues);
    EXPECT_EQ(made.find("BUILD_ROTATIONS")->found, "at most 50 % and 672.68 mm off");
}

TEST(CtcFromScene, TheHeaviestBoneCounts) {
    Scene scene = chain_of_joints(2);
    Influences& influences = scene.meshes[0].influences;
    influences.per_point = 2;
    influences.joints = {0, 1, 1, 0, 1, 0, 0, 0};
    influences.weights = {0.75f, 0.25f, 0.9f, 0.1f, 1, 0, 1, 0};
    influences.joints[5] = 0;
    const Made made = make(format, {scene});
    ASSERT_TRUE(made.says("BUILD_INFLUENCES"));
    EXPECT_EQ(made.find("BUILD_INFLUENCES")->found, "2 of 4 points (at most 25 % of a weight)");
    const auto& d = document_of(made.model);
    EXPECT_EQ(d.influences.size(), 4u);
    EXPECT_EQ(d.influences[0].bone, 0);
    EXPECT_EQ(d.influences[1].bone, 1);
}

TEST(CtcFromScene, ClipsAreCutToWholeFrames) {
    Scene scene = chain_of_joints(2);
    scene.clips.push_back(swing(2, 7, 30));
    const Made made = make(format, {scene});
    const auto& d = document_of(made.model);
    ASSERT_EQ(d.animations.size(), 1u);
    EXPECT_EQ(d.animations[0].b, 3);  // at 0, 0.1 and 0.2 seconds
    ASSERT_TRUE(made.says("BUILD_RESAMPLED"));
    EXPECT_EQ(made.find("BUILD_RESAMPLED")->found, "3 frames at 10 a second, from 7 keys, at most 0 mm off");
    EXPECT_EQ(difference(scene, scene_of(made.model), {.metres = 1e-3}), "");
    const Made fine = make(format, {scene}, {.fps = 30});
    EXPECT_EQ(document_of(fine.model).animations[0].b, 7);
    EXPECT_FALSE(fine.says("BUILD_RESAMPLED"));
    Issues issues;
    EXPECT_EQ(refused(format, {scene}, issues, {.fps = -1}).code, Code::bad_value);
}

TEST(CtcFromScene, TheKeyThatClosesALoopIsNoFrame) {
    Scene scene = chain_of_joints(2);
    Clip clip = swing(2, 4, 10);
    for (std::size_t i = 0; i < 4; ++i) clip.channels[0].values[12 + i] = clip.channels[0].values[i];
    scene.clips.push_back(clip);
    EXPECT_EQ(document_of(make(format, {scene}).model).num_frames(), 3u);
}

TEST(CtcFromScene, SpinningBonesNeverJump) {
    Scene scene = chain_of_joints(2);
    Clip clip = swing(2, 1, 10);
    clip.timelines[0].clear();
    clip.channels[0].values.clear();
    for (std::size_t k = 0; k < 40; ++k) {
        clip.timelines[0].push_back(static_cast<f32>(static_cast<double>(k) / 10));
        const double t = static_cast<double>(k);
        const Quat q = normalised(axis_rotation({0, 1, 0}, 0.5 * t) * axis_rotation({1, 0, 0}, 0.37 * t) *
                                  axis_rotation({0, 0, 1}, 0.21 * t));
        clip.channels[0].values.insert(clip.channels[0].values.end(), {q.x, q.y, q.z, q.w});
    }
    scene.clips.push_back(clip);
    const Made made = make(format, {scene});
    const auto& d = document_of(made.model);
    for (std::size_t f = 1; f < d.num_frames(); ++f) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double step = double{d.bone_keys_of(f)[1].angles[i]} - double{d.bone_keys_of(f - 1)[1].angles[i]};
            EXPECT_LT(std::abs(std::remainder(step, 360)), 60) << f;
            EXPECT_LE(std::abs(step), 360);  // the game adds one turn and no more
        }
    }
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(CtcFromScene, StraightUp) {
    for (const double pitch : {90.0, -90.0}) {
        for (const double roll : {0.0, 30.0, 200.0}) {
            Scene scene = chain_of_joints(2);
            scene.nodes[2].local.rotation =
                normalised(axis_rotation({0, 1, 0}, roll) * axis_rotation({1, 0, 0}, pitch * 3.14159265358979 / 180));
            EXPECT_EQ(difference(scene, scene_of(make(format, {scene}).model), {.metres = 2e-6}), "")
                << pitch << " " << roll;
        }
    }
}

TEST(CtcFromScene, ColoursAndBlending) {
    Scene scene = quad();
    scene.meshes[0].primitives[0].colors = {{1, 1, 1, 1}, {0, 1, 0, 0.5f}, {0, 0, 0.25f, 1}, {1, 1, 1, 1}};
    Made made = make(format, {scene});
    EXPECT_EQ(document_of(made.model).colours.size(), 6u);
    EXPECT_EQ(difference(scene, scene_of(made.model), {.color = 0.004}), "");
    const auto rgba = document_of(made.model).colours[0].rgba;
    EXPECT_TRUE(std::equal(ctc::lit_colour.begin(), ctc::lit_colour.end(), rgba.begin()));

    // Where no corner has red, the first gets a trace.
    scene.meshes[0].primitives[0].colors.assign(4, {0, 1, 0, 1});
    made = make(format, {scene});
    EXPECT_EQ(document_of(made.model).colours[0].rgba[0], 1);
    EXPECT_EQ(document_of(made.model).colours[1].rgba[0], 0);
    EXPECT_EQ(made.find("BUILD_COLORS")->found, "2 triangles");

    // The colour that means none, and the light of the scene, cannot be told apart.
    const f32 r = srgb_to_linear(0x33 / 255.0f), g = srgb_to_linear(0x66 / 255.0f), b = srgb_to_linear(0xE5 / 255.0f);
    scene.meshes[0].primitives[0].colors.assign(4, {r, g, b, 1});
    made = make(format, {scene});
    EXPECT_EQ(document_of(made.model).colours[0].rgba[2], 0xE4);
    EXPECT_EQ(difference(scene, scene_of(made.model), {.color = 0.01}), "");

    // All white is no colour, unless the material blends.
    scene.meshes[0].primitives[0].colors.assign(4, {1, 1, 1, 1});
    scene.meshes[0].primitives[0].material = 0;
    scene.materials.push_back({.name = "glass"});
    EXPECT_TRUE(document_of(make(format, {scene}).model).colours.empty());
    scene.materials[0].alpha = AlphaMode::blend;
    EXPECT_EQ(document_of(make(format, {scene}).model).colours.size(), 6u);
    scene.materials[0].alpha = AlphaMode::opaque;
    scene.materials[0].base_color = {1, 0.2f, 0.2f, 1};  // a colour without an image
    const Made flat = make(format, {scene});
    EXPECT_TRUE(document_of(flat.model).colours.empty());
    ASSERT_EQ(flat.textures.size(), 1u);
    EXPECT_EQ(flat.textures[0].image, no_index);
    EXPECT_EQ(flat.textures[0].name, "glass.png");
    EXPECT_EQ(flat.textures[0].color, scene.materials[0].base_color);
    EXPECT_EQ(text::until_nul(document_of(flat.model).skins[0].name), "glass.png");
    // One with an image can only have it at its corners.
    scene.images = {Image{.name = "glass.tga"}};
    scene.materials[0].image = 0;
    const Scene tinted = scene_of(make(format, {scene}).model);
    EXPECT_NEAR(double{tinted.meshes[0].primitives[0].colors[0].y}, 0.2, 0.01);
}

TEST(CtcFromScene, MaterialsBecomeSkinsAndLists) {
    Scene scene = quad();
    Image image{.name = "wood.tga"};
    image.width = image.height = 1;
    image.pixels = Blob::take({1, 2, 3, 255});
    scene.images = {image, image};
    scene.materials.push_back({.name = "a", .image = 0});
    scene.materials.push_back({.name = "b", .image = 1});
    scene.materials.push_back({.name = "c"});
    Primitive& first = scene.meshes[0].primitives[0];
    first.uvs = {{0, 0}, {1, 0}, {1, 1}, {-3, 7}};
    Primitive second = first;
    first.material = 1;
    second.material = 0;
    second.variants = {};
    scene.variants = {"plain", "other"};
    first.variants = {1, 2};
    scene.meshes[0].primitives.push_back(second);
    const Made made = make(format, {scene});
    const auto& d = document_of(made.model);
    ASSERT_EQ(d.skins.size(), 3u);
    EXPECT_EQ(text::until_nul(d.skins[0].name), "wood.png");
    EXPECT_EQ(text::until_nul(d.skins[1].name), "wood2.png");
    EXPECT_EQ(text::until_nul(d.skins[2].name), "c.png");  // another look of the first list
    EXPECT_EQ(d.triangle_lists, (std::vector<i32>{2, 2}));
    ASSERT_EQ(made.textures.size(), 3u);
    EXPECT_EQ(made.textures[0].image, 1u);
    EXPECT_EQ(made.textures[0].name, "wood.png");
    EXPECT_EQ(made.textures[2].name, "c.png");
    EXPECT_EQ(made.textures[2].image, no_index);
    EXPECT_EQ(scene_of(made.model).variants.size(), 2u);
    EXPECT_EQ(difference(scene, scene_of(made.model)), "");
}

TEST(CtcFromScene, AttachmentPoints) {
    Scene scene = chain_of_joints(3);
    for (const char* name : {"hand", "tag_with_long_name"}) {
        scene.nodes.push_back(
            {name, 3, {{0.1f, 0.2f, 0.3f}, axis_rotation({0, 0, 1}, 0.5), {2, 2, 2}}, no_index, no_index, {}});
    }
    scene.clips.push_back(swing(2, 4, 10));
    const Made made = make(format, {scene});
    const auto& d = document_of(made.model);
    ASSERT_EQ(d.attachments.size(), 2u);
    EXPECT_EQ(text::until_nul(d.attachments[0].name), "hand");
    EXPECT_EQ(text::until_nul(d.attachments[1].name), "tag_with");
    EXPECT_EQ(d.triangle_lists, (std::vector<i32>{2, 0}));  // or the game would not find the second
    EXPECT_EQ(d.triangles.size(), 4u);
    const Scene again = scene_of(made.model);
    for (const double t : {0.0, 0.2}) {
        Pose a, b;
        evaluate(scene, &scene.clips[0], t, a);
        evaluate(again, &again.clips[0], t, b);
        const auto find = [](const Scene& in, const Pose& pose) {
            const Node* node = node_named(in, "hand");
            return decomposed(pose.worlds[static_cast<std::size_t>(node - in.nodes.data())]);
        };
        const Transform x = find(scene, a), y = find(again, b);
        EXPECT_LT(length(x.translation - y.translation), 1e-5f);
        EXPECT_GT(std::abs(dot(x.rotation, y.rotation)), 0.99999f);
    }
}

TEST(CtcFromScene, MorphsComeFirst) {
    Scene scene = many_points(300);
    scene.meshes[0].targets.push_back({"grin", {200, 299}, {{0, 0.5f, 0}, {0.25f, 0, 0.125f}}});
    scene.meshes[0].targets.push_back({"a_name_of_seventeen", {7}, {{0, 1, 0}}});
    const Made made = make(format, {scene});
    const auto& d = document_of(made.model);
    ASSERT_EQ(d.morphs.size(), 2u);
    EXPECT_EQ(d.morph_indices, (std::vector<i32>{1, 2, 0}));
    EXPECT_EQ(text::until_nul(d.morphs[1].name), "a_name_of_seven");
    const Scene again = scene_of(made.model);
    const auto before = points_at(scene, pose_at(scene), {1, 0.5f}),
               after = points_at(again, pose_at(again), {1, 0.5f});
    EXPECT_LT(length(before[200] - after[1]), 1e-5f);
    EXPECT_LT(length(before[7] - after[0]), 1e-5f);
    EXPECT_LT(length(before[299] - after[2]), 1e-5f);
}

TEST(CtcFromScene, NothingToShow) {
    Issues issues;
    EXPECT_EQ(refused(format, {Scene{}}, issues).code, Code::unrepresentable);
    Scene lines = quad();
    lines.meshes[0].primitives[0].topology = Topology::lines;
    lines.meshes[0].primitives[0].indices = {0, 1};
    EXPECT_EQ(refused(format, {lines}, issues).message, "the scene has no triangle, and an Anachronox model needs one");
}

TEST(CtcFromScene, OddScenes) {
    Scene scene = quad();
    scene.nodes[0].local.scale = {0, 0, 0};
    make(format, {scene});
    scene = chain_of_joints(3);
    for (Mat4& m : scene.skins[0].inverse_binds) m.m.fill(0);
    make(format, {scene});
    scene = quad();
    scene.meshes[0].points[2] = {1e30f, -1e30f, 1e30f};
    make(format, {scene});
    // A bind matrix whose inverse reaches where 32 bits do not.
    scene = chain_of_joints(2);
    scene.skins[0].inverse_binds[1].m = {1e-20f, 0, 0, 0, 0, 1e-20f, 0, 0, 0, 0, 1e-20f, 0, 1e25f, 0, 0, 1};
    EXPECT_LT(validate(make(format, {scene}).model, Profile::game)->worst(), Severity::error);
    scene = chain_of_joints(2);
    scene.clips.push_back({.name = "nothing"});
    scene.clips.push_back({.name = "nothing"});
    EXPECT_EQ(document_of(make(format, {scene}).model).num_frames(), 2u);
    scene.clips[0].timelines = {{0, 1e9f}};
    scene.clips[0].channels.push_back({.node = 1, .path = Path::translation, .values = {0, 0, 0, 1, 1, 1}});
    Issues issues;
    refused(format, {scene}, issues);
}

TEST(CtcFromScene, ModelsOfOtherGamesFit) {
    std::size_t made = 0;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.format == &format) continue;
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model || model->format->to_scene == nullptr) continue;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || shown_at(*scene, nullptr, 0).empty()) continue;
        SCOPED_TRACE(fixture.name);
        const Made result = make(format, {*scene}, {.fit = true});
        if (result.model.document != nullptr) ++made;
    }
    EXPECT_GT(made, 50u);
}

}  // namespace
}  // namespace thaw::test
