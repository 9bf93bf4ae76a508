// Materials and images of an edited scene over the model it was made of.
#include "unreal/edit_support.hpp"
#include "unreal/sample_fish.hpp"

namespace thaw::test {
namespace {

Image plain_image(std::string name, u8 red) {
    return {.name = std::move(name), .width = 1, .height = 1, .pixels = Blob::take({red, 0, 0, 255})};
}

// Images as decode_images() leaves them, one pixel each.
void decode(Scene& scene) {
    for (Image& image : scene.images) {
        image.file = {};
        image.width = image.height = 1;
        image.pixels = Blob::take({0, 0, 0, 255});
    }
}

TEST(UnrealEditLooks, SidesAndHolesAreInTheTypeAndColoursAreNot) {
    EditedModel sided(model_of(fixture("unreal_standard").bundle));
    sided.file.scene.materials[0].double_sided = true;
    sided.run();
    EXPECT_EQ(sided.built->change_summary, "1 material changed; all else byte-identical");
    EXPECT_EQ(codes_of(sided.issues), std::set<std::string>{});
    EXPECT_EQ(unreal_document(sided.model).data->polys[0].type, 0x01);
    EditedModel colored(model_of(fixture("unreal_standard").bundle));
    colored.file.scene.materials[0].base_color = {1, 0, 0, 1};
    colored.run();
    EXPECT_EQ(colored.built->change_summary, "nothing changed; byte-identical");
    ASSERT_NE(finding(colored.issues, "BUILD_NOT_KEPT"), nullptr);
    EXPECT_EQ(finding(colored.issues, "BUILD_NOT_KEPT")->found, "1 material changed");
}

TEST(UnrealEditLooks, FlagsThatTheLookDoesNotShowStay) {
    EditedModel edit(model_of(fixture("unreal_many_types").bundle));
    for (Material& material : edit.file.scene.materials) {
        if (material.name.starts_with("skin0_masked")) material.alpha = AlphaMode::opaque;
    }
    edit.run();
    EXPECT_EQ(unreal_document(edit.model).data->polys[1].type, 0x11);  // 0x13: masked and unlit
    EXPECT_EQ(unreal_document(edit.model).data->polys[0].type, 0x01);
}

TEST(UnrealEditLooks, ANameMaySayTheType) {
    EditedModel edit(model_of(fixture("unreal_standard").bundle));
    edit.forget_extras();
    edit.file.scene.materials[0].name = "skin0_translucent_unlit";
    edit.run();
    EXPECT_EQ(edit.built->change_summary, "1 name changed; all else byte-identical");
    EXPECT_EQ(unreal_document(edit.model).data->polys[0].type, 0x12);
    EditedModel other(model_of(fixture("unreal_standard").bundle));
    other.file.scene.materials[0].name = "iron";
    other.run();
    EXPECT_EQ(other.built->change_summary, "nothing changed; byte-identical");
    EXPECT_NE(finding(other.issues, "BUILD_NOT_KEPT"), nullptr);
}

TEST(UnrealEditLooks, AFieldThatTheFilesHaveNoPlaceForIsSaid) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    edit.mesh().extras = {};
    edit.mesh().extras.set("thaw_placement", "{}");
    edit.run();
    EXPECT_EQ(edit.built->change_summary, "nothing changed; byte-identical");
    ASSERT_NE(finding(edit.issues, "BUILD_NOT_KEPT"), nullptr);
    EXPECT_EQ(finding(edit.issues, "BUILD_NOT_KEPT")->found, "1 field changed");
}

TEST(UnrealEditLooks, AnotherSlotIsDressedInTheScript) {
    EditedModel edit(model_of(fixture("unreal_with_script").bundle));
    edit.file.scene.materials[0].extras = {};
    edit.file.scene.materials[0].extras.set("thaw_slot", 3).set("thaw_type", 0);
    edit.run();
    for (const unreal::Poly& poly : unreal_document(edit.model).data->polys) EXPECT_EQ(poly.texture, 3);
    EXPECT_NE(edit.text_of("uc").find("NUM=3 TEXTURE=JTetra"), std::string::npos) << edit.text_of("uc");
    EXPECT_NE(edit.text_of("uc").find("NUM=0 TEXTURE=JTetra"), std::string::npos);
}

// One file that is drawn with its holes here and without them there.
TEST(UnrealEditLooks, AnImageThatIsThereTwiceIsWrittenOnce) {
    for (const bool only_plain : {false, true}) {
        EditedModel edit(fish());
        ASSERT_EQ(edit.before.images.size(), 2u);
        decode(edit.before);
        decode(edit.file.scene);
        for (Image& image : edit.file.scene.images) {
            const bool masked = &image == &edit.file.scene.images[edit.before.images[0].first_color_clear ? 0 : 1];
            if (!masked || !only_plain) image.pixels = Blob::take({255, 0, 0, 255});
        }
        edit.run();
        ASSERT_EQ(edit.built->textures.size(), 1u);
        EXPECT_EQ(edit.built->textures[0].name, "ThawFish.pcx");
        EXPECT_TRUE(edit.built->textures[0].masked);
        EXPECT_EQ(edit.before.images[edit.built->textures[0].image].first_color_clear, !only_plain);
    }
}

// Also where the class has an image for the slot, and where the skin is none that is shown first.
TEST(UnrealEditLooks, ASkinOfPlayersIsWrittenUnderItsOwnName) {
    for (const char* model : {"unreal_skin_sets", "unreal_skin_sets_dressed"}) {
        for (const std::string name : {"blkt1", "blkt1T_0"}) {
            EditedModel edit(model_of(fixture(model).bundle));
            decode(edit.before);
            decode(edit.file.scene);
            for (Image& image : edit.file.scene.images) {
                if (image.name == name) image.pixels = Blob::take({255, 0, 0, 255});
            }
            edit.run();
            EXPECT_EQ(edit.built->change_summary, "image " + name + " painted; all else byte-identical");
            ASSERT_EQ(edit.built->textures.size(), 1u) << model << name;
            EXPECT_EQ(edit.built->textures[0].name, name + ".pcx");
        }
    }
}

TEST(UnrealEditLooks, ImagesKeepTheNameAndFormTheirTextHasForThem) {
    for (const auto& [name, model] :
         {std::pair("tetra.pcx", "unreal_with_script"), std::pair("tetra.png", "unreal_with_modeldef")}) {
        EditedModel edit(model_of(fixture(model).bundle));
        for (Scene* scene : {&edit.before, &edit.file.scene}) {
            scene->images.push_back(plain_image("found under another name", scene == &edit.before ? 0 : 255));
            scene->materials[0].image = 0;
            scene->materials[0].base_color = {1, 1, 1, 1};
        }
        edit.run();
        ASSERT_EQ(edit.built->textures.size(), 1u) << model;
        EXPECT_EQ(edit.built->textures[0].name, name);
        EXPECT_EQ(edit.built->change_summary, "image found under another name painted; all else byte-identical");
        EXPECT_TRUE(edit.built->companions.empty());
    }
}

}  // namespace
}  // namespace thaw::test
