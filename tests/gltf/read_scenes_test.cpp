// What Thaw writes, Thaw reads: the same scene, number for number.
#include "base/text.hpp"
#include "convert/export.hpp"
#include "fixtures/fixtures.hpp"
#include "gltf/read_support.hpp"
#include "gltf/same_scene.hpp"
#include "gltf/scenes.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

TEST(ReadScenes, ScenesOfTheTests) {
    for (const Scene& scene : {flapping_quad(), bending_strip(), lone_marker()}) {
        const GltfFile file = read_again(scene);
        EXPECT_EQ(difference(scene, file), "") << scene.name;
        EXPECT_EQ(codes_of(file), Codes());
        EXPECT_FALSE(file.kept);
    }
}

TEST(ReadScenes, EveryFindingIsExplained) {
    std::string table;
    std::vector<const IssueKind*> kinds(gltf_issue_kinds().begin(), gltf_issue_kinds().end());
    std::sort(kinds.begin(), kinds.end(), [](const IssueKind* a, const IssueKind* b) { return a->code < b->code; });
    for (const IssueKind* kind : kinds) {
        table += "| `" + std::string(kind->code) + "` | " + std::string(severity_name(kind->severity)) + " | " +
                 std::string(kind->text) + " |\n";
    }
    const Blob page = load_file(source_folder() / "src" / "gltf" / "README.md");
    EXPECT_NE(text::view_as_text(page.bytes()).find(table), std::string::npos) << table;
}

TEST(ReadScenes, NothingToSayIsAnEmptyObject) {
    Scene scene;
    EXPECT_EQ(difference(scene, read_again(scene)), "");
    scene.nodes.resize(2);
    EXPECT_EQ(difference(scene, read_again(scene)), "");
}

TEST(ReadScenes, WhatIsReadIsWrittenTheSame) {
    for (const Scene& scene : {flapping_quad(), bending_strip(), lone_marker()}) {
        const GltfFile once = read_again(scene);
        const GltfFile twice = read_again(once.scene);
        EXPECT_EQ(difference(once.scene, twice), "") << scene.name;
    }
}

TEST(ReadScenes, JsonAndBinaryBesideIt) {
    StringSink json;
    StringSink bin;
    ASSERT_TRUE(write_gltf(bending_strip(), {}, "bending strip.bin", json, bin).ok());
    const Blob file = blob_of(json.text);
    EXPECT_TRUE(is_gltf(file.bytes()));
    EXPECT_EQ(*gltf_needs(file), std::vector<std::string>{"bending strip.bin"});
    const auto read = read_gltf(file, Bundle{{{"buffer", "bending strip.bin", blob_of(bin.text)}}});
    ASSERT_TRUE(read.ok()) << to_string(read.error());
    EXPECT_EQ(difference(bending_strip(), *read), "");
    const auto alone = read_gltf(file);
    ASSERT_FALSE(alone.ok());
    EXPECT_EQ(alone.error().code, Code::missing_part);
    EXPECT_EQ(alone.error().path, "/buffers/0/uri");
    EXPECT_EQ(alone.error().offset, json.text.find("\"bending strip.bin\""));
}

// Each fixture of every format, converted in two ways.
TEST(ReadScenes, EveryFixtureOfEveryFormat) {
    const SceneOptions everything{.raw = true,
                                  .all_lods = true,
                                  .split_clips = true,
                                  .own = OptionValues{{"all-weights"}, {"rig", "exact"}, {"lines"}}};
    std::size_t count = 0;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error || fixture.format->to_scene == nullptr) continue;
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok()) << fixture.name;
        for (const SceneOptions& options : {SceneOptions(), everything}) {
            SCOPED_TRACE(fixture.name);
            Issues issues;
            const auto scene = scene_for_export(*model, options, issues);
            if (!scene) continue;
            for (const auto normals : {SceneOptions::Normals::morph, SceneOptions::Normals::base}) {
                const GltfSource source = source_of(*model, options);
                const GltfFile file = read_again(*scene, {.normals = normals, .source = &source});
                ASSERT_EQ(difference(*scene, file), "");
                for (const Issue& issue : file.issues.list()) {
                    // A fixture may have triangles that are lines.
                    EXPECT_EQ(issue.kind->code, "GLTF_DEGENERATE") << issue.path << " " << issue.found;
                }
                ASSERT_TRUE(file.kept.has_value());
                EXPECT_TRUE(is_unchanged(file));
                const auto kept = source_of(file);
                ASSERT_TRUE(kept.ok()) << to_string(kept.error());
                EXPECT_EQ(kept->format, source.format);
                EXPECT_EQ(kept->variant, source.variant);
                EXPECT_EQ(kept->options, source.options);
                ASSERT_EQ(kept->parts.size(), source.parts.size());
                for (std::size_t i = 0; i < kept->parts.size(); ++i) {
                    EXPECT_EQ(kept->parts[i].role, source.parts[i].role);
                    EXPECT_EQ(kept->parts[i].name, source.parts[i].name);
                    EXPECT_EQ(kept->parts[i].bytes, source.parts[i].bytes);
                }
                ++count;
            }
        }
    }
    EXPECT_GT(count, 500u);
}

}  // namespace
}  // namespace thaw::test
