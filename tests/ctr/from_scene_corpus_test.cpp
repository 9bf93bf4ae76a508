// The way back over the files of the corpus: through a GLB without the source, and with it untouched.
#include "ctr/from_scene_support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

std::vector<Bundle> models_of_the_corpus() {
    std::vector<Bundle> out;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "ctr")) {
        const auto& path = entry.path();
        if (path.extension() != ".ctr" && path.extension() != ".mpk") continue;
        Bundle bundle{{{"ctr", path.filename().string(), load_file(path)}}};
        for (const char* role : {"ptr", "vrm"}) {
            auto companions = path;
            companions.replace_extension(std::string(".") + role);
            if (!std::filesystem::exists(companions)) continue;
            bundle.parts.push_back({role, companions.filename().string(), load_file(companions)});
        }
        if (read(ctr::format, bundle)) out.push_back(std::move(bundle));
    }
    return out;
}

TEST(CtrFromSceneCorpus, ModelsComeBackThroughAGlb) {
    std::size_t compared = 0;
    for (const Bundle& bundle : models_of_the_corpus()) {
        SCOPED_TRACE(bundle.parts[0].name);
        const auto model = read(ctr::format, bundle);
        const Scene scene = scene_of(*model, {.all_lods = true});
        if (shown_nodes(scene).empty()) continue;
        const GltfFile file = through_glb(scene);
        const BuiltModel back = built({.scene = file.scene, .source_points = file.source_points}, {}, true);
        ASSERT_TRUE(back.ok()) << to_string(back.error);
        // Triangles with two corners in one place are legal there and not taken over.
        if (back.find("BUILD_TRIANGLES") != nullptr) continue;
        EXPECT_EQ(difference(scene, scene_of(back.model, {.all_lods = true})), "");
        ++compared;
    }
    EXPECT_GT(compared, 12u);
}

TEST(CtrFromSceneCorpus, UntouchedFilesAreByteIdentical) {
    std::size_t compared = 0;
    for (const Bundle& bundle : models_of_the_corpus()) {
        for (const bool sources : {true, false}) {
            SCOPED_TRACE(bundle.parts[0].name);
            auto model = read(ctr::format, bundle);
            const Scene scene = scene_of(*model);
            if (shown_nodes(scene).empty()) continue;
            const GltfFile file = through_glb(scene);
            SceneInput input{.scene = file.scene, .base = &*model, .base_scene = &scene};
            if (sources) input.source_points = file.source_points;
            const BuiltModel back = built(input, {}, true);
            ASSERT_TRUE(back.ok()) << to_string(back.error);
            EXPECT_EQ(back.words, "nothing changed; byte-identical") << back.found("BUILD_REBUILT");
            EXPECT_EQ(back.model.bundle.parts[0].bytes, bundle.parts[0].bytes);
            EXPECT_FALSE(back.has_video_memory());
            ++compared;
        }
    }
    EXPECT_GT(compared, 24u);
}

}  // namespace
}  // namespace thaw::test
