// Real packages, versions 35 to 129: contents.csv says version and size of each, by an independent reader.
#include <iostream>
#include <map>

#include "support/corpus.hpp"
#include "unreal/package_support.hpp"

namespace thaw::test {
namespace {

Blob package_bytes(const std::string& file) { return load_file(corpus_folder() / "packages" / file); }

constexpr u32 last_of_engine_1 = 99;

TEST(PackageCorpus, EveryPackageIsExplainedAndWrittenBack) {
    std::map<std::string, u64> totals;
    for (const Row& row : load_csv(corpus_folder() / "packages/contents.csv")) {
        const std::string& file = row.at("file");
        SCOPED_TRACE(file);
        const Blob bytes = package_bytes(file);
        ASSERT_EQ(bytes.size(), std::stoull(row.at("bytes")));
        auto model = read(upackage::format, {{{"package", file, bytes}}});
        if (std::stoul(row.at("version")) > last_of_engine_1) {
            ASSERT_FALSE(model.ok());
            EXPECT_NE(model.error().message.find("Unreal Engine 2"), std::string::npos) << model.error().message;
            continue;
        }
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto& package = document_of(*model);
        EXPECT_EQ(package.version, std::stoul(row.at("version")));
        EXPECT_EQ(package.licensee, std::stoul(row.at("licensee")));
        EXPECT_TRUE(write(*model)->parts[0].bytes == bytes);
        // Everything that Thaw knows the layout of ends where it should.
        const auto issues = validate(*model);
        for (const Issue& issue : issues->list()) {
            for (const char* code : {"UPACKAGE_DAMAGED", "UPACKAGE_TRAILING", "UPACKAGE_CLASS_DEFAULTS",
                                     "UPACKAGE_PROPERTIES", "UPACKAGE_LAZY_END", "UPACKAGE_REFERENCE"}) {
                EXPECT_NE(issue.kind->code, std::string_view(code)) << issue.found;
            }
        }
        for (const upackage::SourceFile& one : package.files) {
            if (one.kind == upackage::FileKind::data) ++totals["meshes"];
            if (one.kind == upackage::FileKind::image) ++totals["images"];
            if (one.kind == upackage::FileKind::text) ++totals["texts"];
            if (one.kind == upackage::FileKind::sound) ++totals["sounds"];
        }
        if (const std::string unread = upackage::format.unread(package); !unread.empty()) ++totals["unread: " + unread];
    }
    EXPECT_EQ(totals["meshes"], 236u);
    for (const auto& [what, n] : totals) std::cout << what << ": " << n << "\n";
}

// What the sizes of three texture packages say is not true.
TEST(PackageCorpus, SkinsWithWrongSizesComeOut) {
    const std::pair<const char*, std::size_t> all[] = {{"UT99-Patched/Textures/ArumiSkins.utx", 54},
                                                       {"UT99-Patched/Textures/SoldierSkins_dracula.utx", 9},
                                                       {"UT99-Patched/Textures/SoldierSkins_WeReWoLf.utx", 4}};
    for (const auto& [file, textures] : all) {
        const Model archive = opened(package_bytes(file));
        EXPECT_EQ(document_of(archive).files.size(), textures) << file;
        for (const ArchiveFile& image : files_in(archive)) EXPECT_TRUE(image.name.ends_with(".pcx")) << image.name;
    }
}

}  // namespace
}  // namespace thaw::test
