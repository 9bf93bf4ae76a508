// BIG archives: names, files taken out, replaced in every place, and a new archive.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/family.hpp"
#include "support/archives.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

Model made(const std::vector<std::string>& files) {
    std::vector<ArchiveFile> list;
    for (const std::string& file : files) list.push_back({.name = {}, .bytes = blob_of(file)});
    auto document = big::build(list);
    EXPECT_TRUE(document.ok());
    return {&big::format, {}, std::make_unique<big::Document>(std::move(*document))};
}

Model again(const Model& model) {
    auto written = write(model);
    EXPECT_TRUE(written.ok());
    auto read_back = read(big::format, std::move(*written));
    EXPECT_TRUE(read_back.ok());
    return std::move(*read_back);
}

const big::Document& document_of(const Model& model) { return static_cast<const big::Document&>(*model.document); }

std::string text_of(const ArchiveFile& entry) { return {entry.bytes.bytes().begin(), entry.bytes.bytes().end()}; }

std::vector<std::string> texts_of(const Model& model) {
    std::vector<std::string> out;
    for (const ArchiveFile& entry : files_in(model)) out.push_back(text_of(entry));
    return out;
}

const std::vector<std::string> four{"one", std::string(2048, 'b'), "", std::string(5000, 'd')};

TEST(Big, WhatIsPutInComesOutOfWholeSectors) {
    const Model model = again(made(four));
    EXPECT_EQ(texts_of(model), four);
    const auto& entries = document_of(model).entries;
    EXPECT_EQ(entries[0].sector, 3u);
    EXPECT_EQ(entries[1].sector, 4u);
    EXPECT_EQ(entries[3].sector, 5u);
    EXPECT_EQ(document_of(model).image.size(), 8u * 2048);
    EXPECT_TRUE(validate(model, Profile::game)->empty());
}

TEST(Big, AReplacedFileKeepsTheOrderAndMovesOnlyWhatFollows) {
    for (std::size_t i = 0; i < four.size(); ++i) {
        for (const std::size_t size : {0u, 1u, 3u, 2048u, 2049u, 5000u, 9000u}) {
            SCOPED_TRACE(std::to_string(i) + " becomes " + std::to_string(size));
            Model model = again(made(four));
            const auto before = document_of(model).entries;
            auto expected = four;
            expected[i] = std::string(size, 'n');
            ASSERT_TRUE(big::format.replace_entry(*model.document, i, blob_of(expected[i])).ok());
            const Model read_back = again(model);
            EXPECT_EQ(texts_of(read_back), expected);
            EXPECT_TRUE(validate(read_back, Profile::game)->empty());
            const auto sectors = [](std::size_t bytes) { return static_cast<u32>((bytes + 2047) / 2048); };
            const u32 grown = sectors(size) - sectors(four[i].size());
            for (std::size_t j = 0; j < four.size(); ++j) {
                const bool follows = j != i && before[j].sector >= before[i].sector + sectors(four[i].size());
                EXPECT_EQ(document_of(read_back).entries[j].sector, before[j].sector + (follows ? grown : 0)) << j;
            }
            // The same as if it had been built so.
            EXPECT_EQ(document_of(read_back).image.size(), document_of(again(made(expected))).image.size());
        }
    }
}

TEST(Big, TheSameBytesChangeNothing) {
    Model model = again(made(four));
    const auto before = write(model);
    for (std::size_t i = 0; i < four.size(); ++i) {
        ASSERT_TRUE(big::format.replace_entry(*model.document, i, blob_of(four[i])).ok());
    }
    EXPECT_EQ(write(model)->parts[0].bytes, before->parts[0].bytes);
}

TEST(Big, AFileThatSharesItsBytesGetsOwnOnesAtTheEnd) {
    Model model = again(made({"one", "two"}));
    auto& document = static_cast<big::Document&>(*model.document);
    document.entries[1] = document.entries[0];
    ASSERT_TRUE(big::format.replace_entry(*model.document, 1, blob_of("other")).ok());
    const Model read_back = again(model);
    EXPECT_EQ(texts_of(read_back), (std::vector<std::string>{"one", "other"}));
    EXPECT_EQ(document_of(read_back).entries[1].sector, 5u);
}

TEST(Big, FilesPastTheEndHaveNoBytesAndCanBeReplaced) {
    Model model = again(made({"one", "two"}));
    static_cast<big::Document&>(*model.document).entries[0].sector = 0xFFFFFF;
    EXPECT_EQ(texts_of(model), (std::vector<std::string>{"", "two"}));
    ASSERT_TRUE(big::format.replace_entry(*model.document, 0, blob_of("new")).ok());
    EXPECT_EQ(texts_of(again(model)), (std::vector<std::string>{"new", "two"}));
    EXPECT_EQ(big::format.replace_entry(*model.document, 2, {}).error().code, Code::bad_index);
}

