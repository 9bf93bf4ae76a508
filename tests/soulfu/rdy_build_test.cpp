// DDD to RDY and back: what the engine's recipe does to small models, and what is reported.
#include <gtest/gtest.h>

#include <limits>

#include "formats/soulfu/build/ddd.hpp"
#include "formats/soulfu/build/rdy.hpp"
#include "formats/soulfu/scene/edge_lines.hpp"
#include "formats/soulfu/scene/strips.hpp"
#include "soulfu/rdy_support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

ddd::Triangle triangle(u16 a, u16 b, u16 c) { return {{{{a, a}, {b, b}, {c, c}}}}; }

std::vector<std::vector<u16>> strips_of(const std::vector<ddd::Triangle>& triangles) {
    ddd::BaseModel base;
    base.slots[1] = {1, 0, 255, triangles};
    std::vector<std::vector<u16>> out;
    const auto strips = rdy::make_strips(base)[1];
    for (std::size_t i = 0; i < strips.size(); ++i) {
        out.emplace_back();
        for (const auto& corner : strips[i]) out.back().push_back(corner.vertex);
    }
    return out;
}

using Strips = std::vector<std::vector<u16>>;

TEST(Strips, ATriangleAloneStartsWhereItDoes) { EXPECT_EQ(strips_of({triangle(4, 2, 9)}), (Strips{{4, 2, 9}})); }

TEST(Strips, NeighboursThatFaceTheSameWayJoin) {
    EXPECT_EQ(strips_of({triangle(0, 1, 2), triangle(2, 1, 3)}), (Strips{{0, 1, 2, 3}}));
}

// The long walk promises two triangles, the strict one finds that the second faces the other way.
TEST(Strips, NeighboursThatFaceAwayDoNot) {
    EXPECT_EQ(strips_of({triangle(0, 1, 2), triangle(1, 2, 3)}), (Strips{{0, 1, 2}, {1, 2, 3}}));
}

TEST(Strips, TextureSeamsEndAStrip) {
    ddd::Triangle other = triangle(2, 1, 3);
    other.corners[0].tex_vertex = 7;
    EXPECT_EQ(strips_of({triangle(0, 1, 2), other}), (Strips{{0, 1, 2}, {2, 1, 3}}));
}

TEST(Strips, EveryTriangleIsInExactlyOne) {
    std::vector<ddd::Triangle> grid;
    constexpr u16 width = 20;
    for (u16 y = 0; y < 12; ++y) {
        for (u16 x = 0; x < width; ++x) {
            const auto a = static_cast<u16>(y * (width + 1) + x), b = static_cast<u16>(a + width + 1);
            grid.push_back(triangle(a, static_cast<u16>(a + 1), b));
            grid.push_back(triangle(static_cast<u16>(a + 1), static_cast<u16>(b + 1), b));
        }
    }
    std::size_t triangles = 0;
    for (const auto& strip : strips_of(grid)) triangles += strip.size() - 2;
    EXPECT_EQ(triangles, grid.size());
}

// Sixteen thousand triangles on one edge, without area or all alike: the time stays bounded.
TEST(Strips, HostileMeshesTakeNoLonger) {
    std::vector<ddd::Triangle> fan, same(rdy::most_triangles, triangle(1, 2, 3)),
        flat(rdy::most_triangles, triangle(1, 1, 1));
    for (u16 i = 0; i < rdy::most_triangles; ++i) fan.push_back(triangle(0, 1, static_cast<u16>(2 + i)));
    for (const auto& mesh : {fan, same, flat}) EXPECT_FALSE(strips_of(mesh).empty());
}

rdy::Slot slot_of(const std::vector<u16>& strip, u8 flags = 0) {
    rdy::Slot slot{1, flags, 255, {}, {}};
    std::vector<rdy::Corner> corners;
    for (const u16 v : strip) corners.push_back({v, 0});
    slot.strips.add(corners);
    return slot;
}

TEST(EdgeLines, AreEdgesWithATriangleOnBothSides) {
    const auto lines = rdy::make_edge_lines({slot_of({0, 1, 2, 3})});
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0], (rdy::EdgeLine{{1, 2}, {0, 3}}));
    EXPECT_TRUE(rdy::make_edge_lines({slot_of({0, 1, 2, 3}, 64)}).empty());
    EXPECT_TRUE(rdy::make_edge_lines({slot_of({0, 1, 2})}).empty());
}

