// SDF archives: the numbers added to bytes, names and types, files taken out and replaced in every place.
#include <gtest/gtest.h>

#include "formats/soulfu/family.hpp"
#include "formats/soulfu/sdf/document.hpp"
#include "formats/soulfu/sdf/shift.hpp"
#include "support/archives.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using Named = std::vector<std::pair<std::string, std::string>>;

Model made(const Named& files) {
    std::vector<ArchiveFile> list;
    for (const auto& [name, text] : files) list.push_back({.name = name, .bytes = blob_of(text)});
    auto document = sdf::build(list);
    EXPECT_TRUE(document.ok());
    return {&sdf::format, {}, std::make_unique<sdf::Document>(std::move(*document))};
}

Model again(const Model& model) {
    auto written = write(model);
    EXPECT_TRUE(written.ok());
    auto read_back = read(sdf::format, std::move(*written));
    EXPECT_TRUE(read_back.ok());
    return std::move(*read_back);
}

Named files_of(const Model& model) {
    Named out;
    for (const ArchiveFile& entry : files_in(model)) {
        out.emplace_back(entry.name, std::string(entry.bytes.bytes().begin(), entry.bytes.bytes().end()));
    }
    return out;
}

const Named four{{"RAT.DDD", "model"}, {"=RAT.PCX", "image"}, {"RAT.SRC", "a\nb\n"}, {"LAST.DAT", "0123456789"}};

TEST(Sdf, EveryByteIsWhereTheGameLooksForIt) {
    const Blob bytes = write(made({{"RAT.DDD", "model"}}))->parts[0].bytes;
    std::string expected = "----------------SOULFU DATA FILE1 FILES         ----------------";
    for (const int offset : {0, 0, 0, 0}) expected += static_cast<char>(offset + 97);
    for (const int word : {13, 0, 0, 5}) expected += static_cast<char>(word + 11);
    for (const char letter : std::string("RAT\0\0\0\0\0", 8)) expected += static_cast<char>(letter + 53);
    expected += "----------------";
    for (const char letter : std::string("model")) expected += static_cast<char>(letter + 37);
    EXPECT_EQ(std::string(bytes.bytes().begin(), bytes.bytes().end()), expected);
    EXPECT_EQ(sdf::shifted(sdf::plain(bytes)), bytes);
    EXPECT_EQ(detect("", bytes)->format, &sdf::format);
}

TEST(Sdf, WhatIsPutInComesOutWithItsType) {
    const Model model = again(made(four));
    EXPECT_EQ(files_of(model), four);
    const auto entries = sdf::format.entries(*model.document, {});
    EXPECT_EQ((*entries)[0].kind, "DDD");
    EXPECT_EQ((*entries)[2].stored_bytes, 4u);
    EXPECT_TRUE(validate(model, Profile::game)->empty());
}

TEST(Sdf, NamesAreCutAsTheGamesPackerDoes) {
    EXPECT_EQ(files_of(again(made({{"titlelogo.pcx", "a"}, {"EIGHTLET.PCX", "b"}}))),
              (Named{{"TITLELOG.PCX", "a"}, {"EIGHTLET.PCX", "b"}}));
    const auto refused = [](const Named& files) {
        std::vector<ArchiveFile> list;
        for (const auto& [name, text] : files) list.push_back({.name = name, .bytes = blob_of(text)});
        const auto built = sdf::build(list);
        return built.ok() ? std::string() : to_string(built.error());
    };
    EXPECT_NE(refused({{"TITLELOG.PCX", "a"}, {"TITLELOGO.PCX", "b"}}).find("would be TITLELOG.PCX"),
              std::string::npos);
    EXPECT_EQ(refused({{"TITLELOG.PCX", "a"}, {"TITLELOGO.JPG", "b"}}), "") << "another type is another file";
    EXPECT_NE(refused({{"folder/A.PCX", "a"}}), "");
    EXPECT_NE(refused({{"A.GIF", "a"}}), "");
}

TEST(Sdf, AFileIsAddedAsTheEngineDoes) {
    Model model = again(made(four));
    const auto add = [&](const std::string& name, const std::string& text) {
        return sdf::format.add_entry(*model.document, {.name = name, .bytes = blob_of(text)});
    };
    ASSERT_TRUE(add("NEW.SRC", "x\n").ok());
    ASSERT_TRUE(add("rat.ddd", "other").ok());
    model = again(model);
    Named expected = four;
    expected[0].first = "RAT";  // unused: it has no type
    expected.insert(expected.end(), {{"NEW.SRC", "x\n"}, {"RAT.DDD", "other"}});
    EXPECT_EQ(files_of(model), expected);
    const auto& document = static_cast<const sdf::Document&>(*model.document);
    EXPECT_EQ(std::string(document.count.data(), 7), "6 FILES");
    EXPECT_EQ(document.entries[5].word >> 24, 128u + 13u) << "updated, DDD";
    EXPECT_EQ(document.entries[0].type(), 0u);
    EXPECT_EQ(document.entries[1].type(), 11u) << "RAT.PCX is another file";
    EXPECT_FALSE(add("EMPTY.DDD", "").ok());
    EXPECT_FALSE(add("A.GIF", "x").ok());
    EXPECT_EQ(document.entries.size(), 6u) << "what is refused changes nothing";
}

