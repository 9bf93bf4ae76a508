#include <gtest/gtest.h>

#include "inspect/documents.hpp"
#include "inspect/json_check.hpp"

namespace thaw::test {
namespace {

using inspect::DumpStyle;

std::string json(const Subject& subject, inspect::DumpOptions options = {}) {
    options.style = DumpStyle::json;
    return dump(subject, options).text;
}

TEST(JsonTree, OneObjectPerFile) {
    const std::string text = json(small_pair(6, 16, 96));
    EXPECT_TRUE(is_json_lines(text, 2)) << text;
    EXPECT_TRUE(is_json_lines(json(toy()), 1));
    EXPECT_TRUE(is_json_lines(json(small_ddd(), {.unfolded = true}), 1));
    EXPECT_FALSE(is_json_lines("{\"a\":}\n", 1));
}

TEST(JsonTree, SmallFileExactly) {
    EXPECT_EQ(json(linked_ddd()),
              R"({"file":"part.ddd","role":"ddd","bytes":20,"fields":[)"
              R"({"name":"scaling","offset":0,"size":2,"type":"u16","value":1},)"
              R"({"name":"flags","offset":2,"size":2,"type":"u16","role":"flags","value":65535,)"
              R"("parts":{"external_frames":1}},)"
              R"({"name":"padding","offset":4,"size":1,"type":"u8","role":"reserved","value":0},)"
              R"({"name":"num_base_models","offset":5,"size":1,"type":"u8","role":"count","value":0},)"
              R"({"name":"num_frames","offset":6,"size":2,"type":"u16","role":"reserved","value":0},)"
              R"({"name":"shadow_textures","offset":8,"size":4,"type":"u8","count":4,"value":[0,0,0,0]},)"
              R"({"name":"link","offset":12,"size":8,"type":"text","count":8,"value":"SW\u001bD"}],)"
              R"("explained":20,"slack":0})"
              "\n");
}

TEST(JsonTree, FoldedArraysSayHowManyAreMissing) {
    const std::string text = json(small_ddd());
    EXPECT_NE(text.find(R"({"name":"vertices","offset":20,"count":6,"element_bytes":9,"items":[{"index":0,)"),
              std::string::npos);
    EXPECT_NE(text.find(R"(],"folded":4,"folded_from":38})"), std::string::npos);
    EXPECT_NE(text.find(R"(],"folded":4,"folded_from":211})"), std::string::npos);  // frames
    EXPECT_EQ(json(small_ddd(), {.unfolded = true}).find("folded"), std::string::npos);
}

TEST(JsonTree, NumbersOfEveryKind) {
    const std::string text = json(toy());
    for (const char* member :
         {R"("type":"f32","value":0.1})", R"("value":0.3333333333333333})", R"("value":"nan:0x7fc00001")",
          R"("value":"-inf")", R"("value":18446744073709551615)", R"("value":-9223372036854775808)",
          R"("value":"a\u001b\"\u0000x")", R"("role":"offset","value":32)", R"("value":[15,241])",
          R"(4500],"folded":84)", R"("file":"a\u001b[31m.toy")"}) {
        EXPECT_NE(text.find(member), std::string::npos) << member;
    }
}

TEST(JsonTree, CellsOfGrids) {
    EXPECT_EQ(json(small_pair(6, 16, 96), {.field = "frames[1].vertices[2]"}),
              R"({"file":"box_a.3d","role":"aniv","bytes":100,"fields":[{"path":"frames[1].vertices[2]","offset":28,)"
              R"("size":4,"type":"u32","value":3182866344,"parts":{"x":-88,"y":-299,"z":-266}}]})"
              "\n");
    EXPECT_NE(json(small_pair(2, 24, 48))
                  .find(R"("type":"i16","count":4,"value":[1792,5390,8988,12586],)"
                        R"("parts":{"x":1792,"y":5390,"z":8988,"pad":12586})"),
              std::string::npos);
}

TEST(JsonTree, TheFieldOfAByte) {
    EXPECT_EQ(json(small_pair(3, 8, 28), {.at = 0x0D, .role = "aniv"}),
              R"({"file":"box_a.3d","role":"aniv","bytes":32,"at":13,"fields":[)"
              R"({"path":"frames[0].vertices[2]","offset":12,"size":4,"type":"u32","value":1296449336,)"
              R"("parts":{"x":-200,"y":199,"z":309}},)"
              R"({"path":"frames[1].vertices[0]","offset":12,"size":4,"type":"u32","value":1296449336,)"
              R"("parts":{"x":-200,"y":199,"z":309}}],)"
              R"("parents":[{"path":"frames[0]","offset":4,"size":12},{"path":"frames","offset":4,"size":28}]})"
              "\n");
}

TEST(JsonTree, ABrokenFileEndsWithItsError) {
    const auto whole = bytes_of(small_ddd(), "ddd");
    for (std::size_t n = 0; n < whole.size() - 3; ++n) {
        const Dumped dumped = dump(with_bytes(small_ddd(), "ddd", {whole.begin(), whole.begin() + static_cast<int>(n)}),
                                   {.style = DumpStyle::json});
        ASSERT_FALSE(dumped.status.ok());
        EXPECT_TRUE(is_json_lines(dumped.text, 1)) << n;
        EXPECT_NE(dumped.text.find(R"("error":{"code":"truncated","file":"rat.ddd","path":")"), std::string::npos) << n;
    }
}

}  // namespace
}  // namespace thaw::test
