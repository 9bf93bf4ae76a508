// Images on their way out and back: what is under holes.
#include <gtest/gtest.h>

#include "convert/image_file.hpp"
#include "convert/support.hpp"
#include "fixtures/fixtures.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"

namespace thaw::test {
namespace {

const Pixels dirty{2, 1, {255, 0, 255, 0, 1, 2, 3, 255}};
const Pixels filled{2, 1, {1, 2, 3, 0, 1, 2, 3, 255}};

Scene scene_of(std::vector<Material> materials) {
    Scene scene;
    for (Material& material : materials) material.image = 0;
    scene.materials = std::move(materials);
    scene.images = {{.name = "leaf.png", .file = Blob::take(encode_png(dirty))}};
    return scene;
}

Pixels exported(std::vector<Material> materials) {
    Scene scene = scene_of(std::move(materials));
    Issues issues;
    make_exportable(scene, issues);
    EXPECT_TRUE(issues.empty());
    return *decode_image(scene.images[0].file.bytes());
}

Material masked() { return {.alpha = AlphaMode::mask}; }
Material blended() { return {.alpha = AlphaMode::blend}; }

TEST(ExportedImages, HolesTakeTheColoursBesideThemWhereTheyAreSeenAsHoles) {
    EXPECT_EQ(exported({masked()}), filled);
    EXPECT_EQ(exported({blended()}), filled);
    EXPECT_EQ(exported({masked(), blended()}), filled);
}

TEST(ExportedImages, ColoursStayWhereAMaterialShowsThemInSpiteOfAlpha) {
    EXPECT_EQ(exported({Material()}), dirty);
    EXPECT_EQ(exported({masked(), Material()}), dirty);
    EXPECT_EQ(exported({{.alpha = AlphaMode::blend, .blend = BlendMode::modulate}}), dirty);
    Scene unused = scene_of({masked()});
    unused.materials.clear();
    Issues issues;
    make_exportable(unused, issues);
    EXPECT_EQ(*decode_image(unused.images[0].file.bytes()), dirty);
}

TEST(ExportedImages, AGltfHandsItsFilesOn) {
    Scene scene = scene_of({masked()});
    scene.meshes = {{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .primitives = {{.material = 0, .points = {0, 1, 2}, .indices = {0, 1, 2}}}}};
    scene.nodes = {{.mesh = 0}};
    BytesSink sink;
    ASSERT_TRUE(write_glb(scene, {}, sink));
    const auto glb = read(gltf_file::format, {{{"gltf", "leaf.glb", Blob::take(std::move(sink.bytes))}}});
    ASSERT_TRUE(glb);
    Issues issues;
    const auto again = scene_for_export(*glb, {}, issues);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->images.at(0).file, scene.images[0].file);
}

// The game's image and the one that went out are compared as pixels.
TEST(ExportedImages, WhatWentOutIsNotPaintedOver) {
    Scene then = scene_of({masked()});
    Scene now = scene_of({masked()});
    Issues issues;
    make_exportable(now, issues);
    ASSERT_NE(now.images[0].file, then.images[0].file);
    decode_images(then, issues);
    decode_images(now, issues);
    EXPECT_EQ(then.images[0].pixels, now.images[0].pixels);
    // Where the colours are seen they count.
    Scene plain = scene_of({Material()});
    decode_images(plain, issues);
    EXPECT_EQ(plain.images[0].pixels, Blob::take(std::vector<u8>(dirty.rgba)));
}

// A file of four pixels that is drawn twice, with its holes and without: the last pixel is the hole.
struct Twins {
    Scene base{}, now{};
    Twins() {
        const std::vector<u8> plain{10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 255, 0, 255, 255};
        const std::vector<u8> holes{10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 70, 80, 90, 0};
        for (const auto& pixels : {plain, holes}) {
            base.images.push_back(
                {.name = "FISH", .width = 4, .height = 1, .pixels = Blob::take(std::vector<u8>(pixels))});
        }
        base.images[1].first_color_clear = true;
        now = base;
    }
    void paint(std::size_t image, std::size_t pixel, std::array<u8, 4> color) {
        const Bytes before = now.images[image].pixels.bytes();
        std::vector<u8> pixels(before.begin(), before.end());
        std::copy(color.begin(), color.end(), pixels.begin() + static_cast<std::ptrdiff_t>(4 * pixel));
        now.images[image].pixels = Blob::take(std::move(pixels));
    }
    // As the game draws the file that is written: of this image, masked.
    Pixels written(u32 image, bool with_base, bool as_masked) const {
        Issues issues;
        const Context context;
        const auto file = image_file(now, {.image = image, .name = "FISH.pcx", .masked = true},
                                     {with_base ? &base : nullptr, issues, context});
        EXPECT_TRUE(file.ok());
        return *decode_image(file->bytes(), {.first_color_clear = as_masked});
    }
};

std::array<u8, 4> pixel_of(const Pixels& image, std::size_t pixel) {
    std::array<u8, 4> out{};
    std::copy_n(image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * pixel), 4, out.begin());
    return out;
}

