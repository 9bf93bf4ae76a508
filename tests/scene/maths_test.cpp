#include "scene/maths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "gltf/scenes.hpp"
#include "scene/frame_offsets.hpp"
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

constexpr auto whole = PointLayout::Numbers::signed_integers;
constexpr auto natural = PointLayout::Numbers::unsigned_integers;

// Frames of random numbers, none of them NaN.
VertexFrames random_frames(const PointLayout& layout, std::mt19937& random) {
    VertexFrames frames;
    frames.layout = layout;
    frames.count = 3;
    frames.offset = 4;
    frames.stride = 130u * layout.bytes;
    std::vector<u8> bytes(4 + 3 * frames.stride);
    const u32 mask = layout.numbers == PointLayout::Numbers::floats ? 0x3F : 0xFF;
    for (u8& byte : bytes) byte = static_cast<u8>(random() & mask);
    frames.bytes = Blob::take(std::move(bytes));
    return frames;
}

VertexFrames one_point(const PointLayout& layout, std::vector<u8> bytes) {
    return {.layout = layout, .bytes = Blob::take(std::move(bytes)), .stride = layout.bytes, .count = 1};
}

Vec3 decoded(const VertexFrames& frames, u32 frame = 0) {
    std::array<Vec3, 1> out{};
    decode_frame(frames, frame, out);
    return out[0];
}

std::vector<u32> every_point(std::size_t points) {
    std::vector<u32> out(points);
    std::iota(out.begin(), out.end(), u32{0});
    return out;
}

std::vector<Vec3> offsets_of(const VertexFrames& frames, std::size_t points, u32 frame) {
    FrameOffsets offsets(frames, points);
    const std::vector<u32> all = every_point(points);
    std::vector<Vec3> out(points);
    offsets.put(frame, offsets.corners(all), 0, points, static_cast<u8*>(static_cast<void*>(out.data())));
    return out;
}

TEST(Frames, NumbersAreRunsOfBits) {
    EXPECT_EQ(decoded(one_point(word_points, {0xFF, 0x07, 0x00, 0x80})), (Vec3{-1, 0, -512}));
    EXPECT_EQ(decoded(one_point(short_points, {1, 0, 0xFF, 0xFF, 0, 0x80, 9, 9})), (Vec3{1, -1, -32768}));
    // Eight bits each, behind a byte that is not used.
    const PointLayout bytes{natural, 4, {8, 16, 24}, {8, 8, 8}};
    EXPECT_EQ(decoded(one_point(bytes, {77, 1, 255, 128})), (Vec3{1, 255, 128}));
    const PointLayout signed_bytes{whole, 3, {0, 8, 16}, {8, 8, 8}};
    EXPECT_EQ(decoded(one_point(signed_bytes, {1, 255, 128})), (Vec3{1, -1, -128}));
    // 10 bits, 12 bits and 2 bits, over the borders of bytes and in another order.
    const PointLayout odd{natural, 3, {14, 2, 0}, {10, 12, 2}};
    EXPECT_EQ(decoded(one_point(odd, {0x03, 0x40, 0x00})), (Vec3{1, 0, 3}));
    EXPECT_EQ(decoded(one_point(odd, {0xFC, 0x3F, 0xFF})), (Vec3{0x3FC, 0xFFF, 0}));
    const PointLayout large{natural, 12, {0, 32, 64}, {32, 32, 32}};
    EXPECT_EQ(decoded(one_point(large, {0, 0, 0, 0x80, 0, 0, 0, 1, 0, 1, 0, 0})), (Vec3{0x1p31f, 0x1p24f, 256}));
}

// What is decoded quickly is what the description of the bits says.
TEST(Frames, QuickLayoutsReadTheSameNumbers) {
    std::mt19937 random(5);
    for (const PointLayout& layout : {word_points, short_points, float_points}) {
        VertexFrames frames = random_frames(layout, random);
        frames.transform.rows = {{{0, 0.3, -0.5}, {2, 0, 0.1}, {0.7, 0.125, 0}}};
        frames.transform.offset = {1, 2, 3};
        // The same numbers with a byte more after each point, which no quick way knows.
        VertexFrames wider = frames;
        wider.layout.bytes = static_cast<u8>(layout.bytes + 1);
        wider.offset = 0;
        wider.stride = 130u * wider.layout.bytes;
        std::vector<u8> bytes(3 * wider.stride);
        for (std::size_t p = 0; p < 3 * 130; ++p) {
            std::copy_n(frames.bytes.data() + 4 + p * layout.bytes, layout.bytes,
                        bytes.data() + p * wider.layout.bytes);
        }
        wider.bytes = Blob::take(std::move(bytes));
        std::vector<Vec3> quick(130), slow(130), rest(60);
        for (u32 f = 0; f < 3; ++f) {
            decode_frame(frames, f, quick);
            decode_frame(wider, f, slow);
            EXPECT_EQ(quick, slow);
            decode_frame(frames, f, rest, 70);
            EXPECT_TRUE(std::equal(rest.begin(), rest.end(), quick.begin() + 70)) << "from a point on";
        }
    }
}

