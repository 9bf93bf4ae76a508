// Numbers that take as many bytes as they need.
#include <gtest/gtest.h>

#include "layout/annotator.hpp"
#include "layout/locator.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

struct Three {
    Compact a;
    std::vector<Compact> list;
    u8 end = 0;
};
void describe(Codec& io, Three& t) {
    io.compact("a", t.a);
    io.sized_by("list", t.list, 2);
    io.field("end", t.end);
}

class Leaves final : public LeafSink {
public:
    void leaf(const Leaf& leaf) override { list.push_back({leaf.offset, leaf.raw.size(), leaf.repeat, leaf.kind}); }
    struct Row {
        u64 offset, size, repeat;
        Kind kind;
    };
    std::vector<Row> list;
};

// 5 in three bytes, which one would do for; -100; 2^27.
const std::vector<u8> bytes{0x45, 0x80, 0x00, 0xE4, 0x01, 0x40, 0x80, 0x80, 0x80, 0x01, 0x2A};

TEST(CompactNumbers, AreKeptAsTheyStand) {
    const Context context;
    Leaves leaves;
    Annotator reader(Blob::copy_of(bytes), context, leaves);
    Three three;
    describe(reader, three);
    ASSERT_TRUE(reader.ok());
    EXPECT_EQ(three.a.value(), 5);
    EXPECT_EQ(three.list[0].value(), -100);
    EXPECT_EQ(three.list[1].value(), 1 << 27);
    EXPECT_EQ(three.end, 42);
    EXPECT_EQ(write_with([&](Codec& io) { describe(io, three); }), bytes);
    ASSERT_EQ(leaves.list.size(), 4u);  // each number is one
    EXPECT_EQ(leaves.list[2].offset, 5u);
    EXPECT_EQ(leaves.list[2].size, 5u);
    EXPECT_EQ(leaves.list[2].repeat, 1u);
    EXPECT_EQ(leaves.list[2].kind, Kind::compact);
    Locator locator({"a", "list[1]", "end"});
    describe(locator, three);
    EXPECT_EQ(locator.places()[0]->size, 3u);
    EXPECT_EQ(locator.places()[1]->offset, 5u);
    EXPECT_EQ(locator.places()[1]->size, 5u);
    EXPECT_EQ(locator.places()[2]->offset, 10u);
}

TEST(CompactNumbers, EndWithTheFile) {
    const Context context;
    for (std::size_t n = 0; n < bytes.size(); ++n) {
        Reader reader(Blob::copy_of(Bytes(bytes).first(n)), context);
        Three three;
        describe(reader, three);
        ASSERT_FALSE(reader.ok()) << n;
        EXPECT_EQ(reader.error()->code, Code::truncated) << n;
    }
}

}  // namespace
}  // namespace thaw
