// Every real model, to GLB and back.
#include "export/export.hpp"
#include "gltf/read_support.hpp"
#include "gltf/same_scene.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

// The other half of an Unreal pair, whatever the case of its name.
std::optional<fs::path> other_half(const fs::path& path) {
    std::string name = path.filename().string();  // x_d.3d
    if (name.size() < 6) return {};
    for (const char letter : {'a', 'A'}) {
        name[name.size() - 4] = letter;
        if (fs::exists(path.parent_path() / name)) return path.parent_path() / name;
    }
    return {};
}

TEST(ReadCorpus, EveryModelComesBack) {
    std::size_t models = 0;
    for (const auto& entry : fs::recursive_directory_iterator(corpus_folder())) {
        if (!entry.is_regular_file() || entry.file_size() > (8u << 20)) continue;
        const Blob bytes = load_file(entry.path());
        const std::string name = entry.path().filename().string();
        const auto found = detect(name, bytes);
        if (!found || found->format->to_scene == nullptr) continue;
        Bundle bundle{{{found->sniffed.role, name, bytes}}};
        if (found->format->id == "unreal") {
            const auto other = found->sniffed.role == "data" ? other_half(entry.path()) : std::nullopt;
            if (!other) continue;
            bundle.parts.push_back({"aniv", other->filename().string(), load_file(*other)});
        }
        const auto model = read(*found->format, bundle);
        if (!model) continue;
        SCOPED_TRACE(entry.path().string());
        Issues issues;
        const auto scene = scene_for_export(*model, {}, issues);
        if (!scene) continue;
        const GltfFile file = read_again(*scene);
        ASSERT_EQ(difference(*scene, file), "");
        ++models;
    }
    EXPECT_GT(models, 200u);
}

}  // namespace
}  // namespace thaw::test