TEST(Frames, AFrameMayHaveStepsOfItsOwn) {
    VertexFrames frames = one_point({natural, 4, {0, 8, 16}, {8, 8, 8}}, {1, 2, 3, 0, 1, 2, 3, 0});
    frames.count = 2;
    frames.transform.rows = {{{0, -1, 0}, {0, 0, 1}, {1, 0, 0}}};  // the axes are exchanged after scaling
    frames.transform.offset = {0, 0, 0.5};
    EXPECT_EQ(decoded(frames, 1), (Vec3{-2, 3, 1.5f}));
    frames.scales = {{}, {{10, 100, 1000}, {1, 2, 3}}};
    EXPECT_EQ(decoded(frames, 0), (Vec3{-2, 3, 1.5f}));
    EXPECT_EQ(decoded(frames, 1), (Vec3{-202, 3003, 11.5f}));
    EXPECT_EQ(offsets_of(frames, 1, 1).at(0), (Vec3{-200, 3000, 10}));
    // So has one whose layout is decoded quickly without them.
    VertexFrames words = one_point(word_points, {1, 0, 0, 0, 1, 0, 0, 0});
    words.count = 2;
    words.scales = {{}, {{5, 1, 1}, {}}};
    EXPECT_EQ(offsets_of(words, 1, 1).at(0), (Vec3{4, 0, 0}));
    const std::array<u32, 1> only{0};
    FrameOffsets offsets(words, 1);
    EXPECT_EQ(offsets.bounds(1, offsets.corners(only)).high, (Vec3{4, 0, 0}));
    EXPECT_FALSE(offsets.step().has_value());
}

TEST(Frames, ALayoutLiesWithinItsBytes) {
    for (const PointLayout& layout : {word_points, short_points, float_points}) EXPECT_TRUE(is_valid(layout));
    EXPECT_TRUE(is_valid({natural, 3, {14, 2, 0}, {10, 12, 2}}));
    EXPECT_FALSE(is_valid({natural, 3, {14, 2, 0}, {11, 12, 2}})) << "past the end";
    EXPECT_FALSE(is_valid({natural, 3, {14, 2, 0}, {10, 12, 0}})) << "no bits";
    EXPECT_FALSE(is_valid({whole, 16, {0, 33, 66}, {33, 8, 8}})) << "more than a word";
    EXPECT_TRUE(is_valid({PointLayout::Numbers::floats, 13, {8, 40, 72}, {32, 32, 32}}));
    EXPECT_FALSE(is_valid({PointLayout::Numbers::floats, 13, {4, 40, 72}, {32, 32, 32}})) << "not from a byte on";
    EXPECT_FALSE(is_valid({PointLayout::Numbers::floats, 12, {0, 32, 64}, {16, 32, 32}})) << "half a float";
}

TEST(Maths, BoxHoldsWhatItWasGiven) {
    Box3<double> box;
    EXPECT_TRUE(box.is_empty());
    box.include({1, 2, 3});
    EXPECT_FALSE(box.is_empty());
    EXPECT_EQ(box.size(), Vec3d{});
    box.include({-1, 5, 3});
    box.include({0, std::nan(""), 9});
    EXPECT_EQ(box, (Box3<double>{{-1, 2, 3}, {1, 5, 9}}));
    EXPECT_EQ(box.center(), (Vec3d{0, 3.5, 6}));
    EXPECT_EQ(box.size(), (Vec3d{2, 3, 6}));
}

TEST(Maths, AxesByNumber) {
    Vec3 v{1, 2, 3};
    v[1] = 7;
    EXPECT_EQ(v, (Vec3{1, 7, 3}));
    EXPECT_EQ(v[0] + v[1] + v[2], 11);
    EXPECT_EQ(array_of(v), (std::array<f32, 3>{1, 7, 3}));
    EXPECT_EQ(vector_of(array_of(v)), v);
    EXPECT_EQ(rounded(as_double(v)), v);
}

// Offsets are the differences of decoded points, for all layouts, with and without rotation.
TEST(Frames, OffsetsAreBetweenThePoints) {
    std::mt19937 random(9);
    for (const PointLayout& layout :
         {word_points, short_points, float_points, PointLayout{natural, 4, {0, 11, 22}, {11, 11, 10}}}) {
        for (const bool rotated : {false, true}) {
            VertexFrames frames = random_frames(layout, random);
            frames.transform.rows = {{{0, rotated ? 0.25 : 0, -0.5}, {2, 0, 0}, {0, 0.125, 0}}};
            frames.transform.offset = {1, 2, 3};
            std::vector<Vec3> first(129), points(129);
            decode_frame(frames, 0, first);
            FrameOffsets offsets(frames, points.size());
            const auto all = every_point(points.size());
            const FrameOffsets::Corners corners = offsets.corners(all);
            for (u32 f = 0; f < 3; ++f) {
                decode_frame(frames, f, points);
                const std::vector<Vec3> found = offsets_of(frames, points.size(), f);
                Box3<f32> bounds;
                for (const Vec3 p : found) bounds.include(p);
                EXPECT_EQ(offsets.bounds(f, corners), bounds);
                for (std::size_t i = 0; i < points.size(); ++i) {
                    EXPECT_LT(length(points[i] - first[i] - found[i]), 1e-4f) << i;
                }
                // In any order and in pieces.
                std::vector<Vec3> some(77);
                offsets.put(f, corners, 31, some.size(), static_cast<u8*>(static_cast<void*>(some.data())));
                EXPECT_TRUE(std::equal(some.begin(), some.end(), found.begin() + 31));
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
