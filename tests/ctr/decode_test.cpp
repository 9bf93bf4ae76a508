// Strips and frames: the game's rules where other tools differ (R8 to R11), and the way there and back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ctr/support.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/model/strips.hpp"
#include "support/processor_time.hpp"

namespace thaw::ctr {
namespace {

using namespace test;

constexpr u32 start = 1u << 31, fan = 1u << 30, flip = 1u << 29, cull = 1u << 28, from_slot = 1u << 26;
Command word(u32 flags, u32 slot, u32 colour, u32 texture = 0) { return {flags | slot << 16 | colour << 9 | texture}; }
std::array<u32, 3> vertices(const Face& face) {
    return {face.corners[0].vertex, face.corners[1].vertex, face.corners[2].vertex};
}
std::array<int, 3> colours(const Face& face) {
    return {face.corners[0].colour, face.corners[1].colour, face.corners[2].colour};
}
using Three = std::array<u32, 3>;

TEST(CtrStrips, StripsFansAndSlots) {
    const CommandList list{0,
                           {word(start, 1, 0),
                            word(0, 2, 1),
                            word(0, 3, 2),
                            word(cull, 4, 3),
                            word(fan | cull, 5, 4),
                            word(from_slot | start, 1, 5),
                            word(from_slot, 5, 6),
                            word(cull, 6, 7),
                            {terminator}}};
    const auto faces = faces_of(list);
    ASSERT_EQ(faces.size(), 4u);
    EXPECT_EQ(vertices(faces[0]), (Three{0, 1, 2}));
    EXPECT_EQ(vertices(faces[1]), (Three{1, 2, 3}));
    EXPECT_EQ(vertices(faces[2]), (Three{1, 3, 4})) << "a fan keeps the oldest vertex";
    EXPECT_EQ(vertices(faces[3]), (Three{0, 4, 5})) << "slots survive a new strip";
    const Usage usage = usage_of(list);
    EXPECT_EQ(usage.vertices, 6u);
    EXPECT_EQ(usage.colours, 8u);
}

TEST(CtrStrips, TheFirstCommandDrivesTheFirstFace) {  // R9
    const CommandList list{
        0, {word(start | cull | flip, 87, 0, 5), word(cull, 87, 0, 6), word(0, 87, 0, 7), {terminator}}};
    const auto faces = faces_of(list);
    ASSERT_EQ(faces.size(), 1u);
    EXPECT_EQ(faces[0].texture, 5);
    EXPECT_TRUE(faces[0].flipped);
    EXPECT_TRUE(faces[0].one_sided);
    EXPECT_EQ(usage_of(list).textures, 5u);
}

TEST(CtrStrips, AStripMayStartWithoutItsBitAndIgnoresItInTheFirstThree) {
    const CommandList list{0, {word(cull, 1, 0), word(start | cull, 2, 0), word(start | cull, 3, 0), {terminator}}};
    EXPECT_EQ(faces_of(list).size(), 1u);
}

TEST(CtrStrips, AWordWithoutUpperHalfRecoloursTheKeptVertices) {  // R8
    const CommandList list{
        0, {word(start, 1, 0), word(0, 2, 1), word(0, 3, 2), {9u << 9 | 8u << 2}, word(cull, 4, 3), {terminator}}};
    const auto faces = faces_of(list);
    ASSERT_EQ(faces.size(), 2u);
    EXPECT_EQ(colours(faces[0]), (std::array<int, 3>{0, 1, 2}));
    EXPECT_EQ(colours(faces[1]), (std::array<int, 3>{9, 8, 3}));
    EXPECT_EQ(usage_of(list).vertices, 4u);
    EXPECT_EQ(usage_of(list).colours, 10u);
}

TEST(CtrStrips, AShortStripAndAnUnwrittenSlotAreDropped) {
    EXPECT_TRUE(faces_of({0, {word(start, 1, 0), word(0, 2, 1), {terminator}}}).empty());
    EXPECT_TRUE(faces_of({0, {{terminator}}}).empty());
    const auto faces = faces_of({0, {word(start, 1, 0), word(from_slot, 9, 1), word(0, 2, 1), {terminator}}});
    ASSERT_EQ(faces.size(), 1u);
    EXPECT_FALSE(faces[0].is_complete());
}

TEST(CtrStrips, WindingFollowsTheFlipBit) {
    Face face;
    EXPECT_EQ(face.counter_clockwise(), (std::array<u8, 3>{0, 2, 1}));
    face.flipped = true;
    EXPECT_EQ(face.counter_clockwise(), (std::array<u8, 3>{0, 1, 2}));
}

// The triangles that come back, as sorted lists of corners in counter-clockwise order from the least vertex on.
using Flat = std::array<std::array<u32, 2>, 3>;
Flat rotated(Flat corners) {
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    return corners;
}

TEST(CtrStrips, EncodedTrianglesComeBack) {
    for (const bool recolour : {false, true}) {
        std::vector<PlainTriangle> triangles;
        constexpr u32 side = 24;  // more vertices than there are slots
        for (u32 y = 0; y + 1 < side; ++y) {
            for (u32 x = 0; x + 1 < side; ++x) {
                const u32 a = y * side + x, b = a + 1, c = a + side, d = c + 1;
                const auto paint = [&](u32 v) { return static_cast<u8>((v * 7 + (x % 5 == 0 ? y : 0)) % 128); };
                triangles.push_back({{a, b, c}, {paint(a), paint(b), paint(c)}, {}, x % 2 == 0});
                triangles.push_back({{b, d, c}, {paint(b), paint(d), paint(c)}, {}, false});
            }
        }
        const EncodedStrips encoded = strips_of(triangles, {.recolour = recolour});
        std::vector<Flat> want, got;
        for (const auto& t : triangles) {
            Flat flat{};
            for (std::size_t c = 0; c < 3; ++c) flat[c] = {t.vertices[c], t.colours[c]};
            want.push_back(rotated(flat));
        }
        for (const Face& face : faces_of({0, encoded.commands})) {
            ASSERT_TRUE(face.is_complete());
            Flat flat{};
            const auto order = face.counter_clockwise();
            for (std::size_t c = 0; c < 3; ++c) {
                const Corner& corner = face.corners[order[c]];
                flat[c] = {encoded.vertices[corner.vertex], corner.colour};
            }
            got.push_back(rotated(flat));
        }
        std::sort(want.begin(), want.end());
        std::sort(got.begin(), got.end());
        EXPECT_EQ(want, got);
        if (recolour) {
            EXPECT_LT(encoded.commands.size(), 3 * triangles.size() * 3 / 4);
        }
        for (const Command& command : encoded.commands) {
            if (command.word == terminator || command.word >> 16 == 0) continue;
            EXPECT_GE(command.slot(), 1);
            EXPECT_LE(command.slot(), 87);
        }
    }
}

// Lines, as edited models have them: a vertex twice, under two colours.
TEST(CtrStrips, TrianglesWithoutAreaComeBack) {
    const std::vector<PlainTriangle> triangles{{{5, 5, 7}, {1, 2, 3}}, {{7, 5, 9}, {3, 1, 4}}, {{9, 9, 9}, {4, 5, 6}},
                                               {{5, 7, 8}, {2, 3, 0}}, {{8, 7, 8}, {0, 3, 1}}, {{7, 8, 5}, {3, 1, 2}}};
    const auto sorted = [](std::vector<Flat> all) {
        for (Flat& flat : all) std::sort(flat.begin(), flat.end());
        std::sort(all.begin(), all.end());
        return all;
    };
    std::vector<Flat> want;
    for (const PlainTriangle& t : triangles) {
        want.push_back({{{t.vertices[0], t.colours[0]}, {t.vertices[1], t.colours[1]}, {t.vertices[2], t.colours[2]}}});
    }
    for (const bool recolour : {false, true}) {
        const auto encoded = strips_of(triangles, {.recolour = recolour, .tidy = true});
        std::vector<Flat> got;
        for (const Face& face : faces_of({0, encoded.commands})) {
            Flat& flat = got.emplace_back();
            for (std::size_t c = 0; c < 3; ++c) {
                flat[c] = {encoded.vertices[face.corners[c].vertex], face.corners[c].colour};
            }
        }
        EXPECT_EQ(sorted(want), sorted(got));
    }
}

// Triangles that all share an edge, or all three: whoever walks past the used ones again at every step never ends here.
TEST(CtrStrips, ManyTrianglesOnOneEdgeTakeNoLongerThanOthers) {
    constexpr u32 count = 50'000;
    const auto strips = [](bool coincident, bool coloured, const StripOptions& options) {
        std::vector<PlainTriangle> triangles(count);
        for (u32 t = 0; t < count; ++t) {
            triangles[t].vertices = {0, 1, coincident ? 2 : 2 + t};
            if (coloured) triangles[t].colours.fill(static_cast<u8>(t % 100));
        }
        return strips_of(triangles, options);
    };
    const ProcessorTime time;
    for (const StripOptions& options : {StripOptions{}, StripOptions{.tidy = true}, StripOptions{.recolour = true}}) {
        // One strip; a hundred of them if a strip has one colour.
        EXPECT_EQ(strips(true, false, options).commands.size(), count + 2 + 1);
        const std::size_t changes = count - count / 100;
        const auto coloured = strips(true, true, options).commands.size();
        if (!options.recolour) {
            EXPECT_EQ(coloured, count + 2 * 100 + 1);
        } else {
            EXPECT_GE(coloured, count + changes);
        }
        EXPECT_GE(strips(false, false, options).commands.size(), count + 2 + 1);
    }
    // Generous, for sanitizers. Walking past them again would take minutes.
    EXPECT_LT(time.seconds(), 30);
}

TEST(CtrFrames, RawBytesAreXZY) {
    Frame frame;
    frame.data = Blob::take({10, 30, 20, 1, 3, 2, 9});
    const auto grid = decode_frame(frame, nullptr, 2);
    ASSERT_EQ(grid.points.size(), 2u);
    EXPECT_EQ(grid.points[0], (GridPoint{10, 20, 30}));
    EXPECT_TRUE(grid.complete);
    EXPECT_FALSE(decode_frame(frame, nullptr, 3).complete);
    EXPECT_EQ(decode_frame(frame, nullptr, 3).points.size(), 2u);
}

TEST(CtrFrames, ScaleIsTwelveBitsOfFraction) {  // R2
    Frame frame;
    frame.origin = {-127, 0, 4};
    Mesh mesh;
    mesh.scale = {500, 1000, 4096};
    const auto at = position_of({255, 255, 0}, frame, mesh);
    EXPECT_DOUBLE_EQ(at.x, 128 * 500 / 4096.0);
    EXPECT_DOUBLE_EQ(at.y, 255 * 1000 / 4096.0);
    EXPECT_DOUBLE_EQ(at.z, 4);
}

TEST(CtrFrames, DeltasAddUpAndSevenIsAbsolute) {  // R10, R11
    // Vertex 0 whole (with a base that must be ignored), vertex 1: base (2, 3, 0) and one-bit fields 1, 0, 1 = -1, 0,
    // -1.
    const std::vector<Delta> deltas{{5u << 25 | 9u << 17 | 9u << 9 | 0x1FF}, {1u << 25 | 3u << 17}};
    Frame frame;
    const u32 bits = 100u << 24 | 50u << 16 | 7u << 8 | 0b101u << 5;
    frame.data = Blob::take(
        {static_cast<u8>(bits), static_cast<u8>(bits >> 8), static_cast<u8>(bits >> 16), static_cast<u8>(bits >> 24)});
    const auto grid = decode_frame(frame, &deltas, 2);
    EXPECT_TRUE(grid.complete);
    EXPECT_EQ(stream_bytes(deltas), 4u);
    ASSERT_EQ(grid.points.size(), 2u);
    EXPECT_EQ(grid.points[0], (GridPoint{100, 50, 7}));
    EXPECT_EQ(grid.points[1], (GridPoint{101, 53, 6}));
}

TEST(CtrFrames, AStreamThatEndsEarlyIsZeroBits) {
    const std::vector<Delta> deltas(3, {0x1FF});
    Frame frame;
    frame.data = Blob::take({4, 3, 2, 1});
    const auto grid = decode_frame(frame, &deltas, 3);
    EXPECT_FALSE(grid.complete);
    ASSERT_EQ(grid.points.size(), 3u);
    EXPECT_EQ(grid.points[0], (GridPoint{1, 2, 3}));
    EXPECT_EQ(grid.points[1], (GridPoint{4, 0, 0}));
    EXPECT_EQ(grid.points[2], (GridPoint{0, 0, 0}));
    EXPECT_FALSE(decode_frame(frame, &deltas, 4).complete) << "a vertex without delta";
}

TEST(CtrFrames, WhatIsCompressedComesBack) {
    std::vector<GridPose> poses(5);
    for (std::size_t p = 0; p < poses.size(); ++p) {
        for (u32 v = 0; v < 40; ++v) {
            poses[p].points.push_back({static_cast<u8>(v * 3 + p), static_cast<u8>(v * v + p * p * 20),
                                       static_cast<u8>(200 - v * 5 + (v * p) % 3)});
        }
    }
    const Compressed packed = compress(poses);
    EXPECT_EQ(packed.deltas[0].word, 0x1FFu) << "the first vertex is whole, for half-rate animations";
    for (std::size_t p = 0; p < poses.size(); ++p) {
        Frame frame;
        frame.data = Blob::copy_of(packed.frames[p]);
        EXPECT_EQ(packed.frames[p].size(), stream_bytes(packed.deltas));
        EXPECT_EQ(decode_frame(frame, &packed.deltas, 40).points, poses[p].points);
    }
    EXPECT_LT(packed.frames[0].size(), raw_bytes(40));
}

TEST(CtrFrames, HalfRateAnimationsStoreEverySecondFrame) {
    Animation animation;
    animation.num_frames = 0x8007;
    EXPECT_EQ(playback_frames(animation), 7u);
    EXPECT_EQ(stored_frames(animation), 4u);
    animation.num_frames = 7;
    EXPECT_EQ(stored_frames(animation), 7u);
}

}  // namespace
}  // namespace thaw::ctr
