// CTC scenes: what a viewer shows is what the game's own skinning gives.
#include <cmath>

#include "ctc/scene_support.hpp"
#include "formats/ctc/model/clips.hpp"
#include "formats/ctc/model/pose.hpp"
#include "support/letter.hpp"

namespace thaw::test {
namespace {

constexpr double inch = 0.0254;

double distance(Vec3d game, Vec3 shown) {
    return std::max({std::abs(game.x - double{shown.x} / inch), std::abs(game.y - double{shown.y} / inch),
                     std::abs(-game.z - double{shown.z} / inch)});
}

// A number that is none, or a base matrix that projects: the scene repairs those, and the game does not.
bool is_repaired(const Fixture& fixture) { return fixture.name == "ctc_not_a_number"; }

void expect_poses(const Model& model, const SceneOptions& options) {
    const ctc::Document& d = document_of(model);
    const Scene scene = scene_of(model, options);
    if (scene.meshes.empty()) return;
    const std::vector<f32> weights{0.75f, 0.5f};
    const auto clips = ctc::clips_of(d).list;
    ASSERT_EQ(scene.clips.size(), clips.size());
    for (std::size_t c = 0; c < clips.size(); ++c) {
        for (u64 k = 0; k < clips[c].count; ++k) {
            const auto game = positions_at(d, {.frame = clips[c].first + k, .old_frame = 0, .morph_weights = weights});
            const auto pose = pose_at(scene, &scene.clips[c], static_cast<std::size_t>(k));
            const auto shown = points_at(scene, pose, weights);
            ASSERT_EQ(shown.size(), game.size());
            for (std::size_t v = 0; v < game.size(); ++v) {
                EXPECT_LT(distance(game[v], shown[v]), 1e-4) << "clip " << c << ", key " << k << ", vertex " << v;
            }
        }
    }
}

TEST(CtcScene, EveryFixtureIsSoundAndPosedAsTheGameDoes) {
    for (const Fixture& each : ctc_fixtures()) {
        if (each.error) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        ASSERT_TRUE(model.ok());
        for (SceneOptions options :
             {SceneOptions{}, SceneOptions{.raw = true}, SceneOptions{.own = OptionValues{{"all-weights"}}}}) {
            for (const double lod : {1.0, 0.0}) {
                options.lod = lod;
                const Scene scene = scene_of(*model, options);
                for (u64 f = 0; f < document_of(*model).num_frames(); ++f) {
                    options.frame = f;
                    EXPECT_TRUE(scene_of(*model, options).clips.empty());
                }
                options.frame.reset();
            }
        }
        if (is_repaired(each)) continue;
        // At the scale of an entity: entities_scene_test.cpp.
        const bool has_entities = each.bundle.find("entity") != nullptr;
        if (!has_entities) expect_poses(*model, {});
        expect_poses(*model, {.raw = true});
    }
}

TEST(CtcScene, AtRestShowsTheBindPose) {
    const Model model = model_of("swaying");
    const Scene scene = scene_of(model);
    const auto points = points_at(scene, pose_at(scene));
    const auto& vertices = document_of(model).vertices;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const auto& p = vertices[v].position;
        EXPECT_LT(distance({double{p[0]}, double{p[1]}, double{p[2]}}, points[v]), 1e-5);
    }
    EXPECT_EQ(scene.nodes[0].name, "ctc_main");
    ASSERT_NE(node_named(scene, "bone_001"), nullptr);
    EXPECT_FLOAT_EQ(node_named(scene, "bone_001")->local.translation.y, 4 * 0.0254f);
}

TEST(CtcScene, AStillIsThatFrame) {
    const Model model = model_of("swaying");
    const Scene scene = scene_of(model, {.frame = 2});
    const auto game = positions_at(document_of(model), {.frame = 2, .old_frame = 2});
    const auto shown = points_at(scene, pose_at(scene));
    for (std::size_t v = 0; v < game.size(); ++v) EXPECT_LT(distance(game[v], shown[v]), 1e-5);
    Issues issues;
    EXPECT_FALSE(to_scene(model, {.frame = 3}, issues).ok());
}

TEST(CtcScene, TrianglesFaceAlongTheirNormals) {
    const Model model = model_of("swaying");
    const Scene scene = scene_of(model);
    const Mesh& mesh = scene.meshes[0];
    for (const Primitive& primitive : mesh.primitives) {
        for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
            const auto point = [&](std::size_t k) { return mesh.points[primitive.points[primitive.indices[i + k]]]; };
            EXPECT_GT(dot(cross(point(1) - point(0), point(2) - point(0)), mesh.normals[0]), 0);
        }
    }
    EXPECT_EQ(mesh.normals[0], (Vec3{0, 0, 1}));  // the file has 0 0 -1, toward its front
}

