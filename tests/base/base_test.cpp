#include <gtest/gtest.h>

#include <thaw/blob.hpp>
#include <thaw/issue.hpp>
#include <thaw/json.hpp>
#include <thaw/result.hpp>

#include "base/endian.hpp"
#include "base/field_path.hpp"
#include "base/guard.hpp"
#include "base/text.hpp"
#include "oracle/heap_meter.hpp"
#include "support/json_reader.hpp"

namespace thaw {
namespace {

TEST(Blob, SlicesShareAndClamp) {
    const Blob blob = Blob::take({1, 2, 3, 4, 5});
    const Blob middle = blob.slice(1, 3);
    EXPECT_EQ(middle.data(), blob.data() + 1);
    EXPECT_EQ(middle.size(), 3u);
    EXPECT_EQ(blob.slice(4, 100).size(), 1u);
    EXPECT_TRUE(blob.slice(5, 1).empty());
    EXPECT_TRUE(blob.slice(~u64{0}, ~u64{0}).empty());
    EXPECT_EQ(blob.slice(0), blob);
    EXPECT_FALSE(blob == middle);
}

TEST(Blob, ASliceKeepsItsBytesAlive) {
    Blob tail;
    {
        const Blob whole = Blob::take(std::vector<u8>(1000, 7));
        tail = whole.slice(999);
    }
    EXPECT_EQ(tail[0], 7);
}

TEST(Endian, LoadsAndStoresBothOrders) {
    const u8 bytes[] = {1, 2, 3, 4};
    EXPECT_EQ(load<u32>(bytes, Order::little), 0x04030201u);
    EXPECT_EQ(load<u32>(bytes, Order::big), 0x01020304u);
    EXPECT_EQ(load<i16>(bytes, Order::big), 0x0102);
    u8 out[4] = {};
    store(out, u32{0x01020304}, Order::big);
    EXPECT_EQ(out[0], 1);
}

TEST(Text, Utf8IsCheckedStrictly) {
    EXPECT_TRUE(text::is_utf8("caf\xC3\xA9 \xF0\x9F\x90\x9F"));
    EXPECT_FALSE(text::is_utf8("\xC0\x80"));          // overlong NUL
    EXPECT_FALSE(text::is_utf8("\xED\xA0\x80"));      // surrogate
    EXPECT_FALSE(text::is_utf8("\xF4\x90\x80\x80"));  // past U+10FFFF
    EXPECT_FALSE(text::is_utf8("\xE2\x82"));          // cut off
    EXPECT_FALSE(text::is_utf8("\xFF"));
}

TEST(Text, OtherBytesAreLatin1) { EXPECT_EQ(text::to_utf8("caf\xE9"), "caf\xC3\xA9"); }

TEST(Text, NothingFromAFileReachesATerminalRaw) {
    EXPECT_EQ(text::printable("a\x1b[31mb\n"), "a\\x1b[31mb\\x0a");
    EXPECT_EQ(text::printable("\xE2\x80\xAEgpj.exe"), "\\u{202e}gpj.exe");  // right-to-left override
    EXPECT_EQ(text::printable("\x9B"
                              "31m"),
              "\\u{9b}31m");  // C1 control from Latin-1
    EXPECT_EQ(text::printable("plain caf\xC3\xA9"), "plain caf\xC3\xA9");
}

TEST(Text, CharactersAreTakenOneByOne) {
    std::string_view rest = "a\xC3\xA9\xFF\xC3";
    EXPECT_EQ(text::count_points(rest), 4u);
    EXPECT_EQ(text::take_point(rest), U'a');
    EXPECT_EQ(text::take_point(rest), U'\u00E9');
    EXPECT_EQ(text::take_point(rest), U'\uFFFD');
    EXPECT_EQ(text::take_point(rest), U'\uFFFD');
    EXPECT_TRUE(rest.empty());
}

TEST(Text, ShortenedInTheMiddle) {
    EXPECT_EQ(text::shortened("fish_d.3d", 9), "fish_d.3d");
    EXPECT_EQ(text::shortened("fish_d.3d", 8), "fish\u2026.3d");
    EXPECT_EQ(text::shortened("fish_d.3d", 1), "\u2026");
    EXPECT_EQ(text::shortened("fish_d.3d", 0), "");
    EXPECT_EQ(text::shortened("\u00E9\u00E9\u00E9\u00E9", 3), "\u00E9\u2026\u00E9");
}

TEST(Text, PatternsMatchRuns) {
    EXPECT_TRUE(text::matches_pattern("Classes/Fish.UC", "classes/*.uc"));
    EXPECT_TRUE(text::matches_pattern("abc", "*"));
    EXPECT_TRUE(text::matches_pattern("", "*"));
    EXPECT_FALSE(text::matches_pattern("abc", "a*d"));
    EXPECT_TRUE(text::matches_pattern("aXbXc", "a*b*c"));
    EXPECT_FALSE(text::matches_pattern(std::string(3000, 'a'), std::string(40, '*') + "b"));
}

TEST(Text, SmallHelpers) {
    EXPECT_EQ(text::hex(0x4f2), "0x4f2");
    EXPECT_EQ(text::hex(0), "0x0");
    EXPECT_EQ(text::plural(1, "frame"), "1 frame");
    EXPECT_EQ(text::plural(0, "byte"), "0 bytes");
    EXPECT_EQ(text::plural(3, "vertex"), "3 vertices");
    EXPECT_EQ(text::until_nul(std::string_view("ab\0cd", 5)), "ab");
    const std::array<char, 4> open{'a', 'b', 'c', 'd'}, closed{'a', '\0', 'c', '\0'};
    EXPECT_EQ(text::until_nul(open), "abcd");
    EXPECT_EQ(text::until_nul(closed), "a");
    EXPECT_EQ(text::nul_padded<4>("abcde"), open);
    EXPECT_EQ(text::nul_padded<4>("a"), (std::array<char, 4>{'a'}));
    EXPECT_TRUE(text::contains_ignoring_case("FILE=Models\\Fish_D.3d", "fish_d.3D"));
    EXPECT_FALSE(text::contains_ignoring_case("fis", "fish"));
}

TEST(FieldPath, ReadsLikeCode) { EXPECT_EQ(field_path("bases", 0, "bones", 3u, "joint0"), "bases[0].bones[3].joint0"); }

TEST(Json, KeepsOrderAndEscapes) {
    json::Value value;
    value.set("z", 1).set("a", json::Array{true, nullptr == nullptr, 2.5, "x\"\n"}).set("n", json::Value());
    EXPECT_EQ(json::to_text(value), R"({"z":1,"a":[true,true,2.5,"x\"\n"],"n":null})");
}

