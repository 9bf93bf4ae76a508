// Animations become clips.
#include <cmath>

#include "gltf/cubic.hpp"
#include "gltf/read_support.hpp"

namespace thaw::test {
namespace {

// One node that is moved; accessor 0 has the times, 1 the values.
GltfFile read_animation(const std::vector<f32>& times, const std::vector<f32>& values, const char* type, u32 width,
                        const std::string& path, const std::string& interpolation = "") {
    MadeGltf made;
    made.floats(times, "SCALAR", 1);
    made.floats(values, type, width);
    made.rest =
        "\"nodes\":[{\"extras\":{\"thaw_clips\":\"{\\\"go\\\":{\\\"fps\\\":9,\\\"loop\\\":false}}\"}}],"
        "\"animations\":[{\"name\":\"go\",\"samplers\":[{\"input\":0,\"output\":1" +
        (interpolation.empty() ? "" : ",\"interpolation\":\"" + interpolation + "\"") +
        "}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"" + path + "\"}}]}]";
    return read_made(made);
}

TEST(ReadAnimations, StepAndLinear) {
    const GltfFile linear = read_animation({0, 0.5f, 1}, {0, 0, 0, 1, 0, 0, 0, 2, 0}, "VEC3", 3, "translation");
    ASSERT_EQ(linear.scene.clips.size(), 1u);
    const Clip& clip = linear.scene.clips[0];
    EXPECT_EQ(clip.name, "go");
    EXPECT_FALSE(clip.loop);
    EXPECT_EQ(json::to_text(clip.extras), "{\"fps\":9}");
    EXPECT_EQ(json::to_text(linear.scene.nodes[0].extras), "null");
    EXPECT_EQ(clip.timelines, (std::vector<std::vector<f32>>{{0, 0.5f, 1}}));
    EXPECT_EQ(clip.channels[0].values, (std::vector<f32>{0, 0, 0, 1, 0, 0, 0, 2, 0}));
    EXPECT_EQ(clip.channels[0].interpolation, Interpolation::linear);
    const GltfFile step = read_animation({0, 1}, {1, 1, 1, 2, 2, 2}, "VEC3", 3, "scale", "STEP");
    EXPECT_EQ(step.scene.clips[0].channels[0].interpolation, Interpolation::step);
    EXPECT_EQ(step.scene.clips[0].channels[0].path, Path::scale);
    EXPECT_EQ(codes_of(step), Codes());
}

TEST(ReadAnimations, KeysThatDoNotAdvanceGo) {
    const GltfFile file =
        read_animation({-1, 0, 0, 2, 1}, {9, 9, 9, 1, 1, 1, 8, 8, 8, 2, 2, 2, 7, 7, 7}, "VEC3", 3, "translation");
    EXPECT_EQ(file.scene.clips[0].timelines[0], (std::vector<f32>{0, 2}));
    EXPECT_EQ(file.scene.clips[0].channels[0].values, (std::vector<f32>{1, 1, 1, 2, 2, 2}));
    EXPECT_EQ(codes_of(file), Codes{"GLTF_TIMES"});
    EXPECT_EQ(file.issues.list()[0].found, "3 of 5");
    const GltfFile none = read_animation({-1}, {9, 9, 9}, "VEC3", 3, "translation");
    EXPECT_TRUE(none.scene.clips[0].channels.empty());
    EXPECT_EQ(codes_of(none), (Codes{"GLTF_TIMES", "GLTF_CHANNEL"}));
}

TEST(ReadAnimations, RotationsAreBroughtToUnitLength) {
    const GltfFile file = read_animation({0, 1}, {0, 0, 0, 1, 0, 0, 5, 0}, "VEC4", 4, "rotation");
    EXPECT_EQ(file.scene.clips[0].channels[0].values, (std::vector<f32>{0, 0, 0, 1, 0, 0, 1, 0}));
    EXPECT_EQ(codes_of(file), Codes{"GLTF_ROTATION"});
}

TEST(ReadAnimations, ChannelsWithoutUse) {
    const GltfFile weights = read_animation({0, 1}, {0, 1}, "SCALAR", 1, "weights");
    EXPECT_TRUE(weights.scene.clips[0].channels.empty());
    EXPECT_EQ(codes_of(weights), Codes{"GLTF_CHANNEL"});
    const GltfFile pointer = read_animation({0, 1}, {0, 1}, "SCALAR", 1, "pointer");
    EXPECT_EQ(codes_of(pointer), Codes{"GLTF_CHANNEL"});
}

TEST(ReadAnimations, CurvesStayWithinTheStatedDistance) {
    // X from 0 to 1 with slopes 0, then back with a swing; Y and Z rest.
    const std::vector<f32> keys{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, -3, 0, 0, 0.5f, 0, 0, 0, 0, 0};
    const GltfFile file = read_animation({0, 1, 3}, keys, "VEC3", 3, "translation", "CUBICSPLINE");
    EXPECT_EQ(codes_of(file), Codes{"GLTF_CUBIC"});
    const Clip& clip = file.scene.clips[0];
    ASSERT_EQ(clip.timelines.size(), 1u);
    const auto& times = clip.timelines[0];
    const auto& values = clip.channels[0].values;
    EXPECT_GT(times.size(), 10u);
    const auto curve = [&](double t) {
        const bool late = t > 1;
        const double length = late ? 2 : 1;
        const double s = late ? (t - 1) / 2 : t;
        const double p0 = late ? 1 : 0, m0 = (late ? 4 : 0) * length, p1 = late ? 0.5 : 1,
                     m1 = (late ? -3 : 0) * length;
        return (2 * s * s * s - 3 * s * s + 1) * p0 + (s * s * s - 2 * s * s + s) * m0 +
               (3 * s * s - 2 * s * s * s) * p1 + (s * s * s - s * s) * m1;
    };
    double worst = 0;
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
        for (double share = 0; share <= 1; share += 0.125) {
            const double t = times[k] + share * (times[k + 1] - times[k]);
            const double straight = values[3 * k] + share * (values[3 * k + 3] - values[3 * k]);
            worst = std::max(worst, std::abs(straight - curve(t)));
        }
    }
    EXPECT_LE(worst, 0.001 + 1e-6);
    EXPECT_EQ(file.issues.list()[0].expected, "within 0.001");
}

TEST(Cubic, AStraightCurveNeedsNoMoreKeys) {
    const std::vector<f32> times{0, 2};
    const std::vector<f32> values{0, 0, 1, 1, 2, 0};  // slope 1 from 0 to 2
    const auto out = gltf::straightened(times, values, 1, 0.001, 64);
    EXPECT_EQ(out.times, times);
    EXPECT_EQ(out.values, (std::vector<f32>{0, 2}));
    EXPECT_EQ(out.error, 0);
}

TEST(Cubic, TheNumberOfPiecesIsLimited) {
    const std::vector<f32> times{0, 1};
    const std::vector<f32> values{0, 0, 1e6f, -1e6f, 0, 0};
    const auto out = gltf::straightened(times, values, 1, 1e-6, 64);
    EXPECT_EQ(out.times.size(), 65u);
    EXPECT_GT(out.error, 1e-6);
}

}  // namespace
}  // namespace thaw::test
