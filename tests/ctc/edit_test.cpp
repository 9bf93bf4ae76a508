// Edits of a CTC by way of its scene: what was not edited stays byte for byte.
#include <numeric>

#include "base/text.hpp"
#include "ctc/edit_support.hpp"
#include "formats/ctc/model/pose.hpp"
#include "scene/targets.hpp"

namespace thaw::test {
namespace {

// The points of the mesh in another order, as editors leave them.
Scene shuffled(Scene scene) {
    Mesh& mesh = scene.meshes[0];
    const std::size_t n = mesh.points.size();
    std::vector<u32> place(n);
    for (std::size_t p = 0; p < n; ++p) place[p] = static_cast<u32>((p * 7 + 3) % n);  // n is no multiple of 7
    Mesh old = mesh;
    for (std::size_t p = 0; p < n; ++p) {
        mesh.points[place[p]] = old.points[p];
        if (!old.normals.empty()) mesh.normals[place[p]] = old.normals[p];
        const u32 per_point = old.influences.per_point;
        for (u32 i = 0; i < per_point; ++i) {
            mesh.influences.joints[place[p] * per_point + i] = old.influences.joints[p * per_point + i];
            mesh.influences.weights[place[p] * per_point + i] = old.influences.weights[p * per_point + i];
        }
    }
    for (Primitive& part : mesh.primitives) {
        for (u32& p : part.points) p = place[p];
        std::rotate(part.indices.begin(), part.indices.begin() + 3, part.indices.end());
        for (std::size_t i = 0; i < part.indices.size(); i += 6) {
            std::rotate(part.indices.begin() + static_cast<std::ptrdiff_t>(i),
                        part.indices.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        part.indices.begin() + static_cast<std::ptrdiff_t>(i) + 3);
        }
    }
    list_offsets(mesh);
    for (MorphTarget& target : mesh.targets) {
        std::vector<std::pair<u32, Vec3>> all;
        for (std::size_t i = 0; i < target.points.size(); ++i)
            all.emplace_back(place[target.points[i]], target.offsets[i]);
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < all.size(); ++i) {
            target.points[i] = all[i].first;
            target.offsets[i] = all[i].second;
        }
    }
    return scene;
}

TEST(CtcEdit, NothingChanged) {
    std::size_t identical = 0;
    for (const Fixture& fixture : ctc_fixtures()) {
        auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || scene->meshes.empty() || scene->skins.empty()) continue;
        SCOPED_TRACE(fixture.name);
        const GltfFile file = through_glb(*scene);
        for (const bool sources : {true, false}) {
            auto base = read(*fixture.format, fixture.bundle);
            const Edited result = edited(
                std::move(*base), *scene, file.scene,
                sources ? std::span<const std::vector<u32>>(file.source_points) : std::span<const std::vector<u32>>());
            EXPECT_EQ(result.words, "nothing changed; byte-identical") << reported(result.issues);
            EXPECT_EQ(result.changed(), 0u);
        }
        ++identical;
    }
    EXPECT_GT(identical, 30u);
}

TEST(CtcEdit, NothingChangedInTheSample) {
    const Scene scene = scene_of(lantern_again());
    const GltfFile file = through_glb(scene);
    EXPECT_EQ(edited(lantern_again(), scene, file.scene, file.source_points).changed(), 0u);
    EXPECT_EQ(edited(lantern_again(), scene, file.scene).changed(), 0u);
    EXPECT_EQ(edited(lantern_again(), scene, shuffled(scene)).changed(), 0u);
}

TEST(CtcEdit, OneVertexMoves) {
    const Scene scene = scene_of(lantern_again());
    for (const bool shuffle : {false, true}) {
        Scene moved = shuffle ? shuffled(scene) : scene;
        u32 point = moved.meshes[0].primitives[0].points[5];
        moved.meshes[0].points[point].y += 0.03f;
        const Edited result = edited(lantern_again(), scene, moved);
        EXPECT_TRUE(result.words.starts_with("1 vertex")) << result.words;
        EXPECT_TRUE(result.words.ends_with("; all else byte-identical")) << result.words;
        EXPECT_GT(result.changed(), 0u);
        EXPECT_LT(result.changed(), 200u);
        const auto now = to_scene(result.model, {}, const_cast<Issues&>(result.issues));
        u32 original = scene.meshes[0].primitives[0].points[5];
        EXPECT_NEAR(double{now->meshes[0].points[original].y}, double{scene.meshes[0].points[original].y} + 0.03, 1e-6);
    }
}

