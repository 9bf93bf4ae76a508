// The nearest camera that has everything in its image.
#include <gtest/gtest.h>

#include <cmath>

#include "render/camera.hpp"

namespace thaw::test {
namespace {

using namespace raster;

std::vector<Vec3> cloud(f32 wide, f32 high, f32 deep) {
    std::vector<Vec3> out;
    u32 seed = 7;
    const auto next = [&] {
        seed = seed * 1664525 + 1013904223;
        return static_cast<f32>(seed >> 8) / (1 << 24) - 0.5f;
    };
    for (int i = 0; i < 300; ++i) out.push_back({3 + wide * next(), -5 + high * next(), 11 + deep * next()});
    return out;
}

struct Extent {
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
};

Extent extent_of(const Camera& camera, const std::vector<Vec3>& points) {
    Extent out;
    for (const Vec3 point : points) {
        const Projected at = camera.project(point);
        EXPECT_GT(at.depth, 0);
        out.left = std::min(out.left, at.x);
        out.right = std::max(out.right, at.x);
        out.top = std::min(out.top, at.y);
        out.bottom = std::max(out.bottom, at.y);
    }
    return out;
}

TEST(Camera, EverythingIsInTheImageAndTouchesItsMargins) {
    for (const View& view : {View{0, 0}, View{35, 15}, View{-120, -40}, View{0, 90}}) {
        for (const auto& points : {cloud(4, 1, 1), cloud(1, 6, 2), cloud(2, 2, 40)}) {
            const Frame frame = frame_of(300, 200);
            const Basis basis = basis_of(view);
            Fit fit(frame);
            for (const Vec3 point : points) fit.add(basis, point);
            const Extent seen = extent_of(fit.camera(basis), points);
            EXPECT_GE(seen.left, 300 * 0.04 - 1e-6);
            EXPECT_LE(seen.right, 300 * 0.96 + 1e-6);
            EXPECT_GE(seen.top, 200 * 0.04 - 1e-6);
            EXPECT_LE(seen.bottom, 200 * 0.96 + 1e-6);
            const double room_x = seen.left - 12 + 288 - seen.right;
            const double room_y = seen.top - 8 + 192 - seen.bottom;
            EXPECT_LT(std::min(room_x, room_y), 1e-6);
            EXPECT_NEAR(seen.left - 12, 288 - seen.right, 300 * 0.2);  // about in the middle
        }
    }
}

TEST(Camera, ViewsStandWhereTheirNamesSay) {
    const auto back = [](View view) { return basis_of(view).back; };
    EXPECT_EQ(back({0, 0}), (Vec3d{0, 0, 1}));
    EXPECT_EQ(back({90, 0}), (Vec3d{1, 0, 0}));  // the model looks to +Z, so its left is +X
    EXPECT_EQ(back({-90, 0}), (Vec3d{-1, 0, 0}));
    EXPECT_EQ(back({180, 0}), (Vec3d{0, 0, -1}));
    EXPECT_EQ(back({0, 90}), (Vec3d{0, 1, 0}));
    EXPECT_EQ(basis_of({0, 90}).up, (Vec3d{0, 0, -1}));
}

TEST(Camera, ATurningCameraKeepsEverythingFromAllSides) {
    const auto points = cloud(4, 1, 2);
    Box3<double> box;
    for (const Vec3 point : points) box.include(as_double(point));
    TurningFit fit(frame_of(200, 200), box.center());
    for (int yaw = 0; yaw < 360; yaw += 15) {
        for (const Vec3 point : points) fit.add(basis_of({static_cast<double>(yaw), 20}), point);
    }
    for (int yaw = 0; yaw < 360; yaw += 15) {
        const Extent seen = extent_of(fit.camera(basis_of({static_cast<double>(yaw), 20})), points);
        EXPECT_GE(std::min(seen.left, seen.top), 8 - 1e-6);
        EXPECT_LE(std::max(seen.right, seen.bottom), 192 + 1e-6);
    }
}

TEST(Camera, OddScenesHaveACameraToo) {
    const Frame frame = frame_of(64, 64);
    const Basis basis = basis_of({});
    const std::vector<std::vector<Vec3>> scenes{
        {{5, 5, 5}},                              // a point
        {{0, 0, 0}, {0, 0, 0}},                   // the same twice
        {{0, 0, -100}, {0, 0, 100}},              // a line
        {{1e30f, 0, 0}, {-1e30f, 1e30f, 1e30f}},  // huge
        {{1e-30f, 0, 0}, {-1e-30f, 1e-30f, 0}},   // tiny
    };
    for (const auto& points : scenes) {
        Fit fit(frame);
        for (const Vec3 point : points) fit.add(basis, point);
        const Camera camera = fit.camera(basis);
        for (const Vec3 point : points) {
            const Projected at = camera.project(point);
            EXPECT_TRUE(std::isfinite(at.x) && std::isfinite(at.y) && at.depth > 0);
            EXPECT_GE(at.x, -1);
            EXPECT_LE(at.x, 65);
        }
    }
}

}  // namespace
}  // namespace thaw::test
