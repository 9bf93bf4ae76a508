#include <gtest/gtest.h>

#include <cstring>

#include "layout/annotator.hpp"
#include "layout/generator.hpp"
#include "layout/locator.hpp"
#include "layout/measure.hpp"
#include "layout/plan.hpp"
#include "layout/reader.hpp"
#include "layout/regions.hpp"
#include "layout/toy.hpp"
#include "layout/writer.hpp"

namespace thaw {
namespace {

template <class Describe>
std::vector<u8> write_with(Describe&& describe_all) {
    Measure measure;
    describe_all(measure);
    std::vector<u8> bytes(measure.size());
    Writer writer(bytes);
    describe_all(writer);
    EXPECT_TRUE(writer.ok()) << to_string(*writer.error());
    return bytes;
}

std::vector<u8> write_toy(toy::Document& d, Order order) {
    return write_with([&](Codec& io) { describe(io, d, order); });
}

toy::Document example() {
    toy::Document d;
    d.packed = 0x7FE;
    d.choice = 2;
    d.label = {'a', 'b', 0, 'x', 'x', 'x'};
    d.big = 1.5;
    d.records = {{1, -2, {3, 4, 5}, 6.5f}, {7, 8, {9, 10, 11}, -0.0f}};
    d.named = {{0, {}}, {5, {1000, 2000, 3000}}};
    d.doubled = {1, 2, 3, 4};
    d.list = {1, 2, 0xFF};
    d.payload = Blob::take({9, 8, 7});
    d.rows = 2;
    d.stride = 3;
    d.grid = Blob::take({1, 2, 3, 4, 5, 6, 7});
    d.declared = 1;
    d.some = {{1, 1, {1, 1, 1}, 1.0f}};
    d.trailing = Blob::take({0xAA});
    return d;
}

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

TEST(Layout, MemoryIsBudgetedByTheInput) {
    Context context;
    context.limits.memory_floor = 0;
    context.limits.memory_per_byte = 1;
    Reader reader(Blob::take(std::vector<u8>(100)), context);
    std::vector<toy::Named> values;  // one byte on disk, much more in memory
    reader.sized_by("values", values, 90);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::over_budget);
}

TEST(Layout, WorkIsBudgetedByTheInput) {
    Context context;
    context.limits.work_floor = 0;
    context.limits.work_per_byte = 2;
    Reader reader(Blob::take(std::vector<u8>(10)), context);
    u8 value = 0;
    for (int i = 0; reader.ok() && i < 1000; ++i) {
        reader.at(0, [&] { reader.field("value", value); });  // reading the same byte for ever
    }
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::over_budget);
}

struct Nest {
    int depth = 0;
};
void describe(Codec& io, Nest& n) {
    if (n.depth > 100) return;
    ++n.depth;
    io.field("inner", n);
}

TEST(Layout, DepthIsBounded) {
    const Context context;
    Reader reader(Blob::take({1}), context);
    Nest nest;
    reader.field("outer", nest);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::too_deep);
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

TEST(Layout, WritingRefusesWhatTheFormatCannotHold) {
    toy::Document d = example();
    d.named.resize(256);
    d.doubled.resize(512);
    Measure measure;
    describe(measure, d, Order::little);
    std::vector<u8> bytes(measure.size());
    Writer writer(bytes);
    describe(writer, d, Order::little);
    ASSERT_FALSE(writer.ok());
    EXPECT_EQ(writer.error()->code, Code::unrepresentable);
    EXPECT_EQ(writer.error()->path, "num_named");
}

TEST(Layout, WritingRefusesAnArrayThatDisagreesWithItsSize) {
    toy::Document d = example();
    d.doubled.pop_back();
    Measure measure;
    describe(measure, d, Order::little);
    std::vector<u8> bytes(measure.size());
    Writer writer(bytes);
    describe(writer, d, Order::little);
    ASSERT_FALSE(writer.ok());
    EXPECT_EQ(writer.error()->path, "doubled");
}

TEST(Layout, BytesNoFieldExplainsSurviveInAnImage) {
    // num_leaflets 2, offset_table 12, junk, table {20, 21} (overlapping), junk, leaflets
    const std::vector<u8> bytes{2,  0, 12, 0, 0,  0, 'j', 'u', 'n', 'k', '!', '!',
                                20, 0, 0,  0, 21, 0, 0,   0,   1,   2,   3,   'z'};
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    toy::Pointers p;
    describe(reader, p);
    ASSERT_TRUE(reader.ok()) << to_string(*reader.error());
    EXPECT_EQ(p.leaflets[0].value, 0x0201);
    EXPECT_EQ(p.leaflets[1].value, 0x0302);
    EXPECT_EQ(write_with([&](Codec& io) { describe(io, p); }), bytes);
}

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
    Measure measure;
    describe(measure, flat);
    std::vector<u8> out(measure.size());
    Writer writer(out);
    describe(writer, flat);
    ASSERT_FALSE(writer.ok());
    EXPECT_EQ(writer.error()->code, Code::unrepresentable);
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

