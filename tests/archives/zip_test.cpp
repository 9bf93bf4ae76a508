#include <algorithm>

#include "archives/zip_directory.hpp"
#include "opened.hpp"

namespace thaw::test {

namespace {

const std::vector<ContainedFile> some_files{
    {"a.txt", letters("first")}, {"models/rat.ctr", letters(std::string(5000, 'r'))}, {"z", letters("last")}};
const Lines some_contents{"a.txt=first", "models/rat.ctr=" + std::string(5000, 'r'), "z=last"};

Lines contents_of(const std::vector<ZipPiece>& pieces, const ZipShape& shape = {}) {
    return contents(open_bytes("a.zip", make_zip_of(pieces, shape)));
}

// The same piece twice, by either method, with whatever `change` does to it.
template <class Change>
std::vector<ZipPiece> both_methods(const Change& change) {
    std::vector<ZipPiece> out{{.name = "stored", .bytes = letters("first")},
                              {.name = "packed", .bytes = letters(std::string(900, 'p')), .method = 8}};
    for (auto& piece : out) change(piece);
    return out;
}
const Lines both_contents{"stored=first", "packed=" + std::string(900, 'p')};

Error error_of(const std::vector<u8>& bytes, std::size_t entry = 0) {
    const auto opened = open_bytes("a.zip", bytes);
    if (!opened) return opened.error();
    const auto blob = (*opened)->load(entry);
    return blob ? Error{Code::internal, "none"} : blob.error();
}

}  // namespace

TEST(Zip, FilesAreListedAndLoaded) {
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(some_files))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(some_files, {.deflated = true}))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip({}))), Lines{});
}

TEST(Zip, SizesAndPlacesAreListed) {
    const auto opened = open_bytes("a.zip", make_zip(some_files, {.deflated = true}));
    ASSERT_TRUE(opened.ok());
    const auto& rat = (*opened)->entries().at(1);
    EXPECT_EQ(rat.bytes, 5000u);
    EXPECT_LT(rat.stored_bytes, 100u);
    EXPECT_GT(rat.stored_bytes, 0u);
    EXPECT_GT(rat.offset, 35u);
    EXPECT_EQ((*opened)->kind(), "zip");
    EXPECT_EQ((*opened)->damage(), nullptr);
    EXPECT_EQ((*opened)->unsupported(), "");
}

TEST(Zip, NumbersOf64Bits) {
    const auto wide = both_methods([](ZipPiece& piece) { piece.wide = true; });
    EXPECT_EQ(contents_of(wide), both_contents);
    EXPECT_EQ(contents_of(wide, {.wide = true}), both_contents);
    EXPECT_EQ(contents_of(wide, {.in_front = "PK\3\4 unpacks itself", .wide = true}), both_contents);
    EXPECT_EQ(contents_of(wide, {.comment = "and a comment", .wide = true}), both_contents);
}

TEST(Zip, SizesBehindTheData) {
    for (const bool marked : {true, false}) {
        for (const bool wide : {true, false}) {
            const auto pieces = both_methods([&](ZipPiece& piece) {
                piece.sizes_follow = true;
                piece.sizes_marked = marked;
                piece.wide = wide;
            });
            EXPECT_EQ(contents_of(pieces), both_contents);
            // The directory is lost: only what stands behind the data tells where they end.
            auto lost = make_zip_of(pieces, {.directory = false});
            const auto opened = open_bytes("a.zip", lost);
            ASSERT_TRUE(opened.ok());
            ASSERT_EQ((*opened)->entries().size(), 2u);
            EXPECT_EQ(text_of((*opened)->load(0)), "first");
            ASSERT_NE((*opened)->damage(), nullptr);
            // Without a mark, the last one's end is known by what comes next, and nothing does.
            EXPECT_EQ(text_of((*opened)->load(1)) == std::string(900, 'p'), marked);
        }
    }
}

