// Animated textures: their text, the image that is seen first, and what becomes of it in a scene.
#include "formats/ctc/model/atd.hpp"

#include <functional>

#include "ctc/scene_support.hpp"

namespace thaw::test {
namespace {

ctc::Atd parsed(std::string_view text) { return ctc::parse_atd(text_blob(text).bytes()); }

std::string first_of(std::string_view text) { return std::string(first_image(parsed(text))); }

constexpr std::string_view flames = R"(ATD1
# made by hand
Type = Animation   # the usual one
width=64 height = 64
colortype = 4
bilinear = 0
clamp = 1
!bitmap file = graphics/flame0.tga
!bitmap file = "graphics/two words.tga"
!frame
  bitmap = 1 next = 1
  wait = 0.25
!frame bitmap = 0 next = -1 wait = 2 x = 8 y = -3
)";

TEST(CtcAtd, ReadsHeaderBitmapsAndFrames) {
    EXPECT_TRUE(ctc::is_atd(text_blob(flames).bytes()));
    const ctc::Atd atd = parsed(flames);
    EXPECT_TRUE(atd.is_animation());
    EXPECT_FALSE(atd.bilinear);
    EXPECT_TRUE(atd.clamp);
    EXPECT_EQ(atd.bitmaps, (std::vector<std::string>{"graphics/flame0.tga", "graphics/two words.tga"}));
    ASSERT_EQ(atd.frames.size(), 2u);
    EXPECT_EQ(atd.frames[0].bitmap, 1);
    EXPECT_EQ(atd.frames[0].next, 1);
    EXPECT_EQ(atd.frames[0].wait, 0.25);
    EXPECT_EQ(atd.frames[1].next, -1);
    EXPECT_EQ(atd.frames[1].x, 8);
    EXPECT_EQ(atd.frames[1].y, -3);
    EXPECT_EQ(first_image(atd), "graphics/two words.tga");
}

TEST(CtcAtd, WithoutAWordItIsASmoothRepeatingAnimation) {
    const ctc::Atd atd = parsed("ATD1");
    EXPECT_TRUE(atd.is_animation() && atd.bilinear && !atd.clamp);
    EXPECT_EQ(first_image(atd), "");
    EXPECT_FALSE(ctc::is_atd(text_blob("ATD").bytes()));
    EXPECT_FALSE(ctc::is_atd(text_blob("\x89PNG").bytes()));
}

constexpr const char* two = "ATD1 !bitmap file = a.tga !bitmap file = b.tga ";

TEST(CtcAtd, AFrameThatIsNotWaitedForIsNotTheFirstSeen) {
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap = 0 next = 1 wait = -1 !frame bitmap = 1 wait = 1"), "b.tga");
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap = 0 next = 1 wait = 0 !frame bitmap = 1 wait = 1"), "a.tga");
    // It leads nowhere, so that it stays.
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap = 0 next = -1 wait = -1 !frame bitmap = 1"), "a.tga");
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap = 0 next = 7 wait = -1"), "a.tga");
    // Its bitmap stays in sight where the next one covers only a part.
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap = 0 next = 1 wait = -1 !frame bitmap = 1 wait = 1 x = 4"),
              "a.tga");
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap = 1 wait = 1 y = 4"), "b.tga");
}