struct Shared {
    Blob image{};
    std::vector<u16> pointers{};
    Regions<std::vector<u8>> tables{};
};
void describe(Codec& io, Shared& s) {
    io.image(s.image);
    const auto n = io.count<u16>("num_pointers", s.pointers);
    io.items("pointers", s.pointers, n);
    for (std::size_t i = 0; i < s.pointers.size(); ++i) s.tables.want(s.pointers[i], 2 + i);
    io.regions("tables", s.tables, [&io](auto& region) { io.tail("bytes", region.value, region.wanted); });
}

TEST(Layout, ManyPointersToOneTableCostOneTable) {
    std::vector<u8> bytes{2, 0, 8, 0, 8, 0, 'x', 'x', 1, 2, 3, 4};
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    Shared shared;
    describe(reader, shared);
    ASSERT_TRUE(reader.ok());
    ASSERT_EQ(shared.tables.size(), 1u);
    EXPECT_EQ(shared.tables[0].value, (std::vector<u8>{1, 2, 3})) << "as long as the second pointer needs";
    EXPECT_EQ(write_with([&](Codec& io) { describe(io, shared); }), bytes);

    // 60,000 pointers to one place near the end: linear time, one short table.
    std::vector<u8> bomb(2 + 2 * 60'000, 0x70);
    bomb[0] = 60'000 & 0xFF;
    bomb[1] = 60'000 >> 8;
    Reader bombed(Blob::copy_of(bomb), context);
    Shared many;
    describe(bombed, many);
    ASSERT_TRUE(bombed.ok());
    EXPECT_EQ(many.tables.size(), 1u);
}

struct Scattered {
    Blob image{};
    Regions<std::vector<u8>> tables{};
};
void describe(Codec& io, Scattered& s) {
    io.image(s.image);
    for (u64 offset = 0; offset < s.image.size(); ++offset) io.want("tables", s.tables, offset);
    io.regions("tables", s.tables, [&io](auto& region) { io.tail("bytes", region.value, region.wanted); });
}

TEST(Layout, PointersToManyPlacesAreBudgeted) {
    Context context;
    Reader reader(Blob::take(std::vector<u8>(1000, 7)), context);
    Scattered few;
    describe(reader, few);
    ASSERT_TRUE(reader.ok());
    EXPECT_EQ(few.tables.size(), 1000u);

    context.limits.memory_floor = 0;
    Reader poor(Blob::take(std::vector<u8>(1000, 7)), context);
    Scattered many;
    describe(poor, many);
    ASSERT_FALSE(poor.ok());
    EXPECT_EQ(poor.error()->code, Code::over_budget);
    EXPECT_LT(many.tables.size(), 32'000 / Regions<std::vector<u8>>::bytes_per_region + 1);

    context.limits.work_floor = 0;
    context.limits.work_per_byte = 1;
    Reader lazy(Blob::take(std::vector<u8>(100, 7)), context);
    u64 asked = 0;
    Regions<std::vector<u8>> one;
    while (lazy.want("one", one, 0) != Codec::no_region) ++asked;
    EXPECT_LT(asked, 100u);
    EXPECT_EQ(lazy.error()->code, Code::over_budget);
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

TEST(Layout, LoopsWithoutBytesAreBoundedByWork) {
    Context context;
    context.limits.work_floor = 1000;
    Reader reader(Blob::take({1, 2}), context);
    u64 rounds = 0;
    reader.repeat("rounds", ~u64{0}, [&](u64) { ++rounds; });
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::over_budget);
    EXPECT_LT(rounds, 2000u);
}

// A header of counts and offsets, then tables, as CTC has it.
struct Tables {
    i16 version = 8;
    std::vector<u8> counts{};
    u32 offset = 0;
};
void describe(Codec& io, Tables& t) {
    Blob none;
    io.within("version", t.version, i16{8}, i16{14}, Code::bad_version);
    const auto n = io.count<i8>("num_counts", t.counts);
    io.offset("offset", t.offset, n);
    io.items_at("counts", t.offset, t.counts, n);
    io.rest("trailing", none);
}

std::optional<Error> error_of_tables(const std::vector<u8>& bytes) {
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    Tables tables;
    describe(reader, tables);
    return reader.error();
}

TEST(Layout, ANumberOutsideItsBoundsIsRefusedAtItsField) {
    EXPECT_FALSE(error_of_tables({14, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF}).has_value()) << "an empty table is nowhere";
    for (const u8 version : {u8{7}, u8{15}}) {
        const auto error = error_of_tables({version, 0, 0, 0, 0, 0, 0});
        ASSERT_TRUE(error.has_value());
        EXPECT_EQ(error->code, Code::bad_version);
        EXPECT_EQ(error->path, "version");
        EXPECT_EQ(error->offset, 0u);
    }
}

TEST(Layout, ANegativeCountIsRefusedAtItsField) {
    const auto error = error_of_tables({8, 0, 0x80, 7, 0, 0, 0});
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->code, Code::bad_value);
    EXPECT_EQ(error->path, "num_counts");
    EXPECT_EQ(error->offset, 2u);

    Tables tables;
    tables.counts.assign(128, 1);
    tables.offset = 7;
    Measure measure;
    describe(measure, tables);
    std::vector<u8> out(measure.size());
    Writer writer(out);
    describe(writer, tables);
    ASSERT_FALSE(writer.ok()) << "127 is the most a signed byte counts to";
    EXPECT_EQ(writer.error()->code, Code::unrepresentable);
}

TEST(Layout, AnOffsetPastTheEndIsRefusedAtItsField) {
    const auto error = error_of_tables({8, 0, 1, 8, 0, 0, 0});
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->code, Code::bad_value);
    EXPECT_EQ(error->path, "offset");
    EXPECT_EQ(error->offset, 3u);
    const auto at_the_end = error_of_tables({8, 0, 1, 7, 0, 0, 0});
    ASSERT_TRUE(at_the_end.has_value());
    EXPECT_EQ(at_the_end->path, "counts");
    EXPECT_EQ(at_the_end->offset, 7u);
}

