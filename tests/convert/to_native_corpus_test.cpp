// Every real model comes back out of a GLB byte for byte, both files of a pair.
#include <map>

#include "convert/support.hpp"
#include "support/corpus_models.hpp"

namespace thaw::test {
namespace {

TEST(ToNativeCorpus, EveryModelComesBackByteForByte) {
    std::map<std::string, std::size_t> models;
    for_each_corpus_model([&](const std::filesystem::path& path, const Model& model) {
        const std::string broken = round_trip(model);
        if (broken == "no shape") return;
        EXPECT_EQ(broken, "") << path;
        ++models[std::string(model.format->id)];
    });
    for (const auto& [format, count] : models) std::printf("%s: %zu models\n", format.c_str(), count);
    EXPECT_GT(models["unreal"], 90u);
    EXPECT_GT(models["ddd"], 170u);
}

}  // namespace
}  // namespace thaw::test
