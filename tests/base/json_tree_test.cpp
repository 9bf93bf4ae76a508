#include "base/json_tree.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <random>

#include "base/base64.hpp"
#include "base/numbers.hpp"
#include "oracle/heap_meter.hpp"

namespace thaw::json {
namespace {

std::string printed(std::string_view text) {
    const auto tree = Tree::parse(text);
    return tree ? to_text(tree->root().value()) : "error at " + std::to_string(tree.error().offset);
}

TEST(JsonTree, ValuesComeBackAsTheyAre) {
    for (const char* text : {"null", "true", "false", "0", "-1", "12", "0.5", "[]", "{}", "[1,[2,[]],{}]", "\"a\"",
                             "{\"a\":1,\"b\":{\"c\":[true,null]}}", "9007199254740993", "1e+300"}) {
        EXPECT_EQ(printed(text), text);
    }
    EXPECT_EQ(printed(" { \"a\" :\t1 ,\r\n\"b\": [ 1 , 2 ] } "), "{\"a\":1,\"b\":[1,2]}");
    EXPECT_EQ(printed("\xEF\xBB\xBF{}"), "{}");
}

TEST(JsonTree, Escapes) {
    const auto string = [](std::string_view text) { return Tree::parse(text)->root().string().value_or("none"); };
    EXPECT_EQ(string(R"("\"\\\/\b\f\n\r\t\u0041")"), "\"\\/\b\f\n\r\tA");
    EXPECT_EQ(string(R"("\u00e9\u20ac\ud83d\ude00")"), "\u00e9\u20ac\U0001F600");
    EXPECT_EQ(string(R"("\ud83d")"), "\uFFFD");
    EXPECT_EQ(string(R"("\ude00x\ud83d\u0041")"), "\uFFFDx\uFFFDA");
    EXPECT_EQ(string("\"\u00e9\""), "\u00e9");
}

TEST(JsonTree, WhatIsNoJsonIsRefusedWhereItGoesWrong) {
    const std::vector<std::pair<std::string, std::size_t>> wrong{
        {"", 0},      {" ", 1},          {"nul", 0},      {"[1,]", 3},        {"[1 2]", 3},  {"{\"a\" 1}", 5},
        {"{1:2}", 1}, {"{\"a\":1,}", 7}, {"[1}", 2},      {"01", 1},          {"1.", 2},     {"-", 1},
        {"1e", 2},    {"\"a", 2},        {"\"\\x\"", 2},  {"\"\\u12g4\"", 5}, {"\"\n\"", 1}, {"{} x", 3},
        {"[", 1},     {"{", 1},          {"\"\xff\"", 1}, {"+1", 0},          {"[,1]", 1},   {"{\"a\":}", 5},
        {"\"\\", 2},  {"[1", 2},         {"{\"a\"", 4},   {"]", 0},           {"'a'", 0},    {".5", 0}};
    for (const auto& [text, offset] : wrong) {
        const auto tree = Tree::parse(text);
        ASSERT_FALSE(tree.ok()) << text;
        EXPECT_EQ(tree.error().offset, offset) << text << ": " << tree.error().message;
    }
}

TEST(JsonTree, DepthAndMemoryAreLimited) {
    EXPECT_TRUE(Tree::parse(std::string(128, '[') + std::string(128, ']')).ok());
    const auto deep = Tree::parse(std::string(129, '[') + std::string(129, ']'));
    ASSERT_FALSE(deep.ok());
    EXPECT_EQ(deep.error().code, Code::too_deep);
    EXPECT_EQ(deep.error().offset, 128u);
    EXPECT_FALSE(Tree::parse(std::string(10'000'000, '[')).ok());
    const auto large = Tree::parse("[1,2,3,4,5,6,7,8]", {.memory = 64});
    ASSERT_FALSE(large.ok());
    EXPECT_EQ(large.error().code, Code::over_budget);
}

TEST(JsonTree, PointersAndOffsetsTellTheValue) {
    const std::string text = R"({"a/b":[1,{"c~":[[],"x"]}],"d":2})";
    const auto tree = Tree::parse(text);
    const Ref x = tree->root().find("a/b").items()[1].find("c~").items()[1];
    EXPECT_EQ(x.string(), "x");
    EXPECT_EQ(x.pointer(), "/a~1b/1/c~0/1");
    EXPECT_EQ(x.offset(), text.find("\"x\""));
    EXPECT_EQ(tree->root().find("d").pointer(), "/d");
    EXPECT_EQ(tree->root().pointer(), "");
    EXPECT_FALSE(tree->root().find("e"));
    EXPECT_FALSE(tree->root().find("e").find("f").number());
}

TEST(JsonTree, IntegersMayBeWrittenAsFractions) {
    const auto integer = [](std::string_view text) { return Tree::parse(text)->root().integer(); };
    EXPECT_EQ(integer("12"), 12);
    EXPECT_EQ(integer("1.2e1"), 12);
    EXPECT_EQ(integer("-3.0"), -3);
    EXPECT_EQ(integer("9223372036854775807"), 9223372036854775807);
    EXPECT_FALSE(integer("0.5"));
    EXPECT_FALSE(integer("1e300"));
    EXPECT_FALSE(integer("\"1\""));
}

TEST(JsonTree, EveryTruncationAndEveryChangedByteIsHarmless) {
    const std::string whole = R"({"a":[1,-2.5e3,{"b":"\u0041\n"}],"c":[true,false,null],"d":""})";
    for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_FALSE(Tree::parse(whole.substr(0, n)).ok()) << n;
    for (std::size_t n = 0; n < whole.size(); ++n) {
        for (int byte = 0; byte < 256; ++byte) {
            std::string changed = whole;
            changed[n] = static_cast<char>(byte);
            const auto tree = Tree::parse(changed);
            if (!tree) {
                EXPECT_LE(tree.error().offset, changed.size());
            } else {
                const std::string text = to_text(tree->root().value());
                EXPECT_EQ(printed(text), text);
            }
        }
    }
}

TEST(JsonTree, MemoryIsThatOfTheValues) {
    std::string text = "[0";
    for (int i = 0; i < 100'000; ++i) text += ",0";
    text += "]";
    const test::HeapMeter heap;
    const auto tree = Tree::parse(text);
    EXPECT_TRUE(tree.ok());
    EXPECT_LE(heap.peak(), 9 * text.size());
}

double library_number(const std::string& text) {
    double out = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), out);
    if (result.ec == std::errc()) return out;
    // Out of range: zero or infinity, and the library does not say which.
    return text::exact_number(text);
}

TEST(ExactNumber, IsTheNearestDouble) {
    for (const char* text : {"0", "-0", "0.1", "0.10000000149011612", "1e22", "1e23", "123456789012345678",
                             "9007199254740993", "9007199254740992.5", "1.7976931348623157e308", "4.9e-324",
                             "2.2250738585072014e-308", "2.2250738585072011e-308", "2.4703282292062328e-324",
                             "0.000000000000000000000000000000000000000123", "179769313486231580793728971405301e276"}) {
        EXPECT_EQ(std::bit_cast<u64>(text::exact_number(text)), std::bit_cast<u64>(library_number(text))) << text;
    }
    EXPECT_EQ(text::exact_number("1e400"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(text::exact_number("1.7976931348623159e308"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(text::exact_number("1e-400"), 0.0);
    EXPECT_EQ(text::exact_number("2e-324"), 0.0);
    EXPECT_EQ(text::exact_number("1e99999999999999999999"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(text::exact_number("0e99999999999999999999"), 0.0);
    // A tie that only the last of many digits breaks.
    const std::string tie = "9007199254740993." + std::string(1000, '0');
    EXPECT_EQ(text::exact_number(tie), 9007199254740992.0);
    EXPECT_EQ(text::exact_number(tie + "1"), 9007199254740994.0);
}

TEST(ExactNumber, AgreesWithTheLibrary) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 100'000; ++i) {
        const auto value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        std::array<char, 64> text{};
        const auto end = i % 2 == 0 ? std::to_chars(text.data(), text.data() + text.size(), value).ptr
                                    : std::to_chars(text.data(), text.data() + text.size(), value,
                                                    std::chars_format::scientific, static_cast<int>(random() % 20))
                                          .ptr;
        const std::string digits(text.data(), end);
        ASSERT_EQ(text::exact_number(digits), library_number(digits)) << digits;
    }
    for (int i = 0; i < 100'000; ++i) {
        std::string digits = std::to_string(random() >> (random() % 60)) + "." + std::to_string(random());
        if (i % 3 == 0) digits += "e" + std::to_string(static_cast<int>(random() % 80) - 40);
        ASSERT_EQ(text::exact_number(digits), library_number(digits)) << digits;
    }
}

TEST(Base64, IsStrict) {
    const auto text = [](std::string_view encoded) {
        const auto bytes = from_base64(encoded);
        return bytes ? std::string(bytes->begin(), bytes->end()) : "refused";
    };
    EXPECT_EQ(text(""), "");
    EXPECT_EQ(text("Zg=="), "f");
    EXPECT_EQ(text("Zm8="), "fo");
    EXPECT_EQ(text("Zm9v"), "foo");
    EXPECT_EQ(text("+/+/"), "\xfb\xff\xbf");
    for (const char* wrong :
         {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "=", "====", "Z===", "Zg==Zg==", "-_-_"}) {
        EXPECT_EQ(text(wrong), "refused") << wrong;
    }
}

}  // namespace
}  // namespace thaw::json
