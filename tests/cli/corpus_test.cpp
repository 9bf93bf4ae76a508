// All real files at once: every model is found, and it makes no difference whether they lie in a folder or in a zip.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/glb_edit.hpp"
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

// Out of the archive, edited, and back into it: only the model changes, and a second time nothing does.
TEST(WholeCorpus, AnEditGoesBackIntoTheArchive) {
    const fs::path soulfu = corpus_folder() / "soulfu";
    if (!fs::exists(soulfu)) GTEST_SKIP();
    Scratch scratch;
    std::vector<std::string> models;
    for (const char* folder : {"models", "textures", "scripts", "rooms"}) {
        for (const auto& entry : fs::directory_iterator(soulfu / folder)) {
            const std::string name = entry.path().filename();
            constexpr std::size_t longest = 8;  // of a name in an SDF
            if (entry.path().stem().string().size() > longest) continue;
            scratch.put("files/" + name, load_file(entry.path()));
            if (name.ends_with(".DDD")) models.push_back(name);
        }
    }
    std::sort(models.begin(), models.end());
    const auto run = [&](const std::vector<std::string>& arguments) {
        return run_thaw(arguments, {.folder = scratch.path()});
    };
    ASSERT_EQ(run({"pack", "files", "-o", "datafile.sdf"}).code, 0);
    std::size_t edited = 0;
    constexpr std::size_t every = 44;
    for (std::size_t i = 0; i < models.size(); i += every) {
        const std::string& name = models[i];
        ASSERT_EQ(run({"convert", "datafile.sdf/" + name, "-f", "-o", "model.glb"}).code, 0) << name;
        const std::string same = "datafile.sdf: " + name + " is already the same\n";
        EXPECT_EQ(run({"replace", "datafile.sdf", name, "model.glb"}).out.substr(0, same.size()), same);
        const std::string glb = scratch.get("model.glb");
        scratch.put("edited.glb", with_moved_vertex(glb, 0.01f));
        if (scratch.get("edited.glb") == glb) continue;  // only bones
        ++edited;
        const Ran ran = run({"replace", "datafile.sdf", name, "edited.glb"});
        EXPECT_EQ(ran.code, 0) << name << ran.err;
        EXPECT_NE(ran.out.find(" changed; all else byte-identical"), std::string::npos) << name << ran.out;
        EXPECT_EQ(run({"replace", "datafile.sdf", name, "edited.glb"}).out.substr(0, same.size()), same);
        fs::remove_all(scratch.path("now"));
        ASSERT_EQ(run({"extract", "datafile.sdf", "-o", "now"}).code, 0);
        for (const auto& file : fs::directory_iterator(scratch.path("files"))) {
            const std::string other = file.path().filename();
            const bool is_same = scratch.get("files/" + other) == scratch.get("now/" + other);
            EXPECT_EQ(is_same, other != name) << name << ": " << other;
        }
        scratch.put("files/" + name, scratch.get("now/" + name));
    }
    EXPECT_GT(edited, 2u);
}

}  // namespace
}  // namespace thaw::test
