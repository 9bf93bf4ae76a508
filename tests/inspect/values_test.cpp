#include "inspect/values.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace thaw::inspect {
namespace {

constexpr BitPart parts[] = {{"low", 0, 4, true}, {"wide", 4, 3}, {"top", 7, 1}};
constexpr const char* names[] = {"zero", "one"};

Field field(Bytes raw, Kind kind, Meaning meaning = {}) {
    Field out;
    out.raw = raw;
    out.kind = kind;
    out.repeat = raw.size() / width_of(kind);
    out.meaning = meaning;
    out.order = Order::big;
    return out;
}

TEST(Values, NumbersOfEveryKind) {
    constexpr u8 raw[] = {0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0xFA, 0xF9, 0xF8};
    const Bytes bytes(raw);
    EXPECT_EQ(number_text(field(bytes.first(1), Kind::unsigned8), 0), "255");
    EXPECT_EQ(number_text(field(bytes.first(1), Kind::signed8), 0), "-1");
    EXPECT_EQ(number_text(field(bytes.first(2), Kind::unsigned16), 0), "65534");
    EXPECT_EQ(number_text(field(bytes.first(2), Kind::signed16), 0), "-2");
    EXPECT_EQ(number_text(field(bytes.first(4), Kind::unsigned32), 0), "4294901244");
    EXPECT_EQ(number_text(field(bytes.first(4), Kind::signed32), 0), "-66052");
    EXPECT_EQ(number_text(field(bytes, Kind::unsigned64), 0), "18446460386757245432");
    EXPECT_EQ(number_text(field(bytes, Kind::signed64), 0), "-283686952306184");
    EXPECT_EQ(number_text(field(bytes.first(2), Kind::unsigned16, {.role = Role::offset}), 0), "0xfffe");
}

TEST(Values, FloatsReadBackAsTheSameNumber) {
    EXPECT_EQ(float_text(Kind::float32, std::bit_cast<u32>(0.1f)), "0.1");
    EXPECT_EQ(float_text(Kind::float64, std::bit_cast<u64>(0.1)), "0.1");
    EXPECT_EQ(float_text(Kind::float32, std::bit_cast<u32>(-0.0f)), "-0");
    EXPECT_EQ(float_text(Kind::float32, 1), "1e-45");
    EXPECT_EQ(float_text(Kind::float32, 0x7F800000), "inf");
    EXPECT_EQ(float_text(Kind::float32, 0xFFC00001), "nan:0xffc00001");
    EXPECT_FALSE(is_finite(Kind::float32, 0x7F800000));
    EXPECT_TRUE(is_finite(Kind::float64, std::bit_cast<u64>(1e300)));
}

TEST(Values, NamesPartsAndLimits) {
    constexpr u8 raw[] = {0x01, 0x9F, 0x70};
    const Bytes bytes(raw);
    EXPECT_EQ(scalar_text(field(bytes, Kind::unsigned8, {.names = names}), 0), "1 (one)");
    EXPECT_EQ(scalar_text(field(bytes, Kind::unsigned8, {.names = names}), 1), "159");
    const Field packed = field(bytes, Kind::unsigned8, {.role = Role::flags, .names = {}, .parts = parts, .limit = 0});
    EXPECT_EQ(scalar_text(packed, 1), "0x9f (low=-1, wide=1, top)");
    EXPECT_EQ(scalar_text(packed, 2), "0x70 (low=0, wide=7)");
    const Field index = field(bytes, Kind::unsigned8, {.role = Role::index, .names = {}, .parts = {}, .limit = 5});
    EXPECT_EQ(scalar_text(index, 0), "1 (of 5)");
    EXPECT_EQ(scalar_text(index, 2), "112 (there are only 5)");
}

TEST(Values, OnePartOfAWord) {
    constexpr u8 raw[] = {0x9F};
    Field word = field(raw, Kind::unsigned8, {.role = Role::flags, .names = {}, .parts = parts, .limit = 0});
    word.path = "w";
    ASSERT_TRUE(select_part(word, "low"));
    EXPECT_EQ(word.path, "w.low");
    EXPECT_EQ(type_text(word), "bits 0-3");
    EXPECT_EQ(scalar_text(word, 0), "-1");
    EXPECT_FALSE(select_part(word, "top"));
}

TEST(Values, LongListsAreCutWithACount) {
    const std::vector<u8> raw(100, 7);
    EXPECT_EQ(short_text(field(raw, Kind::unsigned8), 9), "7 7 7 7 7 … 95 more");
    Field blob = field(raw, Kind::unsigned8, {.role = Role::slack});
    blob.is_blob = true;
    EXPECT_EQ(short_text(blob, 20), "07 07 … 98 more bytes");
    EXPECT_EQ(type_text(blob), "bytes slack");
    u64 next = 98;
    EXPECT_EQ(values_text(field(raw, Kind::unsigned8), next, 9), "7 7");
    EXPECT_EQ(next, 100u);
}

TEST(Values, TextsCannotDeceive) {
    constexpr u8 raw[] = {'a', 0x1B, '[', 0xE2, 0x80, 0xAE, 0, 'x', 0, 0};
    EXPECT_EQ(short_text(field(raw, Kind::text), 64), "\"a\\x1b[\\u{202e}\\x00x\"");
    EXPECT_EQ(short_text(field(Bytes(raw).last(2), Kind::text), 64), "\"\"");
    // Cut between characters.
    constexpr u8 umlauts[] = {0xC3, 0xA4, 0xC3, 0xA4, 0xC3, 0xA4};
    EXPECT_EQ(short_text(field(umlauts, Kind::text), 4), "\"ä…");
}

}  // namespace
}  // namespace thaw::inspect
