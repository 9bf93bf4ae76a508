// Standard to Deus Ex and back: exact where the numbers allow it, reported where not.
#include <gtest/gtest.h>

#include "base/endian.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/variant.hpp"
#include "unreal/support.hpp"

namespace thaw::unreal {
namespace {

Document standard_pair(u16 vertices, u16 frames, u16 frame_size, const std::vector<Point>& points) {
    Document d;
    d.data.emplace().num_vertices = vertices;
    d.aniv.emplace();
    d.aniv->num_frames = frames;
    d.aniv->frame_size = frame_size;
    std::vector<u8> bytes(points.size() * 4);
    for (std::size_t i = 0; i < points.size(); ++i) store<u32>(bytes.data() + 4 * i, pack(points[i]), Order::little);
    d.aniv->frames = Blob::take(std::move(bytes));
    return d;
}

Document deus_ex_pair(const std::vector<std::array<i16, 4>>& vertices) {
    Document d;
    d.data.emplace().num_vertices = static_cast<u16>(vertices.size());
    d.aniv.emplace();
    d.aniv->num_frames = 1;
    d.aniv->frame_size = static_cast<u16>(8 * vertices.size());
    std::vector<u8> bytes(vertices.size() * 8);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        for (std::size_t k = 0; k < 4; ++k) store<i16>(bytes.data() + 8 * i + 2 * k, vertices[i][k], Order::little);
    }
    d.aniv->frames = Blob::take(std::move(bytes));
    return d;
}

const Issue* find(const Issues& issues, const IssueKind& kind) {
    for (const Issue& issue : issues.list()) {
        if (issue.is(kind)) return &issue;
    }
    return nullptr;
}

TEST(Variant, StandardToDeusExIsExactForEveryValue) {
    std::vector<Point> points;
    for (i32 v = -1024; v < 1024; ++v) points.push_back({v, -1 - v, v / 2});
    Document d = standard_pair(2048, 1, 4 * 2048, points);
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "deusex", issues));
    ASSERT_TRUE(d.is_deus_ex());
    EXPECT_EQ(d.aniv->frame_size, 8 * 2048);
    for (u64 i = 0; i < points.size(); ++i) {
        const Point p = points[static_cast<std::size_t>(i)];
        ASSERT_TRUE(same(d.vertex(0, i), {p.x * 32, p.y * 32, p.z * 64})) << i;
    }
    EXPECT_EQ(issues.list().size(), 1u);
    ASSERT_TRUE(convert_variant(d, "standard", issues));
    for (u64 i = 0; i < points.size(); ++i) ASSERT_TRUE(same(d.vertex(0, i), points[static_cast<std::size_t>(i)]));
    EXPECT_EQ(issues.list().size(), 2u);
    EXPECT_EQ(issues.worst(), Severity::info);
}

TEST(Variant, ScaleIsTold) {
    Document d = standard_pair(1, 1, 4, {{1, 2, 3}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "deusex", issues));
    const Issue* scale = find(issues, issue::variant_scale);
    ASSERT_NE(scale, nullptr);
    EXPECT_EQ(scale->expected, "X=0.003125 Y=0.003125 Z=0.003125");
    EXPECT_EQ(scale->found, "the default X=0.1 Y=0.1 Z=0.2");
}

TEST(Variant, RoundingIsCounted) {
    Document d = deus_ex_pair({{32, 64, -64, 0}, {33, -48, 96, 0}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "standard", issues));
    EXPECT_TRUE(same(d.vertex(0, 0), {1, 2, -1}));
    EXPECT_TRUE(same(d.vertex(0, 1), {1, -2, 2}));  // -1.5 and 1.5 round away from zero
    const Issue* rounded = find(issues, issue::variant_rounded);
    ASSERT_NE(rounded, nullptr);
    EXPECT_EQ(rounded->found, "3 coordinates rounded by at most 32");
    EXPECT_EQ(find(issues, issue::variant_out_of_range), nullptr);
}

