// Fields and tables behind offsets and pointers, and bytes between them that nothing explains.
#include <gtest/gtest.h>

#include <thaw/regions.hpp>
#include "layout/generator.hpp"
#include "layout/reader.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

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

TEST(Layout, APointerPastTheEndIsAnError) {
    const std::vector<u8> bytes{1, 0, 200, 0, 0, 0};
    const Context context;
    Reader reader(Blob::copy_of(bytes), context);
    toy::Pointers p;
    describe(reader, p);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error()->code, Code::bad_value);
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
    const auto written = try_writing([&](Codec& io) { describe(io, tables); });
    ASSERT_FALSE(written.ok()) << "127 is the most a signed byte counts to";
    EXPECT_EQ(written.error().code, Code::unrepresentable);
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

}  // namespace
}  // namespace thaw
