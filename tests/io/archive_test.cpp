// Paths that lead into archives, and archives as folders of models.
#include "io/archive.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "io/inputs.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::io {
namespace {

using test::adat_of;
using test::blob_of;
using test::Scratch;
using Names = std::vector<std::string>;

Archive archive_of(const Names& names) {
    std::vector<ArchiveEntry> entries;
    for (const std::string& name : names) entries.push_back({.name = name});
    return {{"test"}, std::move(entries), [](std::size_t) { return Blob(); }};
}

Names names_in(const Archive& archive, const std::string& folder) {
    Names out;
    const auto* entries = archive.list(folder);
    if (entries == nullptr) return {"no such folder"};
    for (const Entry& entry : *entries) out.push_back(entry.name + (entry.kind == EntryKind::folder ? "/" : ""));
    return out;
}

TEST(ArchiveTree, HasFoldersAndFiles) {
    const Archive archive = archive_of({"b/c/two.ddd", "one.ddd", "b/three.ddd", "b\\four.ddd"});
    EXPECT_EQ(names_in(archive, ""), (Names{"b/", "one.ddd"}));
    EXPECT_EQ(names_in(archive, "b"), (Names{"c/", "four.ddd", "three.ddd"}));
    EXPECT_EQ(names_in(archive, "b/c"), Names{"two.ddd"});
    EXPECT_EQ(names_in(archive, "c"), Names{"no such folder"});
    EXPECT_EQ(archive.find("b/four.ddd"), 3u);
    EXPECT_EQ(archive.find("b"), std::nullopt);
}

TEST(ArchiveTree, EveryFileHasAPlaceOfItsOwn) {
    const Archive archive = archive_of({"a.ddd", "a.ddd", "a.ddd", "x", "x/y", "x/y", ".hidden", ".hidden"});
    EXPECT_EQ(archive.path_of(1), "a~2.ddd");
    EXPECT_EQ(archive.path_of(2), "a~3.ddd");
    EXPECT_EQ(archive.path_of(7), ".hidden~2");
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        EXPECT_EQ(archive.find(archive.path_of(i)), i) << archive.path_of(i);
    }
}

TEST(ArchiveTree, NamesThatLeadElsewhereLeadNowhere) {
    for (const char* name : {"", "/etc/passwd", "../x", "a/../../x", "a/./b", "a//b", "..\\x", "C:\\x", "C:x", "a/",
                             "a\nb", "\x1b[2J", "."}) {
        EXPECT_NE(Archive::refused_name(name), "") << name;
        EXPECT_EQ(archive_of({name}).path_of(0), "") << name;
    }
    for (const char* name : {"a", "a/b", "..a", "a..", "=RAT.PCX", "a b/\xC3\xA9.ddd"}) {
        EXPECT_EQ(Archive::refused_name(name), "") << name;
    }
    EXPECT_NE(Archive::refused_name(std::string(256, 'a')), "");
}

class ArchivePaths : public ::testing::Test {
protected:
    ArchivePaths() {
        const Blob inner = adat_of({{"deep/y.ddd", test::tiny_ddd()}});
        scratch_.put("game/a.dat", adat_of({{"x.ddd", test::tiny_ddd()},
                                            {"Folder/note.txt", blob_of("note")},
                                            {"inner.dat", inner},
                                            {"../evil.ddd", test::tiny_ddd()}}));
        scratch_.put("game/plain.txt", "plain");
    }
    std::string path(const std::string& name) const { return scratch_.path("game/" + name); }
    std::string text(const std::string& name) {
        const auto loaded = folders_.load(path(name));
        return loaded ? test::text_of(loaded->bytes) : loaded.error().message;
    }
    Names models(const std::string& name, ArchiveAs archives, const NameFilter& filter = {}) {
        const Inputs inputs = collect_inputs({path(name)}, folders_, {.archives = archives, .filter = filter});
        Names out;
        for (const Input& input : inputs.models) {
            out.push_back(input.path.substr(path("").size()) + " below " + input.below);
        }
        for (const Error& error : inputs.errors) out.push_back(error.message);
        return out;
    }

    Scratch scratch_;
    Folders folders_;
};