ddd::Document frog() {
    auto model = read_ddd(load_file(source_folder() / "samples/soulfu/FROG.DDD"));
    ddd::Document document;
    document.file = document_of(*model).file;
    return document;
}

TEST(BuildRdy, TheFrogComesBackAsItWas) {
    const ddd::Document document = frog();
    Issues issues;
    const auto file = rdy::build_rdy(document, issues);
    ASSERT_TRUE(file.ok());
    const auto back = rdy::build_ddd(*file, issues);
    ASSERT_TRUE(back.ok());
    EXPECT_TRUE(issues.empty());
    EXPECT_EQ(back->scaling, document.file.scaling);
    ASSERT_EQ(back->frames.size(), document.file.frames.size());
    for (std::size_t v = 0; v < back->bases[0].vertices.size(); ++v) {
        EXPECT_EQ(back->bases[0].vertices[v].position, document.file.bases[0].vertices[v].position);
    }
}

std::vector<std::string> codes_for(const ddd::Document& document) {
    Issues issues;
    const auto file = rdy::build_rdy(document, issues);
    EXPECT_TRUE(file.ok());
    return codes_of(issues);
}

TEST(BuildRdy, SaysWhatItChangesAndLeavesOut) {
    ddd::Document document = frog();
    document.file.padding = 3;
    EXPECT_EQ(codes_for(document), std::vector<std::string>{"MADE_WITHOUT"});
    document = frog();
    document.file.trailing = Blob::take({1});
    EXPECT_EQ(codes_for(document), std::vector<std::string>{"MADE_WITHOUT"});
    document = frog();
    document.file.frames[1].forwards[0] = {};
    EXPECT_EQ(codes_for(document), std::vector<std::string>{"MADE_DIRECTION"});
    document = frog();
    document.file.bases[0].vertices[0].weight = 10;
    EXPECT_EQ(codes_for(document), std::vector<std::string>{"MADE_SWAPPED_BONES"});
    document = frog();
    document.file.bases[0].slots[0].triangles.push_back(triangle(1, 1, 1));
    document.file.bases[0].slots[0].triangles.push_back(triangle(1, 1, 1));
    EXPECT_EQ(codes_for(document), std::vector<std::string>{"MADE_WITHOUT_TRIANGLES"});
}

TEST(BuildRdy, HeavierBoneFirst) {
    ddd::Document document = frog();
    ddd::Vertex& vertex = document.file.bases[0].vertices[0];
    vertex.bones = {0, 1};
    vertex.weight = 0x80 | 61;
    Issues issues;
    const auto file = rdy::build_rdy(document, issues);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->bases[0].vertices[0].bones, (std::array<u8, 2>{1, 0}));
    EXPECT_EQ(file->bases[0].vertices[0].weight, 0x80 | 66);
}

TEST(BuildRdy, TakesInTheFramesOfALinkedFile) {
    const ddd::Document whole = frog();
    ddd::Document document = whole;
    document.file.flags |= ddd::external_frames;
    document.file.frames.clear();
    document.file.link = {'A', 'N', 'I', 'M'};
    Issues issues;
    const auto alone = rdy::build_rdy(document, issues);
    ASSERT_FALSE(alone.ok());
    EXPECT_EQ(alone.error().code, Code::missing_part);
    document.linked = whole.file;
    const auto file = rdy::build_rdy(document, issues);
    ASSERT_TRUE(file.ok());
    EXPECT_FALSE(file->is_linked());
    EXPECT_EQ(file->frames.size(), whole.file.frames.size());
    EXPECT_EQ(codes_of(issues), std::vector<std::string>{"MADE_SELF_CONTAINED"});
    document.linked->frames[0].joints.pop_back();
    EXPECT_FALSE(rdy::build_rdy(document, issues).ok());
}

