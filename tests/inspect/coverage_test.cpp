#include "inspect/coverage.hpp"

#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/documents.hpp"

namespace thaw::inspect {
namespace {

using Stretch = Coverage::Run;

constexpr u8 zeros[64] = {};

Leaf leaf(u64 offset, std::size_t size, Role role = Role::value) {
    return {"f", offset, Bytes(zeros, size), Kind::unsigned8, size, {.role = role}, Order::little, nullptr};
}

TEST(Coverage, EachByteOnce) {
    Coverage coverage;
    coverage.leaf(leaf(0, 4));
    EXPECT_EQ(coverage.open("a", 3, 4, 5).last, 0u);
    coverage.leaf(leaf(19, 2, Role::slack));
    const auto report = coverage.report(21);
    EXPECT_TRUE(report.exact());
    EXPECT_EQ(report.explained, 19u);
    EXPECT_EQ(report.slack, 2u);
}

TEST(Coverage, FirstGap) {
    Coverage coverage;
    coverage.leaf(leaf(0, 4));
    coverage.leaf(leaf(6, 1));
    coverage.leaf(leaf(9, 1));
    const auto report = coverage.report(10);
    EXPECT_EQ(report.gap, (Stretch{4, 6}));
    EXPECT_FALSE(report.overlap);
    EXPECT_EQ(report.explained, 6u);
    EXPECT_EQ(report.slack, 4u);
}

TEST(Coverage, GapsAtBothEnds) {
    Coverage coverage;
    coverage.leaf(leaf(1, 4));
    EXPECT_EQ(coverage.report(5).gap, (Stretch{0, 1}));
    Coverage short_of_end;
    short_of_end.leaf(leaf(0, 4));
    EXPECT_EQ(short_of_end.report(6).gap, (Stretch{4, 6}));
    EXPECT_EQ(Coverage().report(3).gap, (Stretch{0, 3}));
    EXPECT_TRUE(Coverage().report(0).exact());
}

TEST(Coverage, FirstOverlapInAnyOrder) {
    Coverage coverage;
    coverage.leaf(leaf(8, 4));
    coverage.leaf(leaf(0, 6));
    coverage.leaf(leaf(5, 3));
    const auto report = coverage.report(12);
    EXPECT_EQ(report.overlap, (Stretch{5, 6}));
    EXPECT_FALSE(report.gap);
    EXPECT_EQ(report.explained, 12u);
}

TEST(Coverage, AnImageMayHaveGapsAndOverlaps) {
    Coverage coverage;
    coverage.image();
    coverage.leaf(leaf(2, 4));
    coverage.leaf(leaf(4, 4));
    const auto report = coverage.report(10);
    EXPECT_TRUE(report.exact());
    EXPECT_EQ(report.explained, 6u);
    EXPECT_EQ(report.slack, 4u);
}

TEST(Coverage, ALeafPastTheEndIsNotExact) {
    Coverage coverage;
    coverage.leaf(leaf(0, 4));
    EXPECT_EQ(coverage.report(3).overlap, (Stretch{3, 4}));
}

void expect_exact(const Format& format, const Bundle& bundle) {
    auto document = format.blank();
    for (const PartRole& role : format.parts) {
        const Part* part = bundle.find(role.role);
        if (part == nullptr) continue;
        Coverage coverage(Coverage::Depth::leaves);
        ASSERT_TRUE(annotate_part(format, *document, *part, {}, coverage).ok()) << part->name;
        EXPECT_TRUE(coverage.report().exact()) << part->name;
    }
}

TEST(Coverage, ModelsAreExplainedToTheLastByte) {
    for (const auto& subject : {test::small_ddd(), test::linked_ddd(), test::small_pair(6, 16, 96), test::toy()}) {
        expect_exact(*subject.format, subject.bundle);
    }
    for (const auto& fixture : test::all_fixtures()) {
        if (!fixture.error) expect_exact(*fixture.format, fixture.bundle);
    }
}

}  // namespace
}  // namespace thaw::inspect
