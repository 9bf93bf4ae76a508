#include "archives/cue.hpp"

#include "opened.hpp"

namespace thaw::test {

using archives::CueExtent;
using archives::data_extent;
using archives::read_cue;

namespace {

CueExtent extent_of(std::string_view text) {
    const auto extent = data_extent(read_cue(letters(text)));
    return extent.value_or(CueExtent{.file = 99});
}

}  // namespace

TEST(Cue, NamesFiles) {
    const auto files = [](std::string_view text) { return archives::files_of_cue(letters(text)); };
    EXPECT_EQ(files("FILE \"My Game (Track 1).bin\" BINARY\r\n  TRACK 01 MODE2/2352\r\nFILE 'b.bin' BINARY"),
              (Lines{"My Game (Track 1).bin", "'b.bin'"}));
    EXPECT_EQ(files("\xEF\xBB\xBF"
                    "file game one.bin binary\n"),
              Lines{"game one.bin"});
    EXPECT_EQ(files("FILE \"never closed"), Lines{"never closed"});
    EXPECT_EQ(files("FILE \"Fl\xFCgel.bin\" BINARY"), Lines{"Fl\xC3\xBCgel.bin"});
    EXPECT_EQ(files("REM FILE no.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"), Lines{});
    EXPECT_EQ(files(""), Lines{});
}

TEST(Cue, FindsTheDataTrack) {
    const auto whole = extent_of("FILE a.bin BINARY\n TRACK 01 MODE2/2352\n  INDEX 01 00:00:00\n");
    EXPECT_EQ(whole.file, 0u);
    EXPECT_EQ(whole.sector_bytes, 2352u);
    EXPECT_EQ(whole.offset, 0u);
    EXPECT_EQ(whole.bytes, ~u64{0});

    const auto before_music = extent_of(
        "FILE a.bin BINARY\nTRACK 01 MODE1/2352\nINDEX 01 00:02:10\n"
        "TRACK 02 AUDIO\nINDEX 00 01:00:00\nINDEX 01 01:02:00\n");
    EXPECT_EQ(before_music.offset, 160u * 2352);
    EXPECT_EQ(before_music.bytes, (75u * 60 - 160) * 2352);

    const auto behind_music = extent_of(
        "FILE a.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
        "TRACK 02 MODE1/2048\nINDEX 01 00:01:00\n");
    EXPECT_EQ(behind_music.offset, 75u * 2352);
    EXPECT_EQ(behind_music.sector_bytes, 2048u);

    const auto in_another_file = extent_of(
        "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:03:00\n"
        "FILE b.bin BINARY\nTRACK 02 MODE2/2336\nINDEX 01 00:00:00\n");
    EXPECT_EQ(in_another_file.file, 1u);
    EXPECT_EQ(in_another_file.offset, 0u);
    EXPECT_EQ(in_another_file.sector_bytes, 2336u);
}

TEST(Cue, WithoutDataThereIsNone) {
    EXPECT_EQ(extent_of("FILE a.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n").file, 99u);
    EXPECT_EQ(extent_of("TRACK 01 MODE1/2048\nINDEX 01 00:00:00\n").file, 99u);
    EXPECT_EQ(archives::data_file_of_cue(letters("FILE a.bin BINARY\nTRACK 01 AUDIO\n")), "");
    EXPECT_EQ(archives::data_file_of_cue(letters("FILE a BINARY\nTRACK 01 AUDIO\nFILE b BINARY\nTRACK 02 MODE1/2352")),
              "b");
}

TEST(Cue, AnyBytesGiveASheet) {
    std::string many = "FILE a BINARY\n";
    for (int i = 0; i < 500; ++i) many += "TRACK x MODE2/99999999999999999999\nINDEX 01 99999999:99999999:4294967295\n";
    EXPECT_EQ(read_cue(letters(many)).tracks.size(), 99u);
    EXPECT_EQ(read_cue(letters("FILE\nTRACK\nINDEX\nINDEX 01 :::\nINDEX 01 1\n\"\n")).tracks.size(), 1u);
    const std::vector<u8> noise(3000, 0xFF);
    EXPECT_TRUE(read_cue(noise).files.empty());
    // Backwards in the file: no place that could be meant.
    EXPECT_EQ(
        extent_of("FILE a BINARY\nTRACK 1 AUDIO\nINDEX 01 00:05:00\nTRACK 2 MODE1/2352\nINDEX 01 00:01:00\n").file,
        99u);
}

}  // namespace thaw::test