TEST(CtcAtd, AnyTextGivesAResult) {
    // A ring of frames that never wait.
    EXPECT_EQ(first_of(std::string(two) + "!frame bitmap=0 next=1 wait=-1 !frame bitmap=1 next=0 wait=-1"), "b.tga");
    for (const std::string_view text :
         {"", "ATD1 =", "ATD1 = = =", "ATD1 !frame", "ATD1 !bitmap", "ATD1 !bitmap file =", "ATD1 !bitmap file = \"",
          "ATD1 !frame bitmap = 0", "ATD1 !frame bitmap = 99999999999999999999 !bitmap file = a",
          "ATD1 !frame bitmap = -1 !bitmap file = a", "ATD1 !other file = a !frame", "ATD1 # !bitmap file = a"}) {
        EXPECT_EQ(first_of(text), "") << text;
    }
    EXPECT_EQ(first_of("ATD1 !bitmap !bitmap file = b !frame bitmap = 1"), "b");
    // Every prefix, and every byte replaced by a few others.
    for (std::size_t n = 0; n < flames.size(); ++n) {
        parsed(flames.substr(0, n));
        for (const char c : {'\0', '"', '=', '!', '#', '\xFF', '9'}) {
            std::string text(flames);
            text[n] = c;
            first_of(text);
        }
    }
    std::string many(two);
    for (int i = 0; i < 20'000; ++i) many += "!frame bitmap=1 next=" + std::to_string(i + 1) + " wait=-1 ";
    EXPECT_EQ(first_of(many), "b.tga");
    EXPECT_EQ(first_of("ATD1 type = whitenoise !bitmap file = a !frame bitmap = 0"), "");
}

// --- companions ------------------------------------------------------------------------------------------------------

Model with_atd(std::string_view text, std::string role = "texture") {
    Model model = model_of("plain");
    model.bundle.parts.push_back({std::move(role), "skins/leaf.atd", text_blob(text)});
    return model;
}

TEST(CtcAtd, ItsImageIsAskedForByItsFoldersThenByItsBareName) {
    for (const char* role : {"texture", "texture:0"}) {
        SCOPED_TRACE(role);
        Model model = with_atd(R"(ATD1 !bitmap file = \graphics\fx\glow.bmp !frame bitmap = 0 wait = 1)", role);
        auto wants = image_wants(model);
        std::erase_if(wants, [](const Want& want) { return want.role == "texture"; });
        ASSERT_EQ(wants.size(), 1u);
        EXPECT_EQ(wants[0].role, "atd-image");
        EXPECT_FALSE(wants[0].required);
        ASSERT_EQ(wants[0].names.size(), 18u);
        EXPECT_EQ(wants[0].names[0], "graphics/fx/glow.bmp");
        EXPECT_EQ(wants[0].names[2], "graphics/fx/glow.png");
        EXPECT_EQ(wants[0].names[6], "fx/glow.bmp");
        EXPECT_EQ(wants[0].names[12], "glow.bmp");
        EXPECT_EQ(wants[0].names[15], "glow.tga");
        EXPECT_FALSE(wants[0].accepts(text_blob("ATD1")));
        EXPECT_TRUE(wants[0].accepts(text_blob("PNG")));
        model.bundle.parts.push_back({"atd-image", "anox/graphics/fx/GLOW.png", text_blob("PNG")});
        wants = image_wants(model);
        for (const Want& want : wants) EXPECT_NE(want.role, "atd-image");
    }
}

TEST(CtcAtd, WhatIsNoNameIsNotAskedFor) {
    for (const std::string path : {"*.tga", "folder/", "/", ".tga", "\x01", "\"\""}) {
        EXPECT_TRUE(image_wants(with_atd("ATD1 !bitmap file = " + path + " !frame bitmap = 0")).empty()) << path;
    }
    const std::string deep(200'000, '/');
    EXPECT_TRUE(image_wants(with_atd("ATD1 !bitmap file = a" + deep + "b !frame bitmap = 0")).empty());
}

// --- scenes ----------------------------------------------------------------------------------------------------------

const std::string* extra(const Extras& extras, const char* key) {
    const auto* value = extras.find(key);
    return value == nullptr ? nullptr : value->get_if<std::string>();
}

TEST(CtcAtd, TheSceneShowsTheFirstImage) {
    Model model = with_atd(flames);
    model.bundle.parts.push_back({"atd-image", "graphics/two words.png", text_blob("PNG")});
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    ASSERT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    EXPECT_EQ(codes_of(issues), std::vector<std::string>{"CTC_FIRST_PICTURE"});
    ASSERT_EQ(scene->images.size(), 1u);
    EXPECT_EQ(scene->images[0].name, "two words.png");
    const Material& material = scene->materials[0];
    EXPECT_EQ(material.image, 0u);
    EXPECT_EQ(material.base_color, (Vec4{1, 1, 1, 1}));
    EXPECT_TRUE(material.nearest && material.clamp);
    EXPECT_EQ(*extra(material.extras, "thaw_atd"), "leaf.atd");
    EXPECT_EQ(*material.extras.find("thaw_atd_frames")->get_if<i64>(), 2);
    EXPECT_EQ(*extra(scene->extras, "thaw_atd"),
              R"([{"name":"leaf.atd","type":"animation","bitmaps":["graphics/flame0.tga","graphics/two words.tga"],)"
              R"("waits":[0.25,2]}])");
}

TEST(CtcAtd, ImagesOfTheSameNameAreToldApartByTheirFolders) {
    Model model = model_of("swaying");
    const auto add = [&](const char* role, const char* name, std::string_view bytes) {
        model.bundle.parts.push_back({role, name, text_blob(bytes)});
    };
    add("texture", "leaf.atd", "ATD1 !bitmap file = a/01.tga !frame bitmap = 0");
    add("texture", "bark.atd", "ATD1 !bitmap file = b/01.tga !frame bitmap = 0");
    EXPECT_EQ(image_wants(model).size(), 2u);
    add("atd-image", "root/b/01.png", "B");
    add("atd-image", "root/a/01.png", "A");
    const Scene scene = scene_of(model);
    ASSERT_EQ(scene.images.size(), 2u);
    EXPECT_EQ(scene.images[scene.materials[0].image].file[0], 'A');
    EXPECT_EQ(scene.images[scene.materials[1].image].file[0], 'B');
    EXPECT_FALSE(scene.materials[0].nearest || scene.materials[0].clamp);
}

TEST(CtcAtd, WithoutAnImageAColourStandsIn) {
    const auto look = [](const Model& model, const char* code, Severity severity) {
        Issues issues;
        const auto scene = to_scene(model, {}, issues);
        ASSERT_TRUE(scene.ok());
        EXPECT_EQ(check(*scene), "");
        EXPECT_EQ(codes_of(issues), std::vector<std::string>{code});
        EXPECT_EQ(issues.list()[0].severity, severity);
        EXPECT_EQ(issues.list()[0].path, "skins[0].name");
        EXPECT_TRUE(scene->images.empty());
        EXPECT_NE(scene->materials[0].base_color, (Vec4{1, 1, 1, 1}));
    };
    look(with_atd("ATD1 type = interform mother = a.png"), "CTC_ANIMATED_TEXTURE", Severity::info);
    look(with_atd("ATD1 type = whitenoise"), "CTC_ANIMATED_TEXTURE", Severity::info);
    look(with_atd("ATD1"), "CTC_ANIMATED_TEXTURE", Severity::info);
    look(with_atd(flames), "TEXTURE_MISSING", Severity::warning);
    Model itself = with_atd(flames);
    itself.bundle.parts.push_back({"atd-image", "two words.atd", text_blob(flames)});
    look(itself, "TEXTURE_MISSING", Severity::warning);
}

}  // namespace
}  // namespace thaw::test