TEST_F(ArchivePaths, LeadToFilesInArchives) {
    EXPECT_EQ(text("a.dat/Folder/note.txt"), "note");
    EXPECT_EQ(text("a.dat/folder/NOTE.TXT"), "note");  // as the games look for them
    EXPECT_EQ(text("a.dat/inner.dat/deep/y.ddd"), test::text_of(test::tiny_ddd()));
    EXPECT_EQ(text("plain.txt"), "plain");
    EXPECT_EQ(text("a.dat/Folder"), "is a folder, not a file");
    EXPECT_EQ(text("a.dat/no.txt"), "there is no such file or folder");
    EXPECT_EQ(text("a.dat/x.ddd/more"), "is a file, but no archive that Thaw knows");
    EXPECT_EQ(text("plain.txt/more"), "is a file, but no archive that Thaw knows");
    EXPECT_EQ(text("a.dat/../plain.txt"), "there is no such file or folder");
    EXPECT_EQ(text("no.dat/x"), "there is no such file or folder");
}

// What is in a cue sheet's track is read out of that file, which must not be written over either.
TEST_F(ArchivePaths, ACueSheetIsTwoFiles) {
    const auto raw = test::make_raw_sectors(test::make_iso({{"X.DDD", {1, 2, 3}}}), 1);
    const std::string bin = scratch_.put("disc/game.bin", Blob::copy_of(raw));
    const std::string cue =
        scratch_.put("disc/game.cue", "FILE \"game.bin\" BINARY\n  TRACK 01 MODE1/2352\n    INDEX 01 00:00:00\n");
    const std::vector<FileId> both{*folders_.file_of(cue), *folders_.file_of(bin)};
    ASSERT_NE(both[0], both[1]);
    EXPECT_EQ(folders_.files_of(cue), both);
    EXPECT_EQ(folders_.files_of(cue + "/X.DDD"), both);
    EXPECT_EQ(folders_.files_of(bin), std::vector<FileId>{both[1]});
    EXPECT_EQ(folders_.files_of(path("a.dat")), std::vector<FileId>{*folders_.file_of(path("a.dat"))});
    EXPECT_EQ(folders_.files_of(path("gone")), std::vector<FileId>{});
}

TEST_F(ArchivePaths, AreFilesOrFolders) {
    EXPECT_EQ(*folders_.kind_of(path("a.dat")), EntryKind::file);
    EXPECT_EQ(*folders_.kind_of(path("a.dat/")), EntryKind::folder);
    EXPECT_EQ(*folders_.kind_of(path("a.dat/Folder")), EntryKind::folder);
    EXPECT_EQ(*folders_.kind_of(path("a.dat/inner.dat")), EntryKind::file);
    EXPECT_EQ(*folders_.kind_of(path("a.dat/inner.dat/")), EntryKind::folder);
    EXPECT_EQ(*folders_.kind_of(path("a.dat/inner.dat/deep")), EntryKind::folder);
    EXPECT_FALSE(folders_.kind_of(path("plain.txt/")).ok());
    EXPECT_EQ(folders_.archive_of(path("a.dat/inner.dat/deep/y.ddd")), path("a.dat/inner.dat"));
    EXPECT_EQ(folders_.archive_of(path("plain.txt")), "");
}

TEST_F(ArchivePaths, ArchivesAreWalkedAsFolders) {
    const std::string refused = "file ../evil.ddd is skipped: its name leads to another folder";
    // With or without '/' at its end, and as what is asked for.
    for (const char* name : {"a.dat", "a.dat/"}) {
        EXPECT_EQ(models(name, ArchiveAs::content),
                  (Names{"a.dat/inner.dat/deep/y.ddd below inner.dat/deep", "a.dat/x.ddd below ", refused}));
        EXPECT_EQ(models(name, ArchiveAs::both),
                  (Names{"a.dat below ", "a.dat/inner.dat below ", "a.dat/inner.dat/deep/y.ddd below inner.dat/deep",
                         "a.dat/x.ddd below ", refused}));
        EXPECT_EQ(models(name, ArchiveAs::itself), Names{"a.dat below "});
    }
    EXPECT_EQ(models("", ArchiveAs::content),
              (Names{"a.dat/inner.dat/deep/y.ddd below a.dat/inner.dat/deep", "a.dat/x.ddd below a.dat", refused}));
    EXPECT_EQ(models("", ArchiveAs::itself), Names{"a.dat below "});
}

TEST_F(ArchivePaths, AFilterIsAboutThePathsInside) {
    const std::string y = "a.dat/inner.dat/deep/y.ddd below inner.dat/deep";
    EXPECT_EQ(models("a.dat", ArchiveAs::content, {.only = {"y.*"}}), Names{y});
    EXPECT_EQ(models("a.dat", ArchiveAs::content, {.only = {"deep/*"}}), Names{y});
    EXPECT_EQ(models("a.dat", ArchiveAs::both, {.only = {"*.ddd"}, .exclude = {"x.ddd", "evil.ddd"}}), Names{y});
    EXPECT_EQ(models("a.dat", ArchiveAs::both, {.exclude = {"*.ddd"}}),
              (Names{"a.dat below ", "a.dat/inner.dat below "}));
    EXPECT_EQ(models("", ArchiveAs::both, {.exclude = {"a.dat"}}), Names{});
    EXPECT_EQ(models("", ArchiveAs::content, {.only = {"a.dat/x.ddd"}}), Names{"a.dat/x.ddd below a.dat"});
}

