// From bytes to fields and back: --at and --field.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/coverage.hpp"
#include "inspect/documents.hpp"
#include "inspect/find.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

using inspect::ByteProbe;
using inspect::Field;

Dumped at(const Subject& subject, u64 byte, std::string role = {}) {
    return dump(subject, {.at = byte, .role = std::move(role)});
}
Dumped field(const Subject& subject, std::string path) { return dump(subject, {.field = std::move(path)}); }

std::string failure(const Dumped& dumped) { return dumped.status.ok() ? "" : to_string(dumped.status.error()); }

TEST(At, NamesTheFieldAndWhatItIsPartOf) {
    EXPECT_EQ(at(small_ddd(), 0x78).text,
              "rat.ddd (ddd), 394 bytes\n"
              "byte 0x78 is in bases[0].bones[0].joints[1] (byte 2 of 2)\n"
              "it is part of node bone_0; node SADDLE\n"
              "0x0077     2  bases[0].bones[0].joints[1]  u16 index     1\n"
              "0x0075     4  bases[0].bones[0].joints     u16[2] index  0 1\n"
              "0x0074     5  bases[0].bones[0]\n"
              "0x0074     5  bases[0].bones                             1 element of 5 bytes\n"
              "0x000c   109  bases[0]\n");
}

TEST(At, FoldedElementsAreFound) {
    EXPECT_EQ(at(small_ddd(), 0x49).text,
              "rat.ddd (ddd), 394 bytes\n"
              "byte 0x49 is in bases[0].vertices[5].weight\n"
              "0x0049     1  bases[0].vertices[5].weight  u8 flags  0x3f (weight=63)\n"
              "0x0041     9  bases[0].vertices[5]\n"
              "0x0014    54  bases[0].vertices                      6 elements of 9 bytes\n"
              "0x000c   109  bases[0]\n");
}

TEST(At, SlackSaysSo) {
    EXPECT_EQ(at(small_ddd(), 0x188).text,
              "rat.ddd (ddd), 394 bytes\n"
              "byte 0x188 is in trailing (byte 2 of 3), which no field explains\n"
              "0x0187     3  trailing      bytes slack  ca fe 00\n");
}

TEST(At, OverlappingRowsBothHoldTheByte) {
    EXPECT_EQ(at(small_pair(3, 8, 28), 0x0D, "aniv").text,
              "box_a.3d (aniv), 32 bytes\n"
              "byte 0xd is in frames[0].vertices[2] (byte 2 of 4) and in frames[1].vertices[0]\n"
              "0x000c     4  frames[0].vertices[2]  u32     0x4d463f38 (x=-200, y=199, z=309)\n"
              "0x000c     4  frames[1].vertices[0]  u32     0x4d463f38 (x=-200, y=199, z=309)\n"
              "0x0004    12  frames[0]\n"
              "0x0004    28  frames                         3 rows of 3 vertices, a row every 8 bytes, "
              "rows overlap by 4 bytes\n");
}

TEST(At, BytesThatAreInNoRow) {
    const auto second_line = [](const Dumped& dumped) {
        const std::size_t from = dumped.text.find('\n') + 1;
        return dumped.text.substr(from, dumped.text.find('\n', from) - from);
    };
    EXPECT_EQ(second_line(at(small_pair(6, 16, 96), 0x12, "aniv")),
              "byte 0x12 is in frames (byte 15 of 96), between frames[0] and frames[1]");
    EXPECT_EQ(second_line(at(small_pair(6, 16, 96), 0x63, "aniv")),
              "byte 0x63 is in frames (byte 96 of 96), after frames[5]");
    EXPECT_EQ(second_line(at(small_pair(6, 12, 30), 0x21, "aniv")),
              "byte 0x21 is in frames (byte 30 of 30), in a cell that the end of the file cuts off");
    EXPECT_EQ(second_line(at(small_pair(60000, 0, 12), 0x5, "aniv")),
              "byte 0x5 is in frames[0].vertices[0] (byte 2 of 4) and in frames[1].vertices[0] and in "
              "frames[2].vertices[0] and in frames[3].vertices[0] and in 59996 more");
}

TEST(At, WithoutRoleTheFirstFileIsMeant) {
    Subject pair = small_pair(3, 8, 28);
    EXPECT_TRUE(at(pair, 0).text.starts_with("box_d.3d (data), 80 bytes\nbyte 0x0 is in num_polys"));
    std::swap(pair.bundle.parts[0], pair.bundle.parts[1]);
    EXPECT_TRUE(at(pair, 0).text.starts_with("box_a.3d (aniv), 32 bytes\nbyte 0x0 is in num_frames"));
}

TEST(At, PastTheEndNamesTheSize) {
    const Dumped dumped = at(small_ddd(), 394);
    EXPECT_EQ(failure(dumped), "rat.ddd: there is no byte 0x18a; the file has 394 bytes, the last is 0x189");
    EXPECT_EQ(dumped.text, "");
    EXPECT_FALSE(at(small_ddd(), ~u64{0}).status.ok());
}

