// What images of scenes show.
#include <gtest/gtest.h>

#include <cmath>

#include "render/dither.hpp"
#include "render/scenes.hpp"
#include "support/letter.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

constexpr std::array<u8, 4> black{0, 0, 0, 255};

Pixels letter_image() {
    Pixels image{5, 5, {}};
    for (const std::string_view row : letter_f) {
        for (const char c : row) {
            const u8 value = c == '#' ? 255 : 60;
            image.rgba.insert(image.rgba.end(), {value, value, value, 255});
        }
    }
    return image;
}

Material textured() {
    Material material;
    material.image = 0;
    material.nearest = true;
    return material;
}

Material plain(Vec4 color, AlphaMode alpha = AlphaMode::opaque, BlendMode blend = BlendMode::normal) {
    Material material;
    material.base_color = color;
    material.alpha = alpha;
    material.blend = blend;
    return material;
}

// The letter as somebody reads it off the image, whose square is drawn from margin to margin.
std::vector<std::string> read_letter(const Pixels& image) {
    std::vector<std::string> rows;
    const double from = image.width * 0.04, step = image.width * 0.92 / 5;
    for (u32 y = 0; y < 5; ++y) {
        std::string row;
        for (u32 x = 0; x < 5; ++x) {
            const auto at = [&](u32 i) { return static_cast<u32>(from + step * (i + 0.5)); };
            row += pixel(image, at(x), at(y))[0] > 150 ? '#' : '.';
        }
        rows.push_back(row);
    }
    return rows;
}

TEST(Render, ImagesAreUprightAndNotMirrored) {
    const Scene scene = scene_of({square()}, {textured()}, 1);
    for (const u32 samples : {1u, 4u, 16u}) {
        const Pixels image = draw(scene, {letter_image()}, {.width = 100, .height = 100, .samples = samples});
        EXPECT_EQ(read_letter(image), std::vector<std::string>(letter_f.begin(), letter_f.end()));
    }
}

TEST(Render, BacksAreSeenOnlyWhereTheMaterialSaysSo) {
    Scene scene = scene_of({square()}, {textured()}, 1);
    const RendererOptions options{.width = 100, .height = 100};
    const Shot from_behind{{}, {180, 0}};
    EXPECT_EQ(pixel(draw(scene, {letter_image()}, options, from_behind), 50, 50)[3], 0);
    scene.materials[0].double_sided = true;
    const auto rows = read_letter(draw(scene, {letter_image()}, options, from_behind));
    EXPECT_EQ(rows[0], "#####");
    EXPECT_EQ(rows[2], ".####");  // seen from behind
}

TEST(Render, AMirroredNodeShowsItsFrontStill) {
    Scene scene = scene_of({square()}, {textured()}, 1);
    scene.nodes[0].local.scale = {-1, 1, 1};
    const auto rows = read_letter(draw(scene, {letter_image()}, {.width = 100, .height = 100}));
    EXPECT_EQ(rows[2], ".####");
}

TEST(Render, HolesAndAlpha) {
    Pixels half{2, 1, {255, 255, 255, 255, 255, 255, 255, 0}};
    Scene scene = scene_of({square()}, {textured()}, 1);
    const RendererOptions options{.width = 50, .height = 50, .background = black};
    const auto right_half = [&] { return pixel(draw(scene, {half}, options), 35, 25)[0]; };
    EXPECT_EQ(right_half(), 255);  // opaque: alpha does not count
    scene.materials[0].alpha = AlphaMode::mask;
    EXPECT_EQ(right_half(), 0);
    scene.materials[0].alpha = AlphaMode::blend;
    half.rgba[7] = 128;
    EXPECT_NEAR(right_half(), 128, 1);
    scene.materials[0].base_color.w = 0.5f;
    EXPECT_NEAR(right_half(), 64, 1);
}

TEST(Render, BlendingIsDrawnFromBackToFront) {
    const Material red = plain({1, 0, 0, 0.5f}, AlphaMode::blend);
    const Material blue = plain({0, 0, 1, 0.5f}, AlphaMode::blend);
    const RendererOptions options{.width = 20, .height = 20, .background = black};
    // The nearer one first, and the nearer one last.
    const auto a = pixel(
        draw(colored(scene_of({square(1, 0.1f, 0), square(1, 0, 1)}, {red, blue}), {1, 1, 1, 1}), {}, options), 10, 10);
    const auto b = pixel(
        draw(colored(scene_of({square(1, 0, 1), square(1, 0.1f, 0)}, {red, blue}), {1, 1, 1, 1}), {}, options), 10, 10);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], 1);
    EXPECT_NEAR(a[0], 128, 1);
    EXPECT_NEAR(a[2], 64, 1);
    RendererOptions in_order = options;
    in_order.style.in_order = true;
    const auto c =
        pixel(draw(colored(scene_of({square(1, 0.1f, 0), square(1, 0, 1)}, {red, blue}), {1, 1, 1, 1}), {}, in_order),
              10, 10);
    EXPECT_NEAR(c[2], 128, 1);
}