TEST(Layout, GeneratedNumbersKeepTheirBounds) {
    for (u64 seed = 0; seed < 200; ++seed) {
        Entropy entropy(seed);
        Generator generator(entropy);
        Tables tables;
        describe(generator, tables);
        ASSERT_TRUE(generator.ok());
        EXPECT_TRUE(tables.version >= 8 && tables.version <= 14);
    }
}

TEST(Layout, APointerPastTheEndIsAnError) {
    const std::vector<u8> bytes{1, 0, 200, 0, 0, 0};
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    toy::Pointers p;
    describe(reader, p);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::bad_value);
}

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

TEST(Layout, GeneratedDocumentsRoundTrip) {
    u64 longest = 0;
    for (u64 seed = 0; seed < 20'000; ++seed) {
        Entropy entropy(seed);
        Generator generator(entropy, 500);
        toy::Document d;
        const Order order = seed % 2 == 0 ? Order::little : Order::big;
        describe(generator, d, order);
        // What the description cannot say: which element ends a list, and that more fields follow a short grid.
        if (d.list.empty() || d.list.back() != 0xFF) d.list.push_back(0xFF);
        const std::size_t stride = d.stride;
        const std::size_t before_last = d.rows == 0 ? 0u : d.rows - 1u;
        std::vector<u8> rows(d.rows == 0 ? 0u : before_last * stride + std::max<std::size_t>(stride, 4), 0x5A);
        d.grid = Blob::take(std::move(rows));
        const auto bytes = write_toy(d, order);
        longest = std::max<u64>(longest, bytes.size());
        const Context context;
        Reader reader(Blob::copy_of(bytes), context);
        toy::Document back;
        describe(reader, back, order);
        ASSERT_TRUE(reader.ok()) << "seed " << seed << ": " << to_string(*reader.error());
        ASSERT_EQ(write_toy(back, order), bytes) << "seed " << seed;
    }
    EXPECT_GT(longest, 1000u) << "the generator must also make documents with something in them";
}

class StopAtOnce final : public Monitor {
public:
    bool cancelled() override { return true; }
};

TEST(Layout, LongReadsCanBeCancelled) {
    StopAtOnce stop;
    Context context;
    context.monitor = &stop;
    Reader reader(Blob::take(std::vector<u8>(200'000 * toy::Record::disk_bytes)), context);
    std::vector<toy::Record> values;
    reader.sized_by("values", values, 200'000);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::cancelled);
}

}  // namespace
}  // namespace thaw
