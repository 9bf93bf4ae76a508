#include <algorithm>
#include <clocale>

#include "archives/names.hpp"
#include "containers/zip_index.hpp"
#include "opened.hpp"

namespace thaw::test {

namespace {

const std::vector<ContainedFile> some_files{
    {"a.txt", letters("first")}, {"models/rat.ctr", letters(std::string(5000, 'r'))}, {"z", letters("last")}};

const Lines some_contents{"a.txt=first", "models/rat.ctr=" + std::string(5000, 'r'), "z=last"};

std::vector<u8> from_hex(std::string_view digits) {
    std::vector<u8> out;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        out.push_back(static_cast<u8>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
    }
    return out;
}

// A source that counts what is asked of it.
class Counted final : public containers::Source {
public:
    explicit Counted(const std::vector<u8>& bytes) : source_(source_of(bytes)) {}
    u64 size() const override { return source_->size(); }
    bool read(u64 offset, std::span<u8> to) override {
        bytes += to.size();
        return works && source_->read(offset, to);
    }

    u64 bytes = 0;
    bool works = true;

private:
    std::shared_ptr<containers::Source> source_;
};

}  // namespace

TEST(Containers, EveryKindIsListedAndLoaded) {
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(some_files))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.pk3", make_zip(some_files, {.deflated = true}))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.7z", make_7z(some_files))), some_contents);
    const auto tar = make_tar(some_files);
    EXPECT_EQ(contents(open_bytes("a.tar", tar)), some_contents);
    EXPECT_EQ(contents(open_bytes("a.tgz", make_gzip(tar))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.tar.zst", make_zstd(tar))), some_contents);
}

TEST(Containers, OthersPackedThese) {
    const auto bz2 = from_hex(
        "425a683931415926535957ee5c2b00002bdb80c98040015f80004061609e40080820005453400000640924434c9a0f50681690df222209"
        "dab233a4e462c9401b9ac451610f04435a0ef66300d60eeefb5f0481be12f3a473fc5dc914e142415fb970ac");
    const auto xz = from_hex(
        "fd377a585a0000016922de360200210116000000742fe5a3e007ff00455d00331a4acd1f7ccd1fc4bf5eac5e520fc547e2d4f0000ac81a"
        "003acfa9e7e418059888cd34fb650aa58c525eb4a1275a47ac784fdc527f4df3f88a89499628b227d222a33e00000000000444647d0001"
        "5d8010000000f928ba923e300d8b020000000001595a");
    for (const auto& [bytes, kind] : {std::pair(bz2, "tar.bz2"), std::pair(xz, "tar.xz")}) {
        const auto opened = open_bytes("a", bytes);
        EXPECT_EQ(contents(opened), Lines{"fish.txt=trout"});
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->kind(), kind);
    }
}

TEST(Containers, KindsAreTold) {
    const auto tar = make_tar(some_files);
    const auto kind = [](std::string_view name, const std::vector<u8>& bytes) {
        return containers::kind_of(name, *source_of(bytes));
    };
    EXPECT_EQ(kind("", make_zip(some_files)), "zip");
    EXPECT_EQ(kind("", make_zip({})), "zip");
    EXPECT_EQ(kind("", make_7z(some_files)), "7z");
    EXPECT_EQ(kind("", tar), "tar");
    EXPECT_EQ(kind("", make_gzip(tar)), "gzip");
    EXPECT_EQ(kind("", make_zstd(tar)), "zstd");
    EXPECT_EQ(kind("", make_iso(some_files)), "iso");
    EXPECT_EQ(kind("", make_raw_sectors(make_iso(some_files), 1)), "bin");
    EXPECT_EQ(kind("", letters(std::string("Rar!\x1A\7\0", 7))), "rar");
    EXPECT_EQ(kind("a.cue", letters("FILE a.bin BINARY\n")), "cue");
    EXPECT_EQ(kind("a.txt", letters("FILE a.bin BINARY\n")), "");
    EXPECT_EQ(kind("a.cue", letters("this is none\n")), "");
    EXPECT_EQ(kind("a.zip", letters("this is none")), "");
    EXPECT_EQ(kind("", {}), "");
    EXPECT_EQ(kind("", std::vector<u8>(100'000)), "");
    auto damaged = tar;
    damaged[1] ^= 1;
    EXPECT_EQ(kind("a.tar", damaged), "");
    const auto opened = open_bytes("a.tgz", make_gzip(tar));
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->kind(), "tar.gz");
    EXPECT_EQ(open_bytes("a.zip", letters("this is none")).error().code, Code::not_recognised);
}

TEST(Containers, OneFileAloneIsNamedAfterItsArchive) {
    const auto opened = open_bytes("folder/rat.ctr.gz", make_gzip(letters("whiskers")));
    EXPECT_EQ(contents(opened), Lines{"rat.ctr=whiskers"});
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->kind(), "gzip");
}

TEST(Containers, SizesAreListed) {
    for (const auto& bytes : {make_zip(some_files, {.deflated = true}), make_7z(some_files), make_tar(some_files)}) {
        const auto opened = open_bytes("a", bytes);
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->entries()[1].bytes, 5000u);
        EXPECT_EQ((*opened)->damage(), nullptr);
    }
}