TEST(Render, LightAddsAndModulationMultipliesTwice) {
    const RendererOptions options{.width = 20, .height = 20, .background = {100, 100, 100, 255}};
    const auto over_grey = [&](BlendMode blend) {
        const Scene scene = colored(scene_of({square()}, {plain({1, 1, 1, 1}, AlphaMode::blend, blend)}),
                                    {0.0331f, 0.0331f, 0.0331f, 1});
        return pixel(draw(scene, {}, options), 10, 10)[0];
    };
    EXPECT_NEAR(over_grey(BlendMode::additive), 151, 2);  // 100 + 51
    EXPECT_NEAR(over_grey(BlendMode::modulate), 40, 2);   // 2 * 100 * 51 / 255
}

TEST(Render, LightIsSeenOverNothingToo) {
    const Scene scene =
        colored(scene_of({square()}, {plain({1, 1, 1, 1}, AlphaMode::blend, BlendMode::additive)}), {1, 0, 0, 1});
    const auto at = pixel(draw(scene, {}, {.width = 20, .height = 20}), 10, 10);
    EXPECT_EQ(at[0], 255);
    EXPECT_EQ(at[3], 255);
}

TEST(Render, ColoursAreThoseOfTheVertices) {
    const Scene scene = colored(scene_of({square()}, {plain({1, 1, 1, 1})}), {0.2140f, 1, 0, 1});
    const auto at = pixel(draw(scene, {}, {.width = 20, .height = 20}), 10, 10);
    EXPECT_NEAR(at[0], 127, 1);  // 0.214 linear
    EXPECT_EQ(at[1], 255);
    EXPECT_EQ(at[2], 0);
}

TEST(Render, LitSurfacesShowTheirShape) {
    // One colour: light falls on it though it is said to be unlit, or nobody would see its shape.
    const Quad leaning{{{{-1, -1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, 1, -1}}}, 0};
    const Scene up = scene_of({leaning}, {plain({1, 1, 1, 1})});
    const Quad hanging{{{{-1, -1, -1}, {1, -1, -1}, {1, 1, 1}, {-1, 1, 1}}}, 0};
    const Scene down = scene_of({hanging}, {plain({1, 1, 1, 1})});
    const RendererOptions options{.width = 20, .height = 20};
    EXPECT_GT(pixel(draw(up, {}, options), 10, 10)[0], pixel(draw(down, {}, options), 10, 10)[0] + 60);
}

TEST(Render, AClipMovesTheModelAndTheCameraHasRoomForIt) {
    Scene scene = colored(scene_of({square()}, {plain({1, 1, 1, 1})}), {1, 1, 1, 1});
    Clip clip;
    clip.timelines = {{0, 2}};
    Channel channel;
    channel.node = 0;
    channel.path = Path::translation;
    channel.values = {0, 0, 0, 4, 0, 0};
    clip.channels.push_back(channel);
    scene.clips.push_back(clip);
    const RendererOptions options{.width = 100, .height = 40};
    std::vector<Shot> shots;
    for (const Moment& moment : moments_of(scene, 0, 5)) shots.push_back({moment, {0, 0}});
    ASSERT_EQ(shots.size(), 5u);
    EXPECT_EQ(shots.back().moment.seconds, 2);
    const auto middle_of = [&](double seconds) {
        const Pixels image = draw(scene, {}, options, {{0, seconds}, {0, 0}}, shots);
        double sum = 0, n = 0;
        for (u32 x = 0; x < 100; ++x) {
            if (pixel(image, x, 20)[3] == 0) continue;
            sum += x;
            n += 1;
        }
        EXPECT_GT(n, 10);
        return sum / n;
    };
    EXPECT_NEAR(middle_of(1), 49.5, 0.6);
    EXPECT_NEAR(middle_of(0) - 4, 99 - middle_of(2) - 4, 1);
    EXPECT_LT(middle_of(0), 20);
}

TEST(Render, EveryRunGivesTheSameBytes) {
    const Scene scene = scene_of({square(), square(0.7f, 0.2f)}, {textured()}, 1);
    const Shot shot{{}, {31, 17}};
    EXPECT_EQ(draw(scene, {letter_image()}, {}, shot).rgba, draw(scene, {letter_image()}, {}, shot).rgba);
}

