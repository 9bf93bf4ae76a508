// Triangles to pixels: every pixel once, in the right order, with the right colour.
#include <gtest/gtest.h>

#include "render/raster.hpp"

namespace thaw::test {
namespace {

using namespace raster;

Corner corner(double x, double y, f32 depth = 1) {
    Corner out;
    out.x = static_cast<i32>(x * subpixels);
    out.y = static_cast<i32>(y * subpixels);
    out.depth = depth;
    return out;
}

u8 red(const Pixels& image, u32 x, u32 y) { return image.rgba[4 * (std::size_t{y} * image.width + x)]; }

DrawList list_with(Surface surface) {
    DrawList list;
    list.surfaces.push_back(surface);
    return list;
}

void add(DrawList& list, const std::array<Corner, 3>& corners, u32 surface = 0) {
    const auto first = static_cast<u32>(list.corners.size());
    list.corners.insert(list.corners.end(), corners.begin(), corners.end());
    list.triangles.push_back({{first, first + 1, first + 2}, surface, 0});
}

Pixels drawn(const DrawList& list, u32 width, u32 height, u32 samples) {
    Rasteriser raster(width, height, samples, {0, 0, 0, 255});
    Pixels image;
    raster.draw(list, image);
    return image;
}

// Light adds up: a pixel drawn twice would be brighter, one left out darker.
class Coverage : public testing::TestWithParam<u32> {};

TEST_P(Coverage, TrianglesThatShareEdgesCoverEverySampleOnce) {
    constexpr u32 side = 60;
    u32 seed = GetParam() * 977 + 1;
    const auto next = [&](u32 below) {
        seed = seed * 1664525 + 1013904223;
        return static_cast<double>((seed >> 8) % (below * 16)) / 16;
    };
    for (int round = 0; round < 40; ++round) {
        Surface light;
        light.alpha = AlphaMode::blend;
        light.blend = BlendMode::additive;
        DrawList list = list_with(light);
        // A fan around a point inside, to the corners and to points on the edges of the image.
        const Corner middle = corner(1 + next(side - 2), 1 + next(side - 2));
        const double x = next(side), y = next(side), u = next(side), v = next(side);
        const std::array<Corner, 8> rim{corner(0, 0),       corner(x, 0),    corner(side, 0), corner(side, y),
                                        corner(side, side), corner(u, side), corner(0, side), corner(0, v)};
        for (std::size_t i = 0; i < rim.size(); ++i) add(list, {middle, rim[i], rim[(i + 1) % rim.size()]});
        for (Corner& c : list.corners) c.color = {100 / 255.0f, 0, 0, 1};
        const Pixels image = drawn(list, side, side, GetParam());
        for (u32 py = 0; py < side; ++py) {
            for (u32 px = 0; px < side; ++px) ASSERT_EQ(red(image, px, py), 100) << px << ", " << py;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, Coverage, testing::Values(1u, 4u, 16u));

TEST(Raster, EdgesAreShared) {
    // Half of the image, cut straight through the pixels of column 4.
    for (const u32 samples : {4u, 16u}) {
        DrawList list = list_with({});
        add(list, {corner(0, 0), corner(4.5, 0), corner(0, 8)});
        add(list, {corner(4.5, 0), corner(4.5, 8), corner(0, 8)});
        const Pixels image = drawn(list, 8, 8, samples);
        for (u32 y = 0; y < 8; ++y) {
            EXPECT_EQ(red(image, 3, y), 255);
            EXPECT_NEAR(red(image, 4, y), 128, 1);
            EXPECT_EQ(red(image, 5, y), 0);
        }
    }
}

TEST(Raster, NearerWins) {
    for (const bool near_first : {true, false}) {
        DrawList list = list_with({});
        for (const bool is_near : {near_first, !near_first}) {
            const f32 depth = is_near ? 1.1f : 1.0f;
            std::array<Corner, 3> corners{corner(0, 0, depth), corner(16, 0, depth), corner(0, 16, depth)};
            for (Corner& c : corners) c.color = {is_near ? 1.0f : 0.2f, 0, 0, 1};
            add(list, corners);
        }
        EXPECT_EQ(red(drawn(list, 8, 8, 1), 3, 3), 255);
    }
}

// What lies on something else is exactly as far away, so the later one is seen, whichever corner comes first.
TEST(Raster, WhatLiesOnSomethingElseIsSeenWhole) {
    const std::array<Corner, 3> places{corner(1.3, 0.7, 0.913f), corner(38.9, 5.2, 1.271f), corner(9.1, 37.7, 1.077f)};
    constexpr std::array<std::array<std::size_t, 3>, 6> orders{
        {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
    for (const auto& order : orders) {
        DrawList below = list_with({});
        add(below, places);
        DrawList list = below;
        for (Corner& c : list.corners) c.color = {0.2f, 0, 0, 1};
        std::array<Corner, 3> above{places[order[0]], places[order[1]], places[order[2]]};
        add(list, above);
        EXPECT_EQ(drawn(list, 40, 40, 4).rgba, drawn(below, 40, 40, 4).rgba);
    }
}

TEST(Raster, TexturesFollowPerspective) {
    // Twice as near on the right: the middle of the image's width is a third of the way along it.
    Pixels steps{3, 1, {10, 0, 0, 255, 20, 0, 0, 255, 30, 0, 0, 255}};
    const Texture texture(steps, false);
    Surface surface;
    surface.texture = &texture;
    surface.nearest = true;
    const auto strip = [&](bool affine) {
        surface.affine = affine;
        DrawList list = list_with(surface);
        std::array<Corner, 4> c{corner(0, 0, 1), corner(90, 0, 2), corner(0, 9, 1), corner(90, 9, 2)};
        c[1].u = c[3].u = 1;
        add(list, {c[0], c[1], c[2]});
        add(list, {c[2], c[1], c[3]});
        return drawn(list, 90, 9, 1);
    };
    // u = t * 2 / (1 + t): a third at t = 0.2, two thirds at t = 0.5.
    const Pixels right = strip(false);
    EXPECT_EQ(red(right, 17, 4), 10);
    EXPECT_EQ(red(right, 18, 4), 20);
    EXPECT_EQ(red(right, 44, 4), 20);
    EXPECT_EQ(red(right, 45, 4), 30);
    const Pixels even = strip(true);
    EXPECT_EQ(red(even, 29, 4), 10);
    EXPECT_EQ(red(even, 30, 4), 20);
    EXPECT_EQ(red(even, 60, 4), 30);
}

TEST(Raster, SmallerVersionsAreUsedWhereTexelsAreCrowded) {
    Pixels checks{64, 64, {}};
    for (u32 i = 0; i < 64 * 64; ++i) {
        const u8 value = (i + i / 64) % 2 == 0 ? 255 : 0;
        checks.rgba.insert(checks.rgba.end(), {value, value, value, 255});
    }
    const Texture texture(checks, false);
    Surface surface;
    surface.texture = &texture;
    DrawList list = list_with(surface);
    std::array<Corner, 4> c{corner(0, 0), corner(16, 0), corner(0, 16), corner(16, 16)};
    c[1].u = c[3].u = c[2].v = c[3].v = 1;
    add(list, {c[0], c[1], c[2]});
    add(list, {c[2], c[1], c[3]});
    const Pixels image = drawn(list, 16, 16, 1);
    for (u32 x = 0; x < 16; ++x) EXPECT_NEAR(red(image, x, 7), 128, 2);
}

TEST(Raster, BandsMakeNoDifference) {
    // As tall as many bands; the same triangle drawn alone in a low image.
    DrawList list = list_with({});
    add(list, {corner(3, 1), corner(1000, 400), corner(20, 790)});
    for (std::size_t i = 0; i < 3; ++i) list.corners[i].color = {i == 0 ? 1.0f : 0, i == 1 ? 1.0f : 0, 0.5f, 1};
    const Pixels tall = drawn(list, 1024, 800, 4);
    const Pixels low = drawn(list, 1024, 60, 4);
    EXPECT_TRUE(std::equal(low.rgba.begin(), low.rgba.end(), tall.rgba.begin()));
}

TEST(Raster, FarAwayCornersAndEmptyTrianglesAreHarmless) {
    DrawList list = list_with({});
    constexpr double far = guard_pixels - 1;
    add(list, {corner(-far, -far), corner(far, -far), corner(0, far)});
    add(list, {corner(5, 5), corner(5, 5), corner(5, 5)});
    add(list, {corner(1, 1), corner(2, 2), corner(3, 3)});
    EXPECT_EQ(red(drawn(list, 16, 16, 4), 8, 8), 255);
}

}  // namespace
}  // namespace thaw::test