using Rgba = std::array<u8, 4>;

TEST(ImagesWithTwins, PaintOnThePlainOneLeavesTheHolesOfTheOther) {
    for (const bool with_base : {false, true}) {
        Twins twins;
        twins.paint(0, 1, {1, 2, 3, 255});
        const Pixels masked = twins.written(0, with_base, true), plain = twins.written(0, with_base, false);
        EXPECT_EQ(pixel_of(masked, 1), (Rgba{1, 2, 3, 255}));
        EXPECT_EQ(pixel_of(masked, 3)[3], 0);
        EXPECT_EQ(pixel_of(plain, 3), (Rgba{255, 0, 255, 255}));
    }
}

TEST(ImagesWithTwins, AHoleThatWasPaintedOverIsNoneAnyMore) {
    for (const bool more_holes : {false, true}) {
        Twins twins;
        if (more_holes) {  // so that the colour of holes is known
            for (Scene* scene : {&twins.base, &twins.now}) {
                std::swap(*scene, twins.now);
                twins.paint(0, 2, {255, 0, 255, 255});
                twins.paint(1, 2, {40, 50, 60, 0});
                std::swap(*scene, twins.now);
            }
            twins.paint(0, 3, {1, 2, 3, 255});
            const Pixels masked = twins.written(0, true, true);
            EXPECT_EQ(pixel_of(masked, 3), (Rgba{1, 2, 3, 255}));
            EXPECT_EQ(pixel_of(masked, 2)[3], 0);
        } else {
            twins.paint(1, 3, {1, 2, 3, 255});
            EXPECT_EQ(pixel_of(twins.written(1, true, true), 3), (Rgba{1, 2, 3, 255}));
        }
    }
}

TEST(ImagesWithTwins, PaintOnBothIsKeptWhereItIsKnownWhatTheyWere) {
    for (const bool with_base : {false, true}) {
        Twins twins;
        twins.paint(0, 0, {1, 2, 3, 255});
        twins.paint(1, 1, {4, 5, 6, 255});
        const Pixels masked = twins.written(1, with_base, true);
        EXPECT_EQ(pixel_of(masked, 0), with_base ? (Rgba{1, 2, 3, 255}) : (Rgba{10, 20, 30, 255}));
        EXPECT_EQ(pixel_of(masked, 1), (Rgba{4, 5, 6, 255}));
        EXPECT_EQ(pixel_of(masked, 3)[3], 0);
    }
}

// A model with an image whose holes the game makes of its first pixel, with soft edges.
Bundle with_holes(const Pixels& image) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (fixture.name != "ddd_static") continue;
        const std::string names = R"({"0": "=LEAF.PCX"})";
        Bundle out = fixture.bundle;
        out.parts.push_back({"textures-json", "NAME.textures.json", Blob::take({names.begin(), names.end()})});
        out.parts.push_back({"texture", "=LEAF.PCX", Blob::take(encode_pcx(image, {}))});
        return out;
    }
    ADD_FAILURE() << "no such fixture";
    return {};
}

TEST(ExportedImages, PaintThatTheGameMakesHolesOfIsCounted) {
    Pixels game{8, 8};
    for (u32 i = 0; i < 64; ++i) game.rgba.insert(game.rgba.end(), {static_cast<u8>(i < 8 ? 255 : 0), 0, 99, 255});
    const Format& format = *find_format("ddd");
    for (const auto& [pixel, told] :
         {std::pair(std::size_t{44}, ""), std::pair(std::size_t{4}, "4 pixels, by at most 150 of 255")}) {
        auto base = read(format, with_holes(game));
        ASSERT_TRUE(base.ok());
        Issues issues;
        Scene scene = *scene_for_export(*base, {}, issues);
        Pixels painted = *decode_image(scene.images.at(0).file.bytes());
        const std::array<u8, 4> green{0, 255, 0, 255};
        std::copy(green.begin(), green.end(), painted.rgba.data() + 4 * pixel);
        scene.images[0].file = Blob::take(encode_png(painted));
        BytesSink sink;
        ASSERT_TRUE(write_glb(scene, {}, sink));
        const auto glb = read(gltf_file::format, {{{"gltf", "leaf.glb", Blob::take(std::move(sink.bytes))}}});
        Issues found;
        const auto back = to_native(*glb, format, {.base = &*base}, found);
        ASSERT_TRUE(back.ok());
        ASSERT_EQ(back->companions.size(), 1u);
        std::string words;
        for (const Issue& issue : found.list()) words += issue.found;
        EXPECT_EQ(words, told) << pixel;
    }
}

}  // namespace
}  // namespace thaw::test
