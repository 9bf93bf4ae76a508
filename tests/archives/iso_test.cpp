#include <algorithm>

#include "fixtures/container_parts.hpp"
#include "opened.hpp"

namespace thaw::test {

namespace {

constexpr std::size_t sector_bytes = 2048;
const std::vector<ContainedFile> disc_files{{"SYSTEM.CNF", letters("BOOT=cdrom:")},
                                            {"MODELS/CRASH.CTR", std::vector<u8>(5000, 'c')},
                                            {"NOEXT", letters("no dot")}};

Lines sorted_contents(const OpenedArchive& opened) {
    auto out = contents(opened);
    std::sort(out.begin(), out.end());
    return out;
}
const Lines disc_contents{"MODELS/CRASH.CTR=" + std::string(5000, 'c'), "NOEXT=no dot", "SYSTEM.CNF=BOOT=cdrom:"};

void set_number(std::vector<u8>& bytes, std::size_t at, u32 value) {
    store<u32>(bytes.data() + at, value, Order::little);
    store<u32>(bytes.data() + at + 4, value, Order::big);
}

void put_at(std::vector<u8>& bytes, std::size_t at, std::string_view text) {
    std::copy(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

// Where a field of Rock Ridge begins in the record at `record`.
std::size_t find_use(const std::vector<u8>& iso, std::size_t record, std::string_view name) {
    const auto end = iso.begin() + static_cast<std::ptrdiff_t>(record + iso[record]);
    const auto found = std::search(iso.begin() + static_cast<std::ptrdiff_t>(record), end, name.begin(), name.end());
    EXPECT_NE(found, end) << name;
    return static_cast<std::size_t>(found - iso.begin());
}

}  // namespace

TEST(Iso, FilesAreInTheOrderOfTheirPlaces) {
    const auto opened = open_bytes("a.iso", make_iso(disc_files));
    EXPECT_EQ(contents(opened), (Lines{disc_contents[2], disc_contents[0], disc_contents[1]}));
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->entries()[1].bytes, 5000u);
    EXPECT_EQ((*opened)->entries()[1].offset % sector_bytes, 0u);
    EXPECT_EQ((*opened)->damage(), nullptr);
}

TEST(Iso, LongNames) {
    const std::vector<ContainedFile> files{{"Modelle/Flügel der Ratte.ctr", letters("x")},
                                           {"\xF0\x9F\x90\x80.txt;1", letters("y")}};
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", make_iso({files[0]}, {.joliet = true}))),
              Lines{"Modelle/Flügel der Ratte.ctr=x"});
    for (const bool joliet : {false, true}) {
        EXPECT_EQ(sorted_contents(open_bytes("a.iso", make_iso(files, {.joliet = joliet, .rock_ridge = true}))),
                  (Lines{"Modelle/Flügel der Ratte.ctr=x", "\xF0\x9F\x90\x80.txt;1=y"}));
    }
}

TEST(Iso, LettersOfJolietThatTakeTwo) {
    auto iso = make_iso({{"abc.txt", letters("x")}}, {.joliet = true});
    const std::string before("\0a\0b\0c", 6);
    const auto at = std::search(iso.begin(), iso.end(), before.begin(), before.end()) - iso.begin();
    put_at(iso, static_cast<std::size_t>(at), std::string_view("\xD8\x3D\xDC\x00\0c", 6));
    EXPECT_EQ(contents(open_bytes("a.iso", iso)), Lines{"\xF0\x9F\x90\x80"
                                                        "c.txt=x"});
    put_at(iso, static_cast<std::size_t>(at), std::string_view("\xD8\x3D\0b\xDC\x00", 6));  // halves alone
    EXPECT_EQ(contents(open_bytes("a.iso", iso)), Lines{"\xEF\xBF\xBD"
                                                        "b\xEF\xBF\xBD.txt=x"});
}

TEST(Iso, NamesThatGoOnElsewhere) {
    const std::string long_name = "A name that is long enough.txt";
    auto iso = make_iso({{long_name, letters("x")}}, {.rock_ridge = true});
    const auto name = find_use(iso, find_iso_name(iso, "A NAME THAT IS LONG ENOUGH.TXT;1"), "NM");
    // Its field moves to a sector of its own, in two pieces.
    const auto sector = iso.size() / sector_bytes;
    iso.resize(iso.size() + sector_bytes);
    std::string moved("NM\x0A\1\1A nam", 10);
    moved += std::string("NM\x1D\1\0", 5) + long_name.substr(5, 24);
    ASSERT_EQ(static_cast<u8>(moved[12]), 5 + 24);
    put_at(iso, sector * sector_bytes + 100, moved);
    put_at(iso, name, std::string_view("CE\x1C\1", 4));
    set_number(iso, name + 4, static_cast<u32>(sector));
    set_number(iso, name + 12, 100);
    set_number(iso, name + 20, static_cast<u32>(moved.size()));
    std::fill_n(iso.begin() + static_cast<std::ptrdiff_t>(name + 28), 5 + long_name.size() - 28, u8{0});
    EXPECT_EQ(contents(open_bytes("a.iso", iso)), Lines{long_name.substr(0, 29) + "=x"});
    // An area that leads to itself ends.
    put_at(iso, sector * sector_bytes + 100, std::string_view("CE\x1C\1", 4));
    set_number(iso, sector * sector_bytes + 104, static_cast<u32>(sector));
    set_number(iso, sector * sector_bytes + 112, 100);
    set_number(iso, sector * sector_bytes + 120, 28);
    EXPECT_EQ(open_bytes("a.iso", iso).ok(), true);
}

TEST(Iso, LinksAreLeftOutAndMovedFoldersAreWhereTheyBelong) {
    auto iso =
        make_iso({{"A.TXT", letters("a")}, {"SUB/B.TXT", letters("b")}, {"THERE", letters("t")}}, {.rock_ridge = true});
    const auto folder = find_iso_name(iso, "SUB");
    const auto folder_sector = load<u32>(iso.data() + folder + 2, Order::little);
    auto linked = iso;
    put_at(linked, find_use(linked, find_iso_name(linked, "A.TXT;1"), "PX"), "SL");
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", linked)), (Lines{"SUB/B.TXT=b", "THERE=t"}));
    auto device = iso;
    set_number(device, find_use(device, find_iso_name(device, "A.TXT;1"), "PX") + 4, 0020666);
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", device)), (Lines{"SUB/B.TXT=b", "THERE=t"}));

    put_at(iso, find_use(iso, folder, "PX"), "RE");
    const auto child = find_use(iso, find_iso_name(iso, "THERE.;1"), "PX");
    put_at(iso, child, "CL");
    set_number(iso, child + 4, folder_sector);
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", iso)), (Lines{"A.TXT=a", "THERE/B.TXT=b"}));
    set_number(iso, child + 4, 0x7FFFFFF);
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", iso)), (Lines{"A.TXT=a", "damaged: THERE leads to no folder"}));
}

TEST(Iso, FilesInSeveralPieces) {
    auto iso =
        make_iso({{"AAAA.STR", letters("first ")}, {"BBBB.STR", letters("second")}, {"C.STR", letters("third")}});
    const auto first = find_iso_name(iso, "AAAA.STR;1");
    const auto second = find_iso_name(iso, "BBBB.STR;1");
    iso[first + 25] |= 0x80;
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", iso)), (Lines{"AAAA.STR=first ", "BBBB.STR=second", "C.STR=third"}));
    put_at(iso, second + 33, "AAAA");
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", iso)), (Lines{"AAAA.STR=first second", "C.STR=third"}));
    iso[first + 26] = 1;  // interleaved
    const auto opened = open_bytes("a.iso", iso);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->load(0).error().message, "AAAA.STR is interleaved with other files, which Thaw cannot read");
}

