// A judge that sees nothing would find everything right: he has to notice each edit, and nothing where only the order
// or what applications leave in a file has changed.
#include <gtest/gtest.h>

#include "edits/fields.hpp"
#include "edits/judge_words.hpp"
#include "edits/models.hpp"

namespace edits {
namespace {

std::string differences_in(const std::vector<Difference>& differences) {
    std::string out;
    for (const Difference& each : differences) out += std::string(name_of(each.kind)) + ": " + each.words + "\n";
    return out;
}

struct Sample {
    std::string name{}, format{};
    Glb glb{};
    Facts facts{};
    Tolerance tolerance{};
    EditOptions options{};
};

const std::vector<Sample>& samples() {
    static const std::vector<Sample> all = [] {
        std::vector<Sample> out;
        for (const ModelSource& source : sample_models()) {
            const auto model = source.load();
            const auto glb = to_glb(*model, true);
            Sample sample{source.name, source.format, parse_glb(*glb)};
            sample.facts = facts_of(sample.glb);
            sample.tolerance = tolerance_of(source.format, sample.glb, sample.facts);
            sample.options.low = sample.facts.low;
            sample.options.high = sample.facts.high;
            out.push_back(std::move(sample));
        }
        return out;
    }();
    return all;
}

TEST(EditJudge, EveryFormatHasASample) {
    std::set<std::string> formats;
    for (const Sample& sample : samples()) formats.insert(sample.format);
    EXPECT_EQ(formats, (std::set<std::string>{"ctc", "ctr", "ddd", "rdy", "twm", "unreal"}));
}

TEST(EditJudge, NoticesEachEdit) {
    for (const Sample& sample : samples()) {
        for (const Edit edit : all_edits) {
            SCOPED_TRACE(sample.name + " " + std::string(name_of(edit)));
            const auto done = edited(sample.glb, edit, sample.options);
            const bool is_about_images = edit == Edit::image_painted || edit == Edit::image_exchanged;
            ASSERT_EQ(done.has_value(), !(is_about_images && sample.format == "twm"));
            if (!done) continue;
            const auto found =
                compare(sample.facts, facts_of(done->glb), {}, sample.tolerance.looking_at(done->change));
            EXPECT_EQ(found.empty(), edit == Edit::none) << differences_in(found);
            // With the edit as the one expected there is nothing left to notice.
            const auto left = compare(facts_of(done->glb), facts_of(done->glb), done->change, sample.tolerance);
            EXPECT_EQ(differences_in(left), "");
            // Nor does it excuse a file in which the edit is missing.
            const auto missing = compare(facts_of(done->glb), sample.facts, done->change, sample.tolerance);
            EXPECT_EQ(missing.empty(), edit == Edit::none);
        }
    }
}

TEST(EditJudge, TakesNoNoticeOfOrderAndExtras) {
    for (const Sample& sample : samples()) {
        for (const Strip strip : all_strips) {
            SCOPED_TRACE(sample.name + " " + std::string(name_of(strip)));
            const Glb other = parse_glb(write_glb(stripped(sample.glb, strip)));
            EXPECT_EQ(differences_in(compare(sample.facts, facts_of(other), {}, sample.tolerance)), "");
        }
    }
}

TEST(EditJudge, SeesAnEditBehindEveryStrip) {
    for (const Sample& sample : samples()) {
        for (const Edit edit : all_edits) {
            const auto done = edited(sample.glb, edit, sample.options);
            if (!done) continue;
            SCOPED_TRACE(sample.name + " " + std::string(name_of(edit)));
            const Facts other = facts_of(stripped(done->glb, Strip::reordered));
            EXPECT_EQ(differences_in(compare(facts_of(done->glb), other, done->change, sample.tolerance)), "");
            const auto found = compare(sample.facts, other, {}, sample.tolerance.looking_at(done->change));
            EXPECT_EQ(found.empty(), edit == Edit::none);
        }
    }
}

TEST(EditJudge, AGlbComesBackAsItWasWritten) {
    for (const Sample& sample : samples()) {
        const Bytes once = write_glb(sample.glb);
        EXPECT_EQ(write_glb(parse_glb(once)), once) << sample.name;
    }
}

TEST(EditJudge, APngComesBackPixelByPixel) {
    Pixels pixels{300, 77, Bytes(300 * 77 * 4)};  // more than one block of stored bytes
    for (std::size_t i = 0; i < pixels.rgba.size(); ++i) pixels.rgba[i] = static_cast<std::uint8_t>(i * 7 + i / 300);
    EXPECT_EQ(decode_image(encode_png(pixels)).rgba, pixels.rgba);
}

TEST(EditJudge, AFindingNamesADifferenceIfItSaysHowFar) {
    const Finding finding{"BUILD_POSITIONS", false,
                          "frames: positions moved by at most 2.4 mm, 1 mm on average (steps of 0.5 mm)"};
    EXPECT_TRUE(tells(finding, {Kind::positions, "", 0.0024}, {}));
    EXPECT_TRUE(tells(finding, {Kind::poses, "", 0.0059}, {})) << "two roundings and a half";
    EXPECT_FALSE(tells(finding, {Kind::poses, "", 0.0061}, {}));
    EXPECT_FALSE(tells(finding, {Kind::uvs, "", 0.001}, {}));
    EXPECT_FALSE(tells({"BUILD_POSITIONS", false, "frames: rounded"}, {Kind::positions, "", 1e-6}, {}));
    EXPECT_FALSE(tells({"BUILD_RESAMPLED", false, "STAND: 150 frames at 62.5 a second"}, {Kind::poses, "", 1e-6}, {}));
}

TEST(EditJudge, AFindingNamesWhatItSpeaksOf) {
    const Finding colors{"BUILD_NOT_KEPT", true, "meshes: / vertex colours"};
    EXPECT_TRUE(tells(colors, {Kind::colors, "", 0.9}, {}));
    EXPECT_FALSE(tells(colors, {Kind::clips, "", 1}, {}));
    EXPECT_FALSE(tells(colors, {Kind::images, "", 255}, {}));
    const Finding clip{"BUILD_NOT_KEPT", true, "Again: an action that is free / one too many"};
    EXPECT_TRUE(tells(clip, {Kind::clips, "", 1}, {.clip = "Again"}));
    EXPECT_FALSE(tells({"BUILD_REBUILT", true, "positions, colours, clips"}, {Kind::colors, "", 1}, {}));
    EXPECT_FALSE(tells({"GLTF_COLOR", true, "vertex colours"}, {Kind::colors, "", 1}, {}));
    const Finding assumed{"BUILD_ASSUMED", false, "joint_sizes: / 0.15 feet for each of 12 joints"};
    const Finding pixels{"BUILD_PICTURES", false, "SKIN.PCX: image SKIN.PCX changed at 37 pixels, by at most 9 of 255"};
    EXPECT_TRUE(tells(pixels, {Kind::images, "", 255, 37}, {}));
    EXPECT_FALSE(tells(pixels, {Kind::images, "", 255, 38}, {})) << "not all of them";
    EXPECT_FALSE(tells(assumed, {Kind::influences, "", 1}, {}));
    EXPECT_FALSE(tells(assumed, {Kind::node_places, "", 0.01}, {}));
}

TEST(EditJudge, KnowsTheFieldsThatAnEditIsAbout) {
    EXPECT_TRUE(implausible({{"vertices[].position", 1}, {"bones[].first (where)", 3}}, Edit::vertex).empty());
    EXPECT_EQ(implausible({{"vertices[].position", 1}, {"frames[].events", 2}}, Edit::vertex),
              std::vector<std::string>{"frames[].events x2"});
    EXPECT_TRUE(implausible({{"frames[].keys[].angles", 1}}, Edit::key).empty());
    EXPECT_FALSE(implausible({{"frames[].keys[].angles", 1}}, Edit::uv).empty());
    EXPECT_TRUE(implausible({{"animations[].name", 1}}, Edit::clip_renamed).empty());
    EXPECT_FALSE(implausible({{"animations[].name", 1}}, Edit::node_renamed).empty());
}

TEST(EditJudge, ExcusesOnlyWhatIsListed) {
    EXPECT_NE(excuse("twm", {.edit = Edit::material_color}), "");
    EXPECT_EQ(excuse("twm", {.edit = Edit::vertex}), "");
    EXPECT_NE(excuse("ctc", {.edit = Edit::color, .new_column = true}), "");
    EXPECT_EQ(excuse("ctc", {.edit = Edit::color, .new_column = false}), "");
    const std::string_view not_stored = "BUILD_NOT_KEPT : change not stored: 1 key changed";
    EXPECT_NE(excuse("ctc", {.edit = Edit::key, .between_frames = true}, not_stored), "");
    EXPECT_EQ(excuse("ctc", {.edit = Edit::key, .between_frames = false}, not_stored), "");
    EXPECT_EQ(excuse("ctc", {.edit = Edit::key, .between_frames = true}, "nothing said"), "");
    EXPECT_EQ(refusal_excuse("ctr", {.edit = Edit::object_added}, "no reason"), "");
    EXPECT_NE(refusal_excuse("ctr", {.edit = Edit::object_added}, "a pack or level can only be edited in place"), "");
    EXPECT_EQ(refusal_excuse("ctr", {.edit = Edit::uv}, "a pack or level can only be edited in place"), "");
    EXPECT_NE(refusal_excuse("ctr", {.edit = Edit::uv}, "in place: its pointer map (.ptr) is not at hand"), "");
    EXPECT_NE(excuse("ddd", {.edit = Edit::image_painted},
                     "X.JPG: alpha of image X.JPG changed at 3 pixels: the game derives alpha from colours"),
              "");
    EXPECT_EQ(excuse("ddd", {.edit = Edit::image_painted}, "another finding"), "");
    for (const Edit edit : all_edits) {
        if (edit == Edit::vertex || edit == Edit::part || edit == Edit::uv || edit == Edit::image_painted) {
            for (const char* format : {"ctc", "ctr", "ddd", "rdy", "twm", "unreal"}) {
                EXPECT_EQ(excuse(format, {.edit = edit}), "") << format;
            }
        }
    }
}

}  // namespace
}  // namespace edits