TEST(Containers, AnyOrderGivesTheSame) {
    std::vector<ContainedFile> files;
    for (int i = 0; i < 30; ++i)
        files.push_back({"f" + std::to_string(i), letters(std::string(1000, char('a' + i % 26)))});
    for (const auto& bytes : {make_zip(files), make_7z(files), make_gzip(make_tar(files)), make_iso(files)}) {
        const auto opened = open_bytes("a", bytes);
        ASSERT_TRUE(opened.ok());
        ASSERT_EQ((*opened)->entries().size(), files.size());
        for (const std::size_t i : {29u, 0u, 28u, 3u, 3u, 4u, 2u, 17u, 16u, 29u}) {
            EXPECT_EQ(text_of((*opened)->load(i)), std::string(1000, char('a' + i % 26))) << i;
        }
        EXPECT_EQ((*opened)->load(30).error().code, Code::bad_index);
    }
}

TEST(Containers, InOrderIsOnePass) {
    std::vector<ContainedFile> files;
    for (int i = 0; i < 50; ++i) files.push_back({"f" + std::to_string(i), std::vector<u8>(50'000, u8(i))});
    const auto bytes = make_7z(files);
    const auto source = std::make_shared<Counted>(bytes);
    const auto opened = containers::open("a.7z", source, {});
    ASSERT_TRUE(opened.ok());
    const u64 listing = source->bytes;
    EXPECT_LT(listing, bytes.size() / 2);
    for (std::size_t i = 0; i < files.size(); ++i) ASSERT_TRUE((*opened)->load(i).ok());
    EXPECT_LT(source->bytes - listing, bytes.size() * 3 / 2);
    // Neighbours of one that was loaded are at hand.
    const u64 before = source->bytes;
    for (std::size_t i = files.size(); i-- > 0;) ASSERT_TRUE((*opened)->load(i).ok());
    EXPECT_EQ(source->bytes, before);
}

TEST(Containers, OfAZipOnlyWhatIsWantedIsRead) {
    std::vector<ContainedFile> files;
    for (int i = 0; i < 20; ++i) files.push_back({"f" + std::to_string(i), std::vector<u8>(200'000, u8(i))});
    const auto source = std::make_shared<Counted>(make_zip(files));
    const auto opened = containers::open("a.zip", source, {});
    ASSERT_TRUE(opened.ok());
    ASSERT_TRUE((*opened)->load(15).ok());
    EXPECT_LT(source->bytes, 500'000u);
}

TEST(Containers, GoingBackDoesNotReadAllAgain) {
    std::vector<ContainedFile> files;
    for (int i = 0; i < 500; ++i)
        files.push_back({"f" + std::to_string(i), letters(std::to_string(i) + std::string(9000, 'x'))});
    for (const auto& bytes : {make_zip(files), make_zip(files, {.deflated = true}), make_tar(files)}) {
        const auto source = std::make_shared<Counted>(bytes);
        const auto opened = containers::open("a", source, {});
        ASSERT_TRUE(opened.ok());
        (void)(*opened)->load(499);
        const u64 before = source->bytes;
        for (std::size_t i = 400; i-- > 390;) {
            EXPECT_EQ(text_of((*opened)->load(i)), std::to_string(i) + std::string(9000, 'x'));
        }
        EXPECT_LT(source->bytes - before, 10 * 65536u);
    }
}

TEST(Containers, FilesOfTheSameNameStayApart) {
    std::vector<ContainedFile> files;
    for (int i = 0; i < 200; ++i) files.push_back({"f" + std::to_string(i % 100), letters(std::to_string(i))});
    for (const auto& bytes : {make_zip(files), make_tar(files)}) {
        const auto opened = open_bytes("a", bytes);
        ASSERT_TRUE(opened.ok());
        for (const std::size_t i : {150u, 50u, 199u, 99u, 0u, 100u}) {
            EXPECT_EQ(text_of((*opened)->load(i)), std::to_string(i));
        }
    }
}

TEST(Containers, TheDirectoryOfAZipSaysWhereFilesBegin) {
    std::vector<ContainedFile> files;
    for (int i = 0; i < 100; ++i) files.push_back({"f" + std::to_string(100 + i), letters(std::to_string(100 + i))});
    const auto zip = make_zip(files);
    const auto index = containers::zip_index(*source_of(zip));
    ASSERT_EQ(index.size(), 100u);
    EXPECT_EQ(index[0].name, "f100");
    EXPECT_EQ(index[0].offset, 0u);
    EXPECT_EQ(index[7].name, "f107");
    EXPECT_EQ(index[7].offset, 7u * (30 + 4 + 3));
    EXPECT_TRUE(containers::zip_index(*source_of(letters("no zip"))).empty());
    std::vector<u8> later(5000, 'p');  // a program that unpacks it
    later.insert(later.end(), zip.begin(), zip.end());
    EXPECT_EQ(containers::zip_index(*source_of(later)).at(7).offset, 5000u + 7 * 37);
}

TEST(Containers, NamesAreUtf8WhateverTheLocale) {
    EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
    const std::vector<ContainedFile> utf8{{"Fl\xC3\xBCgel/\xE2\x82\xAC.txt", letters("x")}};
    const Lines expected{"Fl\xC3\xBCgel/\xE2\x82\xAC.txt=x"};
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(utf8, {.utf8 = true}))), expected);
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(utf8))), expected);
    EXPECT_EQ(contents(open_bytes("a.tar", make_tar(utf8))), expected);
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip({{"Fl\x81gel", letters("x")}}))), Lines{"Fl\xC3\xBCgel=x"});
    EXPECT_EQ(contents(open_bytes("a.tar", make_tar({{"Fl\xFCgel", letters("x")}}))), Lines{"Fl\xC3\xBCgel=x"});
    EXPECT_STREQ(std::setlocale(LC_ALL, nullptr), "C");
}

