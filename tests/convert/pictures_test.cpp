// Pictures on their way out and back: what is under holes.
#include <gtest/gtest.h>

#include "convert/support.hpp"
#include "fixtures/fixtures.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"

namespace thaw::test {
namespace {

const Picture dirty{2, 1, {255, 0, 255, 0, 1, 2, 3, 255}};
const Picture filled{2, 1, {1, 2, 3, 0, 1, 2, 3, 255}};

Scene scene_of(std::vector<Material> materials) {
    Scene scene;
    for (Material& material : materials) material.image = 0;
    scene.materials = std::move(materials);
    scene.images = {{.name = "leaf.png", .file = Blob::take(encode_png(dirty))}};
    return scene;
}

Picture exported(std::vector<Material> materials) {
    Scene scene = scene_of(std::move(materials));
    Issues issues;
    make_exportable(scene, issues);
    EXPECT_TRUE(issues.empty());
    return *decode_picture(scene.images[0].file.bytes());
}

Material masked() { return {.alpha = AlphaMode::mask}; }
Material blended() { return {.alpha = AlphaMode::blend}; }

TEST(ExportedPictures, HolesTakeTheColoursBesideThemWhereTheyAreSeenAsHoles) {
    EXPECT_EQ(exported({masked()}), filled);
    EXPECT_EQ(exported({blended()}), filled);
    EXPECT_EQ(exported({masked(), blended()}), filled);
}

TEST(ExportedPictures, ColoursStayWhereAMaterialShowsThemInSpiteOfAlpha) {
    EXPECT_EQ(exported({Material()}), dirty);
    EXPECT_EQ(exported({masked(), Material()}), dirty);
    EXPECT_EQ(exported({{.alpha = AlphaMode::blend, .blend = BlendMode::modulate}}), dirty);
    Scene unused = scene_of({masked()});
    unused.materials.clear();
    Issues issues;
    make_exportable(unused, issues);
    EXPECT_EQ(*decode_picture(unused.images[0].file.bytes()), dirty);
}

TEST(ExportedPictures, AGltfHandsItsFilesOn) {
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

// The game's picture and the one that went out are compared as pixels.
TEST(ExportedPictures, WhatWentOutIsNotPaintedOver) {
    Scene then = scene_of({masked()});
    Scene now = scene_of({masked()});
    Issues issues;
    make_exportable(now, issues);
    ASSERT_NE(now.images[0].file, then.images[0].file);
    decode_pictures(then, issues);
    decode_pictures(now, issues);
    EXPECT_EQ(then.images[0].pixels, now.images[0].pixels);
    // Where the colours are seen they count.
    Scene plain = scene_of({Material()});
    decode_pictures(plain, issues);
    EXPECT_EQ(plain.images[0].pixels, Blob::take(std::vector<u8>(dirty.rgba)));
}

// A model with a picture whose holes the game makes of its first pixel, with soft edges.
Bundle with_holes(const Picture& picture) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (fixture.name != "ddd_static") continue;
        const std::string names = R"({"0": "=LEAF.PCX"})";
        Bundle out = fixture.bundle;
        out.parts.push_back({"textures-json", "NAME.textures.json", Blob::take({names.begin(), names.end()})});
        out.parts.push_back({"texture", "=LEAF.PCX", Blob::take(encode_pcx(picture, {}))});
        return out;
    }
    ADD_FAILURE() << "no such fixture";
    return {};
}

TEST(ExportedPictures, PaintThatTheGameMakesHolesOfIsCounted) {
    Picture game{8, 8};
    for (u32 i = 0; i < 64; ++i) game.rgba.insert(game.rgba.end(), {static_cast<u8>(i < 8 ? 255 : 0), 0, 99, 255});
    const Format& format = *find_format("ddd");
    for (const auto& [pixel, told] :
         {std::pair(std::size_t{44}, ""), std::pair(std::size_t{4}, "4 pixels, by 150 of 255 at most")}) {
        auto base = read(format, with_holes(game));
        ASSERT_TRUE(base.ok());
        Issues issues;
        Scene scene = *scene_for_export(*base, {}, issues);
        Picture painted = *decode_picture(scene.images.at(0).file.bytes());
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
