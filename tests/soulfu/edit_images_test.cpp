// Images, colours and what scripts dress models in, on the way back.
#include "soulfu/edit_support.hpp"

#include "fixtures/soulfu_looks.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"

namespace thaw::test {
namespace {

Blob pixels(u8 value) { return Blob::take(std::vector<u8>(std::size_t{4} * 8 * 8, value)); }

// As decoded: images here are no real files.
void decode(Scene& scene) {
    for (Image& image : scene.images) {
        image.width = image.height = 8;
        image.pixels = pixels(255);
    }
}

// A model of four slots, of which two show one image.
Bundle with_images() {
    Bundle out = bundle_of("ddd_all_slots");
    out.parts[0].name = "NAME.DDD";
    out.parts.push_back({"textures-json", "NAME.textures.json",
                         as_blob(R"({"0": "ONE.JPG", "1": "ONE.JPG", "2": "=TWO.PCX", "3": "THREE.PCX"})")});
    for (const char* name : {"ONE.JPG", "=TWO.PCX", "THREE.PCX"}) {
        out.parts.push_back({"texture", std::string("art/") + name, as_blob("some image")});
    }
    return out;
}

EditWay image_way() {
    EditWay way;
    way.images = decode;
    way.through_file = false;
    return way;
}

std::string text_of(const Part& part) { return {part.bytes.bytes().begin(), part.bytes.bytes().end()}; }

std::vector<std::string> names_of(const std::vector<BuiltTexture>& textures) {
    std::vector<std::string> out;
    for (const BuiltTexture& texture : textures) out.push_back(texture.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(DddEditImages, PaintComesBackUnderTheNameTheGameLooksFor) {
    const EditOutcome out = edit_ddd(
        with_images(),
        [](Scene& scene) {
            scene.images[0].pixels = pixels(7);
            scene.images[1].pixels = pixels(9);
        },
        image_way());
    EXPECT_EQ(names_of(out.textures), (Names{"ONE.JPG", "=TWO.PCX"}));
    EXPECT_EQ(out.textures[1].image, 1u);
    EXPECT_TRUE(out.companions.empty()) << "the names are the same";
    EXPECT_EQ(out.own.parts[0].bytes, with_images().parts[0].bytes);
    EXPECT_EQ(out.words, "image ONE.JPG painted, image =TWO.PCX painted; all else byte-identical");
    EXPECT_TRUE(edit_ddd(with_images(), [](Scene&) {}, image_way()).textures.empty());
}

// The GLB has kept the model, and knows its images apart from paint.
TEST(DddEditImages, PaintIsFoundWithoutTheGamesImages) {
    EditWay way = image_way();
    way.base = one_file(with_images().parts[0].bytes, "NAME.DDD");
    way.paint = {Paint::painted, Paint::untouched, Paint::untouched};
    const EditOutcome out = edit_ddd(
        with_images(),
        [](Scene& scene) {
            scene.images[0].pixels = pixels(7);
            scene.images[0].name = "ONE";  // as editors have it
        },
        way);
    EXPECT_EQ(names_of(out.textures), (Names{"ONE.JPG"}));
    EXPECT_TRUE(out.companions.empty());
    way.paint[0] = Paint::untouched;
    EXPECT_EQ(edit_ddd(with_images(), [](Scene&) {}, way).words, "nothing changed; byte-identical");
}

TEST(DddEditImages, ANewColourBecomesASmallImage) {
    const EditOutcome out = edit_ddd(bundle_of("ddd_static"), [](Scene& scene) { add_object(scene); });
    ASSERT_EQ(out.textures.size(), 1u);
    EXPECT_EQ(out.textures[0].name, "NAME_1.PCX");
    EXPECT_EQ(out.textures[0].image, no_index);
    EXPECT_EQ(out.textures[0].color, (Vec4{1, 0, 0, 1}));
    ASSERT_NE(out.found(".textures.json"), nullptr);
    EXPECT_EQ(text_of(*out.found(".textures.json")), "{\n  \"1\": \"NAME_1.PCX\"\n}\n");
    EXPECT_TRUE(out.reported("BUILD_ASSUMED").starts_with("no image for material slot 0 in "))
        << out.reported("BUILD_ASSUMED");
    // One that has an image says so for all.
    const Blob three = changed_file("ddd_all_slots", [](ddd::File& file) { file.bases[0].slots[3] = {}; });
    Bundle bundle = with_images();
    bundle.parts[0].bytes = three;
    const EditOutcome more = edit_ddd(bundle, [](Scene& scene) { add_object(scene); }, image_way());
    EXPECT_EQ(names_of(more.textures), (Names{"NAME_3.PCX"}));
    EXPECT_EQ(text_of(*more.found(".textures.json")),
              "{\n  \"0\": \"ONE.JPG\",\n  \"1\": \"ONE.JPG\",\n  \"2\": \"=TWO.PCX\",\n  \"3\": \"NAME_3.PCX\"\n}\n");
}

TEST(DddEditImages, AFifthMaterialHasNoPlace) {
    EXPECT_NE(edit_ddd(with_images(), [](Scene& scene) { add_object(scene); }, image_way()).error, "");
    EditWay fit = image_way();
    fit.build.fit = true;
    const EditOutcome out = edit_ddd(with_images(), [](Scene& scene) { add_object(scene); }, fit);
    EXPECT_EQ(out.reported("BUILD_FITTED"), "red now on the last material, to stay within 4 materials");
}

TEST(DddEditImages, AColourIsASlotsOnlyWhereItHasNoImage) {
    const auto blue = [](Scene& scene) { scene.materials[0].base_color = {0, 0, 1, 1}; };
    const EditOutcome flat = edit_ddd(bundle_of("ddd_static"), blue);
    EXPECT_EQ(names_of(flat.textures), (Names{"NAME_0.PCX"}));
    EXPECT_EQ(flat.words, "1 material changed; all else byte-identical");
    const EditOutcome tinted = edit_ddd(with_images(), blue, image_way());
    EXPECT_TRUE(tinted.textures.empty());
    EXPECT_EQ(tinted.reported("BUILD_NOT_KEPT"), "change not stored: 1 material changed");
}

TEST(DddEditImages, AnImageOfASlotThatHadNone) {
    EditWay way = image_way();
    const EditOutcome out = edit_ddd(
        bundle_of("ddd_static"),
        [](Scene& scene) {
            scene.images.push_back({.name = "my skin.png", .width = 8, .height = 8, .pixels = pixels(3)});
            scene.materials[0].image = 0;
            scene.materials[0].base_color = {1, 1, 1, 1};
        },
        way);
    EXPECT_EQ(names_of(out.textures), (Names{"my skin.PCX"}));
    EXPECT_EQ(text_of(*out.found(".textures.json")), "{\n  \"0\": \"my skin.PCX\"\n}\n");
}

// Written anew without a base: 35 of 243 models had two slots with one image.
TEST(DddFromScene, AnImageThatTwoSlotsShowIsWrittenOnce) {
    Issues issues, losses;
    Scene scene = *to_scene(*read(ddd::format, with_images()), {}, issues);
    decode(scene);
    const auto built = from_scene(ddd::format, {.scene = scene}, {.name = "NEW"}, losses);
    ASSERT_TRUE(built.ok());
    EXPECT_EQ(names_of(built->textures), (Names{"ONE.JPG", "=TWO.PCX", "THREE.PCX"}));
    EXPECT_EQ(text_of(built->companions.at(0)),
              "{\n  \"0\": \"ONE.JPG\",\n  \"1\": \"ONE.JPG\",\n  \"2\": \"=TWO.PCX\",\n  \"3\": \"THREE.PCX\"\n}\n");
}

// --- scripts

Bundle dressed() {
    const Blob file = changed_file("ddd_static", [](ddd::File& f) { f.bases[0].slots[0].flags = 2; });
    return {{{"ddd", "MODEL.DDD", file},
             {"script", "CTHING.SRC",
              as_blob("int ModelSetup()\n  ModelAssign(self+MODEL_BASE_FILE, \"FILE:MODEL.RDY\")\n  "
                      "ModelAssign(self+MODEL_BASE_TEX0, \"FILE:SKIN.RGB\")\n  "
                      "ModelAssign(self+MODEL_BASE_COLOR, DARK_RED + (128<<8))\n")},
             {"texture", "SKIN.PCX", as_blob("some image")}}};
}

TEST(DddEditScripts, HowAModelIsDressedIsNobodysEdit) {
    Issues issues;
    const Scene shown = *to_scene(*read(ddd::format, dressed()), {}, issues);
    ASSERT_NE(shown.materials[0].extras.find("thaw_color"), nullptr);
    const Bundle bare = one_file(dressed().parts[0].bytes, "MODEL.DDD");
    for (const bool without_extras : {true, false}) {
        EditWay way = image_way();
        way.without_extras = without_extras;
        EXPECT_EQ(edit_ddd(dressed(), [](Scene&) {}, way).words, "nothing changed; byte-identical");
        way.paint = {Paint::untouched};
        way.base = bare;
        const EditOutcome out = edit_ddd(dressed(), [](Scene&) {}, way);
        EXPECT_EQ(out.words, "nothing changed; byte-identical");
        EXPECT_TRUE(out.issues.empty());
        // The other way round: the scene was made without the script.
        way.paint = {};
        way.base = dressed();
        EXPECT_EQ(edit_ddd(bare, [](Scene&) {}, way).words, "nothing changed; byte-identical");
    }
}

TEST(DddEditScripts, AColourThatNoScriptGivesIsAnEdit) {
    const auto green = [](Scene& scene) { scene.materials[0].base_color = {0, 1, 0, 1}; };
    for (const bool without_extras : {true, false}) {
        EditWay way = image_way();
        way.without_extras = without_extras;
        EXPECT_EQ(edit_ddd(dressed(), green, way).reported("BUILD_NOT_KEPT"), "change not stored: 1 material changed");
    }
}

// NAME.textures.json takes the place of the script, so it says the colour as well.
TEST(DddEditScripts, TheNamesFileHasTheColourOfTheScript) {
    const EditOutcome out = edit_ddd(dressed(), [](Scene& scene) { add_object(scene); }, image_way());
    ASSERT_NE(out.found(".textures.json"), nullptr);
    const std::string text = text_of(*out.found(".textures.json"));
    EXPECT_EQ(text, "{\n  \"0\": \"SKIN.PCX\",\n  \"1\": \"NAME_1.PCX\",\n  \"color\": \"#FF8000\"\n}\n");
    const auto names = ddd::texture_names({{{"textures-json", "NAME.textures.json", as_blob(text)}}});
    EXPECT_EQ(names.error, "");
    EXPECT_EQ(names.tint, 0xFF8000u);
    for (const char* wrong : {"FF8000", "#FF80", "#GG8000", ""}) {
        const std::string bad = std::string(R"({"color": ")") + wrong + "\"}";
        EXPECT_NE(ddd::texture_names({{{"textures-json", "N", as_blob(bad)}}}).error, "") << wrong;
    }
}

}  // namespace
}  // namespace thaw::test
