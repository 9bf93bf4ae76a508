// A real tree of sources against what an independent parser says of it, script by script.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "io/inputs.hpp"
#include "io/open.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

std::string root() { return (corpus_folder() / "pubsrc").string(); }

std::vector<std::string> split(std::string_view text, char by) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const auto end = text.find(by);
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

const unreal::Mesh* mesh_of(const io::Opened& opened) {
    return static_cast<const unreal::Document&>(*opened.model.document).mesh();
}

bool exists(const std::string& below) { return std::filesystem::exists(root() + "/" + below); }

// The image that the slot gets, by the path below the root.
std::string image_on(const io::Opened& opened, i64 slot) {
    const Part* part = unreal::find_image(opened.model.bundle, static_cast<u8>(slot), mesh_of(opened)->skin(slot));
    return part == nullptr ? "none" : part->name.substr(root().size() + 1);
}

// Other scripts import images of these names, too, and the other parser takes the first of all; these scripts import
// their own.
bool is_own_import(const Row& row) {
    const std::string& script = row.at("script");
    return script == "UnrealShare/Classes/Barrel.uc" || script == "UnrealShare/Classes/InterpolatingObject.uc";
}

void expect_row(const Row& row, const io::Opened& opened, std::size_t& textures) {
    SCOPED_TRACE(row.at("script") + " " + row.at("mesh"));
    const unreal::Mesh* mesh = mesh_of(opened);
    ASSERT_NE(mesh, nullptr);
    EXPECT_EQ(mesh->name, row.at("mesh"));
    const auto summary = summarise(opened.model);
    EXPECT_EQ(std::to_string(summary->totals.frames), row.at("frames"));
    std::string sequences, expected;
    for (const unreal::Sequence& s : mesh->sequences) {
        sequences += s.name + ":" + std::to_string(s.start) + ":" + std::to_string(s.frames) + ";";
    }
    for (const std::string& one : split(row.at("sequences"), ';')) expected += one.substr(0, one.rfind(':')) + ";";
    EXPECT_EQ(sequences, expected);
    for (const std::string& one : split(row.at("textures"), ';')) {
        const auto equals = one.find('=');
        const std::string file = one.substr(equals + 1);
        if (!exists(file)) continue;
        ++textures;
        if (is_own_import(row)) continue;
        EXPECT_TRUE(text::equal_ignoring_case(image_on(opened, std::stoll(one.substr(0, equals))), file))
            << one << ", found " << image_on(opened, std::stoll(one.substr(0, equals)));
    }
}

TEST(UnrealTreeCorpus, EveryRowIsAModelWithItsFramesSequencesAndTextures) {
    io::Folders folders;
    io::Opener opener(folders, {}, {});
    std::map<std::string, io::Opened> models;
    std::size_t times = 0;
    std::set<std::pair<std::set<io::FileId>, std::string>> seen;
    const auto add = [&](const std::string& path) {
        for (auto& result : opener.open(path, root())) {
            auto* opened = std::get_if<io::Opened>(&result);
            if (opened == nullptr || mesh_of(*opened) == nullptr) continue;
            const std::string script = mesh_of(*opened)->script.substr(root().size() + 1);
            const std::string key = text::lower(script + " " + mesh_of(*opened)->name);
            const bool is_new = seen.emplace(opened->own, opened->model.bundle.model).second;
            EXPECT_EQ(is_new, models.try_emplace(key, std::move(*opened)).second) << key;
            times += is_new ? 1 : 0;
        }
    };
    // Whatever leads to it: the files of the tree, then the scripts.
    for (const io::Input& input : io::collect_inputs({root()}, folders).models) add(input.path);
    const std::size_t by_files = times;
    std::set<std::string> scripts;
    std::size_t rows = 0, textures = 0;
    for (const Row& row : load_csv(root() + "/scripted.csv")) {
        if (row.at("aniv").empty() || row.at("data").empty()) continue;
        if (scripts.insert(row.at("script")).second && row.at("script") != "UnrealI/Classes/Old.uc") {
            add(root() + "/" + row.at("script"));
        }
        const auto found = models.find(text::lower(row.at("script") + " " + row.at("mesh")));
        ASSERT_NE(found, models.end()) << row.at("script") << " " << row.at("mesh");
        expect_row(row, found->second, textures);
        ++rows;
    }
    EXPECT_EQ(times, by_files);  // the scripts name nothing that the files did not
    EXPECT_EQ(rows, 184u);
    EXPECT_EQ(textures, 171u);
    RecordProperty("rows", static_cast<int>(rows));
    RecordProperty("textures", static_cast<int>(textures));
}

}  // namespace
}  // namespace thaw::test
