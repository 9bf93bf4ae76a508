#include <gtest/gtest.h>

#include "inspect/documents.hpp"

namespace thaw::test {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string line_with(const std::string& text, std::string_view part) {
    const std::size_t at = text.find(part);
    if (at == std::string::npos) return "";
    const std::size_t from = text.rfind('\n', at) + 1;
    return text.substr(from, text.find('\n', at) - from);
}

TEST(Tree, SmallFileExactly) {
    EXPECT_EQ(dump_text(linked_ddd()),
              "part.ddd (ddd), 20 bytes\n"
              "0x0000     2  scaling          u16           1\n"
              "0x0002     2  flags            u16 flags     0xffff (external_frames)\n"
              "0x0004     1  padding          u8 reserved   0\n"
              "0x0005     1  num_base_models  u8 count      0\n"
              "0x0006     2  num_frames       u16 reserved  0\n"
              "0x0008     4  shadow_textures  u8[4]         0 0 0 0\n"
              "0x000c     8  link             text[8]       \"SW\\x1bD\"\n"
              "all 20 bytes explained, no slack\n");
}

TEST(Tree, PairExactly) {
    EXPECT_EQ(dump_text(small_pair(6, 16, 96)),
              "box_d.3d (data), 80 bytes\n"
              "0x0000     2  num_polys          u16 count        2\n"
              "0x0002     2  num_vertices       u16 count        3\n"
              "0x0004     2  bogus_rotation     u16 reserved     0\n"
              "0x0006     2  bogus_frame        u16 reserved     0\n"
              "0x0008    12  bogus_normal       u32[3] reserved  0 0 0\n"
              "0x0014     4  fix_scale          u32 reserved     0\n"
              "0x0018    12  unused             u32[3] reserved  0 0 0\n"
              "0x0024    12  padding            u8[12] reserved  0 0 0 0 0 0 0 0 0 0 0 0\n"
              "0x0030     6  polys[0].vertices  u16[3] index     0 1 2\n"
              "0x0036     1  polys[0].type      u8 flags         0x0b (style=3, weapon)\n"
              "0x0037     1  polys[0].color     u8 reserved      0\n"
              "0x0038     2  polys[0].uv0       u8[2]            0 0\n"
              "0x003a     2  polys[0].uv1       u8[2]            255 0\n"
              "0x003c     2  polys[0].uv2       u8[2]            0 255\n"
              "0x003e     1  polys[0].texture   u8               4\n"
              "0x003f     1  polys[0].flags     u8 reserved      0\n"
              "0x0040     6  polys[1].vertices  u16[3] index     0 0 0\n"
              "0x0046     1  polys[1].type      u8 flags         0x00 (style=0)\n"
              "0x0047     1  polys[1].color     u8 reserved      0\n"
              "0x0048     2  polys[1].uv0       u8[2]            0 0\n"
              "0x004a     2  polys[1].uv1       u8[2]            0 0\n"
              "0x004c     2  polys[1].uv2       u8[2]            0 0\n"
              "0x004e     1  polys[1].texture   u8               0\n"
              "0x004f     1  polys[1].flags     u8 reserved      0\n"
              "all 80 bytes explained, no slack\n"
              "\n"
              "box_a.3d (aniv), 100 bytes\n"
              "0x0000     2  num_frames             u16 count  6\n"
              "0x0002     2  frame_size             u16 count  16\n"
              "0x0004    96  frames                 grid       6 rows of 3 vertices, a row every 16 bytes, "
              "4 bytes between rows\n"
              "0x0004     4  frames[0].vertices[0]  u32        0x150e0700 (x=-256, y=448, z=84)\n"
              "0x0008     4  frames[0].vertices[1]  u32        0x312a231c (x=796, y=-700, z=196)\n"
              "0x000c     4  frames[0].vertices[2]  u32        0x4d463f38 (x=-200, y=199, z=309)\n"
              "0x0014     4  frames[1].vertices[0]  u32        0x857e7770 (x=-144, y=-50, z=-491)\n"
              "0x0018     4  frames[1].vertices[1]  u32        0xa19a938c (x=908, y=850, z=-378)\n"
              "0x001c     4  frames[1].vertices[2]  u32        0xbdb6afa8 (x=-88, y=-299, z=-266)\n"
              "              frames  … 4 more, 16 bytes each, 0x24 to 0x60\n"
              "all 100 bytes explained, 24 of them between rows, no slack\n");
}

TEST(Tree, NamesFlagsAndFolds) {
    const std::string text = dump_text(small_ddd());
    for (const char* part :
         {"rat.ddd (ddd), 394 bytes\n", "u8            2 (WALK)\n", "u8 flags      0x81 (foot, combat)\n",
          "0x18 (shiny, anime)\n", "0xd5 (weight=85, anchor)\n", "u8 index      0 (of 1)\n",
          "0x0075     4  bases[0].bones[0].joints                              u16[2] index  0 1\n",
          "              bases[0].vertices  … 4 more, 9 bytes each, 0x26 to 0x4a\n",
          "              frames  … 4 more, 0xd3 to 0x187\n",
          "0x0187     3  trailing                                              bytes slack   ca fe 00\n",
          "391 of 394 bytes explained, 3 slack\n"}) {
        EXPECT_TRUE(has(text, part)) << part;
    }
    EXPECT_FALSE(has(text, "vertices[2].position"));
    EXPECT_FALSE(has(text, "frames[2]"));
}

TEST(Tree, UnfoldedShowsEverything) {
    const std::string text = dump_text(small_ddd(), {.unfolded = true});
    EXPECT_TRUE(has(text, "bases[0].vertices[5].position"));
    EXPECT_TRUE(has(text, "frames[5].shadows[3].alpha"));
    EXPECT_FALSE(has(text, "…"));
    const std::string grid = dump_text(small_pair(6, 16, 96), {.unfolded = true});
    EXPECT_TRUE(has(grid, "frames[5].vertices[2]"));
    EXPECT_FALSE(has(grid, "…"));
}

TEST(Tree, LongListsOfValues) {
    EXPECT_EQ(
        line_with(dump_text(toy()), "  tail "),
        "0x0052   200  tail                  u16[100]       0 300 600 900 1200 1500 1800 2100 2400 2700 3000 3300 "
        "3600 3900 … 86 more");
    const std::string all = dump_text(toy(), {.unfolded = true});
    EXPECT_TRUE(has(all, "\n0x006e                                             4200 4500 4800 ")) << all;
    EXPECT_TRUE(has(all, " 29700\nall 282 bytes explained"));
}

TEST(Tree, ListsThatEndWithATerminator) {
    const std::string text = dump_text(toy());
    EXPECT_EQ(line_with(text, "links[3].weights"), "0x0043     4  links[3].weights      f32            1.5");
    EXPECT_EQ(line_with(text, "links  …"), "              links  … 3 more, 0x47 to 0x51");
    EXPECT_EQ(line_with(text, "infinity"), "0x0014     4  infinity              f32            -inf");
}

TEST(Tree, RowsOfAGrid) {
    EXPECT_TRUE(
        has(dump_text(small_pair(3, 8, 28)), "3 rows of 3 vertices, a row every 8 bytes, rows overlap by 4 bytes\n"));
    const std::string shorter = dump_text(small_pair(6, 12, 30));
    EXPECT_TRUE(has(shorter, "3 rows of 3 vertices, a row every 12 bytes, 6 declared\n"));
    EXPECT_TRUE(has(shorter, "0x001c     4  frames[2].vertices[0]"));
    EXPECT_FALSE(has(shorter, "frames[2].vertices[1]"));
    EXPECT_TRUE(has(dump_text(small_pair(2, 24, 48)), "i16[4]     x=1792 y=5390 z=8988 pad=12586\n"));
}

TEST(Tree, ABrokenFileUpToTheFailingField) {
    auto bytes = bytes_of(small_ddd(), "ddd");
    bytes.resize(0x140);  // inside frames[4], which would be folded
    const Dumped dumped = dump(with_bytes(small_ddd(), "ddd", bytes));
    ASSERT_FALSE(dumped.status.ok());
    EXPECT_EQ(dumped.status.error().code, Code::truncated);
    const std::size_t fold = dumped.text.find("              frames  … 2 more, 0xd3 to 0x12d\n");
    ASSERT_NE(fold, std::string::npos) << dumped.text;
    EXPECT_EQ(dumped.text.substr(dumped.text.find('\n', fold) + 1),
              "0x012d     1  frames[4].action                                      u8            5 (STUN_END)\n"
              "0x012e     1  frames[4].events                                      u8 flags      0x81 (foot, combat)\n"
              "0x012f     1  frames[4].base_model                                  u8 index      0 (of 1)\n"
              "0x0130     4  frames[4].movement                                    i16[2]        256 -1\n"
              "0x0134     2  frames[4].forwards[0].x                               i16           1\n"
              "0x0136     2  frames[4].forwards[0].y                               i16           2\n"
              "0x0138     2  frames[4].forwards[0].z                               i16           3\n"
              "0x013a  error: frames[4].joints: the file ends early: 2 elements of at least 6 bytes declared, "
              "6 bytes left\n"
              "314 of 320 bytes explained before reading failed\n");
}

TEST(Tree, ABrokenFileDoesNotHideTheOther) {
    const Dumped dumped = dump(with_bytes(small_pair(2, 24, 48), "data", {1, 2, 3}));
    EXPECT_EQ(dumped.status.error().file, "box_d.3d");
    EXPECT_TRUE(has(dumped.text, "0x0002  error: num_vertices: the file ends early"));
    // Without the data file nothing says that these are Deus Ex vertices.
    EXPECT_TRUE(has(dumped.text, "2 rows of 6 vertices, a row every 24 bytes\n"));
    const Dumped only = dump(with_bytes(small_pair(2, 24, 48), "data", {1, 2, 3}), {.role = "aniv"});
    EXPECT_EQ(only.status.error().file, "box_d.3d");
    EXPECT_TRUE(only.text.starts_with("box_a.3d (aniv), 52 bytes\n"));
}

TEST(Tree, OneRoleAlone) {
    const Subject pair = small_pair(2, 24, 48);
    const std::string text = dump_text(pair, {.role = "aniv"});
    EXPECT_TRUE(text.starts_with("box_a.3d (aniv), 52 bytes\n"));
    EXPECT_TRUE(has(text, "x=1792")) << "the data file still says what a vertex is";
    const Dumped missing = dump(pair, {.role = "link"});
    EXPECT_EQ(missing.status.error().code, Code::missing_part);
    EXPECT_EQ(missing.status.error().message, "the model has no file 'link'; it has data, aniv");
    EXPECT_EQ(dump({pair.format, {}}).status.error().code, Code::missing_part);
}

TEST(Tree, ColoursOnlyOnRequest) {
    EXPECT_FALSE(has(dump_text(small_ddd()), "\x1b"));
    const std::string text = dump_text(linked_ddd(), {.colour = true});
    EXPECT_TRUE(has(text, "\x1b[2m0x0005\x1b[0m     1  num_base_models  \x1b[36mu8 count    \x1b[0m  0\n"));
    EXPECT_TRUE(has(text, "scaling          u16           1\n"));
    // Without the escapes it is the same text.
    std::string bare;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\x1b') {
            bare += text[i];
        } else {
            i = text.find('m', i);
        }
    }
    EXPECT_EQ(bare, dump_text(linked_ddd()));
}

TEST(Tree, TextFromFilesIsEscaped) {
    const std::string text = dump_text(toy());
    EXPECT_FALSE(has(text, "\x1b"));
    EXPECT_TRUE(text.starts_with("a\\x1b[31m.toy (toy), 282 bytes\n"));
}

}  // namespace
}  // namespace thaw::test