TEST(Zip, NamesAreUnicodeOrThoseOfDos) {
    EXPECT_EQ(contents_of({{.name = "Fl\x81gel", .bytes = letters("x")}}), Lines{"Fl\xC3\xBCgel=x"});
    EXPECT_EQ(contents_of({{.name = "Fl\xC3\xBCgel", .bytes = letters("x"), .flags = 0x800}}),
              Lines{"Fl\xC3\xBCgel=x"});
    EXPECT_EQ(contents_of({{.name = "a\\b", .bytes = letters("x")}}), Lines{"a/b=x"});
    const auto unicode = [](u32 crc) {
        std::vector<u8> data{1, static_cast<u8>(crc), static_cast<u8>(crc >> 8), static_cast<u8>(crc >> 16),
                             static_cast<u8>(crc >> 24)};
        for (const char c : std::string("n\xC3\xA4me")) data.push_back(static_cast<u8>(c));
        return extra_field(0x7075, data);
    };
    constexpr u32 crc_of_name = 0x5E237E06;  // of "name", by another program
    EXPECT_EQ(contents_of({{.name = "name", .bytes = letters("x"), .extra = unicode(crc_of_name)}}),
              Lines{"n\xC3\xA4me=x"});
    // It belongs to a name that was changed since.
    EXPECT_EQ(contents_of({{.name = "name", .bytes = letters("x"), .extra = unicode(7)}}), Lines{"name=x"});
}

TEST(Zip, OnlyRegularFilesAreListed) {
    const std::vector<ZipPiece> pieces{{.name = "folder/"},
                                       {.name = "dos folder", .system = 0, .attributes = 0x10},
                                       {.name = "dos file", .bytes = letters("d"), .system = 0, .attributes = 0x20},
                                       {.name = "link", .bytes = letters("dos file"), .attributes = 0120777u << 16},
                                       {.name = "device", .attributes = 0020666u << 16},
                                       {.name = "from a pipe", .bytes = letters("p"), .attributes = 0010600u << 16},
                                       {.name = "no mode", .bytes = letters("n")},
                                       {.name = "other", .bytes = letters("o"), .system = 7, .attributes = ~0u},
                                       {.name = "file", .bytes = letters("f"), .attributes = 0100644u << 16}};
    EXPECT_EQ(contents_of(pieces), (Lines{"dos file=d", "from a pipe=p", "no mode=n", "other=o", "file=f"}));
}

TEST(Zip, EncryptedFilesAreRefusedByName) {
    for (const u16 flags : {u16{1}, u16{0x40}, u16{0x2000}}) {
        const auto error = error_of(make_zip_of({{.name = "a.txt", .bytes = letters("x"), .flags = flags}}));
        EXPECT_EQ(error.code, Code::unsupported);
        EXPECT_EQ(error.message, "a.txt is encrypted");
    }
    const auto opened = open_bytes("a.zip", make_zip_of({{.name = "a", .flags = 1}}));
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->unsupported(), "");  // nobody reads it without the password
}

TEST(Zip, OtherMethodsAreRefusedInWords) {
    for (const auto& [method, name] : {std::pair<u16, std::string>{12, "bzip2"},
                                       {14, "LZMA"},
                                       {9, "Deflate64"},
                                       {93, "Zstandard"},
                                       {77, "method 77"}}) {
        const auto bytes = make_zip_of({{.name = "a.txt", .bytes = letters("x"), .method = method}, {.name = "b"}});
        const auto error = error_of(bytes);
        EXPECT_EQ(error.code, Code::unsupported);
        EXPECT_EQ(error.message, "a.txt is packed with " + name + ", which takes libarchive");
        const auto opened = open_bytes("a.zip", bytes);
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->unsupported(), error.message);
        EXPECT_TRUE((*opened)->load(1).ok());
    }
}

TEST(Zip, TheEndIsFoundBehindComments) {
    const std::vector<ZipPiece> pieces{{.name = "a", .bytes = letters("first")}};
    EXPECT_EQ(contents_of(pieces, {.comment = std::string(65535, 'c')}), Lines{"a=first"});
    // A comment may look like an end.
    EXPECT_EQ(contents_of(pieces, {.comment = "PK\5\6" + std::string(40, '\xEE')}), Lines{"a=first"});
    EXPECT_EQ(contents_of(pieces, {.in_front = "PK\3\4" + std::string(5000, 'i')}), Lines{"a=first"});
}