// The file faces -Z, with +X to the viewer's right (C12); a triangle's front is where (v1 - v0) x (v2 - v0) points, and
// v grows downward.
TEST(CtcScene, ImagesAreUprightAndNotMirrored) {
    Model model = model_of("plain");
    ctc::Document& d = document_of(model);
    d.vertices = {
        {{-4, 4, 0}, {0, 0, -1}}, {{4, 4, 0}, {0, 0, -1}}, {{4, -4, 0}, {0, 0, -1}}, {{-4, -4, 0}, {0, 0, -1}}};
    d.triangles = {{{0, 1, 3}}, {{1, 2, 3}}};
    d.uvs = {{{{{0, 0}, {1, 0}, {0, 1}}}}, {{{{1, 0}, {1, 1}, {0, 1}}}}};
    d.influence_counts.assign(4, 1);
    d.influences.assign(4, {0, 1});
    d.triangle_lists = {2};
    model.bundle.parts.push_back({"texture", "leaf.tga", text_blob("TGA")});
    const Scene scene = scene_of(model);
    expect_letter_f(scene);
    EXPECT_EQ(scene.materials[0].image, 0u);
}

TEST(CtcScene, ClipsHaveNamesTimesAndAnEnd) {
    const Model model = model_of("swaying");
    const Scene scene = scene_of(model);
    ASSERT_EQ(scene.clips.size(), 2u);
    EXPECT_EQ(scene.clips[0].name, "amb_a");
    EXPECT_EQ(scene.clips[0].timelines[0], (std::vector<f32>{0, 0.1f, 0.2f}));
    EXPECT_EQ(scene.clips[1].timelines[0], (std::vector<f32>{0, 0.1f}));
    EXPECT_EQ(scene_of(model, {.fps = 20.0}).clips[0].timelines[0], (std::vector<f32>{0, 0.05f, 0.1f}));
    Issues issues;
    for (const double fps : {0.0, -1.0, 1e9, std::nan("")}) EXPECT_FALSE(to_scene(model, {.fps = fps}, issues).ok());
}

// Neighbouring keys lie in one hemisphere, so that a viewer takes the short way.
TEST(CtcScene, RotationsTakeTheShortWay) {
    Model model = model_of("plain");
    ctc::Document& d = document_of(model);
    d.animations.clear();
    d.main_keys.assign(5, {});
    d.bone_keys = {{{}, {0, 0, 0}}, {{}, {150, 0, 0}}, {{}, {300, 0, 0}}, {{}, {450, 0, 0}}, {{}, {600, 0, 0}}};
    const Scene scene = scene_of(model);
    for (const Channel& channel : scene.clips[0].channels) {
        if (channel.path != Path::rotation) continue;
        for (std::size_t k = 4; k + 4 <= channel.values.size(); k += 4) {
            const f32* q = channel.values.data() + k;
            EXPECT_GE(q[0] * q[-4] + q[1] * q[-3] + q[2] * q[-2] + q[3] * q[-1], 0);
        }
    }
}