TEST(Variant, ValuesThatDoNotFitAreErrorsWithTheirPath) {
    Document d = deus_ex_pair({{0, 0, 0, 0}, {32767, -32768, 32736, 0}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "standard", issues));
    EXPECT_TRUE(same(d.vertex(0, 1), {1023, -1024, 511}));
    std::size_t outside = 0;
    for (const Issue& issue : issues.list()) {
        if (issue.kind != &issue::variant_out_of_range) continue;
        ++outside;
        EXPECT_EQ(issue.path, "frames[0].vertices[1]");
        EXPECT_EQ(issue.severity, Severity::error);
    }
    EXPECT_EQ(outside, 2u);
}

TEST(Variant, PadIsReported) {
    Document d = deus_ex_pair({{0, 0, 0, 5}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "standard", issues));
    ASSERT_NE(find(issues, issue::variant_dropped), nullptr);
    EXPECT_EQ(find(issues, issue::variant_dropped)->found, "fourth number of 1 vertex");
}

TEST(Variant, ExtraBytesPerFrameAreReported) {
    Document d = standard_pair(1, 2, 12, {{1, 1, 1}, {9, 9, 9}, {9, 9, 9}, {2, 2, 2}, {9, 9, 9}, {9, 9, 9}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "deusex", issues));
    EXPECT_TRUE(same(d.vertex(0, 0), {32, 32, 64}));
    EXPECT_TRUE(same(d.vertex(1, 0), {64, 64, 128}));
    EXPECT_EQ(d.aniv->frames.size(), 16u);
    const Issue* dropped = find(issues, issue::variant_dropped);
    ASSERT_NE(dropped, nullptr);
    EXPECT_EQ(dropped->found, "16 bytes between or after the vertices of 2 frames");
}

TEST(Variant, ShortLastFrameStaysShortAndDeclaredFramesStay) {
    Document d = standard_pair(2, 9, 8, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "deusex", issues));
    EXPECT_EQ(d.aniv->num_frames, 9);
    EXPECT_EQ(d.frames_present(), 2u);
    EXPECT_EQ(d.vertices_present(1), 1u);
    EXPECT_EQ(issues.list().size(), 1u);
}

TEST(Variant, OverlappingFramesAreSpreadAndHolesFilled) {
    Document d = standard_pair(3, 3, 4, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "deusex", issues));
    EXPECT_TRUE(same(d.vertex(0, 2), {96, 96, 192}));
    EXPECT_TRUE(same(d.vertex(1, 1), {96, 96, 192}));
    EXPECT_TRUE(same(d.vertex(1, 2), {0, 0, 0}));
    ASSERT_NE(find(issues, issue::variant_filled), nullptr);
    EXPECT_EQ(find(issues, issue::variant_filled)->found, "1 vertex");
}

TEST(Variant, TrailingBytesStay) {
    Document d = standard_pair(1, 1, 4, {{1, 2, 3}});
    d.aniv->trailing = Blob::take({1, 2, 3, 4});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "deusex", issues));
    EXPECT_EQ(d.aniv->trailing.size(), 4u);
}

TEST(Variant, Refusals) {
    Issues issues;
    Document many = standard_pair(8192, 1, 4 * 8192, {});
    auto status = convert_variant(many, "deusex", issues);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Code::unrepresentable);
    EXPECT_EQ(status.error().path, "num_vertices");
    Document hostile = standard_pair(8000, 65535, 0, std::vector<Point>(8000, Point{0, 0, 0}));
    EXPECT_EQ(convert_variant(hostile, "deusex", issues).error().code, Code::over_budget);
    Document half;
    half.data.emplace();
    EXPECT_EQ(convert_variant(half, "deusex", issues).error().code, Code::missing_part);
    EXPECT_EQ(convert_variant(half, "klingon", issues).error().code, Code::unsupported);
    Document none = standard_pair(0, 1, 4, {});
    EXPECT_EQ(convert_variant(none, "deusex", issues).error().code, Code::unrepresentable);
    EXPECT_TRUE(issues.empty());
}

TEST(Variant, TheSameVariantChangesNothing) {
    Document d = standard_pair(1, 1, 7, {{1, 2, 3}});
    Issues issues;
    ASSERT_TRUE(convert_variant(d, "standard", issues));
    EXPECT_EQ(d.aniv->frame_size, 7);
    EXPECT_TRUE(issues.empty());
}

}  // namespace
}  // namespace thaw::unreal
