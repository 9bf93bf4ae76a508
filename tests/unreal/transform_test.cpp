// Raw vertices to object space: each rotation by its definition, then all of them together.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "formats/unreal/mesh/transform.hpp"

namespace thaw::unreal {
namespace {

void expect_near(const Vec3d& a, const Vec3d& b) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

Vec3d placed(const Placement& placement, Point raw) { return ObjectSpace(placement)(raw); }

TEST(Turn, AgreesWithTheStandardLibrary) {
    for (int i = -3000; i <= 3000; ++i) {
        const double angle = i * 0.37;
        const double radians = angle / 256 * 2 * std::numbers::pi;
        EXPECT_NEAR(turn(angle).sine, std::sin(radians), 1e-14);
        EXPECT_NEAR(turn(angle).cosine, std::cos(radians), 1e-14);
    }
}

TEST(Turn, QuarterTurnsAreExact) {
    constexpr double sines[] = {0, 1, 0, -1};
    for (int quarter = -8; quarter <= 8; ++quarter) {
        const auto i = static_cast<std::size_t>(((quarter % 4) + 4) % 4);
        EXPECT_EQ(turn(64.0 * quarter).sine, sines[i]) << quarter;
        EXPECT_EQ(turn(64.0 * quarter).cosine, sines[(i + 1) % 4]) << quarter;
    }
}

TEST(ObjectSpace, NothingIsIdentity) { expect_near(placed({}, {3, -4, 5}), {3, -4, 5}); }

TEST(ObjectSpace, YawTurnsForwardToRight) {
    expect_near(placed({.yaw = 64}, {1, 0, 0}), {0, 1, 0});
    expect_near(placed({.yaw = 64}, {0, 1, 0}), {-1, 0, 0});
}

TEST(ObjectSpace, PitchTurnsForwardUp) {
    expect_near(placed({.pitch = 64}, {1, 0, 0}), {0, 0, 1});
    expect_near(placed({.pitch = 64}, {0, 0, 1}), {-1, 0, 0});
}

TEST(ObjectSpace, RollTurnsRightDown) {
    expect_near(placed({.roll = 64}, {0, 1, 0}), {0, 0, -1});
    expect_near(placed({.roll = 64}, {0, 0, 1}), {0, 1, 0});
}

TEST(ObjectSpace, PlayersHaveRawYUpAndRawZForward) {
    // YAW=64 ROLL=-64, as every stock player is imported.
    const Placement player{.yaw = 64, .roll = -64};
    expect_near(placed(player, {0, 1, 0}), {0, 0, 1});
    expect_near(placed(player, {0, 0, 1}), {1, 0, 0});
    expect_near(placed(player, {1, 0, 0}), {0, 1, 0});
}

TEST(ObjectSpace, AnglesThatAreNoQuarter) {
    const double s = std::sin(std::numbers::pi / 4);
    expect_near(placed({.yaw = 32}, {1, 0, 0}), {s, s, 0});
    expect_near(placed({.yaw = 32 + 256}, {1, 0, 0}), {s, s, 0});
}

TEST(ObjectSpace, RollThenPitchThenYaw) {
    // Roll takes Y down, pitch takes down forward, yaw takes forward right.
    expect_near(placed({.yaw = 64, .pitch = 64, .roll = 64}, {0, 1, 0}), {0, 1, 0});
}

TEST(ObjectSpace, OriginIsInRawUnitsAndScaleComesBeforeRotation) {
    const Placement p{.origin = {10, 20, 30}, .yaw = 64, .scale = {0.5, 2, 4}};
    expect_near(placed(p, {12, 20, 31}), {0, 1, 4});
    expect_near(placed(p, {10, 21, 30}), {-2, 0, 0});
}

TEST(ObjectSpace, UnmirrorNegatesXBeforeTheOrigin) {
    // U5: Male2 has ORIGIN X=-150 and its middle at raw +141; both have to cancel.
    const Placement p{.origin = {-150, 0, 0}, .unmirror = true};
    expect_near(placed(p, {150, 1, 2}), {0, 1, 2});
}

TEST(ObjectSpace, DefaultsWithoutScript) {
    Document d;
    EXPECT_EQ(placement_of(d).scale, (Vec3d{0.1, 0.1, 0.2}));
    d.data.emplace().num_vertices = 2;
    d.aniv.emplace().frame_size = 16;
    EXPECT_EQ(placement_of(d).scale, (Vec3d{1 / 256.0, 1 / 256.0, 1 / 256.0}));
}

}  // namespace
}  // namespace thaw::unreal
