// Edits of a TWM by way of its scene: what was not edited stays byte for byte.
#include <algorithm>

#include "fixtures/fixtures.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"
#include "twm/scene_support.hpp"

namespace thaw::test {
namespace {

using twm::format;

Model flower() {
    auto model = read_twm(load_file(source_folder() / "samples/twm/flower.twm"), "flower.twm");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

struct Outcome {
    bool identical = false;
    std::string words{};
    Issues issues{};
    Model model{};
};

Outcome edit(Model base, const Scene& base_scene, const Scene& scene, std::span<const std::vector<u32>> sources = {},
             const BuildOptions& options = {}) {
    Outcome out;
    const Blob before = write(base)->parts[0].bytes;
    auto built = from_scene(format, {scene, sources, &base, &base_scene}, options, out.issues);
    EXPECT_TRUE(built.ok()) << to_string(built.error());
    if (!built) return out;
    out.words = built->change_summary;
    out.model = {&format, {{{"twm", "flower.twm", {}}}}, std::move(built->document)};
    const auto files = write(out.model);
    EXPECT_TRUE(files.ok());
    if (files) out.identical = files->parts[0].bytes == before;
    return out;
}

TEST(TwmEdit, NothingChanged) {
    std::size_t identical = 0;
    for (const Fixture& fixture : twm_fixtures()) {
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        if (!scene || scene->meshes.empty()) continue;
        SCOPED_TRACE(fixture.name);
        const GltfFile file = through_glb(*scene);
        for (const bool sources : {true, false}) {
            auto base = read(*fixture.format, fixture.bundle);
            const Outcome result = edit(
                std::move(*base), *scene, file.scene,
                sources ? std::span<const std::vector<u32>>(file.source_points) : std::span<const std::vector<u32>>());
            EXPECT_EQ(result.words, "nothing changed; byte-identical") << reported(result.issues);
            EXPECT_TRUE(result.identical);
        }
        ++identical;
    }
    EXPECT_GT(identical, 40u);
}

TEST(TwmEdit, VerticesUvsAndWeights) {
    const Scene scene = scene_of(flower());
    Issues issues;
    Scene changed = scene;
    changed.meshes[0].points[3].y += 0.05f;
    Outcome result = edit(flower(), scene, changed);
    EXPECT_TRUE(result.words.starts_with("1 vertex")) << result.words;
    EXPECT_TRUE(result.words.ends_with("changed; all else byte-identical"));
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");

    changed = scene;
    ASSERT_FALSE(changed.meshes[0].primitives[0].uvs.empty());
    changed.meshes[0].primitives[0].uvs[2].y += 0.125f;
    result = edit(flower(), scene, changed);
    EXPECT_EQ(result.words, "1 texture coordinate changed; all else byte-identical");
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");

    changed = scene;
    Influences* influences = nullptr;
    for (Mesh& mesh : changed.meshes) {
        if (mesh.influences.per_point > 0) influences = &mesh.influences;
    }
    ASSERT_NE(influences, nullptr);
    for (std::size_t i = 0; i < influences->per_point; ++i) influences->weights[i] = i == 0 ? 1 : 0;
    for (std::size_t i = 0; i < influences->per_point; ++i) influences->joints[i] = 0;
    influences->joints[0] = 1;
    result = edit(flower(), scene, changed);
    EXPECT_EQ(result.words, "1 vertex reweighted; all else byte-identical");
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");
}

TEST(TwmEdit, Keys) {
    const Scene scene = scene_of(flower());
    ASSERT_FALSE(scene.clips.empty());
    Issues issues;
    Scene changed = scene;
    for (Channel& channel : changed.clips[0].channels) {
        if (channel.path != Path::translation || channel.node != changed.skins[0].joints[1]) continue;
        channel.values[3] += 0.02f;
    }
    Outcome result = edit(flower(), scene, changed);
    EXPECT_EQ(result.words, "1 key changed; all else byte-identical");
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues)), "");
    // A clip with keys at other times is built anew, in its place; the other clip stays as it is.
    changed = scene;
    changed.clips[0].timelines.push_back({0, 0.0371f, 0.074f});
    changed.clips[0].channels.clear();
    changed.clips[0].channels.push_back({.node = changed.skins[0].joints[0],
                                         .path = Path::translation,
                                         .timeline = static_cast<u32>(changed.clips[0].timelines.size() - 1),
                                         .values = {0, 0, 0, 0, 5, 0, 0, 0, 0}});
    result = edit(flower(), scene, changed);
    EXPECT_EQ(result.words, "keys of clip animation_0 changed; all else byte-identical");
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues), {.metres = 0.1}), "");
    const auto other = [](const Model& model) { return document_of(model).animations[1].keys; };
    const auto before = other(flower()), after = other(result.model);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t k = 0; k < before.size(); ++k) EXPECT_EQ(before[k].rotation, after[k].rotation);
}

