// Reader and Writer are each other's inverse, in bulk and field by field, in both byte orders.
#include <gtest/gtest.h>

#include <cstring>

#include "layout/reader.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

TEST(Layout, WritesTheBytesItDescribesInBothOrders) {
    toy::Document d;
    d.packed = 0x01020304;
    d.declared = 0;
    d.list = {0xFF};
    const auto little = write_toy(d, Order::little);
    const auto big = write_toy(d, Order::big);
    ASSERT_EQ(little.size(), big.size());
    EXPECT_EQ(std::string(little.begin(), little.begin() + 4), "TOY!");
    EXPECT_EQ((std::vector<u8>(little.begin() + 4, little.begin() + 8)), (std::vector<u8>{4, 3, 2, 1}));
    EXPECT_EQ((std::vector<u8>(big.begin() + 4, big.begin() + 8)), (std::vector<u8>{1, 2, 3, 4}));
}

TEST(Layout, RoundTripsInBothOrders) {
    for (const Order order : {Order::little, Order::big}) {
        toy::Document d = example();
        const auto bytes = write_toy(d, order);
        const Context context;
        Reader reader(Blob::copy_of(bytes), context);
        toy::Document back;
        describe(reader, back, order);
        ASSERT_TRUE(reader.ok()) << to_string(*reader.error());
        EXPECT_EQ(reader.remaining(), 0u);
        EXPECT_EQ(back.records[1].wide, 8);
        EXPECT_EQ(back.records[0].triple[2], 5);
        EXPECT_EQ(back.named[1].numbers, (std::vector<u16>{1000, 2000, 3000}));
        EXPECT_EQ(back.list, (std::vector<u8>{1, 2, 0xFF}));
        EXPECT_EQ(back.grid.size(), 7u) << "row 1 starts at 3 and holds two cells of two bytes";
        EXPECT_EQ(write_toy(back, order), bytes);
    }
}

// The bulk path and the field-by-field path must agree: an odd record makes them differ if either is wrong.
TEST(Layout, BulkRecordsEqualFieldByField) {
    for (const Order order : {Order::little, Order::big}) {
        std::vector<u8> bytes(toy::Record::disk_bytes * 5);
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<u8>(i * 37 + 11);
        const Context context;
        Reader bulk(Blob::copy_of(bytes), context);
        bulk.order(order);
        std::vector<toy::Record> records;
        bulk.sized_by("records", records, 5);
        Reader single(Blob::copy_of(bytes), context);
        single.order(order);
        for (const toy::Record& expected : records) {
            toy::Record r;
            describe(single, r);
            EXPECT_EQ(r.small, expected.small);
            EXPECT_EQ(r.wide, expected.wide);
            EXPECT_EQ(r.triple, expected.triple);
            EXPECT_EQ(std::memcmp(&r.real, &expected.real, 4), 0);
        }
        EXPECT_TRUE(bulk.ok() && single.ok());
    }
}

}  // namespace
}  // namespace thaw
