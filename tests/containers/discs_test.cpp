#include <algorithm>

#include "archives/sectors.hpp"
#include "opened.hpp"

namespace thaw::test {

namespace {

const std::vector<ContainedFile> disc_files{{"SYSTEM.CNF", letters("BOOT=cdrom:")},
                                            {"MODELS/CRASH.CTR", std::vector<u8>(5000, 'c')},
                                            {"NOEXT", letters("no dot")}};
const Lines disc_contents{"MODELS/CRASH.CTR=" + std::string(5000, 'c'), "NOEXT=no dot", "SYSTEM.CNF=BOOT=cdrom:"};

Lines sorted(Lines lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}

Lines sorted_contents(const OpenedContainer& opened) { return sorted(contents(opened)); }

OpenedContainer open_cue(std::string_view text, const std::vector<u8>& bin) {
    return containers::open("disc.cue", source_of(letters(text)), {}, source_of(bin));
}

}  // namespace

TEST(Discs, IsoNamesLoseVersionAndDot) {
    const auto opened = open_bytes("disc.iso", make_iso(disc_files));
    EXPECT_EQ(sorted_contents(opened), disc_contents);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->kind(), "iso");
    EXPECT_EQ((*opened)->damage(), nullptr);
}

TEST(Discs, LongNames) {
    const std::vector<ContainedFile> files{{"Modelle/Flügel der Ratte.ctr", letters("x")}};
    EXPECT_EQ(contents(open_bytes("a.iso", make_iso(files, {.joliet = true}))),
              Lines{"Modelle/Flügel der Ratte.ctr=x"});
    EXPECT_EQ(contents(open_bytes("a.iso", make_iso(files, {.rock_ridge = true}))),
              Lines{"Modelle/Flügel der Ratte.ctr=x"});
}

TEST(Discs, FilesAtTheSamePlaceAreBothListed) {
    const auto iso = make_iso({{"A.STR", letters("same")}, {"B.STR", letters("same")}, {"C.STR", letters("same")}},
                              {.shared = true});
    EXPECT_EQ(sorted_contents(open_bytes("a.iso", iso)), (Lines{"A.STR=same", "B.STR=same", "C.STR=same"}));
}

TEST(Discs, AFileOutsideTheDiscCostsOnlyItself) {
    const auto opened = open_bytes("a.iso", make_iso(disc_files, {.outside = 1000}));
    EXPECT_EQ(sorted_contents(opened), (Lines{disc_contents[0], disc_contents[1]}));
    ASSERT_TRUE(opened.ok());
    ASSERT_NE((*opened)->damage(), nullptr);
    EXPECT_EQ((*opened)->damage()->code, Code::truncated);
}

TEST(Discs, RawSectorsOfAnySizeAreTheSameDisc) {
    const auto iso = make_iso(disc_files);
    for (const int mode : {1, 2}) {
        const auto opened = open_bytes("disc.bin", make_raw_sectors(iso, mode));
        EXPECT_EQ(sorted_contents(opened), disc_contents);
        ASSERT_TRUE(opened.ok());
        EXPECT_EQ((*opened)->kind(), "bin");
    }
    const auto mode2 = make_raw_sectors(iso, 2);
    EXPECT_EQ(sorted_contents(open_bytes("disc.bin", without_sync(mode2))), disc_contents);
    std::vector<u8> with_subcode;
    for (std::size_t at = 0; at < mode2.size(); at += 2352) {
        with_subcode.insert(with_subcode.end(), mode2.begin() + static_cast<std::ptrdiff_t>(at),
                            mode2.begin() + static_cast<std::ptrdiff_t>(at + 2352));
        with_subcode.resize(with_subcode.size() + 96);
    }
    EXPECT_EQ(sorted_contents(open_bytes("disc.bin", with_subcode)), disc_contents);
}

TEST(Discs, CueSheetsSayWhereTheDataAre) {
    const auto iso = make_iso(disc_files);
    const auto raw = make_raw_sectors(iso, 2);
    const auto opened = open_cue("FILE x.bin BINARY\nTRACK 01 MODE2/2352\nINDEX 01 00:00:00\n", raw);
    EXPECT_EQ(sorted_contents(opened), disc_contents);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ((*opened)->kind(), "cue");
    EXPECT_EQ(sorted_contents(open_cue("FILE x.bin BINARY\nTRACK 01 MODE1/2048\nINDEX 01 00:00:00\n", iso)),
              disc_contents);
    EXPECT_EQ(
        sorted_contents(open_cue("FILE x.bin BINARY\nTRACK 01 MODE2/2336\nINDEX 01 00:00:00\n", without_sync(raw))),
        disc_contents);
    std::vector<u8> later(2 * 75 * 2352);
    later.insert(later.end(), raw.begin(), raw.end());
    EXPECT_EQ(sorted_contents(
                  open_cue("FILE x.bin BINARY\nTRACK 01 MODE2/2352\nINDEX 00 00:00:00\nINDEX 01 00:02:00\n", later)),
              disc_contents);
}

TEST(Discs, CueSheetsThatLeadNowhereSayWhy) {
    const std::string cue = "FILE \"x.bin\" BINARY\nTRACK 01 MODE2/2352\nINDEX 01 00:00:00\n";
    const auto alone = open_bytes("disc.cue", letters(cue));
    ASSERT_FALSE(alone.ok());
    EXPECT_EQ(alone.error().code, Code::missing_part);
    EXPECT_EQ(alone.error().message, "the file with its data is missing: x.bin");
    EXPECT_EQ(open_cue(cue, letters("no disc")).error().code, Code::bad_value);
    EXPECT_EQ(open_cue("FILE x.bin BINARY\nTRACK 01 AUDIO\n", {}).error().code, Code::unsupported);
    EXPECT_EQ(
        open_cue("FILE x.bin BINARY\nTRACK 01 MODE1/7\n", make_raw_sectors(std::vector<u8>(4096), 1)).error().code,
        Code::bad_value);
}

TEST(Discs, SectorsCanBeReadAnywhere) {
    std::vector<u8> data(100 * 2048);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<u8>(i * 7 + i / 2048);
    auto raw = make_raw_sectors(data, 2);
    raw.resize(raw.size() - 280);  // the checksum of the last sector is cut off
    const auto source = source_of(raw);
    const auto layout = archives::find_layout(*source, 0, 0);
    ASSERT_TRUE(layout.has_value());
    EXPECT_EQ(*layout, (archives::SectorLayout{2352, 24}));
    const auto sectors = archives::raw_sectors(source, *layout);
    ASSERT_EQ(sectors->size(), data.size());
    for (const std::size_t offset : {0u, 1u, 2047u, 2048u, 5000u, 100'000u}) {
        for (const std::size_t count : {0u, 1u, 2u, 2048u, 4097u, 80'000u}) {
            std::vector<u8> found(count);
            ASSERT_TRUE(sectors->read(offset, found));
            EXPECT_TRUE(std::equal(found.begin(), found.end(), data.begin() + static_cast<std::ptrdiff_t>(offset)));
        }
    }
    std::vector<u8> two(2);
    EXPECT_FALSE(sectors->read(data.size() - 1, two));
    EXPECT_FALSE(sectors->read(~u64{0}, two));
    // Only as far as the track goes.
    EXPECT_EQ(archives::raw_sectors(source, *layout, 2352, 2352 * 3)->size(), 3u * 2048);
    EXPECT_EQ(archives::raw_sectors(source, *layout, u64{1} << 40)->size(), 0u);
}

}  // namespace thaw::test
