// The frog in samples/: what the code makes is what is committed, and it is a model without fault.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/soulfu/ddd/pose.hpp"
#include "samples.hpp"
#include "soulfu/support.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

Model sample_frog() {
    auto model = read_ddd(load_file(source_folder() / "samples/soulfu/FROG.DDD"), "FROG.DDD");
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

TEST(DddSample, TheCommittedFilesAreWhatTheCodeMakes) {
    const auto files = samples::ddd_sample();
    EXPECT_EQ(files.size(), 5u);
    for (const auto& file : files) {
        const Blob committed = load_file(source_folder() / "samples" / file.path);
        EXPECT_TRUE(committed == Blob::take(file.bytes)) << file.path << ": run make_samples and commit the result";
    }
}

TEST(DddSample, HasNoFindings) {
    const auto issues = validate(sample_frog(), Profile::game);
    ASSERT_TRUE(issues.ok());
    for (const Issue& issue : issues->list()) ADD_FAILURE() << issue.kind->code << " " << issue.path;
}

TEST(DddSample, StandsHopsAndCanBeRidden) {
    const Model model = sample_frog();
    const auto summary = summarise(model);
    ASSERT_TRUE(summary.ok());
    ASSERT_EQ(summary->clips.size(), 2u);
    EXPECT_EQ(summary->clips[0].name, "STAND");
    EXPECT_EQ(summary->clips[1].name, "WALK");
    EXPECT_EQ(summary->materials.size(), 2u);
    EXPECT_NEAR(summary->height_metres.value_or(0), 0.25, 0.05);

    const ddd::File& file = document_of(model).file;
    const auto steps =
        std::count_if(file.frames.begin(), file.frames.end(), [](const auto& f) { return f.events == 1; });
    EXPECT_EQ(steps, 2);  // push and landing
    const auto& bones = file.bases[0].bones;
    for (const u8 id : {u8{1}, u8{5}}) {
        EXPECT_EQ(std::count_if(bones.begin(), bones.end(), [&](const auto& bone) { return bone.id == id; }), 1);
    }
}

TEST(DddSample, StaysAboveTheGroundAndLeavesIt) {
    const Model model = sample_frog();
    const ddd::Document& document = document_of(model);
    const ddd::Poser poser(document, 0);
    double highest_jump = 0;
    for (const ddd::Frame& frame : document.file.frames) {
        Box3<double> box;
        for (const Vec3d& p : poser.positions(frame)) box.include(p);
        ASSERT_FALSE(box.is_empty());
        EXPECT_GT(box.low.z, -0.1);
        highest_jump = std::max(highest_jump, box.low.z);
        EXPECT_NE(frame.shadows[0].alpha, 0);
    }
    EXPECT_GT(highest_jump, 0.25);
}

// Outward triangles are counter-clockwise in the stored axes read as right-handed: the volume they enclose is positive.
TEST(DddSample, TrianglesFaceOutward) {
    const Model model = sample_frog();
    const ddd::Document& document = document_of(model);
    const auto points = ddd::Poser(document, 0).positions(document.file.frames[0]);
    for (const ddd::Slot& slot : document.file.bases[0].slots) {
        double volume = 0;
        for (const ddd::Triangle& t : slot.triangles) {
            const auto &a = points[t.corners[0].vertex], &b = points[t.corners[1].vertex],
                       &c = points[t.corners[2].vertex];
            volume += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
        }
        EXPECT_TRUE(slot.triangles.empty() || volume > 0.01) << volume;
    }
}

}  // namespace
}  // namespace thaw::test
