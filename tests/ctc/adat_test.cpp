// ADAT archives: paths, files unpacked, replaced in every place, and archives that are larger inside than they may be.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "formats/ctc/archive/document.hpp"
#include "formats/ctc/family.hpp"
#include "support/archives.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

Model made(const Files& files) {
    std::vector<ArchiveFile> list;
    for (const auto& [name, text] : files) list.push_back({.name = name, .bytes = blob_of(text)});
    auto document = adat::build(list);
    EXPECT_TRUE(document.ok());
    return {&adat::format, {}, std::make_unique<adat::Document>(std::move(*document))};
}

Model again(const Model& model) {
    auto written = write(model);
    EXPECT_TRUE(written.ok());
    auto read_back = read(adat::format, std::move(*written));
    EXPECT_TRUE(read_back.ok());
    return std::move(*read_back);
}

adat::Document& document_of(const Model& model) { return static_cast<adat::Document&>(*model.document); }

Files files_of(const Model& model) {
    Files out;
    for (const ArchiveFile& entry : files_in(model)) {
        out.emplace_back(entry.name, std::string(entry.bytes.bytes().begin(), entry.bytes.bytes().end()));
    }
    return out;
}

const Files four{{"hero.ctc", "SMDL"},
                 {"objects/crate.txt", std::string(900, 'c')},
                 {"objects/none", ""},
                 {"last.tga", "abcdefghij"}};

TEST(Adat, WhatIsPutInComesOut) {
    const Model model = again(made(four));
    EXPECT_EQ(files_of(model), four);
    const auto& entries = document_of(model).entries;
    EXPECT_FALSE(entries[0].is_packed());  // would not be smaller
    EXPECT_TRUE(entries[1].is_packed());
    EXPECT_EQ(entries[1].raw_path(), "objects\\crate.txt");
    EXPECT_EQ(document_of(model).directory().end(), document_of(model).image.size());
    EXPECT_TRUE(validate(model, Profile::game)->empty());
    EXPECT_EQ(detect("", write(model)->parts[0].bytes)->format, &adat::format);
}

