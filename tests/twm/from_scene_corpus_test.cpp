// Every real model to GLB and back: anew in every version, and as an edit of itself.
#include "support/built.hpp"
#include "support/corpus.hpp"
#include "twm/scene_support.hpp"

namespace thaw::test {
namespace {

TEST(TwmFromSceneCorpus, EveryModelComesBack) {
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "twm")) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() == ".csv") continue;
        SCOPED_TRACE(name);
        const Blob bytes = load_file(entry.path());
        const auto model = read_twm(bytes, name);
        if (!model) continue;
        const Scene scene = scene_of(*model);
        if (scene.meshes.empty()) continue;
        const GltfFile file = through_glb(scene);
        for (const char* variant : {"v0", "v1", "v2", "v3"}) {
            const Made made = make(twm::format, {file.scene, file.source_points}, {.variant = variant}, "model",
                                   Profile::spec, "TWM_OUT_OF_DATE");
            EXPECT_EQ(difference(scene, scene_of(made.model), {.metres = 2e-6}), "");
            Issues issues;
            ASSERT_TRUE(to_scene(made.model, {}, issues).ok());
            for (const Issue& issue : issues.list()) EXPECT_EQ(issue.severity, Severity::info) << issue.kind->code;
        }
        for (const bool sources : {true, false}) {
            auto base = read_twm(bytes, name);
            SceneInput input{file.scene, {}, &*base, &scene};
            if (sources) input.source_points = file.source_points;
            Issues issues;
            auto built = from_scene(twm::format, input, {}, issues);
            ASSERT_TRUE(built.ok());
            EXPECT_EQ(built->change_summary, "nothing changed; byte-identical") << reported(issues);
            const auto files = write({&twm::format, {}, std::move(built->document)});
            EXPECT_TRUE(files->parts[0].bytes == bytes);
        }
        ++models;
    }
    EXPECT_GE(models, 15u);
}

}  // namespace
}  // namespace thaw::test