TEST(At, InABrokenFile) {
    auto bytes = bytes_of(small_ddd(), "ddd");
    bytes.resize(0xC8);
    const Subject broken = with_bytes(small_ddd(), "ddd", bytes);
    const Dumped before = at(broken, 0xAA);
    EXPECT_NE(before.text.find("frames[1].movement[0]"), std::string::npos);
    EXPECT_NE(before.text.find("0x00a6     0  frames[1]                      reading stops inside"), std::string::npos)
        << before.text;
    EXPECT_EQ(before.status.error().code, Code::truncated);
    const Dumped behind = at(broken, 0xC5);
    EXPECT_EQ(behind.text, "");
    EXPECT_EQ(behind.status.error().path, "frames[1].shadows[2].corners");
}

TEST(FieldPath, ShowsItAndWhatIsBelow) {
    EXPECT_EQ(field(small_ddd(), "bases[0].bones[0]").text,
              "rat.ddd (ddd), 394 bytes\n"
              "0x0074     1  bases[0].bones[0].id      u8            5 (SADDLE)\n"
              "0x0075     4  bases[0].bones[0].joints  u16[2] index  0 1\n");
    EXPECT_EQ(field(small_ddd(), "bases[0].bones[0].joints[1]").text,
              "rat.ddd (ddd), 394 bytes\n"
              "0x0077     2  bases[0].bones[0].joints[1]  u16 index  1\n");
    EXPECT_EQ(field(small_ddd(), "bases[0].vertices[5].position").text,
              "rat.ddd (ddd), 394 bytes\n"
              "0x0041     6  bases[0].vertices[5].position  i16[3]  5 -220 12\n");
    EXPECT_EQ(field(small_ddd(), "bases[0].vertices[0].weight.anchor").text,
              "rat.ddd (ddd), 394 bytes\n"
              "0x001c     1  bases[0].vertices[0].weight.anchor  bit 7   1\n");
    EXPECT_EQ(field(small_ddd(), "trailing[1]").text,
              "rat.ddd (ddd), 394 bytes\n"
              "0x0188     1  trailing[1]   byte slack  fe\n");
}

TEST(FieldPath, AWholeArrayIsFolded) {
    const std::string text = field(small_ddd(), "frames").text;
    EXPECT_NE(text.find("frames[1].action"), std::string::npos);
    EXPECT_EQ(text.find("frames[2].action"), std::string::npos);
    EXPECT_TRUE(text.ends_with("              frames  … 4 more, 0xd3 to 0x187\n")) << text;
    EXPECT_EQ(text.find("scaling"), std::string::npos);
}

TEST(FieldPath, InsideGrids) {
    const Subject pair = small_pair(6, 16, 96);
    EXPECT_EQ(field(pair, "frames[5].vertices[2]").text,
              "box_a.3d (aniv), 100 bytes\n"
              "0x005c     4  frames[5].vertices[2]  u32     0x7d766f68 (x=-152, y=-307, z=501)\n");
    EXPECT_EQ(field(pair, "frames[5].vertices[2].y").text,
              "box_a.3d (aniv), 100 bytes\n"
              "0x005c     4  frames[5].vertices[2].y  bits 11-21  -307\n");
    EXPECT_EQ(field(small_pair(2, 24, 48), "frames[1].vertices[2].z").text,
              "box_a.3d (aniv), 52 bytes\n"
              "0x0030     2  frames[1].vertices[2].z  i16     15156\n");
    EXPECT_EQ(field(pair, "frames[5]").text,
              "box_a.3d (aniv), 100 bytes\n"
              "0x0054     4  frames[5].vertices[0]  u32     0x453e3730 (x=-208, y=-58, z=276)\n"
              "0x0058     4  frames[5].vertices[1]  u32     0x615a534c (x=844, y=842, z=389)\n"
              "0x005c     4  frames[5].vertices[2]  u32     0x7d766f68 (x=-152, y=-307, z=501)\n");
}

TEST(FieldPath, AMissingOneSaysWhatThereIs) {
    EXPECT_EQ(
        failure(field(small_ddd(), "bases[0].bones[3].joints")),
        "rat.ddd: there is no 'bases[0].bones[3].joints'; bases[0] has num_vertices, num_tex_vertices, "
        "num_joints, num_bones, vertices[0] to [5], tex_vertices[0] to [1], slots[0] to [3], joint_sizes, bones[0]");
    EXPECT_EQ(failure(field(small_ddd(), "nothing")),
              "rat.ddd: there is no 'nothing'; the file has scaling, flags, padding, num_base_models, num_frames, "
              "shadow_textures, bases[0], frames[0] to [5], trailing");
    EXPECT_EQ(failure(field(small_ddd(), "bases[0].vertices[0].position[3]")),
              "rat.ddd: there is no 'bases[0].vertices[0].position[3]'; bases[0].vertices[0].position has "
              "position[0] to [2]");
    EXPECT_EQ(
        failure(field(small_ddd(), "bases[0].vertices[0].weight.none")),
        "rat.ddd: there is no 'bases[0].vertices[0].weight.none'; bases[0].vertices[0].weight has weight, anchor");
    EXPECT_EQ(failure(field(small_ddd(), "scaling.x")),
              "rat.ddd: there is no 'scaling.x'; scaling has no fields below it");
    EXPECT_EQ(failure(field(small_pair(6, 16, 96), "frames[6]")),
              "box_a.3d: there is no 'frames[6]'; frames has frames[0] to [5]");
    EXPECT_EQ(failure(field(small_pair(6, 16, 96), "frames[5].vertices[3]")),
              "box_a.3d: there is no 'frames[5].vertices[3]'; frames[5] has vertices[0] to [2]");
    EXPECT_EQ(field(small_ddd(), "nothing").status.error().code, Code::bad_value);
}

