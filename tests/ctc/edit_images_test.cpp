// Images of an edited CTC: under the names by which the game finds them, and only those that somebody painted.
#include "base/text.hpp"
#include "ctc/edit_support.hpp"
#include "formats/ctc/build/parts.hpp"

namespace thaw::test {
namespace {

Blob pixels_of(u8 red) { return Blob::take({red, 2, 3, 255}); }

// Its images as pixels, as from_scene() gets them.
Scene with_images(const Model& model) {
    Scene out = scene_of(model);
    for (Image& image : out.images) {
        image.file = {};
        image.width = image.height = 1;
        image.pixels = pixels_of(1);
    }
    return out;
}

Model with_image(const std::string& fixture_name, const std::string& role, const std::string& file) {
    Model model = model_of(fixture_name);
    model.bundle.parts.push_back({role, file, Blob::take({1, 2, 3})});
    return model;
}

std::string painted(Model base, const SceneChange& change = {}) {
    const Scene before = with_images(base);
    Scene after = before;
    for (Image& image : after.images) image.pixels = pixels_of(200);
    if (change) change(after);
    const Edited result = edited(std::move(base), before, after);
    std::string out;
    for (const BuiltTexture& texture : result.textures) {
        EXPECT_NE(texture.image, no_index);
        out += (out.empty() ? "" : ", ") + texture.name;
    }
    return out;
}

TEST(CtcEditImages, APaintedSkinKeepsItsFileName) {
    EXPECT_EQ(painted(with_image("plain", "texture", "textures/Leaf.TGA")), "Leaf.TGA");
    EXPECT_EQ(painted(with_image("plain", "texture", "leaf.pcx")), "leaf.pcx");  // the skin says .tga
    EXPECT_EQ(painted(with_image("swaying", "texture", "bark.bmp")), "bark.bmp");
    EXPECT_EQ(painted(with_image("swaying", "texture", "bark.jpg")), "bark.jpg");
    EXPECT_EQ(painted(with_image("plain", "texture", "leaf.tim")),
              "leaf.tga");  // nobody writes TIM: as the skin says
    // One that somebody chose for a slot has a name that the game does not know.
    EXPECT_EQ(painted(with_image("plain", "texture:0", "mine.png")), "leaf.tga");
    EXPECT_EQ(painted(model_of("first_image")), "glow.tga");  // one of those that the ATD names
}

TEST(CtcEditImages, OnlyWhatWasPaintedIsWritten) {
    EXPECT_EQ(painted(with_image("plain", "texture", "leaf.tga"),
                      [](Scene& s) {
                          s.images[0].pixels = pixels_of(1);
                          s.meshes[0].points[1].y += 0.1f;
                      }),
              "");
    // Also where the model is written anew.
    const auto rename = [](Scene& s) { s.clips.push_back(s.clips[0]), s.clips[1].name = "more"; };
    EXPECT_EQ(painted(with_image("plain", "texture", "leaf.pcx"), rename), "leaf.pcx");
    EXPECT_EQ(painted(with_image("plain", "texture", "leaf.pcx"),
                      [&](Scene& s) { rename(s), s.images[0].pixels = pixels_of(1); }),
              "");
}

TEST(CtcEditImages, AnImageForASkinThatHadNone) {
    const auto give = [](Scene& s) {
        s.images = {Image{.name = "new.png", .width = 1, .height = 1, .pixels = pixels_of(9)}};
        s.materials[0].image = 0;
        s.materials[0].base_color = {1, 1, 1, 1};
    };
    EXPECT_EQ(painted(model_of("plain"), give), "leaf.tga");
    Model nameless = model_of("plain");
    document_of(nameless).skins[0].name = {};
    const Scene before = scene_of(nameless);
    Scene after = before;
    give(after);
    const Edited result = edited(std::move(nameless), before, after);
    EXPECT_EQ(result.textures.at(0).name, "new.png");
    EXPECT_EQ(text::until_nul(document_of(result.model).skins[0].name), "new.png");
    EXPECT_EQ(result.words, "image new.png added; all else byte-identical");
}

TEST(CtcEditImages, AnImageThatWasTakenAwayStays) {
    Model base = with_image("plain", "texture", "leaf.tga");
    const Scene before = with_images(base);
    Scene after = before;
    after.materials[0].image = no_index;
    const Edited result = edited(std::move(base), before, after);
    EXPECT_EQ(result.found("BUILD_NOT_KEPT"), "image leaf.tga removed");
    EXPECT_EQ(result.changed(), 0u);
}

TEST(CtcEditImages, AColourOfASkinIsInTheCornersOrNowhere) {
    const auto recolored = [](Model base) {
        const Scene before = with_images(base);
        Scene after = before;
        after.materials[0].base_color = {1, 0.2f, 0.2f, 1};
        return edited(std::move(base), before, after);
    };
    const Edited lit = recolored(with_image("swaying", "texture", "leaf.tga"));
    EXPECT_EQ(lit.words, "1 material changed; all else byte-identical");
    const auto& colours = document_of(lit.model).colours;
    EXPECT_EQ(colours[0].rgba[0], 255);
    EXPECT_EQ(colours[1].rgba, (std::array<u8, 4>{255, 124, 124, 128}));  // the light of the scene before
    EXPECT_EQ(colours[3].rgba, (std::array<u8, 4>{1, 2, 3, 4}));          // of the other skin
    // Without an image, or without colours in the file, there is no place for it.
    EXPECT_EQ(recolored(model_of("swaying")).found("BUILD_NOT_KEPT"), "1 material changed");
    EXPECT_EQ(recolored(with_image("plain", "texture", "leaf.tga")).found("BUILD_NOT_KEPT"), "1 material changed");
}

Scene with_hat(Scene scene, const std::string& material) {
    scene.meshes.push_back({.name = "hat", .points = {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}});
    scene.meshes.back().primitives.push_back({.points = {0, 1, 2}, .indices = {0, 1, 2}});
    scene.meshes.back().primitives[0].material = static_cast<u32>(scene.materials.size());
    scene.materials.push_back({.name = material, .base_color = {0.8f, 0.1f, 0.1f, 1}});
    scene.nodes.push_back({.name = "hat", .mesh = 1});
    return scene;
}

TEST(CtcEditImages, ARedHatIsRed) {
    Model base = model_of("plain");
    const Scene before = scene_of(base);
    const Edited result = edited(std::move(base), before, with_hat(before, "hat"));
    EXPECT_EQ(result.found("BUILD_REBUILT"), "object hat added");
    ASSERT_EQ(result.textures.size(), 1u);  // leaf.tga is the game's
    EXPECT_EQ(result.textures[0].image, no_index);
    EXPECT_EQ(result.textures[0].name, "hat.png");
    EXPECT_EQ(result.textures[0].color, (Vec4{0.8f, 0.1f, 0.1f, 1}));
    const auto& d = document_of(result.model);
    EXPECT_EQ(text::until_nul(d.skins[0].name), "leaf.tga");
    EXPECT_EQ(text::until_nul(d.skins[1].name), "hat.png");
    EXPECT_TRUE(d.colours.empty());  // any would turn on blending for the leaf, too
}

TEST(CtcEditImages, ANewSkinTakesNoNameOfAnother) {
    for (const auto& [material, skin] : {std::pair("leaf", "leaf2.png"), std::pair("LEAF.png", "LEAF2.png"),
                                         std::pair("stem", "stem.png"), std::pair("a:b", "a_b.png")}) {
        Model base = model_of("plain");
        const Scene before = scene_of(base);
        const Edited result = edited(std::move(base), before, with_hat(before, material));
        EXPECT_EQ(text::until_nul(document_of(result.model).skins[1].name), skin);
        EXPECT_EQ(result.textures.at(0).name, skin);
    }
}

}  // namespace
}  // namespace thaw::test
