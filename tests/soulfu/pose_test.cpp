// Skinning by hand: two bones in a row, the second one bent forward and stretched.
#include <gtest/gtest.h>

#include "formats/soulfu/ddd/pose.hpp"

namespace thaw::test {
namespace {

using namespace ddd;

constexpr i16 foot = 10000;
constexpr i16 half = foot / 2;
constexpr i16 quarter = foot / 4;

// Bone 0 from (0,0,0) to (0,0,1), bone 1 on to (0,0,2), both facing +Y; one vertex beside the first.
ddd::Document two_bones(u8 weight) {
    ddd::Document document;
    File& file = document.file;
    file.scaling = 2;
    BaseModel base;
    base.vertices = {{{half, quarter, half}, {0, 1}, weight}};
    base.joint_sizes = {1, 1, 1};
    base.bones = {{0, {0, 1}}, {0, {1, 2}}};
    file.bases = {base};
    Frame bind;
    bind.forwards = {{0, 32767, 0}, {0, 100, 0}};  // any length will do
    bind.joints = {{0, 0, 0}, {0, 0, foot}, {0, 0, 2 * foot}};
    Frame bent = bind;
    bent.action = 1;
    bent.forwards[1] = {0, 0, -32767};
    bent.joints[2] = {0, 2 * foot, foot};  // now two feet long
    file.frames = {bind, bent};
    return document;
}

void expect_near(Vec3d point, double x, double y, double z) {
    EXPECT_NEAR(point.x, x, 1e-12);
    EXPECT_NEAR(point.y, y, 1e-12);
    EXPECT_NEAR(point.z, z, 1e-12);
}

TEST(DddPose, TheBindPoseIsWhatIsStored) {
    const auto document = two_bones(64);
    expect_near(Poser(document, 0).positions(document.file.frames[0]).at(0), 0.5, 0.25, 0.5);
}

TEST(DddPose, TwoBonesBlend) {
    const auto document = two_bones(64);
    // Seen from bone 0: half way along, 1/4 forward, 1/2 to the side. From bone 1: half a length before its start, so
    // (0,0,1) - 1/2 (0,2,0) + 1/4 (0,0,-1) + 1/2 (1,0,0) = (1/2, -1, 3/4) once it is bent.
    const double w = 128 / 255.0;
    expect_near(Poser(document, 0).positions(document.file.frames[1]).at(0), 0.5, 0.25 * w - (1 - w),
                0.5 * w + 0.75 * (1 - w));
}

TEST(DddPose, D6FullWeightLeavesTheSecondBoneALittle) {
    for (const u8 weight : {u8{127}, u8{0xFF}}) {  // bit 7 is not part of the weight
        const auto document = two_bones(weight);
        const double w = 254 / 255.0;
        expect_near(Poser(document, 0).positions(document.file.frames[1]).at(0), 0.5, 0.25 * w - (1 - w),
                    0.5 * w + 0.75 * (1 - w));
    }
}

TEST(DddPose, DirectionsWithoutLengthFallBack) {
    auto document = two_bones(127);
    document.file.bases[0].vertices[0].bones = {0, 0};
    for (Frame& frame : document.file.frames) frame.forwards[0] = {};  // X; the side is then -Y
    expect_near(Poser(document, 0).positions(document.file.frames[1]).at(0), 0.5, 0.25, 0.5);
    for (Frame& frame : document.file.frames) frame.joints[1] = frame.joints[0];  // no direction: the side is +Y
    const auto bind = Poser(document, 0).positions(document.file.frames[0]).at(0);
    expect_near(bind, 0.5, 0.25, 0);  // nothing remembers the height
}

TEST(DddPose, BadNumbersLeaveAVertexWhereItIs) {
    auto document = two_bones(64);
    document.file.bases[0].vertices.push_back({{foot, 0, 0}, {0, 9}, 64});
    const auto points = Poser(document, 0).positions(document.file.frames[1]);
    ASSERT_EQ(points.size(), 2u);
    expect_near(points[1], 1, 0, 0);

    document.file.bases[0].bones[1].joints[1] = 50;
    expect_near(Poser(document, 0).positions(document.file.frames[1]).at(0), 0.5, 0.25, 0.5);

    document.file.frames[1].forwards.clear();
    document.file.frames[1].joints.clear();
    expect_near(Poser(document, 0).positions(document.file.frames[1]).at(0), 0.5, 0.25, 0.5);
    EXPECT_TRUE(Poser(document, 7).positions(document.file.frames[0]).empty());
}

TEST(DddPose, TheBindFrameIsTheFirstThatNamesTheBaseModel) {
    auto document = two_bones(64);
    document.file.frames[0].base_model = 1;
    EXPECT_EQ(bind_frame(document.file, 0), 1u);
    EXPECT_EQ(bind_frame(document.file, 1), 0u);
    EXPECT_EQ(bind_frame(document.file, 2), std::nullopt);
}

TEST(DddPose, LinkedFramesHaveTheirOwnScale) {
    auto document = two_bones(64);
    document.linked = document.file;
    document.file.flags |= external_frames;
    document.file.frames.clear();
    document.file.scaling = 1;  // vertices are half as far out, joints stay
    document.file.bases[0].vertices[0].position = {foot, half, foot};
    expect_near(Poser(document, 0).positions(document.linked->frames[0]).at(0), 0.5, 0.25, 0.5);
}

TEST(DddPose, Height) {
    EXPECT_FALSE(height_of({}).has_value());
    EXPECT_EQ(height_of({{5, 0, -1}, {9, 9, 2}, {0, 0, 1}}), 3);
}

}  // namespace
}  // namespace thaw::test