TEST(Iso, PackedFilesAreRefusedByName) {
    auto iso = make_iso({{"A.TXT", letters("packed")}}, {.rock_ridge = true});
    const auto use = find_use(iso, find_iso_name(iso, "A.TXT;1"), "PX");
    put_at(iso, use, std::string_view("ZF\x10\1pz\4\x0F\x10\x27\0\0\0\0\x27\x10XX\x14\1", 20));
    const auto opened = open_bytes("a.iso", iso);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->entries().at(0).bytes, 10'000u);
    EXPECT_EQ((*opened)->load(0).error().message, "A.TXT is packed with zisofs, which takes libarchive");
    EXPECT_EQ((*opened)->unsupported(), "A.TXT is packed with zisofs, which takes libarchive");
}

TEST(Iso, FoldersThatLeadBackAreEnteredOnce) {
    const auto opened =
        open_bytes("a.iso", make_iso({{"A.TXT", letters("a")}, {"SUB/B.TXT", letters("b")}}, {.loop = true}));
    EXPECT_EQ(sorted_contents(opened),
              (Lines{"A.TXT=a", "SUB/B.TXT=b", "damaged: SUB/AGAIN/ is a folder that was listed before"}));
}

TEST(Iso, RecordsThatCannotBe) {
    const auto iso = make_iso({{"A.TXT", letters("a")}, {"B.TXT", letters("b")}});
    const auto first = find_iso_name(iso, "A.TXT;1");
    for (const int length : {1, 33, 34, 255}) {
        auto changed = iso;
        changed[first] = static_cast<u8>(length);
        const auto opened = open_bytes("a.iso", changed);
        EXPECT_TRUE(!opened || (*opened)->entries().size() <= 2u) << length;
    }
    for (const int length : {0, 100, 255}) {
        auto changed = iso;
        changed[first + 32] = static_cast<u8>(length);
        const auto opened = open_bytes("a.iso", changed);
        EXPECT_FALSE(opened && (*opened)->damage() == nullptr) << length;
    }
    auto outside = iso;
    set_number(outside, first + 2, 0xFFFFFFF);
    EXPECT_EQ(contents(open_bytes("a.iso", outside)),
              (Lines{"B.TXT=b", "damaged: A.TXT lies behind the end of the disc"}));
    auto large = iso;
    set_number(large, first + 10, 0x7FFFFFFF);
    const auto opened = open_bytes("a.iso", large);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->load(0).error().code, Code::over_budget);
    auto longer = iso;
    set_number(longer, first + 10, 100'000);
    EXPECT_EQ((*open_bytes("a.iso", longer))->load(0).error().code, Code::truncated);
}

