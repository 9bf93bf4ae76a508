#include "scene/maths.hpp"

#include <gtest/gtest.h>

#include <random>

#include "gltf/scenes.hpp"
#include "scene/frames.hpp"
#include "scene/loops.hpp"
#include "scene/normals.hpp"

namespace thaw::test {
namespace {

void expect_near(const Matrix& a, const Matrix& b, double tolerance) {
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << i;
}

// Some transform with a rotation of any angle and scales between 0.5 and 2.
Transform some_transform(std::mt19937& random, bool mirrored) {
    std::uniform_real_distribution<f32> place(-5, 5);
    std::uniform_real_distribution<f32> size(0.5f, 2);
    const Quat q = normalised({place(random), place(random), place(random), place(random)});
    return {{place(random), place(random), place(random)},
            q,
            {mirrored ? -size(random) : size(random), size(random), size(random)}};
}

TEST(Maths, DecompositionIsTheTransformAgain) {
    std::mt19937 random(7);
    for (int i = 0; i < 1000; ++i) {
        const Transform t = some_transform(random, i % 2 == 1);
        EXPECT_LT(difference(matrix_of(t), decomposed(matrix_of(t))), 1e-5);
    }
}

TEST(Maths, InverseUndoes) {
    std::mt19937 random(8);
    for (int i = 0; i < 1000; ++i) {
        const Matrix m = matrix_of(some_transform(random, i % 2 == 1));
        const auto inverse = inverse_of(m);
        ASSERT_TRUE(inverse);
        expect_near(m * *inverse, identity_matrix, 1e-6);
    }
    EXPECT_FALSE(inverse_of(Matrix{}));
}

TEST(Maths, DegenerateMatricesHaveSomeRotation) {
    for (const Matrix& m : {Matrix{}, Matrix{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1},
                            Matrix{0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}) {
        const Transform t = decomposed(m);
        EXPECT_NEAR(dot(t.rotation, t.rotation), 1, 1e-5);
    }
}

TEST(Maths, ARotationTurnsTheRightWay) {
    const Quat quarter = axis_rotation({0, 0, 1}, std::acos(-1.0) / 2);
    const Vec3 x = transformed(matrix_of(Transform{.rotation = quarter}), Vec3{1, 0, 0});
    EXPECT_NEAR(x.x, 0, 1e-6);
    EXPECT_NEAR(x.y, 1, 1e-6);
    const Vec3 twice = transformed(matrix_of(Transform{.rotation = quarter * quarter}), Vec3{1, 0, 0});
    EXPECT_NEAR(twice.x, -1, 1e-6);
}

TEST(Maths, DirectionsOfHugeAndTinyVectors) {
    EXPECT_EQ(direction_of({3e38f, 0, 0}), (Vec3{1, 0, 0}));
    EXPECT_EQ(direction_of({0, 1e-45f, 0}), (Vec3{0, 1, 0}));
    EXPECT_EQ(direction_of({0, 0, 0}, {0, 0, 1}), (Vec3{0, 0, 1}));
}

TEST(Maths, SrgbThereAndBack) {
    for (int i = 0; i < 256; ++i) {
        const f32 value = static_cast<f32>(i) / 255;
        EXPECT_NEAR(linear_to_srgb(srgb_to_linear(value)), value, 1e-6);
    }
}

// Offsets are the differences of decoded points, for all encodings, with and without rotation.
TEST(Frames, OffsetsAreBetweenThePoints) {
    std::mt19937 random(9);
    for (const auto encoding :
         {VertexFrames::Encoding::packed_11_11_10, VertexFrames::Encoding::i16x4, VertexFrames::Encoding::f32x3}) {
        for (const bool rotated : {false, true}) {
            VertexFrames frames;
            frames.encoding = encoding;
            frames.count = 3;
            frames.offset = 4;
            frames.stride = 130 * encoded_bytes(encoding);
            std::vector<u8> bytes(4 + 3 * frames.stride);
            const u32 mask = encoding == VertexFrames::Encoding::f32x3 ? 0x3F : 0xFF;  // no NaN
            for (u8& byte : bytes) byte = static_cast<u8>(random() & mask);
            frames.bytes = Blob::take(std::move(bytes));
            frames.transform.rows = {{{0, rotated ? 0.25 : 0, -0.5}, {2, 0, 0}, {0, 0.125, 0}}};
            frames.transform.offset = {1, 2, 3};
            std::vector<Vec3> first(129), points(129);
            decode_frame(frames, 0, first);
            const FrameOffsets offsets(frames, points.size());
            std::vector<PaddedPoint> padded;
            for (u32 f = 0; f < 3; ++f) {
                decode_frame(frames, f, points);
                offsets.at(f, padded);
                ASSERT_EQ(padded.size(), points.size());
                FrameOffsets::Bounds bounds;
                for (const PaddedPoint& p : padded) bounds.include(p);
                const FrameOffsets::Bounds all = offsets.bounds(f, padded);
                EXPECT_EQ(all.least, bounds.least);
                EXPECT_EQ(all.most, bounds.most);
                for (std::size_t i = 0; i < points.size(); ++i) {
                    const PaddedPoint& p = padded[i];
                    EXPECT_LT(length(points[i] - first[i] - Vec3{p[0], p[1], p[2]}), 1e-4f) << i;
                    EXPECT_EQ(p[3], 0);
                }
            }
        }
    }
}

TEST(Normals, PointOutwardAndWeld) {
    const Scene scene = flapping_quad();
    std::vector<Vec3> normals;
    compute_normals(scene.meshes[0], scene.meshes[0].points, normals);
    for (const Vec3 n : normals) EXPECT_EQ(n, (Vec3{0, 1, 0}));
}

Clip turning(std::vector<f32> x) {
    Clip clip;
    clip.timelines.emplace_back();
    Channel channel{.node = 0, .path = Path::translation};
    for (std::size_t i = 0; i < x.size(); ++i) {
        clip.timelines[0].push_back(static_cast<f32>(i));
        channel.values.insert(channel.values.end(), {x[i], 0, 0});
    }
    clip.channels.push_back(std::move(channel));
    return clip;
}

f32 last_x(const Clip& clip) { return clip.channels[0].values[clip.channels[0].values.size() - 3]; }

TEST(Loops, CloseWhenTheWayBackIsShort) {
    const Scene scene = lone_marker();
    Clip cycle = turning({0, 1, 2, 1});
    finish_clip(scene, cycle, 4, SceneOptions::Loop::automatic);
    EXPECT_EQ(last_x(cycle), 0);
    EXPECT_EQ(cycle.timelines[0].back(), 4);
    Clip walk = turning({0, 1, 2, 3, 4});
    finish_clip(scene, walk, 5, SceneOptions::Loop::automatic);
    EXPECT_EQ(last_x(walk), 4);
    Clip forced = turning({0, 1, 2, 3, 4});
    finish_clip(scene, forced, 5, SceneOptions::Loop::close);
    EXPECT_EQ(last_x(forced), 0);
    Clip once = turning({0, 1, 2, 1});
    once.loop = false;
    finish_clip(scene, once, 4, SceneOptions::Loop::automatic);
    EXPECT_EQ(last_x(once), 1);
    Clip stepped = turning({0, 1, 2, 1});
    stepped.channels[0].interpolation = Interpolation::step;
    finish_clip(scene, stepped, 4, SceneOptions::Loop::automatic);
    EXPECT_EQ(last_x(stepped), 1);
}

}  // namespace
}  // namespace thaw::test