TEST(CtcScene, ColoursKnowTheScenesLight) {
    const Scene scene = scene_of(model_of("swaying"));
    const Primitive& first = scene.meshes[0].primitives[0];
    ASSERT_EQ(first.colors.size(), 3u);
    // Corners are 0, 2, 1 of the file.
    EXPECT_EQ(first.colors[0].x, 1);
    EXPECT_NEAR(first.colors[0].y, std::pow((200 / 255.0 + 0.055) / 1.055, 2.4), 1e-5);
    EXPECT_EQ(first.colors[1], (Vec4{0, 0, 0, 0}));
    EXPECT_EQ(first.colors[2], (Vec4{1, 1, 1, 128 / 255.0f}));  // 33 66 E5
    EXPECT_EQ(scene.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(scene_of(model_of("plain")).materials[0].alpha, AlphaMode::opaque);
}

TEST(CtcScene, ListsHaveTheirSkinsAndExtraSkinsAreVariants) {
    const Scene two = scene_of(model_of("swaying"));
    ASSERT_EQ(two.meshes[0].primitives.size(), 2u);
    EXPECT_EQ(two.meshes[0].primitives[1].material, 1u);
    EXPECT_EQ(two.materials[1].name, "bark.bmp");
    EXPECT_TRUE(two.variants.empty());
    const Scene extra = scene_of(model_of("extra_skins"));
    EXPECT_EQ(extra.variants, (std::vector<std::string>{"leaf.tga", "autumn.tga"}));
    EXPECT_EQ(extra.meshes[0].primitives[0].variants, (std::vector<u32>{0, 1}));
    const Scene missing = scene_of(model_of("missing_skin"));
    EXPECT_EQ(missing.meshes[0].primitives[1].material, 0u);
}

TEST(CtcScene, ImagesAreFoundByName) {
    Model model = model_of("swaying");
    model.bundle.parts.push_back({"texture", "skins/BARK.png", Blob::copy_of(Bytes{})});
    model.bundle.parts.push_back({"texture:0", "mine.png", Blob::take({1, 2, 3})});
    Scene scene = scene_of(model);
    ASSERT_EQ(scene.images.size(), 2u);
    EXPECT_EQ(scene.images[scene.materials[0].image].name, "mine.png");
    EXPECT_EQ(scene.images[scene.materials[0].image].file.size(), 3u);
    EXPECT_EQ(scene.images[scene.materials[1].image].name, "BARK.png");
    model.bundle.parts.back().bytes = Blob::take({'A', 'T', 'D', '1', '\n'});
    Issues issues;
    ASSERT_TRUE(to_scene(model, {}, issues).ok());
    EXPECT_EQ(codes_of(issues), std::vector<std::string>{"CTC_ANIMATED_TEXTURE"});
    model.bundle.parts.resize(1);
    issues = Issues();
    ASSERT_TRUE(to_scene(model, {}, issues).ok());
    EXPECT_EQ(codes_of(issues), std::vector<std::string>{"TEXTURE_MISSING"});
    EXPECT_EQ(issues.list().size(), 2u);
}

TEST(CtcScene, MorphsKeepTheirNames) {
    const Scene scene = scene_of(model_of("swaying"));
    ASSERT_EQ(scene.meshes[0].targets.size(), 2u);
    EXPECT_EQ(scene.meshes[0].targets[0].name, "grow");
    EXPECT_EQ(scene.meshes[0].targets[0].points, (std::vector<u32>{1, 3}));
    EXPECT_FLOAT_EQ(scene.meshes[0].targets[0].offsets[0].y, 4 * 0.0254f);
    EXPECT_FLOAT_EQ(scene.meshes[0].targets[1].offsets[0].z, -0.0254f);
}

TEST(CtcScene, AllWeightsAreOnlyUsedWhenAskedFor) {
    const Model model = model_of("two_influences");
    EXPECT_EQ(scene_of(model).meshes[0].influences.per_point, 1u);
    const Influences all = scene_of(model, {.own = OptionValues{{"all-weights"}}}).meshes[0].influences;
    EXPECT_EQ(all.per_point, 2u);
    EXPECT_EQ(all.weights, (std::vector<f32>{1, 0, 1, 0, 0.5f, 0.5f, 1, 0}));
    EXPECT_EQ(all.joints, (std::vector<u16>{0, 0, 1, 0, 0, 1, 1, 0}));
}

// The most that a hostile file may ask for: one vertex on very many bones does not cost every vertex as much.
TEST(CtcScene, InfluencesAreCapped) {
    Model model = model_of("plain");
    ctc::Document& d = document_of(model);
    d.bones.assign(20, {});
    d.bone_keys.assign(20, {});
    d.influence_counts[0] = 40;
    d.influences.assign(42, {});
    for (i32 i = 0; i < 40; ++i) d.influences[static_cast<std::size_t>(i)] = {i % 20, static_cast<f32>(i)};
    Issues issues;
    const auto scene = to_scene(model, {.own = OptionValues{{"all-weights"}}}, issues);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    EXPECT_EQ(scene->meshes[0].influences.per_point, 8u);
    EXPECT_EQ(scene->meshes[0].influences.joints[0], 19);  // 19 + 39
    EXPECT_EQ(codes_of(issues), (std::vector<std::string>{"CTC_MULTIPLE_INFLUENCES", "TEXTURE_MISSING"}));
}

void expect_at_triangle(const Model& model, const Scene& scene, std::string_view name, bool baked) {
    const ctc::Document& d = document_of(model);
    const Node* node = node_named(scene, name);
    ASSERT_NE(node, nullptr);
    EXPECT_EQ(node->parent == no_index, baked);
    const auto index = static_cast<std::size_t>(node - scene.nodes.data());
    const auto& corners = d.triangles[static_cast<std::size_t>(d.attachments[0].triangle)].vertices;
    const auto clips = ctc::clips_of(d).list;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        for (u64 k = 0; k < clips[c].count; ++k) {
            const auto game = positions_at(d, {.frame = clips[c].first + k, .old_frame = clips[c].first + k});
            const auto pose = pose_at(scene, &scene.clips[c], static_cast<std::size_t>(k));
            const Matrix& m = pose.worlds[index];
            const auto corner = [&](std::size_t i) { return game[static_cast<std::size_t>(corners[i])]; };
            EXPECT_LT(distance(corner(0), transformed(m, Vec3{})), 1e-4);
            // Its X axis runs along the first edge, its Z axis off the triangle.
            const std::array<double, 3> edge{corner(1).x - corner(0).x, corner(1).y - corner(0).y,
                                             corner(0).z - corner(1).z};
            const std::array<double, 3> other{corner(2).x - corner(0).x, corner(2).y - corner(0).y,
                                              corner(0).z - corner(2).z};
            const double n = std::sqrt(edge[0] * edge[0] + edge[1] * edge[1] + edge[2] * edge[2]);
            for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(m[i], edge[i] / n, 1e-5);
            EXPECT_NEAR(m[8] * edge[0] + m[9] * edge[1] + m[10] * edge[2], 0, 1e-4);
            EXPECT_NEAR(m[8] * other[0] + m[9] * other[1] + m[10] * other[2], 0, 1e-4);
        }
    }
}