TEST(Render, WhatExplainsAModelIsDrawn) {
    const Scene scene = scene_of({square()}, {textured()}, 1);
    const RendererOptions bare{.width = 64, .height = 64};
    const Pixels without = draw(scene, {letter_image()}, bare, {{}, {20, 20}});
    for (bool Show::* part : {&Show::wireframe, &Show::normals, &Show::axes}) {
        RendererOptions options = bare;
        options.show.*part = true;
        EXPECT_NE(draw(scene, {letter_image()}, options, {{}, {20, 20}}).rgba, without.rgba);
    }
}

TEST(Render, AModelWithoutTrianglesShowsItsSkeleton) {
    Scene scene;
    for (u32 i = 0; i < 4; ++i) {
        Node node;
        node.parent = i == 0 ? no_index : i - 1;
        node.local.translation = {0.2f, 1, 0};
        scene.nodes.push_back(node);
    }
    Renderer renderer(scene, {}, {.width = 64, .height = 64});
    EXPECT_FALSE(renderer.has_triangles());
    const Shot shot{};
    renderer.fit(std::span(&shot, 1));
    Pixels image;
    renderer.draw(shot, image);
    EXPECT_TRUE(std::any_of(image.rgba.begin(), image.rgba.end(), [](u8 value) { return value > 200; }));
}

TEST(Render, HostileScenesAreDrawnSomehow) {
    for (const f32 size : {0.0f, 1e-38f, 1e30f, 3e38f}) {
        Scene scene = scene_of({square(1), square(1, 0.5f)}, {textured()}, 1);
        for (Vec3& point : scene.meshes[0].points) point = {point.x * size, point.y * size, point.z * size};
        scene.meshes[0].primitives[0].uvs = {{1e30f, 0}, {-1e30f, 1}, {0, 3e38f}, {1, 1}};
        draw(scene, {letter_image()}, {.width = 32, .height = 32}, {{}, {35, 15}});
    }
}

TEST(Render, AMillionTrianglesAreAnImageToo) {
    const u32 side = sanitized ? 200 : 708;
    Scene scene = scene_of({square()}, {textured()}, 1);
    Mesh& mesh = scene.meshes[0];
    mesh.points.clear();
    Primitive& primitive = mesh.primitives[0];
    primitive = {.material = 0};
    for (u32 y = 0; y <= side; ++y) {
        for (u32 x = 0; x <= side; ++x) {
            const f32 u = static_cast<f32>(x) / static_cast<f32>(side),
                      v = static_cast<f32>(y) / static_cast<f32>(side);
            primitive.points.push_back(static_cast<u32>(mesh.points.size()));
            mesh.points.push_back({u - 0.5f, 0.5f - v, 0});
            primitive.uvs.push_back({u, v});
            if (x == side || y == side) continue;
            const u32 a = y * (side + 1) + x, b = a + side + 1;
            for (const u32 i : {a, b, a + 1, a + 1, b, b + 1}) primitive.indices.push_back(i);
        }
    }
    const Pixels image = draw(scene, {letter_image()}, {.width = 100, .height = 100});
    EXPECT_EQ(read_letter(image), std::vector<std::string>(letter_f.begin(), letter_f.end()));
}

TEST(Render, SizesThatCannotBeAreRefused) {
    EXPECT_TRUE(check_options({}).ok());
    EXPECT_FALSE(check_options({.width = 0}).ok());
    EXPECT_FALSE(check_options({.height = greatest_render_side + 1}).ok());
    EXPECT_FALSE(check_options({.samples = 3}).ok());
}

TEST(Render, FifteenBits) {
    Pixels image{4, 4, std::vector<u8>(64, 255)};
    for (std::size_t i = 0; i < 64; i += 4) image.rgba[i] = 100;
    raster::to_fifteen_bits(image);
    // 100 + -4 ... 3, cut to five bits: 96 or 97..103 are all 12 of 32.
    for (std::size_t i = 0; i < 64; i += 4) EXPECT_EQ(image.rgba[i], 12 << 3 | 12 >> 2);
    for (std::size_t i = 0; i < 64; i += 4) image.rgba[i] = 103;
    raster::to_fifteen_bits(image);
    EXPECT_EQ(image.rgba[0], 12 << 3 | 12 >> 2);      // 99
    EXPECT_EQ(image.rgba[4 * 6], 13 << 3 | 13 >> 2);  // 106, in the second row
}

}  // namespace
}  // namespace thaw::test
