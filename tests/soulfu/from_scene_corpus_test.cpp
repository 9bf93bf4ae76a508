// Every real model as a scene, through a GLB, and back into a DDD.
#include <cstdio>

#include "soulfu/from_scene_support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

TEST(DddFromSceneCorpus, EveryModelComesBackFromItsGlb) {
    for (const char* rig : {"exact", "compact"}) {
        double worst = 0;
        std::string where;
        std::size_t models = 0;
        std::size_t same_shape = 0;
        for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "soulfu/models")) {
            const auto model = read_ddd(load_file(entry.path()), entry.path().filename().string());
            if (!model || document_of(*model).file.is_linked()) continue;
            Issues issues;
            const auto scene = to_scene(*model, {.own = OptionValues{{"rig", rig}}}, issues);
            ASSERT_TRUE(scene.ok());
            const GltfFile file = through_editor(*scene);
            Issues losses;
            auto built =
                from_scene(ddd::format, {.scene = file.scene, .source_points = file.source_points}, {}, losses);
            ASSERT_TRUE(built.ok()) << entry.path() << ": " << to_string(built.error());
            const double error = farthest(document_of(*model), document_of(*built), 5);
            ++models;
            if (error < 0) {
                // Its frames are bind poses beyond the first, which no clip of a scene shows.
                EXPECT_EQ(entry.path().filename(), "VIRTUE00.DDD");
                continue;
            }
            ++same_shape;
            if (error > worst) where = entry.path().filename().string();
            worst = std::max(worst, error);
            const Model again{&ddd::format, {}, std::move(built->document)};
            const auto found = validate(again, Profile::game);
            EXPECT_LT(found->worst(), Severity::warning) << entry.path() << " " << codes_of(*found).front();
        }
        std::printf("rig %s: %zu of %zu models, farthest %g ft in %s\n", rig, same_shape, models, worst, where.c_str());
    }
}

TEST(DddFromSceneCorpus, AnUneditedModelStaysAsItIs) {
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_folder() / "soulfu/models")) {
        for (const bool told : {true, false}) {
            auto model = read_ddd(load_file(entry.path()), entry.path().filename().string());
            ASSERT_TRUE(model.ok());
            Issues issues;
            const auto before = to_scene(*model, {}, issues);
            const GltfFile file = through_editor(*before);
            SceneInput input{.scene = file.scene, .base = &*model, .base_scene = &*before};
            if (told) input.source_points = file.source_points;
            Issues losses;
            auto built = from_scene(ddd::format, input, {}, losses);
            ASSERT_TRUE(built.ok()) << entry.path();
            EXPECT_EQ(built->change_summary, "nothing changed; byte-identical") << entry.path() << told;
            const auto written = write({&ddd::format, {}, std::move(built->document)});
            EXPECT_EQ(written->parts.front().bytes, model->bundle.parts.front().bytes) << entry.path() << told;
            ++models;
        }
    }
    EXPECT_EQ(models, 352u);
}

}  // namespace
}  // namespace thaw::test