TEST(BuildRdy, RefusesWhatTheEngineCouldNotRead) {
    Issues issues;
    ddd::Document document = frog();
    document.file.bases[0].bones[0].joints[0] = 5000;
    EXPECT_EQ(rdy::build_rdy(document, issues).error().code, Code::bad_index);
    document = frog();
    document.file.bases[0].slots[0].triangles.assign(rdy::most_triangles + 1, triangle(0, 1, 2));
    EXPECT_EQ(rdy::build_rdy(document, issues).error().code, Code::unrepresentable);
}

rdy::File ready_frog() {
    Issues issues;
    return std::move(*rdy::build_rdy(frog(), issues));
}

std::vector<std::string> codes_back(const rdy::File& file) {
    Issues issues;
    const auto back = rdy::build_ddd(file, issues);
    EXPECT_TRUE(back.ok());
    return codes_of(issues);
}

TEST(BuildDdd, SaysWhatItRoundsAndLeavesOut) {
    rdy::File file = ready_frog();
    file.bases[0].vertices[0].position[0] += 1e-5f;
    EXPECT_EQ(codes_back(file), std::vector<std::string>{"MADE_ROUNDED"});
    file = ready_frog();
    file.bases[0].vertices[0].hidden = 1;
    EXPECT_EQ(codes_back(file), std::vector<std::string>{"MADE_WITHOUT"});
    file = ready_frog();
    file.bases[0].tex_vertices[0].u = 1000;
    EXPECT_EQ(codes_back(file), std::vector<std::string>{"MADE_CLAMPED"});
    file = ready_frog();
    file.frames[0].joints[0].x = std::numeric_limits<f32>::quiet_NaN();
    EXPECT_EQ(codes_back(file), std::vector<std::string>{"MADE_CLAMPED"});
    file = ready_frog();
    file.bases[0].slots[0].fans.add(std::array<rdy::Corner, 4>{{{0, 0}, {1, 0}, {2, 0}, {3, 0}}});
    file.bases[0].slots[0].strips.add(std::array<rdy::Corner, 1>{{{0, 0}}});
    EXPECT_EQ(codes_back(file), (std::vector<std::string>{"MADE_TRIANGLES_OF_FANS", "MADE_WITHOUT_TRIANGLES"}));
    file = ready_frog();
    file.num_detail_levels = 2;
    file.bases.push_back(file.bases[0]);
    EXPECT_EQ(codes_back(file), std::vector<std::string>{"MADE_WITHOUT"});
    file = ready_frog();
    file.flags |= rdy::external_frames;
    Issues issues;
    EXPECT_EQ(rdy::build_ddd(file, issues).error().code, Code::unsupported);
}

TEST(Convert, OnlyWhereThereIsARecipe) {
    const auto model = read_ddd(load_file(source_folder() / "samples/soulfu/FROG.DDD"));
    Issues issues;
    EXPECT_EQ(convert_document(*model, *find_format("unreal"), issues).error().code, Code::unsupported);
    EXPECT_EQ(convert_document(*model, ddd::format, issues).error().code, Code::unsupported);
    const auto made = convert_document(*model, rdy::format, issues);
    ASSERT_TRUE(made.ok());
    const auto written = write(*made);
    ASSERT_TRUE(written.ok());
    EXPECT_TRUE(written->parts[0].bytes == load_file(source_folder() / "samples/soulfu/FROG.RDY"));
    const auto again = read_rdy(written->parts[0].bytes);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(validate(*again, Profile::game)->empty());
}

TEST(RdyVariants, ThereAndBackIsTheSameFile) {
    const Blob frog_bytes = load_file(source_folder() / "samples/soulfu/FROG.RDY");
    for (const std::string_view variant : rdy::format.variants) {
        SCOPED_TRACE(variant);
        auto model = read_rdy(frog_bytes);
        ASSERT_TRUE(model.ok());
        Issues issues;
        ASSERT_TRUE(convert_variant(*model, variant, issues).ok());
        const auto other = read_rdy(write(*model)->parts[0].bytes);
        ASSERT_TRUE(other.ok());
        EXPECT_EQ(summarise(*other)->variant, variant);
        EXPECT_TRUE(validate(*other, Profile::game)->empty());
        ASSERT_TRUE(convert_variant(*model, "portable", issues).ok());
        EXPECT_TRUE(write(*model)->parts[0].bytes == frog_bytes);
    }
}

}  // namespace
}  // namespace thaw::test