TEST(Zip, OneOfSeveralDisksIsRefused) {
    const auto error = error_of(make_zip_of({{.name = "a", .bytes = letters("x")}}, {.disk = 1}));
    EXPECT_EQ(error.code, Code::unsupported);
    EXPECT_EQ(error.message, "this zip is one of several that belong together");
}

TEST(Zip, ADirectoryWithTooFewFilesIsDamaged) {
    const auto opened =
        open_bytes("a.zip", make_zip_of({{.name = "a", .bytes = letters("first")}}, {.claimed_count = 3}));
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ(contents(opened), (Lines{"a=first", "damaged: its directory has 1 file of 3 and ends"}));
}

TEST(Zip, DataThatOverlapAreRefused) {
    const auto text = letters(std::string(200, 'x'));
    // The first file's data reach into what follows.
    const auto long_first = error_of(make_zip_of(
        {{.name = "a", .bytes = text, .claimed_bytes = 220, .claimed_packed = 220}, {.name = "b", .bytes = text}}));
    EXPECT_EQ(long_first.code, Code::bad_value);
    EXPECT_EQ(long_first.message, "a: its data overlap what follows");
    // Into the directory.
    EXPECT_EQ(
        error_of(make_zip_of({{.name = "a", .bytes = text, .claimed_bytes = 210, .claimed_packed = 210}})).message,
        "a: its data overlap what follows");
    // Two names for the same data are no harm: each is counted.
    const auto twice = make_zip_of({{.name = "a", .bytes = text}, {.name = "b", .bytes = text, .same_place = true}});
    EXPECT_EQ(contents(open_bytes("a.zip", twice)),
              (Lines{"a=" + std::string(200, 'x'), "b=" + std::string(200, 'x')}));
}

TEST(Zip, SizesAndChecksumsHaveToBeRight) {
    const auto text = letters(std::string(200, 'x'));
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .claimed_crc = 5}})).message,
              "a: its bytes are not those that were packed: the checksum differs");
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .method = 8, .claimed_crc = 5}})).code,
              Code::bad_value);
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .claimed_bytes = 199}})).code, Code::bad_value);
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .method = 8, .claimed_bytes = 199}})).message,
              "a: it unpacks to more than the 199 bytes it says");
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .method = 8, .claimed_bytes = 201}})).message,
              "a: its data end after 200 bytes of 201");
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .method = 8, .claimed_packed = 3}})).code,
              Code::truncated);
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .claimed_offset = 3}})).message,
              "a: it does not begin where the directory says");
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .claimed_offset = 0x7FFFFFFF}})).code,
              Code::bad_value);
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .wide = true, .claimed_packed = ~u64{0} - 5}})).code,
              Code::truncated);
    EXPECT_EQ(error_of(make_zip_of({{.name = "a", .bytes = text, .wide = true, .claimed_bytes = ~u64{0}}})).code,
              Code::over_budget);
}

TEST(Zip, WhatIsCutOffGivesWhatIsThere) {
    auto bytes = make_zip(some_files);
    bytes.resize(1000);
    const auto opened = open_bytes("a.zip", bytes);
    ASSERT_TRUE(opened.ok());
    ASSERT_EQ((*opened)->entries().size(), 2u);
    EXPECT_EQ(text_of((*opened)->load(0)), "first");
    const auto cut = (*opened)->load(1);
    ASSERT_FALSE(cut.ok());
    EXPECT_EQ(cut.error().code, Code::truncated);
    EXPECT_EQ(cut.error().message, "models/rat.ctr: the archive ends 916 bytes into its data");
    ASSERT_NE((*opened)->damage(), nullptr);
    EXPECT_EQ((*opened)->damage()->message, "it is cut off: the directory at its end is missing");
}

}  // namespace thaw::test