TEST_F(ArchivePaths, ADepthIsEnough) {
    Blob bytes = test::tiny_ddd();
    std::string name = "x.ddd", inside;
    for (int i = 0; i < 6; ++i) {
        bytes = adat_of({{name, bytes}});
        inside = "/" + name + inside;
        name = "n.dat";
    }
    scratch_.put("game/deep.dat", bytes);
    EXPECT_EQ(text("deep.dat" + inside), "archives in archives, more than 4");
}

TEST_F(ArchivePaths, ADamagedArchiveSaysWhere) {
    const Blob whole = adat_of({{"x.ddd", test::tiny_ddd()}});
    scratch_.put("game/cut.dat", whole.slice(0, whole.size() - 20));
    const auto inputs = collect_inputs({path("")}, folders_, {.archives = ArchiveAs::content});
    ASSERT_EQ(inputs.errors.size(), 2u);
    EXPECT_EQ(inputs.errors[1].file, path("cut.dat"));
    EXPECT_NE(inputs.errors[1].offset, no_offset);
}

TEST_F(ArchivePaths, AModelFindsItsFilesInTheArchive) {
    const auto sample = [](const char* name) {
        return test::load_file(test::source_folder() / "samples/unreal" / name);
    };
    scratch_.put("game/fish.dat", adat_of({{"p/Models/ThawFish_a.3d", sample("Models/ThawFish_a.3d")},
                                           {"p/Models/ThawFish_d.3d", sample("Models/ThawFish_d.3d")},
                                           {"p/Models/ThawFish.pcx", sample("Models/ThawFish.pcx")},
                                           {"p/Classes/ThawFish.uc", sample("Classes/ThawFish.uc")}}));
    const auto inputs = collect_inputs({path("fish.dat")}, folders_, {.archives = ArchiveAs::content});
    ASSERT_EQ(inputs.models.size(), 1u);
    auto results = Opener(folders_, {}, {}).open(inputs.models[0].path);
    const auto& opened = std::get<Opened>(results.front());
    EXPECT_EQ(opened.model.bundle.parts.size(), 4u);
    EXPECT_EQ(opened.own.size(), 2u);
    EXPECT_EQ(opened.roots, (Names{path("fish.dat/p/Models/"), path("fish.dat/p/"), path("fish.dat/"), path("")}));
    // Neither the files inside nor the archive are ever to be overwritten.
    const auto archive = read_file(path("fish.dat"), {});
    EXPECT_EQ(std::count(opened.files.begin(), opened.files.end(), archive->id), 4);
}

// As the game has them: loose files before patches, patches before DATs, and a DAT is a folder of its name.
TEST_F(ArchivePaths, AnachronoxFilesHideEachOther) {
    const auto found = [&](const std::string& name) {
        Folders folders;
        const std::vector<std::string> roots{path("anoxdata/"), path("anoxdata/anox1.zip/"),
                                             path("anoxdata/anox0.zip/")};
        const auto files = Companions(folders, {}).find({.role = "skin", .names = {name}}, roots, false, ".dat");
        return files.empty() ? std::string("nothing") : test::text_of(files.front().file.bytes);
    };
    scratch_.put("game/anoxdata/graphics.dat", adat_of({{"sky/moon.tga", blob_of("from the DAT")}}));
    EXPECT_EQ(found("graphics/sky/moon.tga"), "from the DAT");
    scratch_.put("game/anoxdata/graphics/sky/moon.tga", "loose");
    EXPECT_EQ(found("graphics/sky/moon.tga"), "loose");
    EXPECT_EQ(found("graphics.dat/sky/moon.tga"), "from the DAT");
    EXPECT_EQ(found("models/sky/moon.tga"), "nothing");
    // The roots of a model in a DAT.
    scratch_.put(
        "game/anoxdata/models.dat",
        adat_of({{"objects/lantern.ctc", test::load_file(test::source_folder() / "samples/ctc/lantern.ctc")}}));
    Folders folders;
    auto results = Opener(folders, {}, {}).open(path("anoxdata/models.dat/objects/lantern.ctc"));
    const auto& roots = std::get<Opened>(results.front()).roots;
    EXPECT_NE(std::find(roots.begin(), roots.end(), path("anoxdata/")), roots.end());
}

}  // namespace
}  // namespace thaw::io