TEST(Sdf, LinesEndWithNulInside) {
    const Model model = again(made(four));
    const auto& document = static_cast<const sdf::Document&>(*model.document);
    const archive::Extent place = document.extents()[2];
    EXPECT_EQ(document.image.slice(place.start, place.size), blob_of(std::string_view("a\0b\0", 4)));
    // In an image a line feed is a byte like any other.
    const Model image = again(made({{"A.PCX", std::string("a\nb\0c", 5)}}));
    EXPECT_EQ(files_of(image)[0].second, std::string("a\nb\0c", 5));
}

TEST(Sdf, AReplacedFileLeavesTheOthersAsTheyAre) {
    for (std::size_t i = 0; i < four.size(); ++i) {
        for (const std::size_t size : {std::size_t{0}, std::size_t{1}, four[i].second.size(), std::size_t{3000}}) {
            SCOPED_TRACE(std::to_string(i) + " becomes " + std::to_string(size) + " bytes");
            Model model = again(made(four));
            Named expected = four;
            expected[i].second = std::string(size, 'n');
            ASSERT_TRUE(sdf::format.replace_entry(*model.document, i, blob_of(expected[i].second)).ok());
            const Model read_back = again(model);
            EXPECT_EQ(files_of(read_back), expected);
            // The same as if it had been built so: offsets are running sums.
            EXPECT_EQ(write(read_back)->parts[0].bytes, write(made(expected))->parts[0].bytes);
        }
    }
}

TEST(Sdf, FlagsAndBytesOfNobodyStay) {
    Model model = again(made(four));
    auto& document = static_cast<sdf::Document&>(*model.document);
    document.entries[1].word |= 0x40000000;
    document.entries[2].word -= 1;  // its last byte now belongs to nobody
    ASSERT_TRUE(sdf::format.replace_entry(*model.document, 1, blob_of("a longer image")).ok());
    const Model read_back = again(model);
    const auto& now = static_cast<const sdf::Document&>(*read_back.document);
    EXPECT_EQ(now.entries[1].word >> 24, 0x4Bu);
    EXPECT_EQ(now.entries[3].offset, now.entries[2].offset + now.entries[2].size() + 1);
    EXPECT_EQ(files_of(read_back)[3], four[3]);
}

TEST(Sdf, AFileThatSharesItsBytesGetsOwnOnesAtTheEnd) {
    Model model = again(made(four));
    auto& document = static_cast<sdf::Document&>(*model.document);
    document.entries[1].offset = 1;
    ASSERT_TRUE(sdf::format.replace_entry(*model.document, 1, blob_of("own")).ok());
    const Named now = files_of(again(model));
    EXPECT_EQ(now[0], four[0]);
    EXPECT_EQ(now[1].second, "own");
    EXPECT_EQ(now[3], four[3]);
}

TEST(Sdf, WhatTheIndexCannotSayIsRefused) {
    Model model = again(made(four));
    const Blob large = Blob::take(std::vector<u8>(sdf::most_file_bytes + 1));
    EXPECT_EQ(sdf::format.replace_entry(*model.document, 0, large).error().code, Code::unrepresentable);
    EXPECT_TRUE(sdf::format.replace_entry(*model.document, 0, large.slice(1)).ok());
    EXPECT_EQ(sdf::format.replace_entry(*model.document, 4, {}).error().code, Code::bad_index);
    for (const char* name : {"folder/RAT.DDD", ".DDD", "RAT.XYZ"}) {
        const std::vector<ArchiveFile> file{{.name = name}};
        EXPECT_EQ(sdf::build(file).error().code, Code::unrepresentable) << name;
    }
}

TEST(Sdf, TheCountIsTheNumberThatTheLineStartsWith) {
    EXPECT_EQ(sdf::number_in("1578 FILES      "), 1578u);
    EXPECT_EQ(sdf::number_in("  12files"), 12u);
    EXPECT_EQ(sdf::number_in("9999999999999999"), 9999999999999999u);
    EXPECT_FALSE(sdf::number_in("FILES").has_value());
    EXPECT_FALSE(sdf::number_in("-3").has_value());
    EXPECT_FALSE(sdf::number_in("").has_value());
}

}  // namespace
}  // namespace thaw::test