TEST(Containers, NamesOfDosBecomeTheirLetters) {
    EXPECT_EQ(archives::entry_name("\x80\xE1\xFF", true), "\xC3\x87\xC3\x9F\xC2\xA0");
    EXPECT_EQ(archives::entry_name("\x80", false), "\xC2\x80");
    EXPECT_EQ(archives::entry_name("././a/./b", false), "a/./b");
    EXPECT_EQ(archives::entry_name("a\\b", true), "a/b");
    EXPECT_EQ(archives::entry_name("a\\b", false), "a\\b");
}

TEST(Containers, OnlyFilesAreListedAndHardLinksAreFiles) {
    const auto tar = make_tar({{"folder/", {}},
                               {"a", letters("first")},
                               {"soft => a", {}},
                               {"b -> a", {}},
                               {"lost -> nothing", {}},
                               {"c -> b", {}},
                               {"d", letters("second")}});
    for (const auto& bytes : {tar, make_gzip(tar)}) {
        const auto opened = open_bytes("a", bytes);
        EXPECT_EQ(contents(opened), (Lines{"a=first", "b=first", "c=first", "d=second"}));
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->entries()[2].bytes, 5u);
    }
}

TEST(Containers, EncryptedFilesSaySo) {
    const auto opened = open_bytes("a.zip", make_zip(some_files, {.encrypted = true}));
    ASSERT_TRUE(opened.ok());
    const auto loaded = (*opened)->load(0);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().code, Code::unsupported);
    EXPECT_EQ(loaded.error().message, "a.txt is encrypted");
}

TEST(Containers, ASourceThatFailsIsNamed) {
    const auto source = std::make_shared<Counted>(make_zip({{"a", std::vector<u8>(1'000'000)}, {"b", letters("b")}}));
    const auto opened = containers::open("a.zip", source, {});
    ASSERT_TRUE(opened.ok());
    source->works = false;
    EXPECT_EQ((*opened)->load(0).error().code, Code::io);
    source->works = true;
    EXPECT_EQ(text_of((*opened)->load(1)), "b");
}

}  // namespace thaw::test
