// Lists of lists in flat arrays, and lists that end with a terminator.
#include <gtest/gtest.h>

#include "layout/locator.hpp"
#include "layout/reader.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

struct Flat {
    std::vector<u8> counts{};
    std::vector<u16> numbers{};  // counts[0] of them, then counts[1], ...
};
void describe(Codec& io, Flat& f) {
    const auto n = io.count<u8>("num_lists", f.counts);
    io.items("counts", f.counts, n);
    std::size_t first = 0;
    io.repeat("lists", f.counts.size(), [&](u64 i) {
        io.run("numbers", f.numbers, first, f.counts[i]);
        first += f.counts[i];
    });
    Blob none;
    io.rest("trailing", none);
}

TEST(Layout, ListsOfListsShareOneFlatArray) {
    const std::vector<u8> bytes{3, 2, 0, 1, 10, 0, 20, 0, 30, 0};
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    Flat flat;
    describe(reader, flat);
    ASSERT_TRUE(reader.ok()) << to_string(*reader.error());
    EXPECT_EQ(flat.numbers, (std::vector<u16>{10, 20, 30}));
    EXPECT_EQ(write_with([&](Codec& io) { describe(io, flat); }), bytes);
    Locator locator({"lists[2].numbers[0]"});
    describe(locator, flat);
    ASSERT_TRUE(locator.places()[0].has_value());
    EXPECT_EQ(locator.places()[0]->offset, 8u);

    Reader short_reader(Blob::copy_of(Bytes(bytes).first(9)), context);
    Flat cut;
    describe(short_reader, cut);
    ASSERT_FALSE(short_reader.ok());
    EXPECT_EQ(short_reader.error()->path, "lists[2].numbers");

    flat.numbers.pop_back();
    const auto written = try_writing([&](Codec& io) { describe(io, flat); });
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, Code::unrepresentable);
}

struct Counted {
    std::vector<u16> counts{};
    std::vector<toy::Record> records{};
};
void describe(Codec& io, Counted& c) {
    io.lists("lists", 3, "num_records", c.counts, "records", c.records);
    Blob none;
    io.rest("trailing", none);
}

std::vector<u8> three_lists() {
    std::vector<u8> bytes(3 * 2 + 3 * toy::Record::disk_bytes);
    bytes[0] = 2;
    bytes[2] = 7;  // `small` of the first record
    bytes[2 + 2 * toy::Record::disk_bytes + 2] = 1;
    bytes[2 + 2 * toy::Record::disk_bytes + 4] = 9;
    return bytes;
}

TEST(Layout, ListsMayEachCarryTheirCount) {
    const std::vector<u8> bytes = three_lists();
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    Counted lists;
    describe(reader, lists);
    ASSERT_TRUE(reader.ok()) << to_string(*reader.error());
    EXPECT_EQ(lists.counts, (std::vector<u16>{2, 0, 1}));
    ASSERT_EQ(lists.records.size(), 3u);
    EXPECT_EQ(lists.records[0].small, 7);
    EXPECT_EQ(lists.records[2].small, 9);
    EXPECT_EQ(write_with([&](Codec& io) { describe(io, lists); }), bytes);
    Locator locator({"lists[2].records[0].small", "lists[1].num_records", "lists[1].records[0]"});
    describe(locator, lists);
    EXPECT_EQ(locator.places()[0]->offset, 36u);
    EXPECT_EQ(locator.places()[1]->offset, 32u);
    EXPECT_FALSE(locator.places()[2].has_value());
    Measure blank;  // as when the least size of an element is wanted
    Counted empty;
    describe(blank, empty);
    EXPECT_EQ(blank.size(), 6u);
}

TEST(Layout, ListsThatDoNotAddUpAreRefused) {
    std::vector<u8> bytes = three_lists();
    const Context context;
    bytes[1] = 0xFF;
    Reader reader(Blob::copy_of(bytes), context);
    Counted lists;
    describe(reader, lists);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->path, "lists[0].records");
    EXPECT_TRUE(lists.records.empty());

    for (const std::vector<u16>& counts : {std::vector<u16>{1, 1, 0}, {1, 2, 1}, {3}}) {
        Counted wrong{counts, std::vector<toy::Record>(3)};
        std::vector<u8> out(200);
        Writer writer(out);
        describe(writer, wrong);
        ASSERT_FALSE(writer.ok());
        EXPECT_EQ(writer.error()->code, Code::unrepresentable);
    }
}

struct Chain {  // numbers, each with as many bytes; 0 ends the chain
    struct Link {
        u8 length = 0;
        std::vector<u8> bytes{};
    };
    std::vector<Link> links{};
};
void describe(Codec& io, Chain& c) {
    io.until(
        "links", c.links, [](const Chain::Link& link) { return link.length == 0; },
        [](Codec& inner, Chain::Link& link) {
            inner.field("length", link.length, {.role = Role::count});
            inner.sized_by("bytes", link.bytes, link.length);
        });
}

TEST(Layout, ATerminatorMayBeShorterThanTheElements) {
    const std::vector<u8> bytes{2, 7, 8, 1, 9, 0};
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    Chain chain;
    describe(reader, chain);
    ASSERT_TRUE(reader.ok()) << to_string(*reader.error());
    EXPECT_EQ(reader.remaining(), 0u);
    ASSERT_EQ(chain.links.size(), 3u);
    EXPECT_EQ(chain.links[1].bytes, (std::vector<u8>{9}));
    EXPECT_EQ(write_with([&](Codec& io) { describe(io, chain); }), bytes);

    Reader short_reader(Blob::copy_of(Bytes(bytes).first(5)), context);
    Chain cut;
    describe(short_reader, cut);
    ASSERT_FALSE(short_reader.ok());
    EXPECT_EQ(short_reader.error()->code, Code::truncated);
}

}  // namespace
}  // namespace thaw
