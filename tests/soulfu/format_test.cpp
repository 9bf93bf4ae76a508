// Detection, companions and summaries of a DDD, and the refusal of a TIL.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixtures/fixtures.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

Fixture fixture(const std::string& name) {
    for (Fixture& each : ddd_fixtures()) {
        if (each.name == "ddd_" + name) return std::move(each);
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

Blob bytes_of(const std::string& name) { return fixture(name).bundle.parts[0].bytes; }

Model model_of(const std::string& name) {
    auto f = fixture(name);
    auto model = read(*f.format, f.bundle);
    EXPECT_TRUE(model.ok()) << name;
    return std::move(*model);
}

Summary summary_of(const std::string& name) { return *summarise(model_of(name)); }

Confidence sniffed(const Blob& bytes, std::string_view name = {}) {
    return ddd::format.sniff(name, bytes, {}).confidence;
}

TEST(DddSniff, IsCertainOnlyOfWhatMakesSenseToTheLastByte) {
    for (const char* name : {"static", "animated", "two_bases", "linked_alone", "many_joints", "no_skeleton"}) {
        EXPECT_EQ(sniffed(bytes_of(name)), Confidence::certain) << name;
    }
    for (const char* name : {"bad_indices", "trailing", "padding", "no_frames"}) {
        const auto expected = std::string(name) == "no_frames" ? Confidence::certain : Confidence::likely;
        EXPECT_EQ(sniffed(bytes_of(name)), expected) << name;
    }
}

TEST(DddSniff, AnUnusualHeaderNeedsTheName) {
    EXPECT_EQ(sniffed(bytes_of("odd_header")), Confidence::likely);
    EXPECT_EQ(sniffed(bytes_of("odd_header"), "ODD.DDD"), Confidence::certain);
    EXPECT_EQ(sniffed(bytes_of("odd_header"), "odd.ddd"), Confidence::certain);
}

TEST(DddSniff, ZerosAreNoModel) {
    EXPECT_EQ(sniffed(bytes_of("zeros")), Confidence::no);
    EXPECT_EQ(sniffed(bytes_of("zeros"), "ZEROS.DDD"), Confidence::weak);
    // One base model with nothing in it, and nothing else.
    std::vector<u8> almost(12 + 8 + 4);
    almost[5] = 1;
    EXPECT_EQ(sniffed(Blob::take(almost)), Confidence::no);
    EXPECT_EQ(sniffed(Blob::take(almost), "ALMOST.DDD"), Confidence::weak);
    almost.resize(4096);
    EXPECT_EQ(sniffed(Blob::take(almost)), Confidence::no);
}

TEST(DddSniff, ABrokenFileIsOnlyClaimedByItsName) {
    for (const char* name : {"cut_in_header", "cut_in_triangles", "frame_without_base", "huge_counts"}) {
        EXPECT_EQ(sniffed(bytes_of(name)), Confidence::no) << name;
        EXPECT_EQ(sniffed(bytes_of(name), "BROKEN.DDD"), Confidence::weak) << name;
        EXPECT_FALSE(ddd::format.sniff("", bytes_of(name), {}).reason.empty()) << name;
    }
    EXPECT_EQ(sniffed({}, "EMPTY.DDD"), Confidence::no);
}

TEST(DddSniff, TextAndImagesAreNoModels) {
    const std::string text(5000, 'a');
    EXPECT_EQ(sniffed(Blob::take({text.begin(), text.end()})), Confidence::no);
    std::vector<u8> jpeg{0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0};
    jpeg.insert(jpeg.end(), 5000, 0x55);
    EXPECT_EQ(sniffed(Blob::take(jpeg)), Confidence::no);
    EXPECT_EQ(sniffed(Blob::take({0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'})),
              Confidence::no);
}

TEST(Til, IsRecognisedByNameAndRefusedWithTheReason) {
    const Blob bytes = Blob::take({1, 2, 3});
    const auto detection = detect("TILEGRS0.TIL", bytes);
    ASSERT_TRUE(detection.ok());
    EXPECT_EQ(detection->format->id, "til");
    const auto model = read(*detection->format, {{{"til", "TILEGRS0.TIL", bytes}}});
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().code, Code::unsupported);
    EXPECT_NE(model.error().message.find("nobody knows its layout"), std::string::npos);
    EXPECT_EQ(find_format("til"), &til::format);
}

TEST(Til, ADddUnderThatNameIsADdd) {
    const auto detection = detect("MISNAMED.TIL", bytes_of("static"));
    ASSERT_TRUE(detection.ok());
    EXPECT_EQ(detection->format->id, "ddd");
}

TEST(Til, TheSourceOfATileIsAnOrdinaryDdd) {
    const auto model = read_ddd(bytes_of("static"), "data/TILEGRS0.DDD");
    ASSERT_TRUE(model.ok());
    const auto remarks = summarise(*model)->remarks;
    EXPECT_TRUE(std::any_of(remarks.begin(), remarks.end(),
                            [](const auto& remark) { return remark.find("TIL tile") != std::string::npos; }));
    for (const auto& remark : summary_of("static").remarks) EXPECT_EQ(remark.find("TIL tile"), std::string::npos);
}

// What the model asks for as the file with its frames.
std::vector<Want> wanted_links(const std::string& fixture) {
    auto wants = needs(model_of(fixture));
    EXPECT_TRUE(wants.ok());
    std::erase_if(*wants, [](const Want& want) { return want.role != "link"; });
    return std::move(*wants);
}

TEST(DddLink, TheFileWithTheFramesIsWanted) {
    const auto wants = wanted_links("linked_alone");
    ASSERT_EQ(wants.size(), 1u);
    EXPECT_EQ(wants.front().names, std::vector<std::string>{"ANIM.DDD"});
    EXPECT_TRUE(wants.front().required);
    EXPECT_TRUE(wanted_links("linked").empty());
    EXPECT_TRUE(wanted_links("static").empty());
    EXPECT_TRUE(wanted_links("link_bad_name").empty());  // "../a*" is not something to look for
}

TEST(DddLink, ABadCompanionLeavesTheModelReadable) {
    const Model model = model_of("link_broken");
    EXPECT_FALSE(document_of(model).linked.has_value());
    EXPECT_NE(document_of(model).link_error.find("ANIM.DDD"), std::string::npos);
    EXPECT_EQ(document_of(model).file.bases.size(), 1u);
}

TEST(DddLink, FramesOfTheLinkedFileMoveTheModel) {
    const Summary alone = summary_of("linked_alone");
    EXPECT_EQ(alone.variant, "linked");
    EXPECT_TRUE(alone.clips.empty());
    EXPECT_FALSE(alone.height_metres.has_value());
    const Summary whole = summary_of("linked");
    ASSERT_EQ(whole.clips.size(), 2u);
    EXPECT_EQ(whole.totals.frames, 5u);
    EXPECT_NEAR(whole.height_metres.value_or(0), 2 * 0.3048, 1e-6);
    EXPECT_EQ(*whole.native.find("link")->get_if<std::string>(), "ANIM");
    EXPECT_EQ(*whole.native.find("frames")->get_if<i64>(), 0);
}

TEST(DddSummary, CountsAndClips) {
    const Summary summary = summary_of("animated");
    EXPECT_EQ(summary.variant, "ddd");
    EXPECT_EQ(summary.totals.meshes, 1u);
    EXPECT_EQ(summary.totals.vertices, 4u);
    EXPECT_EQ(summary.totals.triangles, 4u);
    EXPECT_EQ(summary.totals.bones, 1u);
    EXPECT_EQ(summary.totals.frames, 5u);
    ASSERT_EQ(summary.clips.size(), 2u);  // BONING is the bind pose, not a clip
    EXPECT_EQ(summary.clips[0].name, "STAND");
    EXPECT_EQ(summary.clips[0].frames, 2u);
    EXPECT_EQ(summary.clips[0].fps, 62.5);
    EXPECT_TRUE(summary.clips[0].loop);
    EXPECT_EQ(summary.clips[1].name, "WALK");
    EXPECT_TRUE(summary.remarks.empty());
    const Summary numbered = summary_of("action_number");
    EXPECT_EQ(numbered.clips.back().name, "ACTION_200");
    EXPECT_FALSE(numbered.clips.back().loop);
}

TEST(DddSummary, SeveralBaseModelsAddUp) {
    const Summary summary = summary_of("two_bases");
    EXPECT_EQ(summary.totals.meshes, 2u);
    EXPECT_EQ(summary.totals.vertices, 8u);
    EXPECT_EQ(*summary.native.find("tris")->get_if<i64>(), 8);
    EXPECT_EQ(*summary.native.find("joints")->get_if<i64>(), 4);
    EXPECT_EQ(summary.native.find("per_base")->get_if<json::Array>()->size(), 2u);
    ASSERT_EQ(summary.materials.size(), 1u);
    EXPECT_EQ(summary.materials[0].triangles, 8u);
}

TEST(DddSummary, SlotFlagsInWords) {
    const Summary summary = summary_of("all_slots");
    ASSERT_EQ(summary.materials.size(), 4u);
    EXPECT_EQ(summary.materials[0].flags, "toon shading");
    EXPECT_EQ(summary.materials[1].flags, "tinted, no outline, alpha 242");
    EXPECT_EQ(summary.materials[2].flags, "additive, blinking eye, no outline, alpha 128");
    EXPECT_EQ(summary.materials[3].flags, "two-sided, scrolling image, cut out by alpha");
}

TEST(DddSummary, SaysWhenThereIsNothingToSeeOrToMove) {
    const Summary animation = summary_of("animation_only");
    ASSERT_EQ(animation.remarks.size(), 1u);
    EXPECT_NE(animation.remarks[0].find("animation only"), std::string::npos);
    EXPECT_FALSE(animation.height_metres.has_value());
    const Summary still = summary_of("static");
    ASSERT_EQ(still.remarks.size(), 1u);
    EXPECT_NE(still.remarks[0].find("bind pose"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