TEST(Big, NamesAreNumbersAndWhatTheReleaseHasThere) {
    EXPECT_EQ(big::entry_name(7, {}, "ctr"), "0007.ctr");
    EXPECT_EQ(big::entry_name(258, "shared.vrm", "vrm"), "0258_shared.vrm");
    EXPECT_EQ(big::entry_name(258, "shared.vrm", "lev"), "0258.lev");  // not what it should be
    EXPECT_EQ(big::entry_name(607, "null.lev", "empty"), "0607.bin");
    EXPECT_EQ(big::entry_name(508, "screen_title01_pal.tim", "vrm"), "0508_screen_title01_pal.tim");
    EXPECT_EQ(big::entry_name(235, "lang_en.lng", "bin"), "0235_lang_en.lng");
    EXPECT_EQ(big::entry_name(235, "lang_en.lng", "ctr"), "0235.ctr");
    EXPECT_EQ(big::entry_name(123456, {}, "bin"), "123456.bin");
    const Blob toadstool = load_file(source_folder() / "samples" / "ctr" / "toadstool.ctr");
    EXPECT_EQ(big::entry_name(9, {}, "ctr", toadstool), "0009_toadstool.ctr");  // what it calls itself
    EXPECT_EQ(big::entry_name(9, {}, "bin", toadstool), "0009.bin");
}

TEST(Big, KnowsTheReleasesByTheirNumbersOfFiles) {
    EXPECT_TRUE(big::known_names(607).empty());
    const auto american = big::known_names(608), european = big::known_names(723);
    ASSERT_EQ(american.size(), 608u);
    ASSERT_EQ(european.size(), 723u);
    EXPECT_EQ(american[27], "island1_2P.lev");
    EXPECT_EQ(american[245], "racers_hi_coco.ctr");
    EXPECT_EQ(american[437], "trophy_girl_megumidance2.ctr");
    EXPECT_EQ(european[437], "trophy_girl_tawna4dance2.ctr");
    EXPECT_EQ(american[450], "boss_head_roohead1.ctr");
    EXPECT_EQ(european[499], "boss_head_noxidehead2_dutch.ctr");
    EXPECT_EQ(american[541], "last_oxide_intro.ptr");
    EXPECT_EQ(european[636], "last_oxide_intro_dutch.ptr");
}

TEST(Big, KnowsBuildsBeforeTheRelease) {
    const auto august = big::known_names(453), later = big::known_names(511), september = big::known_names(609);
    EXPECT_EQ(august[264], "shared.mpk");
    EXPECT_EQ(august[337], "racers_low_crash.ctr");
    EXPECT_EQ(august[369], "cutscenes1.vrm");
    EXPECT_EQ(august[387], "trophy_win_dance.ctr") << "nobody knows whose";
    EXPECT_EQ(august[388], "");
    EXPECT_EQ(later[202], "gem_valley.ptr");
    EXPECT_EQ(later[328], "racers_med_crash.ctr");
    EXPECT_EQ(later[417], "trophy_win_oxidedance2.ctr");
    EXPECT_EQ(later[458], "");
    EXPECT_EQ(september[241], "last_oxide_intro.ptr");
    EXPECT_EQ(september[248], "adv_player_select.lev");
    EXPECT_EQ(september[288], "shared.vrm");
    EXPECT_EQ(september[479], "misc_podium2.ctr");
    EXPECT_EQ(september[480], "");
    for (const std::size_t files : {189u, 196u}) {
        const auto demo = big::known_names(files);
        EXPECT_EQ(demo[9], "proto9_2P.vrm");
        EXPECT_EQ(demo[108], "");
        EXPECT_EQ(demo[183], "shared.vrm");
    }
}

// The lists of an independent source, as far as they are about the same: folders and mere numbers are left out here.
TEST(Big, NamesAgreeWithTheListsOfTheReleases) {
    for (const auto& [file, count] : {std::pair("entries_usa.csv", 608u), std::pair("entries_pal.csv", 723u)}) {
        const auto path = corpus_folder() / "ctr" / "big" / file;
        if (!std::filesystem::exists(path)) GTEST_SKIP() << "no lists";
        const auto rows = load_csv(path);
        const auto names = big::known_names(count);
        ASSERT_EQ(rows.size(), names.size());
        std::size_t same = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::string& listed = rows[i].at("name");
            ASSERT_EQ(listed.substr(listed.rfind('.')), names[i].substr(names[i].rfind('.'))) << i;
            std::string words = listed.substr(0, listed.rfind('.'));
            if (words.ends_with("/data")) words.erase(words.size() - 5);
            std::replace(words.begin(), words.end(), '/', '_');
            const std::string own = names[i].substr(0, names[i].rfind('.'));
            same += text::equal_ignoring_case(
                        std::string_view(words).substr(words.size() - std::min(words.size(), own.size())), own)
                        ? 1u
                        : 0u;
        }
        EXPECT_GE(same, count - 120) << file;
    }
}

TEST(Big, KnowsFilesOfTheGameByTheirContent) {
    const auto sample = [](const char* name) { return load_file(source_folder() / "samples" / "ctr" / name); };
    EXPECT_EQ(big::content_kind(sample("toadstool.ctr")), "ctr");
    EXPECT_EQ(big::content_kind(sample("toadstool.vrm")), "vrm");
    EXPECT_EQ(big::content_kind(blob_of("text")), "bin");
    EXPECT_EQ(big::content_kind({}), "empty");
}

TEST(Big, IsRecognisedByItsTable) {
    const Blob bytes = write(made(four))->parts[0].bytes;
    EXPECT_EQ(detect("BIGFILE.BIG", bytes)->format, &big::format);
    EXPECT_EQ(big::format.sniff("", bytes, {}).confidence, Confidence::likely);
    EXPECT_EQ(big::format.sniff("x.big", blob_of("something else"), {}).confidence, Confidence::weak);
    EXPECT_EQ(big::format.sniff("", Blob::take(std::vector<u8>(4096)), {}).confidence, Confidence::no);
}

}  // namespace
}  // namespace thaw::test
