#include "opened.hpp"

namespace thaw::test {

namespace {

const std::string gnu_magic("ustar  \0", 8);

OpenedArchive open_pieces(const std::vector<TarPiece>& pieces, bool end = true) {
    return open_bytes("a.tar", make_tar_of(pieces, end));
}

}  // namespace

TEST(Tar, NamesOfEveryAge) {
    const std::string long_name = std::string(130, 'n') + ".txt";
    EXPECT_EQ(contents(open_pieces({{.name = "v7", .data = letters("x"), .magic = ""}})), Lines{"v7=x"});
    EXPECT_EQ(contents(open_pieces({{.name = std::string(100, 'f'), .data = letters("x"), .prefix = "far/away"}})),
              Lines{"far/away/" + std::string(100, 'f') + "=x"});
    // What GNU has in the place of a prefix is none.
    EXPECT_EQ(contents(open_pieces({{.name = "gnu", .data = letters("x"), .prefix = "12345", .magic = gnu_magic}})),
              Lines{"gnu=x"});
    EXPECT_EQ(contents(open_pieces({{.name = "././@LongLink", .type = 'L', .data = letters(long_name + '\0')},
                                    {.name = "short", .data = letters("x")},
                                    {.name = "next", .data = letters("y")}})),
              (Lines{long_name + "=x", "next=y"}));
    EXPECT_EQ(contents(open_pieces({{.type = 'x', .data = letters(pax_record("path", long_name))},
                                    {.name = "short", .data = letters("x")},
                                    {.name = "next", .data = letters("y")}})),
              (Lines{long_name + "=x", "next=y"}));
    EXPECT_EQ(contents(open_pieces({{.name = "./a", .data = letters("x")}})), Lines{"a=x"});
    EXPECT_EQ(contents(open_pieces({{.name = "Fl\xFCgel", .data = letters("x")}})), Lines{"Fl\xC3\xBCgel=x"});
}

TEST(Tar, SizesOfEveryAge) {
    EXPECT_EQ(contents(open_pieces({{.name = "a", .data = letters("first"), .binary_size = true}, {.name = "b"}})),
              (Lines{"a=first", "b="}));
    EXPECT_EQ(contents(open_pieces({{.type = 'x', .data = letters(pax_record("size", "5"))},
                                    {.name = "a", .data = letters("first"), .claimed_bytes = 0},
                                    {.name = "b"}})),
              (Lines{"a=first", "b="}));
    const auto negative = [] {
        auto tar = make_tar_of({{.name = "a"}, {.name = "b"}});
        std::fill_n(tar.begin() + 124, 12, u8{0xFF});
        set_tar_sum(std::span(tar).first(512));
        return tar;
    }();
    const auto opened = open_bytes("a.tar", negative);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ(contents(opened).front(), "b=");
    EXPECT_NE((*opened)->damage(), nullptr);
}

TEST(Tar, OnlyFilesAreListedAndHardLinksAreFiles) {
    const std::vector<TarPiece> pieces{{.name = "folder", .type = '5'},
                                       {.name = "a", .data = letters("first")},
                                       {.name = "soft", .type = '2', .link = "a"},
                                       {.name = "device", .type = '3'},
                                       {.name = "pipe", .type = '6'},
                                       {.name = "old folder/"},
                                       {.name = "hard", .type = '1', .link = "a"},
                                       {.name = "lost", .type = '1', .link = "nothing"},
                                       {.name = "again", .type = '1', .link = "./hard"},
                                       {.name = "contiguous", .type = '7', .data = letters("c")},
                                       {.name = "listing", .type = 'D', .data = letters("Yx")},
                                       {.name = "unknown", .type = '?', .data = letters("u")}};
    const auto opened = open_pieces(pieces);
    EXPECT_EQ(contents(opened), (Lines{"a=first", "hard=first", "again=first", "contiguous=c", "unknown=u"}));
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->entries()[1].bytes, 5u);
    EXPECT_EQ((*opened)->entries()[1].offset, (*opened)->entries()[0].offset);
}

// Some programs say how much room a folder may take.
TEST(Tar, FoldersLinksAndDevicesHaveNoData) {
    for (const char type : {'2', '3', '4', '5', '6'}) {
        EXPECT_EQ(contents(open_pieces({{.name = "none", .type = type, .link = "a", .claimed_bytes = 255},
                                        {.name = "a", .data = letters("first")}})),
                  Lines{"a=first"})
            << type;
    }
}

TEST(Tar, AnExtendedHeaderOfNothing) {
    const auto records = letters(pax_record("path", "x"));
    EXPECT_EQ(contents(open_pieces({{.name = "a", .data = letters("first")}, {.type = 'x', .data = records}})),
              (Lines{"a=first", "damaged: the archive ends behind an extended header"}));
    EXPECT_FALSE(open_pieces({{.type = 'x', .data = records}}).ok());
}

