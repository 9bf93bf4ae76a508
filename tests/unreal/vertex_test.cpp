// The packed vertex and the accessors over frames.
#include <gtest/gtest.h>

#include "formats/unreal/mesh/survey.hpp"
#include "unreal/support.hpp"

namespace thaw::unreal {
namespace {

TEST(PackedVertex, GoldenWords) {
    struct Golden {
        Point point;
        u32 word;
    };
    constexpr Golden table[] = {{{0, 0, 0}, 0x00000000},
                                {{-1, -1, -1}, 0xFFFFFFFF},
                                {{1023, -1024, 511}, 0x7FE003FF},
                                {{-1024, 1023, -512}, 0x801FFC00},
                                {{1, 2, 3}, 0x00C01001}};
    for (const Golden& g : table) {
        EXPECT_EQ(pack(g.point), g.word);
        EXPECT_TRUE(same(unpack(g.word), g.point)) << g.word;
    }
}

TEST(PackedVertex, EveryValueOfEveryAxis) {
    for (i32 v = -1024; v < 1024; ++v) {
        for (const i32 other : {-512, -1, 0, 1, 511}) {
            EXPECT_TRUE(same(unpack(pack({v, other, other})), {v, other, other}));
            EXPECT_TRUE(same(unpack(pack({other, v, other})), {other, v, other}));
        }
    }
    for (i32 v = -512; v < 512; ++v) EXPECT_TRUE(same(unpack(pack({-1024, 1023, v})), {-1024, 1023, v}));
}

TEST(PackedVertex, EveryWordComesBack) {
    // A walk with a large odd step meets words all over the 32 bits.
    u32 word = 0;
    for (u32 i = 0; i < (1u << 20); ++i, word += 0x9E3779B1u) ASSERT_EQ(pack(unpack(word)), word);
}

Document pair_of(u16 vertices, u16 frames, u16 frame_size, std::size_t bytes) {
    Document d;
    d.data.emplace();
    d.data->num_vertices = vertices;
    d.aniv.emplace();
    d.aniv->num_frames = frames;
    d.aniv->frame_size = frame_size;
    std::vector<u8> raw(bytes);
    for (std::size_t i = 0; i < bytes; ++i) raw[i] = static_cast<u8>(i);
    d.aniv->frames = Blob::take(std::move(raw));
    return d;
}

TEST(Frames, DeusExIsExactEquality) {
    for (u32 size = 0; size < 200; ++size) {
        EXPECT_EQ(pair_of(10, 1, static_cast<u16>(size), 0).is_deus_ex(), size == 80) << size;
    }
    EXPECT_FALSE(pair_of(0, 1, 0, 0).is_deus_ex());
}

TEST(Frames, StrideIsTheFrameSizeWhateverTheVertices) {
    const Document larger = pair_of(3, 2, 20, 40);
    EXPECT_EQ(larger.stride(), 20u);
    EXPECT_EQ(larger.frames_present(), 2u);
    EXPECT_TRUE(same(larger.vertex(1, 0), unpack(0x17161514)));
    const Document smaller = pair_of(3, 2, 8, 16);
    EXPECT_EQ(smaller.vertices_present(0), 3u);
    EXPECT_EQ(smaller.vertices_present(1), 2u);
    EXPECT_TRUE(same(smaller.vertex(0, 2), smaller.vertex(1, 0)));
}

TEST(Frames, WrappedFrameSizeIsUndone) {
    const Document standard = pair_of(16386, 2, 8, 65544 + 4);
    EXPECT_TRUE(standard.has_wrapped_frame_size());
    EXPECT_FALSE(standard.is_deus_ex());
    EXPECT_EQ(standard.stride(), 65544u);
    EXPECT_EQ(standard.frames_present(), 2u);
    EXPECT_EQ(standard.vertices_present(1), 1u);
    const Document deus_ex = pair_of(8193, 2, 8, 65544 + 8);
    EXPECT_TRUE(deus_ex.is_deus_ex());
    EXPECT_TRUE(deus_ex.has_wrapped_frame_size());
    EXPECT_EQ(deus_ex.stride(), 65544u);
    EXPECT_FALSE(pair_of(100, 2, 8, 16).has_wrapped_frame_size());
}

TEST(Frames, DeclaredCountsBeyondTheFile) {
    const Document d = pair_of(2, 65535, 8, 20);
    EXPECT_EQ(d.frames_present(), 3u);
    EXPECT_EQ(d.vertices_present(2), 1u);
    EXPECT_EQ(d.vertices_present(3), 0u);
    EXPECT_EQ(pair_of(2, 65535, 8, 3).frames_present(), 0u);
    EXPECT_EQ(pair_of(2, 65535, 0, 8).frames_present(), 65535u);
}

TEST(Survey, IdenticalFrames) {
    Document d = pair_of(2, 3, 8, 24);
    EXPECT_FALSE(frames_are_identical(d));
    d.aniv->frames = Blob::take(std::vector<u8>(24, 7));
    EXPECT_TRUE(frames_are_identical(d));
    d.aniv->num_frames = 1;
    EXPECT_FALSE(frames_are_identical(d));
    // Overlapping rows: a stride of 4 in rows of 8 bytes.
    d.aniv->num_frames = 5;
    d.aniv->frame_size = 4;
    EXPECT_TRUE(frames_are_identical(d));
    std::vector<u8> last_differs(24, 7);
    last_differs[23] = 8;
    d.aniv->frames = Blob::take(std::move(last_differs));
    EXPECT_FALSE(frames_are_identical(d));
}

TEST(Survey, DuplicatesInAnyOrder) {
    DataFile data;
    data.num_vertices = 5;
    for (const auto& v :
         {std::array<u16, 3>{0, 1, 2}, {3, 1, 0}, {2, 0, 1}, {0, 0, 1}, {1, 0, 0}, {1, 2, 0}, {9, 8, 7}, {9, 8, 7}}) {
        Poly poly;
        poly.vertices = v;
        data.polys.push_back(poly);
    }
    const auto found = duplicate_triangles(data);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].poly, 2u);
    EXPECT_EQ(found[0].first, 0u);
    EXPECT_EQ(found[1].poly, 5u);
    EXPECT_EQ(found[1].first, 0u);
}

}  // namespace
}  // namespace thaw::unreal
