// From bytes to models, and what is found for what they ask.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "library/samples.hpp"

#include <thaw/info.hpp>
#include <thaw/render.hpp>

namespace thaw::test {
namespace {

Blob bytes_of(std::string_view text) {
    return Blob::copy_of(Bytes(reinterpret_cast<const u8*>(text.data()), text.size()));
}

std::vector<std::string> found(MemoryFiles& files, Want want) {
    std::vector<std::string> out;
    for (const FoundFile& file : files.find(want, *find_format("ddd"))) out.push_back(file.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(MemoryFilesFind, ByTheEndOfAPathWhateverTheCase) {
    MemoryFiles files(
        {{"game/deep/skin.PCX", bytes_of("deep")}, {"game/Skin.pcx", bytes_of("near")}, {"Other.pcx", {}}});
    EXPECT_EQ(found(files, {"texture", {"SKIN.pcx"}}), Names{"game/Skin.pcx"}) << "the shortest path";
    EXPECT_EQ(found(files, {"texture", {"deep/skin.pcx"}}), Names{"game/deep/skin.PCX"});
    EXPECT_EQ(found(files, {"texture", {"ep/skin.pcx"}}), Names{}) << "whole names only";
    EXPECT_EQ(found(files, {"texture", {"..\\textures\\other.pcx"}}), Names{"Other.pcx"}) << "one without a folder";
    EXPECT_EQ(found(files, {"texture", {"x/skin.pcx"}}), Names{}) << "but not one that has another";
    EXPECT_EQ(found(files, {"texture", {"missing.pcx", "o*.pcx"}}), Names{"Other.pcx"});
    EXPECT_EQ(found(files, {"texture", {""}}), Names{});
    EXPECT_EQ(found(files, {"texture", {"../.."}}), Names{});
}

TEST(MemoryFilesFind, AllWhereAllAreWanted) {
    MemoryFiles files(
        {{"a.uc", bytes_of("mesh Fish")}, {"b.uc", bytes_of("mesh Bird")}, {"c.uc", bytes_of("FISH too")}});
    EXPECT_EQ(found(files, {.role = "uc", .names = {"*.uc"}, .all = true}), (Names{"a.uc", "b.uc", "c.uc"}));
    EXPECT_EQ(found(files, {.role = "uc", .names = {"*.uc"}, .mentions = "fish", .all = true}),
              (Names{"a.uc", "c.uc"}));
    EXPECT_EQ(found(files, {.role = "uc", .names = {"*.uc"}, .mentions = "fish"}), Names{"a.uc"});
    const auto long_enough = [](const Blob& bytes) { return bytes.size() > 8; };
    EXPECT_EQ(found(files, {.role = "uc", .names = {"*.uc"}, .all = true, .accepts = long_enough}),
              (Names{"a.uc", "b.uc"}));
}

TEST(MemoryFilesFind, ByKeys) {
    MemoryFiles files({{"deep/in/a.uc", bytes_of("k1")}, {"b.uc", bytes_of("k2")}});
    const auto keys = [](const Blob& bytes) {
        return std::vector<std::string>{std::string(bytes.bytes().begin(), bytes.bytes().end())};
    };
    EXPECT_EQ(found(files, {.role = "uc", .names = {"**/*.uc"}, .key = "k1", .keys_of = keys}), Names{"deep/in/a.uc"});
    EXPECT_EQ(found(files, {.role = "uc", .names = {"**/*.uc"}, .key = "k3", .keys_of = keys}), Names{});
}

TEST(OpenModels, ReadsAModelWithItsCompanions) {
    MemoryFiles files(
        {{"FROG.PCX", sample("soulfu/FROG.PCX")}, {"FROG.textures.json", sample("soulfu/FROG.textures.json")}});
    const auto opened = open_model({sample_part("soulfu/FROG.DDD")}, {.lookup = &files});
    ASSERT_TRUE(opened) << to_string(opened.error());
    EXPECT_EQ(opened->model.format->id, "ddd");
    EXPECT_EQ(opened->count, 1u);
    const auto has = [&](std::string_view name, bool is_found) {
        return std::any_of(opened->companions.begin(), opened->companions.end(),
                           [&](const Companion& c) { return c.name == name && c.found == is_found; });
    };
    EXPECT_TRUE(has("FROG.PCX", true));
    EXPECT_TRUE(has("FROGEYE.PCX", false)) << "one that nobody had";
    const auto known = info(*opened);
    ASSERT_TRUE(known);
    EXPECT_EQ(known->bytes, sample("soulfu/FROG.DDD").size());
    EXPECT_EQ(known->file, "FROG.DDD");
}

TEST(OpenModels, AScriptStandsForTheModelsItNames) {
    MemoryFiles files({{"Models/ThawFish_d.3d", sample("unreal/Models/ThawFish_d.3d")},
                       {"Models/ThawFish_a.3d", sample("unreal/Models/ThawFish_a.3d")}});
    const auto all = open_models({sample_part("unreal/Classes/ThawFish.uc")}, {.lookup = &files});
    ASSERT_EQ(all.size(), 1u);
    const auto* opened = std::get_if<OpenedModel>(&all[0]);
    ASSERT_NE(opened, nullptr) << to_string(std::get<RefusedModel>(all[0]).error);
    EXPECT_EQ(opened->model.bundle.parts.front().role, "data");
    const std::string name = text::lower(opened->model.bundle.model);
    EXPECT_TRUE(open_model({sample_part("unreal/Classes/ThawFish.uc")}, {.lookup = &files}, name)) << name;
    EXPECT_EQ(open_model({sample_part("unreal/Classes/ThawFish.uc")}, {.lookup = &files}, "other").error().code,
              Code::missing_part);
    EXPECT_EQ(open_model({sample_part("unreal/Classes/ThawFish.uc")}).error().code, Code::missing_part) << "no files";
}

TEST(OpenModels, RefusesWhatIsNone) {
    EXPECT_EQ(open_model({}).error().code, Code::missing_part);
    EXPECT_EQ(open_model({{{}, "poem.txt", bytes_of("rose")}}).error().code, Code::not_recognised);
    EXPECT_EQ(open_model({{{}, "poem.txt", bytes_of("rose")}}).error().file, "poem.txt");
    const auto forced = open_models({{{}, "poem.txt", bytes_of("rose")}}, {.format = find_format("ddd")});
    ASSERT_EQ(forced.size(), 1u);
    const auto& refused = std::get<RefusedModel>(forced[0]);
    EXPECT_EQ(refused.format, find_format("ddd"));
    EXPECT_EQ(refused.bundle.parts.size(), 1u);
    EXPECT_NE(refused.error.code, Code::not_recognised) << "its own reader's error";
    const auto twice = open_model({sample_part("soulfu/FROG.DDD"), sample_part("soulfu/FROG.DDD")});
    EXPECT_EQ(twice.error().code, Code::not_recognised);
}

TEST(Look, WordsOfTheCommandLine) {
    EXPECT_EQ(view_of("left"), (View{90, 0}));
    EXPECT_EQ(view_of("10,-20.5"), (View{10, -20.5}));
    EXPECT_EQ(view_of("45"), (View{45, 0}));
    for (const char* wrong : {"", "up", "1,", "1,91", "3601", "nan", "1,2,3"}) EXPECT_FALSE(view_of(wrong)) << wrong;
    EXPECT_EQ(color_of("#0a0B0c"), (Color{10, 11, 12, 255}));
    EXPECT_EQ(color_of("none"), (Color{0, 0, 0, 0}));
    for (const char* wrong : {"", "red", "#12345", "#1234567", "#12345g"}) EXPECT_FALSE(color_of(wrong)) << wrong;
    EXPECT_TRUE(show_of("bones,axes")->axes);
    EXPECT_FALSE(show_of("bones,axes")->normals);
    EXPECT_FALSE(show_of("bones, axes"));
}

}  // namespace
}  // namespace thaw::test
