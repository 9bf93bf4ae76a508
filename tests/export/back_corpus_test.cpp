// Every real model comes back out of a GLB byte for byte, both files of a pair.
#include <map>

#include "export/support.hpp"
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

TEST(WayBackCorpus, EveryModelComesBackByteForByte) {
    std::map<std::string, std::size_t> models;
    for (const auto& entry : fs::recursive_directory_iterator(corpus_folder())) {
        if (!entry.is_regular_file()) continue;
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
        const fs::path map = fs::path(entry.path()).replace_extension(".ptr");
        if (found->format->id == "ctr" && fs::exists(map))
            bundle.parts.push_back({"ptr", map.filename().string(), load_file(map)});
        const auto model = read(*found->format, bundle);
        if (!model) continue;
        const std::string broken = round_trip(*model);
        if (broken == "no shape") continue;
        EXPECT_EQ(broken, "") << entry.path();
        ++models[std::string(found->format->id)];
    }
    for (const auto& [format, count] : models) std::printf("%s: %zu models\n", format.c_str(), count);
    EXPECT_GT(models["unreal"], 90u);
    EXPECT_GT(models["ddd"], 170u);
}

}  // namespace
}  // namespace thaw::test