TEST(CtcScene, AttachmentPointsMoveWithTheirTriangle) {
    Model model = model_of("swaying");
    expect_at_triangle(model, scene_of(model), "tip", true);  // its corners hang on two bones
    document_of(model).influences[2].bone = 1;
    const Scene scene = scene_of(model);
    expect_at_triangle(model, scene, "tip", false);
    EXPECT_EQ(scene.nodes[node_named(scene, "tip")->parent].name, "bone_001");
}

TEST(CtcScene, ManyLooseAttachmentPointsAreNotAllBaked) {
    Model model = model_of("swaying");
    ctc::Document& d = document_of(model);
    d.attachments.assign(100, d.attachments[0]);
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    EXPECT_EQ(scene->clips[0].channels.size(), 2 * (1u + 2u + 32u));
    EXPECT_EQ(codes_of(issues), (std::vector<std::string>{"CTC_ATTACHMENT_STILL", "TEXTURE_MISSING"}));
}

// The game's own procedure, record after record over all triangles.
std::vector<std::array<i32, 3>> collapsed_by_the_game(const ctc::Document& d, std::size_t records) {
    std::vector<std::array<i32, 3>> out;
    for (const auto& t : d.triangles) out.push_back({t.vertices[0], t.vertices[1], t.vertices[2]});
    std::vector<bool> alive(out.size(), true);
    for (std::size_t r = 0; r < records; ++r) {
        for (std::size_t t = 0; t < out.size(); ++t) {
            if (!alive[t]) continue;
            std::replace(out[t].begin(), out[t].end(), d.collapses[r].from, d.collapses[r].to);
            alive[t] = out[t][0] != out[t][1] && out[t][1] != out[t][2] && out[t][0] != out[t][2];
        }
    }
    std::vector<std::array<i32, 3>> shown;
    for (std::size_t t = 0; t < out.size(); ++t) {
        if (alive[t]) shown.push_back(out[t]);
    }
    return shown;
}