TEST(CtcEdit, KeysUvsColoursAndNames) {
    const Model model = lantern_again();
    const Scene scene = scene_of(model);
    Scene changed = scene;
    // One bone turns at the third key of the first clip.
    for (Channel& channel : changed.clips[0].channels) {
        if (channel.path != Path::rotation || channel.node != changed.skins[0].joints[1]) continue;
        const Quat q = normalised(axis_rotation({0, 0, 1}, 0.3) *
                                  Quat{channel.values[8], channel.values[9], channel.values[10], channel.values[11]});
        channel.values[8] = q.x, channel.values[9] = q.y, channel.values[10] = q.z, channel.values[11] = q.w;
    }
    Edited result = edited(lantern_again(), scene, changed);
    EXPECT_EQ(result.words, "1 key changed; all else byte-identical");
    EXPECT_LE(result.changed(), 12u);
    Issues issues;
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");

    changed = scene;
    changed.meshes[0].primitives[0].uvs[0].x += 0.25f;
    result = edited(lantern_again(), scene, changed);
    EXPECT_NE(result.words.find("texture coordinate"), std::string::npos);
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");

    changed = scene;
    changed.meshes[0].primitives[0].colors[0] = {0.5f, 0.25f, 1, 0.5f};
    result = edited(lantern_again(), scene, changed);
    EXPECT_NE(result.words.find("colour"), std::string::npos);
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");

    changed = scene;
    changed.clips[1].name = "other";
    for (Node& node : changed.nodes) {
        if (node.extras.find("thaw_attachment") != nullptr) node.name = "lamp";
    }
    result = edited(lantern_again(), scene, changed);
    EXPECT_EQ(result.words, "1 name changed, clip cast_a renamed to other; all else byte-identical");
    EXPECT_EQ(text::until_nul(document_of(result.model).animations[1].name), "other");
    EXPECT_EQ(text::until_nul(document_of(result.model).attachments[0].name), "lamp");
}

TEST(CtcEdit, MorphsAndPoints) {
    const Scene scene = scene_of(lantern_again());
    Scene changed = scene;
    changed.meshes[0].targets[0].offsets[0].y += 0.01f;
    Edited result = edited(lantern_again(), scene, changed);
    EXPECT_EQ(result.words, "1 vertex changed in 1 frame; all else byte-identical");
    Issues issues;
    const auto now = to_scene(result.model, {}, issues);
    EXPECT_NEAR(double{now->meshes[0].targets[0].offsets[0].y}, double{changed.meshes[0].targets[0].offsets[0].y},
                1e-6);

    changed = scene;
    for (Node& node : changed.nodes) {
        if (node.extras.find("thaw_attachment") != nullptr) node.local.translation.x += 0.1f;
    }
    result = edited(lantern_again(), scene, changed);
    EXPECT_EQ(result.words, "1 node moved; all else byte-identical");
    const auto moved = to_scene(result.model, {}, issues);
    for (std::size_t n = 0; n < changed.nodes.size(); ++n) {
        EXPECT_LT(length(moved->nodes[n].local.translation - changed.nodes[n].local.translation), 1e-5f);
    }
}

TEST(CtcEdit, WhatGoesBeyondIsBuiltAnew) {
    const Scene scene = scene_of(lantern_again());
    Scene fewer = scene;
    auto& indices = fewer.meshes[0].primitives[0].indices;
    indices.erase(indices.end() - 3, indices.end());
    fewer.extras = {};  // an editor has forgotten it
    for (Material& material : fewer.materials) material.extras = {};
    const Edited result = edited(lantern_again(), scene, fewer);
    ASSERT_EQ(result.issues.list()[0].kind->code, "BUILD_REBUILT");
    Issues issues;
    EXPECT_EQ(difference(fewer, *to_scene(result.model, {}, issues)), "");
    const Model before = lantern_again();
    EXPECT_EQ(document_of(result.model).skins[0].name, document_of(before).skins[0].name);
    Scene longer = scene;
    longer.clips.push_back(longer.clips[0]);
    longer.clips[2].name = "more";
    const Edited grown = edited(lantern_again(), scene, longer);
    ASSERT_EQ(grown.issues.list()[0].kind->code, "BUILD_REBUILT");
    EXPECT_EQ(document_of(grown.model).animations.size(), 3u);
}

}  // namespace
}  // namespace thaw::test
