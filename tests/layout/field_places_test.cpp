// FieldPlaces finds what Locator finds, for whole lists at once.
#include <gtest/gtest.h>

#include "layout/field_places.hpp"
#include "layout/locator.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

struct Asked {
    std::string_view kind;
    FieldPlaces::Indices at;
    std::string path;
};

TEST(FieldPlaces, AreWhereTheLocatorFindsThem) {
    const std::vector<Asked> asked{{"packed", {}, "packed"},
                                   {"label[]", {3}, "label[3]"},
                                   {"records[]", {1}, "records[1]"},
                                   {"records[].wide", {1}, "records[1].wide"},
                                   {"records[].triple", {1}, "records[1].triple"},
                                   {"records[].triple[]", {1, 2}, "records[1].triple[2]"},
                                   {"named[].kind", {0}, "named[0].kind"},
                                   {"named[].numbers[]", {1, 2}, "named[1].numbers[2]"},
                                   {"doubled[]", {3}, "doubled[3]"},
                                   {"list[]", {1}, "list[1]"},
                                   {"payload[]", {2}, "payload[2]"},
                                   {"grid[].cells[]", {1, 1}, "grid[1].cells[1]"},
                                   {"some[].real", {0}, "some[0].real"}};
    toy::Document d = example();
    std::vector<std::string_view> kinds;
    std::vector<std::string> paths;
    for (const Asked& one : asked) {
        kinds.push_back(one.kind);
        paths.push_back(one.path);
    }
    FieldPlaces places(kinds);
    describe(places, d, Order::big);
    Locator locator(paths);
    describe(locator, d, Order::big);
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto place = places.find(i, asked[i].at);
        ASSERT_TRUE(place.has_value()) << paths[i];
        ASSERT_TRUE(locator.places()[i].has_value()) << paths[i];
        EXPECT_EQ(place->offset, locator.places()[i]->offset) << paths[i];
        const u64 size = locator.places()[i]->size;  // which it does not know of structs
        EXPECT_EQ(place->size, size == 0 ? place->size : size) << paths[i];
        EXPECT_EQ(places.path(i, asked[i].at), paths[i]);
    }
}

TEST(FieldPlaces, OfWhatIsNotThereAreNone) {
    constexpr std::string_view kinds[] = {"records[].triple[]", "named[].numbers[]", "grid[].cells[]",
                                          "records[].none",     "nothing",           "records"};
    toy::Document d = example();
    FieldPlaces places(kinds);
    describe(places, d, Order::little);
    EXPECT_TRUE(places.find(0, {1, 2}));
    EXPECT_FALSE(places.find(0, {2, 0}));  // there are two records
    EXPECT_FALSE(places.find(0, {1, 3}));  // of three numbers
    EXPECT_TRUE(places.find(1, {1, 2}));
    EXPECT_FALSE(places.find(1, {0, 0}));  // the first has none
    EXPECT_FALSE(places.find(1, {1, 3}));
    EXPECT_FALSE(places.find(2, {2, 0}));
    EXPECT_FALSE(places.find(2, {0, 2}));
    EXPECT_FALSE(places.find(3, {0}));
    EXPECT_FALSE(places.find(4, {}));
    EXPECT_FALSE(places.find(5, {}));  // the records themselves have to be asked for
}

// Tables behind pointers may lie in any order.
TEST(FieldPlaces, BehindPointersAreFound) {
    toy::Pointers d;
    d.image = Blob::take(std::vector<u8>(32));
    d.offset_table = 6;
    d.table = {30, 20, 24};
    d.leaflets = {{1}, {2}, {3}};
    constexpr std::string_view kinds[] = {"leaflets[].value"};
    FieldPlaces places(kinds);
    describe(places, d);
    for (u64 i = 0; i < 3; ++i) {
        ASSERT_TRUE(places.find(0, {i}));
        EXPECT_EQ(places.find(0, {i})->offset, d.table[i]);
    }
}

}  // namespace
}  // namespace thaw
