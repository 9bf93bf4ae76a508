// What Reader refuses, and how exactly it says so.
#include <gtest/gtest.h>

#include "layout/reader.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

struct Lying {
    static constexpr std::size_t disk_bytes = 3;  // the description takes two
    u16 value = 0;
};
void describe(Codec& io, Lying& l) { io.field("value", l.value); }

TEST(Layout, ARecordOfAnotherSizeThanDeclaredIsAnInternalError) {
    const Context context;
    Reader reader(Blob::take(std::vector<u8>(30)), context);
    std::vector<Lying> values;
    reader.sized_by("values", values, 2);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::internal);
}

struct Nothing {};
void describe(Codec&, Nothing&) {}

TEST(Layout, ElementsWithoutBytesCannotBeCounted) {
    const Context context;
    Reader reader(Blob::take(std::vector<u8>(30)), context);
    std::vector<Nothing> values;
    reader.sized_by("values", values, 1u << 30);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::internal);
    EXPECT_TRUE(values.empty());
}

TEST(Layout, EveryTruncationIsATypedErrorWithPathAndOffset) {
    toy::Document d = example();
    d.trailing = {};
    const auto bytes = write_toy(d, Order::little);
    const Context context;
    std::size_t accepted = 0;
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        Reader reader(Blob::copy_of(Bytes(bytes).first(length)), context);
        toy::Document back;
        describe(reader, back, Order::little);
        if (reader.ok()) {  // only the declared tail may be short, and the grid
            ++accepted;
            EXPECT_EQ(write_toy(back, Order::little),
                      std::vector<u8>(bytes.begin(), bytes.begin() + static_cast<long>(length)));
            continue;
        }
        EXPECT_EQ(reader.error()->code, Code::truncated) << length;
        EXPECT_LE(reader.error()->offset, length);
        EXPECT_FALSE(reader.error()->path.empty());
    }
    EXPECT_EQ(accepted, toy::Record::disk_bytes);
}

TEST(Layout, ErrorsNameTheFieldAndItsOffset) {
    toy::Document d = example();
    const auto bytes = write_toy(d, Order::little);
    const Context context;
    // Records start at 30: magic 4, packed 4, choice 1, label 6, big 8, counts 2 + 1 + 4.
    Reader reader(Blob::copy_of(Bytes(bytes).first(30 + 2 * 15 + 1 + 1 + 1)), context);
    toy::Document back;
    describe(reader, back, Order::little);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->path, "named[1].num_numbers");
    EXPECT_EQ(reader.error()->offset, 62u);
}

TEST(Layout, AWrongMagicSaysWhatIsThere) {
    const Context context;
    Reader reader(Blob::copy_of(Bytes(std::vector<u8>{'N', 'O', 27, '?', 0, 0})), context);
    toy::Document back;
    describe(reader, back, Order::little);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::bad_magic);
    EXPECT_EQ(reader.error()->message, "'TOY!' expected, 'NO\\x1b?' found");
}

TEST(Layout, ACountBeyondTheFileIsRefusedBeforeAnythingIsAllocated) {
    const Context context;
    Reader reader(Blob::take({0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0}), context);
    std::vector<u64> values;
    const auto n = reader.count<u32>("n", values);
    reader.items("values", values, n);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::truncated);
    EXPECT_EQ(values.capacity(), 0u);
}

TEST(Layout, SixtyFourBitCountsDoNotOverflow) {
    const Context context;
    Reader reader(Blob::take(std::vector<u8>(64, 0xFF)), context);
    std::vector<toy::Record> values;
    const auto n = reader.count<u64>("n", values);
    reader.items("values", values, n);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::truncated);
}

TEST(Layout, AMissingTerminatorEndsAtTheFile) {
    const Context context;
    Reader reader(Blob::take({1, 2, 3}), context);
    std::vector<u8> list;
    reader.until("list", list, [](u8 v) { return v == 0xFF; });
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::truncated);
    EXPECT_EQ(reader.error()->path, "list");
    EXPECT_EQ(reader.error()->offset, 3u);
}

}  // namespace
}  // namespace thaw
