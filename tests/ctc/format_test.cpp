// Detection, companions, clips and summaries of a CTC.
#include "ctc/support.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "formats/ctc/model/clips.hpp"

namespace thaw::test {
namespace {

Sniffed sniffed(const Blob& bytes, std::string_view name = {}) { return ctc::format.sniff(name, bytes, {}); }

TEST(CtcSniff, IsCertainOfWhatLeadsSomewhere) {
    for (const char* name : {"plain", "swaying", "version_8", "version_14", "slack", "overlap"}) {
        EXPECT_EQ(sniffed(bytes_of(name)).confidence, Confidence::certain) << name;
    }
    EXPECT_EQ(sniffed(bytes_of("bad_indices")).confidence, Confidence::likely);
    EXPECT_EQ(sniffed(bytes_of("nothing")).confidence, Confidence::likely);
    EXPECT_EQ(sniffed(bytes_of("offset_huge")).confidence, Confidence::weak);
    EXPECT_EQ(sniffed(bytes_of("cut_in_header")).confidence, Confidence::weak);
}

TEST(CtcSniff, TellsStrangersApart) {
    EXPECT_EQ(sniffed({}, "empty.ctc").confidence, Confidence::no);
    for (const char* stranger : {"small_letters", "version_7", "version_15"}) {
        EXPECT_EQ(sniffed(bytes_of(stranger)).confidence, Confidence::no) << stranger;
        EXPECT_EQ(sniffed(bytes_of(stranger), "x.CTC").confidence, Confidence::weak) << stranger;
        EXPECT_FALSE(sniffed(bytes_of(stranger)).reason.empty());
    }
    EXPECT_NE(sniffed(bytes_of("small_letters")).reason.find("music"), std::string::npos);
    EXPECT_EQ(sniffed(text_blob("SMD")).confidence, Confidence::no);
    EXPECT_EQ(sniffed(text_blob("SMDL")).confidence, Confidence::no);
    EXPECT_EQ(sniffed(text_blob("SMDL{\"asset\": 1}")).confidence, Confidence::no);
    EXPECT_EQ(sniffed(text_blob("IDP2 is the other model format of the game")).confidence, Confidence::no);
}

TEST(CtcNeeds, EachSkinUnderItsNameAndLikelierOnes) {
    const auto wants = image_wants(model_of("swaying"));
    ASSERT_EQ(wants.size(), 2u);
    EXPECT_EQ(wants[0].role, "texture");
    EXPECT_FALSE(wants[0].required);
    EXPECT_EQ(wants[0].names,
              (std::vector<std::string>{"leaf.tga", "leaf.atd", "leaf.png", "leaf.pcx", "leaf.bmp", "leaf.jpg"}));
    EXPECT_EQ(wants[1].names.front(), "objects/bark.bmp");
    EXPECT_EQ(wants[1].names[1], "objects/bark.atd");
}

TEST(CtcNeeds, WhatIsAtHandOrNoNameIsNotAskedFor) {
    Model model = model_of("swaying");
    model.bundle.parts.push_back({"texture", "some/folder/LEAF.PNG", {}});
    EXPECT_EQ(image_wants(model).size(), 1u);
    auto& skins = document_of(model).skins;
    for (const std::string_view bad : {"*.tga", "", "folder/", "a\x01", "leaf.bmp"}) {
        skins[1].name = {};
        bad.copy(skins[1].name.data(), 64);
        EXPECT_TRUE(image_wants(model).empty()) << bad;
    }
}

struct Reading {
    const char* what;
    std::vector<std::pair<i32, i32>> numbers;
    ctc::Reading reading;
    std::vector<std::pair<u64, u64>> clips;
};

class CtcClips : public testing::TestWithParam<Reading> {};

TEST_P(CtcClips, AreTheOnesThatFit) {
    ctc::Document d;
    d.main_keys.assign(10, {});
    for (const auto& [a, b] : GetParam().numbers) d.animations.push_back({{'c'}, a, b});
    const ctc::Clips clips = ctc::clips_of(d);
    EXPECT_EQ(clips.reading, GetParam().reading);
    std::vector<std::pair<u64, u64>> found;
    for (const ctc::Clip& clip : clips.list) found.emplace_back(clip.first, clip.count);
    EXPECT_EQ(found, GetParam().clips);
}

INSTANTIATE_TEST_SUITE_P(
    All, CtcClips,
    testing::Values(Reading{"H1", {{0, 4}, {4, 6}}, ctc::Reading::start_and_count, {{0, 4}, {4, 6}}},
                    Reading{"H2", {{0, 3}, {4, 9}}, ctc::Reading::first_and_last, {{0, 4}, {4, 6}}},
                    Reading{"H3", {{1, 4}, {1, 6}}, ctc::Reading::count_in_b, {{0, 4}, {4, 6}}},
                    Reading{"H4", {{4, 0}, {6, 7}}, ctc::Reading::count_in_a, {{0, 4}, {4, 6}}},
                    Reading{"H5", {{9, 4}, {9, 3}}, ctc::Reading::count_with_rest, {{0, 4}, {4, 3}, {7, 3}}},
                    Reading{"negative", {{0, -4}, {4, 6}}, ctc::Reading::none, {{0, 10}}},
                    Reading{"too many", {{0, 0x7FFFFFFF}, {0, 0x7FFFFFFF}}, ctc::Reading::none, {{0, 10}}},
                    Reading{"lowest", {{-0x7FFFFFFF - 1, 0x7FFFFFFF}}, ctc::Reading::none, {{0, 10}}},
                    Reading{"none", {}, ctc::Reading::none, {{0, 10}}}),
    [](const auto& each) {
        std::string name = each.param.what;
        std::replace(name.begin(), name.end(), ' ', '_');
        return name;
    });

TEST(CtcSummary, CountsClipsAndMaterials) {
    const auto summary = summarise(model_of("swaying"));
    ASSERT_TRUE(summary.ok());
    EXPECT_EQ(summary->variant, "v11");
    EXPECT_EQ(summary->totals.meshes, 1u);
    EXPECT_EQ(summary->totals.vertices, 4u);
    EXPECT_EQ(summary->totals.triangles, 3u);
    EXPECT_EQ(summary->totals.bones, 2u);
    EXPECT_EQ(summary->totals.morphs, 2u);
    EXPECT_EQ(summary->totals.frames, 3u);
    ASSERT_EQ(summary->clips.size(), 2u);
    EXPECT_EQ(summary->clips[0].name, "amb_a");
    EXPECT_EQ(summary->clips[0].frames, 2u);
    EXPECT_EQ(summary->clips[0].fps, 10);
    ASSERT_EQ(summary->materials.size(), 2u);
    EXPECT_EQ(summary->materials[1].texture, "objects\\bark.bmp");
    EXPECT_EQ(summary->materials[1].triangles, 1u);
    EXPECT_EQ(summary->materials[1].flags, "blended by vertex colours");
    EXPECT_NEAR(summary->height_metres.value_or(0), 8 * 0.0254, 1e-6);
    ASSERT_EQ(summary->remarks.size(), 2u);
    EXPECT_NE(summary->remarks[0].find("no frame rate"), std::string::npos);
    EXPECT_NE(summary->remarks[1].find("H1"), std::string::npos);
    const auto* morphs = summary->native.find("morph_list")->get_if<json::Array>();
    ASSERT_EQ(morphs->size(), 2u);
    EXPECT_EQ(*(*morphs)[0].find("name")->get_if<std::string>(), "grow");
    EXPECT_EQ(*summary->native.find("colours")->get_if<i64>(), 6);
}

TEST(CtcSummary, SkinsWithoutListsAndListsWithoutSkins) {
    const auto extra = summarise(model_of("extra_skins"));
    ASSERT_EQ(extra->materials.size(), 2u);
    EXPECT_EQ(extra->materials[1].flags, "alternative for list 0");
    const auto missing = summarise(model_of("missing_skin"));
    ASSERT_EQ(missing->materials.size(), 2u);
    EXPECT_EQ(missing->materials[1].texture, "leaf.tga");
    EXPECT_FALSE(summarise(model_of("nothing"))->height_metres.has_value());
    EXPECT_TRUE(summarise(model_of("nothing"))->clips.empty());
}

}  // namespace
}  // namespace thaw::test