std::string bytes_of(const twm::Mesh& mesh) {
    std::string out;
    const auto add = [&](const auto& rows) {
        for (const auto& row : rows) out.append(reinterpret_cast<const char*>(&row), sizeof(row));
    };
    add(mesh.positions);
    add(mesh.normals);
    add(mesh.uvs);
    add(mesh.tangents);
    add(mesh.indices);
    add(mesh.weight_counts);
    for (const twm::Weight& weight : mesh.weights)
        out += std::to_string(weight.joint) + ' ' + std::to_string(weight.weight);
    return out;
}

TEST(TwmEdit, TrianglesThatAreGone) {
    const Scene scene = scene_of(flower());
    Issues issues;
    for (const std::size_t mesh : {std::size_t{0}, scene.meshes.size() - 1}) {
        Scene fewer = scene;
        auto& indices = fewer.meshes[mesh].primitives[0].indices;
        indices.erase(indices.begin(), indices.begin() + 12);
        const Outcome result = edit(flower(), scene, fewer);
        EXPECT_TRUE(result.words.ends_with("4 triangles removed; all else byte-identical")) << result.words;
        EXPECT_EQ(result.issues.list().size(), 0u) << reported(result.issues);
        EXPECT_EQ(difference(fewer, *to_scene(result.model, {}, issues)), "");
        const Model base = flower();
        const auto &then = document_of(base).meshes, &now = document_of(result.model).meshes;
        ASSERT_EQ(now.size(), then.size());
        for (std::size_t m = 0; m < then.size(); ++m) EXPECT_EQ(bytes_of(then[m]) == bytes_of(now[m]), m != mesh) << m;
        EXPECT_EQ(now[mesh].stored_indices(), then[mesh].stored_indices() - 12);
        EXPECT_LE(now[mesh].positions.size(), then[mesh].positions.size());
    }
}

TEST(TwmEdit, ObjectsThatAreNewOrGone) {
    const Scene scene = scene_of(flower());
    Issues issues;
    Scene more = scene;
    more.materials.push_back({.name = "red", .base_color = {1, 0, 0, 1}});
    Mesh leaf{.name = "leaf", .points = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}}};
    leaf.primitives.push_back(
        {.material = static_cast<u32>(scene.materials.size()), .points = {0, 1, 2}, .indices = {0, 1, 2}});
    more.nodes.push_back({.name = "leaf", .parent = 0, .mesh = static_cast<u32>(more.meshes.size())});
    more.meshes.push_back(leaf);
    Outcome result = edit(flower(), scene, more);
    EXPECT_EQ(result.words, "object leaf added; all else byte-identical");
    EXPECT_EQ(reported(result.issues).find("BUILD_REBUILT"), std::string::npos);
    EXPECT_NE(reported(result.issues).find("1 material"), std::string::npos);
    const Model base = flower();
    ASSERT_EQ(document_of(result.model).meshes.size(), document_of(base).meshes.size() + 1);
    for (std::size_t m = 0; m < document_of(base).meshes.size(); ++m) {
        EXPECT_EQ(bytes_of(document_of(base).meshes[m]), bytes_of(document_of(result.model).meshes[m])) << m;
    }
    EXPECT_EQ(document_of(result.model).meshes.back().positions.size(), 3u);

    Scene fewer = scene;
    const auto node = std::find_if(fewer.nodes.begin(), fewer.nodes.end(), [](const Node& n) { return n.mesh == 0; });
    fewer.nodes.erase(node);  // the last ones are meshes, which nothing hangs on
    for (Node& each : fewer.nodes) each.mesh -= each.mesh == no_index ? 0 : 1;
    fewer.meshes.erase(fewer.meshes.begin());
    result = edit(flower(), scene, fewer);
    EXPECT_EQ(result.words, "196 triangles removed, object flower.Mesh.0 removed; all else byte-identical");
    ASSERT_EQ(document_of(result.model).meshes.size() + 1, document_of(base).meshes.size());
    EXPECT_EQ(bytes_of(document_of(base).meshes[1]), bytes_of(document_of(result.model).meshes[0]));
}

