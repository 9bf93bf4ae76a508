// Every real model, to GLB and back.
#include "convert/export.hpp"
#include "gltf/read_support.hpp"
#include "gltf/same_scene.hpp"
#include "support/corpus_models.hpp"

namespace thaw::test {
namespace {

TEST(ReadCorpus, EveryModelComesBack) {
    std::size_t models = 0;
    for_each_corpus_model([&](const std::filesystem::path& path, const Model& model) {
        SCOPED_TRACE(path.string());
        Issues issues;
        const auto scene = scene_for_export(model, {}, issues);
        if (!scene) return;
        EXPECT_EQ(difference(*scene, read_again(*scene)), "");
        ++models;
    });
    EXPECT_GT(models, 200u);
}

}  // namespace
}  // namespace thaw::test
