// Every real MODELDEF at hand.
#include <map>

#include "formats/unreal/scripts/modeldef.hpp"
#include "support/corpus.hpp"
#include "unreal/scene_support.hpp"

namespace thaw::test {
namespace {

TEST(ModeldefCorpus, ShowsItsModels) {
    const auto folder = corpus_folder() / "ue1";
    std::map<std::string, Blob> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "swwmgz_m")) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("modeldef")) files.emplace(name, load_file(entry.path()));
    }
    ASSERT_EQ(files.size(), 38u);
    std::vector<Blob> texts;
    std::size_t models = 0, frames = 0;
    for (const auto& [name, bytes] : files) {
        texts.push_back(bytes);
        for (const auto& model : unreal::parse_modeldef(bytes.bytes()).models) {
            ++models;
            frames += model.shown.size();
            EXPECT_TRUE((model.path + model.file).starts_with("models")) << name << " " << model.file;
            EXPECT_FALSE(model.shown.empty()) << name << " " << model.file;
        }
    }
    EXPECT_EQ(frames, 7415u);  // of 7421 lines: of six that show one frame twice the last counts
    EXPECT_GT(models, 300u);

    std::size_t shown = 0;
    for (const Row& row : load_csv(folder / "facts.csv")) {
        const std::string& data = row.at("d");
        if (!data.starts_with("swwmgz_m")) continue;
        SCOPED_TRACE(data);
        Bundle bundle;
        bundle.parts.push_back({"data", data, load_file(folder / data)});
        bundle.parts.push_back({"aniv", row.at("a"), load_file(folder / row.at("a"))});
        for (const Blob& text : texts) bundle.parts.push_back({"modeldef", "modeldef", text});
        auto model = read(*find_format("unreal"), std::move(bundle));
        ASSERT_TRUE(model);
        if (unreal_document(*model).mesh() == nullptr) continue;
        ++shown;
        Issues issues;
        const auto scene = to_scene(*model, {}, issues);
        ASSERT_TRUE(scene);
        for (const Issue& issue : issues.list()) {
            EXPECT_NE(issue.kind->code, "SEQUENCE_BEYOND_FRAMES") << issue.path;
            EXPECT_NE(issue.kind->code, "PLACEMENT_UNUSABLE");
        }
        const double height = summarise(*model)->height_metres.value_or(1);
        EXPECT_LT(height, 20);
        expect_integers(*model);
    }
    EXPECT_EQ(shown, 87u);
}

}  // namespace
}  // namespace thaw::test