TEST(TwmEdit, ClipsThatAreNewOrGone) {
    const Scene scene = scene_of(flower());
    Issues issues;
    Scene fewer = scene;
    fewer.clips.erase(fewer.clips.begin());
    Outcome result = edit(flower(), scene, fewer);
    EXPECT_EQ(result.words, "clip animation_0 removed; all else byte-identical");
    EXPECT_EQ(document_of(result.model).animations.size(), 1u);
    EXPECT_EQ(document_of(result.model).animations[0].keys.size(), document_of(flower()).animations[1].keys.size());
    Scene more = scene;
    more.clips.push_back(scene.clips[0]);
    more.clips.back().name = "sway";
    more.clips.back().channels.erase(more.clips.back().channels.begin() + 3, more.clips.back().channels.end());
    result = edit(flower(), scene, more);
    EXPECT_EQ(result.words, "clip sway added; all else byte-identical");
    ASSERT_EQ(document_of(result.model).animations.size(), 3u);
    EXPECT_EQ(document_of(result.model).animations[2].key_counts.size(), document_of(result.model).joints.size());
    EXPECT_EQ(document_of(result.model).animations[0].keys.size(), document_of(flower()).animations[0].keys.size());
}

TEST(TwmEdit, WhatGoesBeyondIsBuiltAnew) {
    const Scene scene = scene_of(flower());
    Issues issues;
    // A vertex that the file does not have.
    Scene more = scene;
    Mesh& mesh = more.meshes[0];
    mesh.points.push_back({0, 0, 3});
    if (!mesh.normals.empty()) mesh.normals.push_back({0, 1, 0});
    if (!mesh.tangents.empty()) mesh.tangents.push_back(mesh.tangents[0]);
    for (u32 i = 0; i < mesh.influences.per_point; ++i) {
        mesh.influences.joints.push_back(mesh.influences.joints[i]);
        mesh.influences.weights.push_back(mesh.influences.weights[i]);
    }
    Primitive& part = mesh.primitives[0];
    const auto corner = static_cast<u32>(part.points.size());
    part.points.push_back(static_cast<u32>(mesh.points.size() - 1));
    if (!part.uvs.empty()) part.uvs.push_back({});
    part.indices.insert(part.indices.end(), {0, 1, corner});
    Outcome result = edit(flower(), scene, more);
    EXPECT_EQ(result.issues.list()[0].kind->code, "BUILD_REBUILT");
    EXPECT_EQ(difference(more, *to_scene(result.model, {}, issues)), "");
    result = edit(flower(), scene, scene, {}, {.variant = "v0"});
    EXPECT_EQ(result.issues.list()[0].kind->code, "BUILD_REBUILT");
    EXPECT_EQ(document_of(result.model).version, 0u);
    EXPECT_EQ(difference(scene, *to_scene(result.model, {}, issues)), "");
}

}  // namespace
}  // namespace thaw::test
