// A judge that sees nothing would find everything right: he has to notice each edit, and nothing where only the order
// or what applications leave in a file has changed.
#include <gtest/gtest.h>

#include "edits/judge.hpp"
#include "edits/models.hpp"

namespace edits {
namespace {

std::string text_of(const std::vector<Difference>& differences) {
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
            const bool is_about_pictures = edit == Edit::picture_painted || edit == Edit::picture_exchanged;
            ASSERT_EQ(done.has_value(), !(is_about_pictures && sample.format == "twm"));
            if (!done) continue;
            const auto found =
                compare(sample.facts, facts_of(done->glb), {}, sample.tolerance.looking_at(done->change));
            EXPECT_EQ(found.empty(), edit == Edit::none) << text_of(found);
            // With the edit as the one expected there is nothing left to notice.
            const auto left = compare(facts_of(done->glb), facts_of(done->glb), done->change, sample.tolerance);
            EXPECT_EQ(text_of(left), "");
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
            EXPECT_EQ(text_of(compare(sample.facts, facts_of(other), {}, sample.tolerance)), "");
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
            EXPECT_EQ(text_of(compare(facts_of(done->glb), other, done->change, sample.tolerance)), "");
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
    EXPECT_EQ(decode_picture(encode_png(pixels)).rgba, pixels.rgba);
}

}  // namespace
}  // namespace edits
