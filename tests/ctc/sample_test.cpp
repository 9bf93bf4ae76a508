// The lantern in samples/: what the code makes is what is committed, and it is a model without fault.
#include <algorithm>

#include "base/text.hpp"
#include "ctc/support.hpp"
#include "formats/ctc/model/pose.hpp"
#include "samples.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

Model lantern() {
    auto model = read_ctc(load_file(source_folder() / "samples/ctc/lantern.ctc"), "lantern.ctc");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

TEST(CtcSample, TheCommittedFilesAreWhatTheCodeMakes) {
    const auto files = samples::ctc_sample();
    EXPECT_EQ(files.size(), 3u);
    std::size_t bytes = 0;
    for (const auto& file : files) {
        const Blob committed = load_file(source_folder() / "samples" / file.path);
        EXPECT_TRUE(committed == Blob::take(file.bytes)) << file.path << ": run make_samples and commit the result";
        bytes += file.bytes.size();
    }
    EXPECT_LT(bytes, 60'000u);
}

TEST(CtcSample, HasNoFindings) {
    const auto issues = validate(lantern(), Profile::game);
    ASSERT_TRUE(issues.ok());
    for (const Issue& issue : issues->list()) ADD_FAILURE() << issue.kind->code << " " << issue.path;
}

TEST(CtcSample, HasEverythingAPropHas) {
    const Model model = lantern();
    const auto summary = summarise(model);
    ASSERT_TRUE(summary.ok());
    ASSERT_EQ(summary->clips.size(), 2u);
    EXPECT_EQ(summary->clips[0].name, "amb_a");
    EXPECT_EQ(summary->clips[1].name, "cast_a");
    EXPECT_EQ(summary->totals.bones, 5u);
    EXPECT_EQ(summary->totals.morphs, 1u);
    EXPECT_EQ(summary->materials.size(), 2u);
    EXPECT_EQ(image_wants(model).size(), 2u);
    EXPECT_NEAR(summary->height_metres.value_or(0), 0.9, 0.2);
    EXPECT_EQ(text::until_nul(document_of(model).attachments.at(0).name), "flame");
}

TEST(CtcSample, FloatsAndGlows) {
    const Model model = lantern();
    const ctc::Document& d = document_of(model);
    const auto lowest = [&](u64 frame, std::vector<f32> weights) {
        const auto points =
            positions_at(d, {.frame = frame, .old_frame = frame, .back_lerp = 0, .morph_weights = weights});
        double low = points[0].y, wide = 0;
        for (const Vec3d& p : points) low = std::min(low, p.y);
        for (std::size_t v = 0; v < 40; ++v) wide = std::max(wide, points[v].x);
        return std::pair(low, wide);
    };
    for (u64 frame = 0; frame < d.num_frames(); ++frame) EXPECT_GT(lowest(frame, {}).first, 2) << frame;
    EXPECT_GT(lowest(0, {1}).second, lowest(0, {}).second * 1.15);
}

}  // namespace
}  // namespace thaw::test
