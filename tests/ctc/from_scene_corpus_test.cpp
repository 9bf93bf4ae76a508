// Every real model to GLB and back: anew, and as an edit of itself.
#include "ctc/scene_support.hpp"
#include "support/built.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

TEST(CtcFromSceneCorpus, EveryModelComesBack) {
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "ctc")) {
        if (entry.path().extension() != ".ctc") continue;
        SCOPED_TRACE(entry.path().filename().string());
        const Blob bytes = load_file(entry.path());
        auto model = read_ctc(bytes);
        ASSERT_TRUE(model.ok());
        const Scene scene = scene_of(*model);
        const GltfFile file = through_glb(scene);
        EXPECT_EQ(
            difference(scene, scene_of(make(ctc::format, {file.scene, file.source_points}).model), {.metres = 2e-6}),
            "");
        EXPECT_EQ(difference(scene, scene_of(make(ctc::format, {file.scene}).model), {.metres = 2e-6}), "");
        for (const bool sources : {true, false}) {
            auto base = read_ctc(bytes);
            SceneInput input{file.scene, {}, &*base, &scene};
            if (sources) input.source_points = file.source_points;
            Issues issues;
            auto built = from_scene(ctc::format, input, {}, issues);
            ASSERT_TRUE(built.ok());
            EXPECT_EQ(built->change_summary, "nothing changed; byte-identical") << reported(issues);
            const auto files = write({&ctc::format, {}, std::move(built->document)});
            EXPECT_TRUE(files->parts[0].bytes == bytes);
        }
        ++models;
    }
    EXPECT_GE(models, 4u);
}

}  // namespace
}  // namespace thaw::test
