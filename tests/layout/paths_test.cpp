// Annotator and Locator: where each field lies, both ways.
#include <gtest/gtest.h>

#include "layout/annotator.hpp"
#include "layout/locator.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

// Keeps every leaf with its path.
class Collector final : public LeafSink {
public:
    struct Seen {
        std::string path;
        u64 offset;
        u64 size;
    };
    void enter(const char* name, u64 index, u64) override {
        stack_.push_back(path_);
        if (!path_.empty()) path_ += ".";
        path_ += name;
        if (index != Codec::no_index) path_ += "[" + std::to_string(index) + "]";
    }
    void leave(u64) override {
        path_ = stack_.back();
        stack_.pop_back();
    }
    void leaf(const Leaf& leaf) override {
        std::string path = path_;
        if (leaf.name != nullptr) path += (path.empty() ? "" : ".") + std::string(leaf.name);
        leaves.push_back({path, leaf.offset, leaf.raw.size()});
    }
    std::vector<Seen> leaves;

private:
    std::string path_;
    std::vector<std::string> stack_;
};

TEST(Layout, AnnotatedReadingYieldsTheSameDocumentAndCoversEveryByte) {
    for (const Order order : {Order::little, Order::big}) {
        toy::Document d = example();
        d.stride = 4;  // rows that do not overlap
        d.grid = Blob::take({1, 2, 3, 4, 5, 6, 7, 8});
        const auto bytes = write_toy(d, order);
        Collector collector;
        const Context context;
        Annotator annotator(Blob::copy_of(bytes), context, collector);
        toy::Document back;
        describe(annotator, back, order);
        ASSERT_TRUE(annotator.ok());
        EXPECT_EQ(write_toy(back, order), bytes);
        u64 expected = 0;
        for (const auto& leaf : collector.leaves) {
            EXPECT_EQ(leaf.offset, expected) << leaf.path;
            expected = leaf.offset + leaf.size;
        }
        EXPECT_EQ(expected, bytes.size());
    }
}

TEST(Layout, EveryLeafIsFoundByItsPath) {
    toy::Document d = example();
    const auto bytes = write_toy(d, Order::big);
    Collector collector;
    const Context context;
    Annotator annotator(Blob::copy_of(bytes), context, collector);
    toy::Document back;
    describe(annotator, back, Order::big);
    std::vector<std::string> paths;
    for (const auto& leaf : collector.leaves) paths.push_back(leaf.path);
    Locator locator(paths);
    describe(locator, back, Order::big);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        ASSERT_TRUE(locator.places()[i].has_value()) << paths[i];
        EXPECT_EQ(locator.places()[i]->offset, collector.leaves[i].offset) << paths[i];
    }
}

TEST(Layout, PathsIntoArraysGridsAndBitsAreFound) {
    toy::Document d = example();
    Locator locator({"records", "records[1]", "records[1].triple[2]", "named[1].numbers[2]", "grid[1].cells[1]",
                     "packed.high", "list[1]", "payload[2]", "label[3]", "nothing", "records[7]", "records[1].none"});
    describe(locator, d, Order::little);
    const auto offset = [&](std::size_t i) { return locator.places()[i] ? locator.places()[i]->offset : no_offset; };
    EXPECT_EQ(offset(0), 30u);
    EXPECT_EQ(offset(1), 45u);
    EXPECT_EQ(offset(2), 45u + 1 + 4 + 4);
    EXPECT_EQ(offset(3), 60u + 1 + 1 + 2 + 4);
    EXPECT_EQ(offset(5), 4u);
    EXPECT_EQ(offset(8), 9u + 3);
    const u64 list = 60 + 1 + 9 + 16;
    EXPECT_EQ(offset(6), list + 1);
    EXPECT_EQ(offset(7), list + 3 + 2);
    EXPECT_EQ(offset(4), list + 3 + 3 + 2 + 3 + 2);
    EXPECT_EQ(offset(9), no_offset);
    EXPECT_EQ(offset(10), no_offset);
    EXPECT_EQ(offset(11), no_offset);
}

TEST(Layout, EditingOneLeafChangesOnlyItsBytes) {
    toy::Document d = example();
    const auto before = write_toy(d, Order::big);
    Locator locator({"records[1].triple[1]"});
    describe(locator, d, Order::big);
    const Place place = *locator.places()[0];
    *static_cast<u16*>(place.values) ^= 0xFFFF;
    const auto after = write_toy(d, Order::big);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(before[i] != after[i], i >= place.offset && i < place.offset + place.size) << i;
    }
}

}  // namespace
}  // namespace thaw