TEST(Iso, WithoutARootItIsRefused) {
    auto iso = make_iso(disc_files);
    iso[16 * sector_bytes] = 3;
    const auto opened = open_bytes("a.iso", iso);
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().message, "the disc has no description of a root folder");
}

TEST(Iso, RawDiscsAndCueSheets) {
    const auto iso = make_iso(disc_files);
    for (const int mode : {1, 2}) {
        const auto opened = open_bytes("disc.bin", make_raw_sectors(iso, mode));
        EXPECT_EQ(sorted_contents(opened), disc_contents);
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->kind(), "bin");
        EXPECT_EQ((*opened)->entries()[0].offset, no_offset);
    }
    const auto raw = make_raw_sectors(iso, 2);
    EXPECT_EQ(sorted_contents(open_bytes("disc.bin", without_sync(raw))), disc_contents);
    const auto cue = archives::open(
        "disc.cue",
        archives::blob_source(Blob::copy_of(letters("FILE x BINARY\nTRACK 01 MODE2/2352\nINDEX 01 00:00:00\n"))), {},
        archives::blob_source(Blob::copy_of(raw)));
    EXPECT_EQ(sorted_contents(cue), disc_contents);
    ASSERT_TRUE(cue.ok());
    EXPECT_EQ((*cue)->kind(), "cue");
}

}  // namespace thaw::test