TEST(Json, NumbersReadBackExactly) {
    for (const double number : {0.1, 1e300, -2.5e-8, 1.0 / 3.0, 62.5, 123456789012345.0}) {
        const auto back = test::parse_json(json::to_text(json::Value(number)));
        const auto* real = back.get_if<double>();
        const auto* integer = back.get_if<i64>();
        EXPECT_EQ(real != nullptr ? *real : static_cast<double>(*integer), number);
    }
}

TEST(Json, PrettyTextSaysTheSame) {
    json::Value value;
    value.set("a", json::Array{1, 2}).set("b", json::Object{}).set("c", "\x01\x7f");
    EXPECT_EQ(json::to_pretty_text(value),
              "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {},\n  \"c\": \"\\u0001\\u007f\"\n}");
    EXPECT_EQ(json::to_text(test::parse_json(json::to_pretty_text(value))), json::to_text(value));
}

// libstdc++ 12 has a variant that goes astray here unless an alternative stops it (see json.hpp).
TEST(Json, CopyingSurvivesRunningOutOfMemory) {
    json::Value inner;
    inner.set("a", std::string(50, 'x')).set("b", json::Array{1, 2, std::string(40, 'y')});
    json::Value value;
    value.set("one", inner).set("two", json::Array{inner, inner});
    std::size_t n = 0;
    for (bool reached = true; reached; ++n) {
        const test::FailingAllocation failing(n);
        try {
            const json::Value copy(value);
        } catch (const std::bad_alloc&) {
        }
        reached = failing.reached();
    }
    EXPECT_GT(n, 10u);
}

TEST(Json, WhatJsonCannotSayIsNull) { EXPECT_EQ(json::to_text(json::Value(1.0 / 0.0)), "null"); }

TEST(Json, BytesThatAreNotUtf8AreLatin1) { EXPECT_EQ(json::to_text(json::Value("\xE9")), "\"\xC3\xA9\""); }

TEST(Error, ReadsAsOneLine) {
    EXPECT_EQ(to_string(Error{Code::truncated, "the file ends early", "rat.ddd", "frames[3].action", 0x4f2}),
              "rat.ddd: byte 0x4f2, frames[3].action: the file ends early");
    EXPECT_EQ(to_string(Error{Code::io, "no such file", "a\nb"}), "a\\x0ab: no such file");
}

