// The quick ways over all corners of a frame give what the slow ones give.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "gltf/scenes.hpp"
#include "scene/frame_normals.hpp"
#include "scene/frame_offsets.hpp"
#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/normals.hpp"

namespace thaw::test {
namespace {

// Two frames of points anywhere in the layout's range, and corners in any order.
struct Made {
    VertexFrames frames;
    std::vector<u32> points;
};

Made made(const PointLayout& layout, std::size_t points, std::size_t corners, std::mt19937& random) {
    std::vector<u8> bytes(2 * points * layout.bytes + 1);
    for (u8& byte : bytes) byte = static_cast<u8>(random());
    Made out{{.layout = layout, .bytes = Blob::take(std::move(bytes)), .offset = 1, .count = 2}, {}};
    out.frames.stride = points * layout.bytes;
    out.frames.transform.rows = {{{0, 0, -0.5}, {0.25, 0, 0}, {0, 3, 0}}};
    for (std::size_t i = 0; i < corners; ++i) out.points.push_back(static_cast<u32>(random() % points));
    return out;
}

TEST(StepKernels, EveryWayGivesTheSameBytes) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "no AVX2 here";
    std::mt19937 random(4);
    for (const PointLayout& layout : {word_points, short_points}) {
        for (const std::size_t corners : {1u, 7u, 8u, 9u, 31u, 64u, 129u}) {
            const Made m = made(layout, 50, corners, random);
            FrameOffsets offsets(m.frames, 50);
            const FrameOffsets::Corners all = offsets.corners(m.points);
            const StepCorners c = offsets.step_corners(1, all, 0);
            const auto same = [&](auto kernel, std::size_t bytes) {
                std::vector<u8> plain(corners * bytes + 4, u8{9}), quick = plain;
                (plain_step_kernels.*kernel)(c, corners, plain.data());
                (avx2_step_kernels.*kernel)(c, corners, quick.data());
                EXPECT_EQ(plain.back(), 9) << "past the end";
                EXPECT_EQ(plain, quick) << corners;
            };
            same(&StepKernels::floats, 12);
            same(&StepKernels::shorts, 8);
            same(&StepKernels::bytes, 4);
            StepBounds plain{{5, 5, 5}, {5, 5, 5}}, quick = plain;
            plain_step_kernels.widen(c, corners, plain);
            avx2_step_kernels.widen(c, corners, quick);
            EXPECT_EQ(plain.low, quick.low);
            EXPECT_EQ(plain.high, quick.high);
        }
    }
#endif
}

TEST(StepKernels, StepsTimesTheStepAreTheOffsets) {
    std::mt19937 random(5);
    for (const PointLayout& layout : {word_points, short_points}) {
        const Made m = made(layout, 50, 40, random);
        FrameOffsets offsets(m.frames, 50);
        ASSERT_EQ(offsets.step(), (Vec3d{0.5, 0.25, 3}));
        const FrameOffsets::Corners corners = offsets.corners(m.points);
        std::vector<Vec3> first(50), second(50);
        decode_frame(m.frames, 0, first);
        decode_frame(m.frames, 1, second);
        std::vector<u8> bytes(40 * 8);
        offsets.put_shorts(1, corners, 0, 40, bytes.data());
        for (std::size_t i = 0; i < 40; ++i) {
            std::array<i16, 4> steps{};
            std::memcpy(steps.data(), bytes.data() + 8 * i, 8);
            const Vec3 moved = second[m.points[i]] - first[m.points[i]];
            const Vec3 in_steps{moved.x / 0.5f, moved.y / 0.25f, moved.z / 3};
            for (std::size_t a = 0; a < 3; ++a) {
                // Differences of shorts wrap around: the writer asks whether they fit.
                EXPECT_EQ(steps[a], static_cast<i16>(static_cast<i32>(in_steps[a]))) << i;
            }
            EXPECT_EQ(steps[3], 0);
        }
    }
}

TEST(FrameNormals, AreThoseOfEachFrameAlone) {
    Scene scene = flapping_quad();
    const Mesh& mesh = scene.meshes[0];
    std::mt19937 random(6);
    std::uniform_real_distribution<f32> place(-1, 1);
    FrameNormals::Offsets offsets;
    for (auto& lane : offsets) {
        for (std::size_t i = 0; i < mesh.points.size(); ++i)
            lane.push_back({place(random), place(random), place(random)});
    }
    for (Vec3& offset : offsets[1]) offset = {};
    for (std::size_t i = 0; i < mesh.points.size(); ++i) offsets[2][i] = -mesh.points[i];  // no triangle has an area
    offsets[3][0] = {3e38f, 0, 0};                                                         // nor a normal in numbers
    std::vector<Vec3> base;
    compute_normals(mesh, mesh.points, base);
    FrameNormals normals(mesh, mesh.points, base);
    normals.start(offsets);
    for (std::size_t lane = 0; lane < FrameNormals::lanes; ++lane) {
        std::vector<Vec3> positions, expected, flat, flat_base;
        for (std::size_t i = 0; i < mesh.points.size(); ++i) positions.push_back(mesh.points[i] + offsets[lane][i]);
        compute_normals(mesh, positions, expected);
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const Primitive& primitive = mesh.primitives[p];
            if (primitive.flat) {
                compute_flat_normals(primitive, positions, flat);
                compute_flat_normals(primitive, mesh.points, flat_base);
            }
            std::vector<Vec3> found(primitive.points.size());
            normals.put(lane, p, 0, found.size(), static_cast<u8*>(static_cast<void*>(found.data())));
            for (std::size_t c = 0; c < found.size(); ++c) {
                const u32 point = primitive.points[c];
                EXPECT_EQ(found[c], primitive.flat ? flat[c] - flat_base[c] : expected[point] - base[point])
                    << lane << " " << p << " " << c;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::test
