#include <gtest/gtest.h>

#include "inspect/documents.hpp"

namespace thaw::test {
namespace {

using inspect::DumpStyle;

TEST(Hex, BarsWhereFieldsBegin) {
    EXPECT_EQ(dump_text(linked_ddd(), {.style = DumpStyle::hex}),
              "part.ddd (ddd), 20 bytes\n"
              "0x0000 |00 01|ff ff|00|00|00 00|00 00 00 00|53 57 1b 44  ............SW.D  scaling 1  "
              "flags 0xffff (external_frames)  padding 0  num_base_models 0  num_frames 0  +2\n"
              "0x0010  00 00 00 00                                      ....\n"
              "all 20 bytes explained, no slack\n");
}

TEST(Hex, LongFieldsAreFolded) {
    EXPECT_EQ(
        dump_text(small_pair(60, 12, 720), {.style = DumpStyle::hex, .role = "aniv"}),
        "box_a.3d (aniv), 724 bytes\n"
        "0x0000 |3c 00|0c 00|00 07 0e 15 1c 23 2a 31 38 3f 46 4d  <........#*18?FM  num_frames 60  frame_size 12  "
        "frames 60 rows of 3 vertices, a row every 12 bytes\n"
        "0x0010  54 5b 62 69 70 77 7e 85 8c 93 9a a1 a8 af b6 bd  T[bipw~.........\n"
        "0x0020  c4 cb d2 d9 e0 e7 ee f5 fc 03 0a 11 18 1f 26 2d  ..............&-\n"
        "… 42 lines (672 bytes) of frames\n"
        "0x02d0  94 9b a2 a9                                      ....\n"
        "all 724 bytes explained, no slack\n");
    const std::string all =
        dump_text(small_pair(60, 12, 720), {.style = DumpStyle::hex, .unfolded = true, .role = "aniv"});
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 2 + 46);
    EXPECT_EQ(all.find("…"), std::string::npos);
}

// Every byte of the file, in order, when nothing is folded.
TEST(Hex, UnfoldedShowsEveryByteOnce) {
    for (const auto& [subject, role] : {std::pair(small_ddd(), "ddd"), std::pair(toy(), "toy")}) {
        const std::string text = dump_text(subject, {.style = DumpStyle::hex, .unfolded = true});
        std::vector<u8> seen;
        for (std::size_t at = text.find('\n') + 1; text.compare(at, 2, "0x") == 0; at = text.find('\n', at) + 1) {
            EXPECT_EQ(std::stoul(text.substr(at), nullptr, 16), seen.size());
            for (std::size_t i = 0; i < 16; ++i) {
                const std::string cell = text.substr(at + 8 + 3 * i, 2);
                if (cell != "  ") seen.push_back(static_cast<u8>(std::stoul(cell, nullptr, 16)));
            }
        }
        EXPECT_EQ(seen, bytes_of(subject, role));
    }
}

TEST(Hex, OneFieldAlone) {
    EXPECT_EQ(
        dump_text(small_ddd(), {.style = DumpStyle::hex, .field = "bases[0].bones[0]"}),
        "rat.ddd (ddd), 394 bytes\n"
        "0x0070             |05|00 00 00 01                           .....         bases[0].bones[0].id 5 (SADDLE)  "
        "joints 0 1\n");
}

TEST(Hex, OverlappingRowsGetTheirOwnLines) {
    EXPECT_EQ(
        dump_text(small_pair(3, 8, 28), {.style = DumpStyle::hex, .field = "frames[1]"}),
        "box_a.3d (aniv), 32 bytes\n"
        "0x0000                                     |38 3f 46 4d              8?FM  "
        "frames[1].vertices[0] 0x4d463f38 (x=-200, y=199, z=309)\n"
        "0x0010 |54 5b 62 69|70 77 7e 85                          T[bipw~.          "
        "frames[1].vertices[1] 0x69625b54 (x=852, y=-949, z=421)  vertices[2] 0x857e7770 (x=-144, y=-50, z=-491)\n");
}

TEST(Hex, ABrokenFileShowsTheBytesAtTheFailure) {
    auto bytes = bytes_of(linked_ddd(), "ddd");
    bytes.resize(15);
    const Dumped dumped = dump(with_bytes(linked_ddd(), "ddd", bytes), {.style = DumpStyle::hex});
    EXPECT_EQ(dumped.status.error().path, "link");
    EXPECT_EQ(dumped.text,
              "part.ddd (ddd), 15 bytes\n"
              "0x0000 |00 01|ff ff|00|00|00 00|00 00 00 00|53 57 1b     ............SW.   scaling 1  "
              "flags 0xffff (external_frames)  padding 0  num_base_models 0  num_frames 0  +2\n"
              "0x000c  error: link: the file ends early: 8 bytes needed, 3 left\n"
              "12 of 15 bytes explained before reading failed\n");
}

TEST(Hex, ColoursByRole) {
    const std::string text = dump_text(linked_ddd(), {.style = DumpStyle::hex, .colour = true});
    EXPECT_NE(text.find("|00 01|\x1b[33mff\x1b[0m \x1b[33mff\x1b[0m|\x1b[2m00\x1b[0m|\x1b[36m00\x1b[0m|"),
              std::string::npos)
        << text;
}

}  // namespace
}  // namespace thaw::test