TEST(Error, EveryCodeHasItsOwnName) {
    for (int i = 0; i < static_cast<int>(Code::internal); ++i) {
        EXPECT_NE(code_name(static_cast<Code>(i)), "internal") << i;
    }
}

constexpr IssueKind sample_kind{"SAMPLE", Severity::warning, "A sample.", "sample"};
constexpr IssueKind bad_kind{"BAD", Severity::error, "A bad one.", "bad"};

TEST(Issues, AreCappedButCounted) {
    Issues issues(2);
    for (int i = 0; i < 5; ++i) issues.add(sample_kind, "part");
    issues.add(bad_kind, "part");
    EXPECT_EQ(issues.list().size(), 2u);
    EXPECT_EQ(issues.dropped(), 4u);
    EXPECT_EQ(issues.worst(), Severity::error);
}

TEST(Message, TemplatesAreCheckedByTheCompiler) {
    static_assert(is_message_template("sample"));
    static_assert(is_message_template("{path} is {found}, expected {expected}"));
    static_assert(is_message_template("texture[ {found}] not found[, expected {expected}]"));
    static_assert(!is_message_template(""));
    static_assert(!is_message_template("{offset} is wrong"));
    static_assert(!is_message_template("{found is wrong"));
    static_assert(!is_message_template("found} is wrong"));
    static_assert(!is_message_template("{} is wrong"));
    static_assert(!is_message_template("texture[ {found} not found"));
    static_assert(!is_message_template("texture {found}] not found"));
    static_assert(!is_message_template("texture[ [{found}]] not found"));
}

constexpr IssueKind named_kind{"NAMED", Severity::info, "It has values.",
                               "{path} is {found}[, expected {expected}][ (so be it)]"};
constexpr IssueKind reworded_kind = named_kind.saying("nothing at {path}");

TEST(Message, ValuesTakeTheirPlaces) {
    EXPECT_EQ(message_of({&named_kind, Severity::info, "part", "size", no_offset, "4", "5"}),
              "size is 5, expected 4 (so be it)");
    EXPECT_EQ(message_of({&named_kind, Severity::info, "part", "size", no_offset, "{found}", "[{path}]"}),
              "size is [{path}], expected {found} (so be it)");
}

TEST(Message, APartInBracketsNeedsItsValue) {
    EXPECT_EQ(message_of({&named_kind, Severity::info, "part", "size", no_offset, "", "5"}), "size is 5 (so be it)");
    constexpr IssueKind both{"BOTH", Severity::info, "Both.", "[{found} of {expected}, ]wrong"};
    EXPECT_EQ(message_of({&both, Severity::info, "", "", no_offset, "2", "1"}), "1 of 2, wrong");
    EXPECT_EQ(message_of({&both, Severity::info, "", "", no_offset, "2", ""}), "wrong");
    EXPECT_EQ(message_of({&both, Severity::info, "", "", no_offset, "", "1"}), "wrong");
}

TEST(Message, WithoutAValueThatItNeedsItIsTheKindsText) {
    EXPECT_EQ(message_of({&named_kind, Severity::info, "part", "size", no_offset, "4", ""}), "It has values.");
}

TEST(Message, OtherWordsAreOfTheSameKind) {
    const Issue issue{&reworded_kind, Severity::info, "part", "size"};
    EXPECT_EQ(message_of(issue), "nothing at size");
    EXPECT_EQ(issue.kind->code, "NAMED");
    EXPECT_EQ(issue.kind->text, "It has values.");
    EXPECT_TRUE(issue.is(named_kind));
    EXPECT_FALSE(issue.is(sample_kind));
}

TEST(Message, HostileTextIsPrintableAndShort) {
    const Issue hostile{&named_kind, Severity::info, "part", "a\x1b[31m", no_offset, "\xff", "x\ny\u202e"};
    EXPECT_EQ(message_of(hostile), "a\\x1b[31m is x\\x0ay\\u{202e}, expected \u00ff (so be it)");
    const Issue longest{&named_kind, Severity::info, "part", "size", no_offset, "", std::string(1000000, 'x')};
    const std::string message = message_of(longest);
    EXPECT_LT(message.size(), 300u);
    EXPECT_NE(message.find("x\u2026x"), std::string::npos);
    const Issue whole{&named_kind, Severity::info, "part", "size", no_offset, "", std::string(200, 'x')};
    EXPECT_EQ(message_of(whole), "size is " + std::string(200, 'x') + " (so be it)");
}

TEST(Guard, OutOfMemoryIsAnError) {
    const auto result = guarded([]() -> Result<int> { throw std::bad_alloc(); });
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, Code::out_of_memory);
}

}  // namespace
}  // namespace thaw