TEST(CtcScene, LessDetailIsWhatTheRecordsSay) {
    Model model = model_of("plain");
    ctc::Document& d = document_of(model);
    d.vertices.assign(8, d.vertices[0]);
    d.influence_counts.assign(8, 1);
    d.influences.assign(8, {});
    d.triangles = {{{0, 1, 2}}, {{1, 2, 3}}, {{2, 3, 4}}, {{3, 4, 5}}, {{4, 5, 6}}, {{5, 6, 7}}};
    d.uvs.assign(6, d.uvs[0]);
    d.triangle_lists = {6};
    d.collapses = {{0, 3, {}, 0.5f, 0.25f}, {6, 7, {}, 0.125f, 0}, {3, 5, {}, 0.75f, 1}, {5, 0, {}, 1, 0.5f}};
    for (std::size_t records = 0; records <= 4; ++records) {
        SCOPED_TRACE(records);
        const Scene scene = scene_of(model, {.lod = 1 - static_cast<double>(records) / 4});
        const auto expected = collapsed_by_the_game(d, records);
        const Primitive& p = scene.meshes[0].primitives[0];
        ASSERT_EQ(p.indices.size(), 3 * expected.size());
        for (std::size_t t = 0; t < expected.size(); ++t) {
            const std::array<i32, 3> shown{static_cast<i32>(p.points[p.indices[3 * t]]),
                                           static_cast<i32>(p.points[p.indices[3 * t + 2]]),
                                           static_cast<i32>(p.points[p.indices[3 * t + 1]])};
            EXPECT_EQ(shown, expected[t]);
        }
    }
    // The last record that moved a corner gives it its place on the image: 0 to 3, then to 5.
    const Scene scene = scene_of(model, {.lod = 0.25});
    const Primitive& p = scene.meshes[0].primitives[0];
    EXPECT_EQ(p.uvs[p.indices[0]], (Vec2{0.75f, 1}));
}

TEST(CtcScene, WhatIsNotShownIsKept) {
    const Scene scene = scene_of(model_of("swaying"));
    const json::Value* undrawn = scene.meshes[0].extras.find("thaw_undrawn_triangles");
    ASSERT_NE(undrawn, nullptr);
    EXPECT_EQ(*undrawn->get_if<std::string>(), "[[1,3,2,0,1,0,0,1,1]]");
    EXPECT_EQ(*scene.extras.find("thaw_version")->get_if<i64>(), 11);
    EXPECT_EQ(*scene.extras.find("thaw_animations")->get_if<std::string>(), R"([["amb_a",0,2],["hit_a",2,1]])");
}

TEST(CtcScene, RawNumbersAreTheFilesOwn) {
    const Scene scene = scene_of(model_of("swaying"), {.raw = true});
    EXPECT_EQ(scene.meshes[0].points[3], (Vec3{8, 8, 0}));
    EXPECT_EQ(scene.nodes[0].local.scale.x, 0.0254f);
}

TEST(CtcScene, SaysWhatItLeavesOut) {
    const auto codes = [](const char* name) {
        Issues issues;
        EXPECT_TRUE(to_scene(model_of(name), {}, issues).ok());
        return codes_of(issues);
    };
    const std::string missing = "TEXTURE_MISSING";
    EXPECT_EQ(codes("plain"), std::vector{missing});
    EXPECT_EQ(codes("bad_indices"), (std::vector<std::string>{"CTC_UNPOSED", "INDEX_OUT_OF_RANGE", missing}));
    EXPECT_EQ(codes("not_a_number"), (std::vector<std::string>{"CTC_NON_FINITE", missing}));
    EXPECT_EQ(codes("nothing"), (std::vector<std::string>{"CTC_NOTHING_DRAWN"}));
    EXPECT_EQ(codes("sheared_base"), (std::vector<std::string>{"CTC_BASE_TRANSFORM", missing}));
    EXPECT_EQ(codes("parent_cycle"), (std::vector<std::string>{"CTC_PARENT_CYCLE", "CTC_UNPOSED", missing}));
    EXPECT_EQ(codes("clips"), (std::vector<std::string>{"CTC_CLIPS", missing}));
}

}  // namespace
}  // namespace thaw::test
