// Poses of small models, computed by hand.
#include "formats/ctc/model/pose.hpp"
#include "ctc/support.hpp"

namespace thaw::test {
namespace {

void expect_near(Vec3d p, double x, double y, double z) {
    EXPECT_NEAR(p.x, x, 1e-5);
    EXPECT_NEAR(p.y, y, 1e-5);
    EXPECT_NEAR(p.z, z, 1e-5);
}

TEST(CtcPose, TheBindPoseIsTheStoredOne) {
    const Model model = model_of("swaying");
    const auto points = positions_at(document_of(model), {});
    ASSERT_EQ(points.size(), 4u);
    expect_near(points[1], 0, 8, 0);
    expect_near(points[3], 8, 8, 0);
}

// C11: the angles are about Y, then X, then Z, and the first one is applied last.
TEST(CtcPose, AnglesAreHeadingPitchBank) {
    Model model = model_of("plain");
    ctc::Key& key = document_of(model).bone_keys[0];
    const auto third = [&] { return positions_at(document_of(model), {})[2]; };  // at (8, 0, 0)
    key.angles = {90, 0, 0};
    expect_near(third(), 0, 0, -8);
    key.angles = {0, 90, 0};
    expect_near(third(), 8, 0, 0);
    key.angles = {0, 0, 90};
    expect_near(third(), 0, 8, 0);
    key.angles = {90, 0, 90};
    expect_near(third(), 0, 8, 0);
    key.angles = {0, 90, 90};
    expect_near(third(), 0, 0, 8);
    key.translation = {1, 2, 3};
    expect_near(third(), 1, 2, 11);
}

TEST(CtcPose, BonesTakeTheShortWayAndTheMainKeyDoesNot) {
    Model model = model_of("plain");
    ctc::Document& d = document_of(model);
    d.main_keys = {{}, {}};
    d.bone_keys = {{{}, {350, 0, 0}}, {{}, {10, 0, 0}}};
    ctc::Moment half{.frame = 0, .old_frame = 1, .back_lerp = 0.5};
    expect_near(positions_at(d, half)[2], 8, 0, 0);
    std::swap(d.main_keys, d.bone_keys);
    expect_near(positions_at(d, half)[2], -8, 0, 0);
    half.old_frame = 2;  // does not exist: the current frame alone
    d.main_keys[0].angles = {0, 0, 0};
    expect_near(positions_at(d, half)[2], 8, 0, 0);
}

TEST(CtcPose, MorphsAddUpAndOnlyAboveZero) {
    Model model = model_of("swaying");
    const std::vector<f32> weights{0.5f, 1};
    expect_near(positions_at(document_of(model), {.morph_weights = weights})[3], 9, 10, 1);
    const std::vector<f32> negative{-1, 0};
    expect_near(positions_at(document_of(model), {.morph_weights = negative})[3], 8, 8, 0);
}

TEST(CtcPose, IsTotal) {
    for (const Fixture& each : ctc_fixtures()) {
        const auto model = read(*each.format, each.bundle);
        if (!model) continue;
        const std::vector<f32> weights(4, 1);
        const auto points =
            positions_at(document_of(*model), {.frame = 7, .old_frame = 1, .back_lerp = 0.3, .morph_weights = weights});
        EXPECT_EQ(points.size(), document_of(*model).vertices.size()) << each.name;
    }
}

}  // namespace
}  // namespace thaw::test