// A link's size is mostly that of what it leads to, without data; pax allows some.
TEST(Tar, HardLinksWithASize) {
    EXPECT_EQ(contents(open_pieces({{.name = "a", .data = letters("first")},
                                    {.name = "b", .type = '1', .link = "a", .claimed_bytes = 5},
                                    {.name = "c", .data = letters("third")}})),
              (Lines{"a=first", "b=first", "c=third"}));
    EXPECT_EQ(contents(open_pieces({{.type = 'x', .data = letters(pax_record("mtime", "1"))},
                                    {.name = "a", .data = letters("first")},
                                    {.name = "b", .type = '1', .data = letters("owned"), .link = "a"},
                                    {.name = "c", .data = letters("third")}})),
              (Lines{"a=first", "b=owned", "c=third"}));
}

TEST(Tar, SparseFilesAreRefusedByName) {
    const auto old = open_pieces({{.name = "holes", .type = 'S', .data = letters("piece")}, {.name = "b"}});
    const auto pax =
        open_pieces({{.type = 'x',
                      .data = letters(pax_record("GNU.sparse.major", "1") + pax_record("GNU.sparse.name", "holes") +
                                      pax_record("GNU.sparse.realsize", "4000"))},
                     {.name = "GNUSparseFile.0/holes", .data = letters("1\n0\n5\nfirst")},
                     {.name = "b"}});
    for (const auto* opened : {&old, &pax}) {
        ASSERT_TRUE(opened->ok());
        ASSERT_EQ((**opened)->entries().size(), 2u);
        EXPECT_EQ((**opened)->entries()[0].name, "holes");
        EXPECT_EQ((**opened)->load(0).error().code, Code::unsupported);
        EXPECT_EQ((**opened)->load(0).error().message, "holes is stored without its holes, which takes libarchive");
        EXPECT_EQ((**opened)->unsupported(), (**opened)->load(0).error().message);
        EXPECT_TRUE((**opened)->load(1).ok());
    }
    EXPECT_EQ((*pax)->entries()[0].bytes, 4000u);
}

TEST(Tar, PlacesThatGoOnInMoreBlocks) {
    auto tar = make_tar_of({{.name = "holes", .type = 'S'}, {.name = "b", .data = letters("x")}});
    tar[482] = 1;
    set_tar_sum(std::span(tar).first(512));
    std::vector<u8> more(1024);
    more[504] = 1;  // of the first of two
    tar.insert(tar.begin() + 512, more.begin(), more.end());
    const auto opened = open_bytes("a.tar", tar);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ(contents(opened).back(), "b=x");
}

TEST(Tar, EndsWhereItEnds) {
    EXPECT_EQ(contents(open_pieces({{.name = "a", .data = letters("x")}}, false)), Lines{"a=x"});
    auto cut = make_tar_of({{.name = "a", .data = letters("x")}, {.name = "b", .data = std::vector<u8>(3000)}});
    cut.resize(2000);
    EXPECT_EQ(contents(open_bytes("a.tar", cut)), (Lines{"a=x", "b=error: b: the archive ends 464 bytes into its data",
                                                         "damaged: the archive ends within a file"}));
    cut.resize(1100);
    EXPECT_EQ(contents(open_bytes("a.tar", cut)), (Lines{"a=x", "damaged: the archive ends within a header"}));
}

TEST(Tar, TheNextHeaderIsFoundBehindADamagedOne) {
    auto tar = make_tar_of({{.name = "a"}, {.name = "b"}, {.name = "c"}});
    tar[512] ^= 1;
    EXPECT_EQ(contents(open_bytes("a.tar", tar)), (Lines{"a=", "c=", "damaged: byte 0x200: a header is damaged"}));
    auto far = make_tar_of({{.name = "a"}, {.name = "b", .data = std::vector<u8>(5000, 'b')}, {.name = "c"}});
    far[512] ^= 1;
    EXPECT_EQ(contents(open_bytes("a.tar", far)), (Lines{"a=", "damaged: byte 0x200: a header is damaged"}));
}

TEST(Tar, ExtendedHeadersThatCannotBe) {
    for (const std::string records : {"5 path=x\n", "99 path=x\n", "path=x", "0 path=x\n", "11 path=x", "10 size=x\n",
                                      "18446744073709551616 a=b\n", "3 \n"}) {
        const auto opened = open_pieces({{.type = 'x', .data = letters(records)}, {.name = "a", .data = letters("x")}});
        ASSERT_TRUE(opened.ok()) << records;
        EXPECT_EQ(contents(opened).front(), "a=x") << records;
        EXPECT_NE((*opened)->damage(), nullptr) << records;
    }
    const auto large =
        open_pieces({{.type = 'x', .data = std::vector<u8>((1 << 20) + 1)}, {.name = "a", .data = letters("x")}});
    EXPECT_EQ(contents(large), (Lines{"a=x", "damaged: an extended header cannot be used"}));
}

}  // namespace thaw::test
