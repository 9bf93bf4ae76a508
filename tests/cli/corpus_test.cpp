// All real files at once: every model is found, and it makes no difference whether they lie in a folder or in a zip.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "fixtures/containers.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

TEST(WholeCorpus, AZipGivesTheSameFilesAsTheFolder) {
    Scratch scratch;
    std::vector<ContainedFile> files;
    // The SoulFu models and the Unreal packages have the same kinds of companions a hundred times over.
    for (const char* folder : {"ctc", "ctr", "twm", "ue1/undeath_m", "ue1/assimp_box"}) {
        const fs::path from = corpus_folder() / folder;
        if (!fs::exists(from)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(from)) {
            if (!entry.is_regular_file()) continue;
            const Blob bytes = load_file(entry.path());
            const std::string name = fs::relative(entry.path(), corpus_folder());
            files.push_back({name, {bytes.bytes().begin(), bytes.bytes().end()}});
            scratch.put("loose/" + name, bytes);
        }
    }
    ASSERT_GT(files.size(), 50u);
    scratch.put("all.zip", Blob::take(make_zip(files, {.deflated = true})));
    const Ran loose = run_thaw({"convert", "loose", "-o", "from_folder"}, {.folder = scratch.path()});
    const Ran zipped = run_thaw({"convert", "all.zip", "-o", "from_zip"}, {.folder = scratch.path()});
    EXPECT_EQ(loose.code, zipped.code);
    std::size_t models = 0;
    for (const std::string& name : scratch.names()) {
        constexpr std::string_view folder = "from_folder/";
        if (!name.starts_with(folder) || !name.ends_with(".glb")) continue;
        EXPECT_EQ(scratch.get(name), scratch.get("from_zip/" + name.substr(folder.size()))) << name;
        ++models;
    }
    EXPECT_GT(models, 40u);
}

}  // namespace
}  // namespace thaw::test