TEST(FieldPath, WhatIsNoPath) {
    for (const char* path : {".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[1", "a[1]b", "[1]", "a[-1]", "a[1][2]",
                             "a[99999999999999999999999]"}) {
        const Dumped dumped = field(small_ddd(), path);
        ASSERT_FALSE(dumped.status.ok()) << path;
        EXPECT_NE(dumped.status.error().message.find("is not a field path"), std::string::npos) << path;
        EXPECT_EQ(dumped.text, "") << path;
    }
}

TEST(FieldPath, OfEveryFileThatHasIt) {
    auto bytes = bytes_of(small_pair(3, 8, 28), "data");
    bytes.push_back(1);
    Subject pair = with_bytes(small_pair(3, 8, 28), "data", bytes);
    bytes = bytes_of(pair, "aniv");
    bytes.push_back(2);
    pair = with_bytes(pair, "aniv", bytes);
    EXPECT_EQ(field(pair, "trailing").text,
              "box_d.3d (data), 81 bytes\n"
              "0x0050     1  trailing      byte slack  01\n"
              "\n"
              "box_a.3d (aniv), 33 bytes\n"
              "0x0020     1  trailing      byte slack  02\n");
    EXPECT_EQ(dump(pair, {.field = "trailing", .role = "aniv"}).text,
              "box_a.3d (aniv), 33 bytes\n0x0020     1  trailing      byte slack  02\n");
}

// For every byte of a file: the field that --at names holds it, and --field finds that field at the same place.
void expect_round_trip(const Format& format, const Bundle& bundle) {
    auto document = format.blank();
    for (const PartRole& role : format.parts) {
        const Part* part = bundle.find(role.role);
        if (part == nullptr) continue;
        inspect::Coverage coverage;
        ASSERT_TRUE(annotate_part(format, *document, *part, {}, coverage).ok());
        for (u64 byte = 0; byte < coverage.size(); ++byte) {
            ByteProbe probe(byte);
            ASSERT_TRUE(annotate_part(format, *document, *part, {}, probe).ok());
            if (!probe.found() && coverage.report().is_image) continue;  // slack between tables
            ASSERT_TRUE(probe.found()) << part->name << " byte " << byte;
            for (const Field& found : probe.fields()) {
                ASSERT_LE(found.offset, byte);
                ASSERT_GT(found.end(), byte);
                const auto target = inspect::parse_path(found.path);
                ASSERT_TRUE(target.ok()) << found.path;
                inspect::PathProbe path(*target);
                ASSERT_TRUE(annotate_part(format, *document, *part, {}, path).ok());
                EXPECT_TRUE(path.found()) << found.path;
                if (byte % 7 != 0) continue;  // the dump itself is slower
                StringSink sink;
                ASSERT_TRUE(inspect::dump(format, bundle,
                                          {.style = inspect::DumpStyle::json, .field = found.path, .role = part->role},
                                          {}, sink)
                                .ok());
                const std::string offset = "\"offset\":" + std::to_string(found.offset) + ",";
                const std::string path_member = "\"path\":\"" + found.path + "\"," + offset;
                EXPECT_NE(sink.text.find(path_member), std::string::npos) << found.path << "\n" << sink.text;
            }
            if (coverage.report().is_image) continue;  // what a pointer leads to lies outside its parent
            for (const auto& parent : probe.parents()) {
                EXPECT_LE(parent.field.offset, byte);
                EXPECT_GT(parent.field.offset + parent.size, byte) << parent.field.path;
            }
        }
    }
}

TEST(Property, BytesAndPathsAgree) {
    for (const auto& subject : {small_ddd(), linked_ddd(), small_pair(6, 16, 96), small_pair(3, 8, 28),
                                small_pair(2, 24, 48), small_pair(6, 12, 30), small_pair(6, 0, 12), toy()}) {
        expect_round_trip(*subject.format, subject.bundle);
    }
    const u64 largest = sanitized ? 256 : 2048;
    for (const auto& fixture : all_fixtures()) {
        if (!fixture.error && fixture.bundle.size() < largest) expect_round_trip(*fixture.format, fixture.bundle);
    }
}

}  // namespace
}  // namespace thaw::test