TEST(Adat, AReplacedFileLeavesTheOthersAsTheyAre) {
    const Blob noise = Blob::take({9, 1, 7, 255, 3, 0, 200, 41, 5});
    for (std::size_t i = 0; i < four.size(); ++i) {
        for (const std::string& text :
             {std::string(), std::string("n"), std::string(four[i].second.size(), 'q'), std::string(70'000, 'n'),
              std::string(noise.bytes().begin(), noise.bytes().end())}) {
            SCOPED_TRACE(std::to_string(i) + " becomes " + std::to_string(text.size()) + " bytes");
            Model model = again(made(four));
            ASSERT_TRUE(adat::format.replace_entry(*model.document, i, blob_of(text)).ok());
            const Model read_back = again(model);
            Files expected = four;
            expected[i].second = text;
            EXPECT_EQ(files_of(read_back), expected);
            EXPECT_TRUE(validate(read_back, Profile::game)->empty());
            // The same as if it had been built so.
            EXPECT_EQ(write(read_back)->parts[0].bytes, write(made(expected))->parts[0].bytes);
        }
    }
}

TEST(Adat, TheSameBytesAreNotPackedAgain) {
    Model model = again(made(four));
    // As another program packs: not what ours would make of it.
    auto& document = document_of(model);
    std::vector<u8> image(document.image.bytes().begin(), document.image.bytes().end());
    image[document.entries[1].offset + 1] = 0x01;  // 78 01: another effort
    document.image = Blob::take(std::move(image));
    const Blob before = write(model)->parts[0].bytes;
    for (std::size_t i = 0; i < four.size(); ++i) {
        ASSERT_TRUE(adat::format.replace_entry(*model.document, i, blob_of(four[i].second)).ok());
    }
    EXPECT_EQ(write(model)->parts[0].bytes, before);
}

TEST(Adat, BytesBetweenFilesStay) {
    // Real archives have 32 zeros in front of the directory.
    Model model = again(made(four));
    auto& document = document_of(model);
    std::vector<u8> image(document.image.bytes().begin(), document.image.bytes().end());
    image.insert(image.begin() + document.directory_offset, 32, 0);
    document.image = Blob::take(std::move(image));
    document.directory_offset += 32;
    ASSERT_TRUE(adat::format.replace_entry(*model.document, 0, blob_of("longer than it was")).ok());
    const Model read_back = again(model);
    const auto& now = document_of(read_back);
    EXPECT_EQ(now.directory_offset, now.entries[3].extent().end() + 32);
    EXPECT_EQ(files_of(read_back)[3], four[3]);
}

TEST(Adat, AFileThatSharesItsBytesGoesInFrontOfTheDirectory) {
    Model model = again(made(four));
    auto& document = document_of(model);
    document.entries[3].offset = document.entries[0].offset;
    document.entries[3].size = document.entries[0].size;
    ASSERT_TRUE(adat::format.replace_entry(*model.document, 3, blob_of("own")).ok());
    const Model read_back = again(model);
    EXPECT_EQ(files_of(read_back)[0], four[0]);
    EXPECT_EQ(files_of(read_back)[3].second, "own");
    EXPECT_EQ(document_of(read_back).directory().end(), document_of(read_back).image.size());
}

TEST(Adat, PathsLoseTheSpaceAfterASeparator) {
    adat::Entry entry;
    const std::string_view path = "objects\\ big crate\\  x.ctc";
    std::copy(path.begin(), path.end(), entry.path.begin());
    EXPECT_EQ(entry.name(), "objects/big crate/x.ctc");
}

TEST(Adat, TheHashIsTheSumOfCapitalsFourBitsApart) {
    EXPECT_EQ(adat::name_hash("a"), 0x41u);
    EXPECT_EQ(adat::name_hash("ab"), 0x41u + 0x420);
    EXPECT_EQ(adat::name_hash("ABCDEFGH"), adat::name_hash("abcdefghXYZ"));
    EXPECT_TRUE(adat::is_hash_of(adat::name_hash("abcdefgh") + 'I', "abcdefghi"));
    EXPECT_FALSE(adat::is_hash_of(adat::name_hash("abcdefgh") + 1, "abcdefghi"));
}

TEST(Adat, DamagedFilesHaveNoBytesAndTheOthersDo) {
    for (const Fixture& fixture : adat_fixtures()) {
        if (fixture.name != "adat_damaged" && fixture.name != "adat_longer") continue;
        const auto model = read(adat::format, fixture.bundle);
        const Files files = files_of(*model);
        EXPECT_EQ(files[1].second, "") << fixture.name;
        EXPECT_EQ(files[0].second, "SMDL") << fixture.name;
    }
}

TEST(Adat, ABombIsRefused) {
    const std::string zeros(40u << 20, '\0');
    const Model bomb = again(made({{"bomb", zeros}}));
    EXPECT_LT(document_of(bomb).image.size(), 60'000u);
    EXPECT_EQ((*adat::format.entries(*bomb.document, {}))[0].bytes, zeros.size());
    EXPECT_EQ(adat::format.unpack_entry(*bomb.document, 0, {}).error().code, Code::over_budget);
    const auto issues = validate(bomb);
    ASSERT_EQ(issues->list().size(), 1u);
    EXPECT_EQ(issues->list()[0].kind->code, "ADAT_TOO_LARGE");
    // Whoever wants it can have it.
    Context context;
    context.limits.memory_per_byte = 1100;
    EXPECT_EQ(adat::format.unpack_entry(*bomb.document, 0, context)->size(), zeros.size());
}

TEST(Adat, APathThatIsTooLongIsRefused) {
    const std::vector<ArchiveFile> fits{{.name = std::string(127, 'a')}};
    EXPECT_TRUE(adat::build(fits).ok());
    const std::vector<ArchiveFile> does_not{{.name = std::string(128, 'a')}};
    EXPECT_EQ(adat::build(does_not).error().code, Code::unrepresentable);
}

}  // namespace
}  // namespace thaw::test
