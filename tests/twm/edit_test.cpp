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
    out.words = built->words;
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
            EXPECT_EQ(result.words, "nothing changed; byte-identical") << told(result.issues);
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
    EXPECT_EQ(result.words, "1 vertex bound otherwise; all else byte-identical");
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
    // A key between two others cannot go into the list of keys in place.
    changed = scene;
    changed.clips[0].timelines.push_back({0, 0.0371f, 0.074f});
    changed.clips[0].channels.clear();
    changed.clips[0].channels.push_back({.node = changed.skins[0].joints[0],
                                         .path = Path::translation,
                                         .timeline = static_cast<u32>(changed.clips[0].timelines.size() - 1),
                                         .values = {0, 0, 0, 0, 5, 0, 0, 0, 0}});
    result = edit(flower(), scene, changed);
    ASSERT_FALSE(result.issues.list().empty());
    EXPECT_EQ(result.issues.list()[0].kind->code, "BUILD_REBUILT");
    EXPECT_EQ(difference(changed, *to_scene(result.model, {}, issues), {.metres = 0.1}), "");
}

TEST(TwmEdit, WhatGoesBeyondIsBuiltAnew) {
    const Scene scene = scene_of(flower());
    Issues issues;
    Scene fewer = scene;
    auto& indices = fewer.meshes[0].primitives[0].indices;
    indices.erase(indices.end() - 3, indices.end());
    Outcome result = edit(flower(), scene, fewer);
    EXPECT_EQ(result.issues.list()[0].kind->code, "BUILD_REBUILT");
    EXPECT_EQ(difference(fewer, *to_scene(result.model, {}, issues)), "");
    result = edit(flower(), scene, scene, {}, {.variant = "v0"});
    EXPECT_EQ(result.issues.list()[0].kind->code, "BUILD_REBUILT");
    EXPECT_EQ(document_of(result.model).version, 0u);
    EXPECT_EQ(difference(scene, *to_scene(result.model, {}, issues)), "");
}

}  // namespace
}  // namespace thaw::test
