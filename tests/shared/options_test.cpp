// Options by name, as fields, and as formats declare them.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <thaw/format.hpp>

#include "base/numbers.hpp"
#include "formats/shared/options.hpp"

namespace thaw::test {
namespace {

TEST(WholeNumbers, AreAllOfTheText) {
    EXPECT_EQ(text::whole_number("12"), 12.0);
    EXPECT_EQ(text::whole_number("-0.5"), -0.5);
    EXPECT_EQ(text::whole_number(".5"), 0.5);
    EXPECT_EQ(text::whole_number("5."), 5.0);
    EXPECT_EQ(text::whole_number("1e3"), 1000.0);
    EXPECT_EQ(text::whole_number("25E-1"), 2.5);
    for (const char* text :
         {"", ".", "-", "5x", " 5", "5 ", "e3", "1e", "1e+", "1.2.3", "nan", "inf", "0x10", "1e999"}) {
        EXPECT_FALSE(text::whole_number(text)) << text;
    }
}

TEST(OptionValues, AreLookedUpByTheirDeclaration) {
    static constexpr std::string_view words[] = {"compact", "exact"};
    constexpr FormatOption rig{.name = "rig", .type = OptionType::word, .help = "", .values = words};
    constexpr FormatOption size{.name = "size", .type = OptionType::integer, .help = "", .least = 1, .most = 9};
    constexpr FormatOption flag{.name = "flag", .help = ""};
    OptionValues values{{"flag"}, {"size", "9"}};
    EXPECT_TRUE(values.has(flag));
    EXPECT_EQ(values.number(size), 9.0);
    EXPECT_FALSE(values.has(rig));
    EXPECT_EQ(values.word(rig), "compact");
    values.set("rig", "exact");
    EXPECT_EQ(values.word(rig), "exact");
    values.set("rig", "unheard of");
    EXPECT_EQ(values.word(rig), "compact");
    for (const char* wrong : {"0", "10", "2.5", "two", ""}) {
        values.set("size", wrong);
        EXPECT_FALSE(values.number(size)) << wrong;
    }
    EXPECT_EQ(values.list().size(), 3u);
}

TEST(SceneOptionsByName, BecomeFieldsOrStayOwn) {
    const SceneOptions usual = scene_options_from({});
    EXPECT_FALSE(usual.raw || usual.all_lods || usual.split_clips || usual.fps || usual.lod || usual.frame);
    EXPECT_EQ(usual.loop, SceneOptions::Loop::automatic);
    EXPECT_TRUE(usual.own.list().empty());
    const SceneOptions given = scene_options_from(
        {{"raw"}, {"fps", "12.5"}, {"lod", "2"}, {"frame", "7"}, {"loop", "hold"}, {"split", "clips"}, {"smooth"}});
    EXPECT_TRUE(given.raw && given.split_clips && !given.all_lods);
    EXPECT_EQ(given.fps, 12.5);
    EXPECT_EQ(given.lod, 2.0);
    EXPECT_EQ(given.frame, 7u);
    EXPECT_EQ(given.loop, SceneOptions::Loop::hold);
    ASSERT_EQ(given.own.list().size(), 1u);
    EXPECT_EQ(given.own.list()[0].name, "smooth");
    const SceneOptions all = scene_options_from({{"lod", "all"}, {"loop", "close"}, {"split", "none"}});
    EXPECT_TRUE(all.all_lods && !all.lod && !all.split_clips);
    EXPECT_EQ(all.loop, SceneOptions::Loop::close);
}

TEST(OptionRanges, SayWhatAModelHas) {
    EXPECT_EQ(frame_range(20).text, "the model has 20 frames, 0 to 19");
    EXPECT_EQ(frame_range(20).most, 19.0);
    EXPECT_EQ(frame_range(1).text, "the model has 1 frame");
    EXPECT_EQ(frame_range(0).text, "the model has no frames");
    EXPECT_FALSE(frame_range(0).most);
    EXPECT_FALSE(frame_range(1).words);
    EXPECT_TRUE(level_range(1).words);
    EXPECT_FALSE(level_range(0).words);
    EXPECT_EQ(level_range(1).text, "the model has 1 level of detail");
    EXPECT_EQ(slot_range(0).text, "the model has no slot for an image");
    EXPECT_EQ(slot_range(1).text, "the model has only slot 0");
    EXPECT_EQ(slot_range({"0", "2", "HEAD.1"}).text, "the model has the slots 0, 2 and HEAD.1");
    EXPECT_EQ(slot_range(40).text, "the model has 40 slots, 0 to 39");
    EXPECT_EQ(slot_range(40).keys.size(), 40u);
}

// What the command line, its help and other languages build on.
TEST(DeclaredOptions, AreCompleteAndAgree) {
    std::map<std::string_view, const FormatOption*> by_name;
    for (const Format* format : formats()) {
        for (const auto& list : {format->scene_options, format->build_options}) {
            std::set<std::string_view> names;
            for (const FormatOption* option : list) {
                SCOPED_TRACE(std::string(format->id) + " --" + std::string(option->name));
                EXPECT_TRUE(names.insert(option->name).second) << "twice";
                EXPECT_EQ(option->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
                EXPECT_FALSE(option->help.empty());
                const bool word = option->type == OptionType::word, flag = option->type == OptionType::flag;
                EXPECT_TRUE(!word || option->values.size() > 1);
                EXPECT_TRUE(word || flag || !option->placeholder.empty());
                const bool keyed = option->type == OptionType::keyed_files;
                const bool file = keyed || option->type == OptionType::file || option->type == OptionType::output;
                // A number with a role decides which files make the model.
                const bool number = option->type == OptionType::integer;
                EXPECT_TRUE(option->role.empty() ? !file : file || number);
                EXPECT_EQ(keyed, !option->example.empty());
                const FormatOption& first = *by_name.emplace(option->name, option).first->second;
                EXPECT_EQ(first.type, option->type) << "formats use one name for two things";
            }
        }
        EXPECT_EQ(format->scene_options.empty(), format->option_ranges == nullptr) << format->id;
        EXPECT_TRUE(format->to_scene != nullptr || format->scene_options.empty()) << format->id;
        EXPECT_TRUE(format->from_scene != nullptr || format->build_options.empty()) << format->id;
    }
    EXPECT_TRUE(by_name.contains("raw") && by_name.contains("modeldef"));
}

}  // namespace
}  // namespace thaw::test
