// Skins of the players of Unreal Tournament: packages of images, put on slots by their names.
#include "formats/unreal/mesh/skin_sets.hpp"
#include "fixtures/package_maker.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

using Names = std::vector<std::string>;

MadeMesh four_slots() {
    MadeMesh mesh;
    mesh.frames = {{{0, 0, 0}, {90, 0, 0}, {0, 90, 0}}};
    for (i32 slot = 0; slot < 4; ++slot) {
        mesh.faces.push_back({{0, 1, 2}, {{{0, 0}, {255, 0}, {0, 255}}}, 0, slot});
    }
    return mesh;
}

// Every image has a colour of its own.
Blob skins(const Names& names) {
    PackageMaker maker(69);
    u8 n = 1;
    for (const std::string& name : names) {
        const i32 palette = maker.palette("P" + name, {{0, 0, 0, 0}, {n++, 2, 3, 255}});
        maker.texture(name, {.width = 2, .height = 1, .pixels = {1, 1}, .palette = palette});
    }
    return maker.finish();
}

struct Slot {
    const char* name;
    i32 slot;
};
using Slots = std::vector<Slot>;
const Slots soldier{{"FaceSkin", 3}, {"FixedSkin", 2}, {"TeamSkin2", 1}};  // TeamSkin1 is 0

class SkinSets : public ::testing::Test {
protected:
    void put_player(const std::string& skin, const std::string& package, const Slots& slots, bool dressed = false) {
        PackageMaker maker(69);
        const i32 mesh = maker.mesh("Soldier", four_slots());
        const i32 palette = maker.palette("P", {{9, 9, 9, 0}});
        const i32 own = maker.texture("Own", {.width = 1, .height = 1, .pixels = {0}, .palette = palette});
        maker.class_type("TMale2");
        maker.object_property("Mesh", mesh);
        if (dressed) maker.object_property("Skin", own);
        if (!skin.empty()) maker.string_property("DefaultSkinName", skin);
        if (!package.empty()) maker.string_property("DefaultPackage", package);
        for (const auto& [name, slot] : slots) maker.int_property(name, slot);
        maker.none();
        scratch_.put("game/System/Botpack.u", maker.finish());
    }
    void put_skins(const std::string& package, const Names& names) {
        scratch_.put("game/Textures/" + package + ".utx", skins(names));
    }

    const Model& open() {
        io::Folders folders;
        io::Opener opener(folders, {}, {});
        auto results = opener.open(scratch_.path("game/System/Botpack.u/Models/Soldier_d.3d"));
        EXPECT_EQ(results.size(), 1u);
        opened_.emplace(std::get<io::Opened>(std::move(results.at(0))));
        return opened_->model;
    }
    // The image on each slot, in a variant.
    static Names images(const Scene& scene, std::size_t variant) {
        Names out;
        for (const Primitive& primitive : scene.meshes.at(0).primitives) {
            const u32 material = primitive.variants.empty() ? primitive.material : primitive.variants.at(variant);
            const u32 image = scene.materials.at(material).image;
            out.push_back(image == no_index ? "none" : scene.images[image].name);
        }
        return out;
    }
    Names missing() {
        Names out;
        for (const auto& companion : opened_->companions) {
            if (!companion.found) out.push_back(companion.name);
        }
        return out;
    }

    Scratch scratch_;
    std::optional<io::Opened> opened_{};
};

TEST_F(SkinSets, FacesAndTeamsAreVariants) {
    put_player("SoldierSkins.blkt", "SoldierSkins.", soldier);
    put_skins("SoldierSkins", {"blkt1", "blkt1T_0", "blkt1T_1", "blkt2", "blkt2T_0", "blkt3", "blkt4Malcom",
                               "blkt4Othello", "blkt5Malcom", "aaaa1", "aaaa2", "aaaa3", "aaaa4Zed"});
    put_skins("SoldierSkins_jb", {"tjbz1", "tjbz1T_3", "tjbz3", "tjbz4august", "other"});
    put_skins("CommandoSkins", {"cmdo1", "cmdo2", "cmdo3", "cmdo4"});
    const Scene scene = scene_of(open());
    // That of the class first; blkt5 is a portrait, and a skin without its fixed image is none.
    EXPECT_EQ(scene.variants, (Names{"SoldierSkins.blkt Malcom", "SoldierSkins.blkt Othello", "SoldierSkins.blkt red",
                                     "SoldierSkins.blkt blue", "SoldierSkins.aaaa Zed", "SoldierSkins_jb.tjbz august",
                                     "SoldierSkins_jb.tjbz gold"}));
    EXPECT_EQ(images(scene, 0), (Names{"blkt1", "blkt2", "blkt3", "blkt4Malcom"}));
    EXPECT_EQ(images(scene, 1), (Names{"blkt1", "blkt2", "blkt3", "blkt4Othello"}));
    EXPECT_EQ(images(scene, 2), (Names{"blkt1T_0", "blkt2T_0", "blkt3", "blkt4Malcom"}));
    EXPECT_EQ(images(scene, 3), (Names{"blkt1T_1", "blkt2", "blkt3", "blkt4Malcom"}));
    EXPECT_EQ(images(scene, 4), (Names{"aaaa1", "aaaa2", "aaaa3", "aaaa4Zed"}));
    EXPECT_EQ(images(scene, 6), (Names{"tjbz1T_3", "blkt2", "tjbz3", "tjbz4august"}));  // a set may lack parts
    for (const Primitive& primitive : scene.meshes[0].primitives) {
        EXPECT_EQ(primitive.material, primitive.variants[0]);
    }
    EXPECT_EQ(missing(), Names{});
    const auto summary = summarise(open());
    EXPECT_EQ(std::count(summary->remarks.begin(), summary->remarks.end(),
                         "7 skins: SoldierSkins.blkt Malcom, SoldierSkins.blkt Othello, SoldierSkins.blkt red, "
                         "SoldierSkins.blkt blue, SoldierSkins.aaaa Zed, SoldierSkins_jb.tjbz august, "
                         "SoldierSkins_jb.tjbz gold"),
              1);
    EXPECT_EQ(summary->materials.at(3).texture, "SoldierSkins.blkt4Malcom");
    EXPECT_TRUE(codes(open()).empty());
}

// The package that the class names, wherever it stands among the others.
TEST_F(SkinSets, ThePackageOfTheClassComesFirst) {
    put_player("SoldierSkins_jb.tjbz", "SoldierSkins.", soldier);
    put_skins("SoldierSkins", {"blkt1", "blkt2", "blkt3", "blkt4"});
    put_skins("SoldierSkins_jb", {"tjbz1", "tjbz2", "tjbz3", "tjbz4"});
    EXPECT_EQ(scene_of(open()).variants, (Names{"SoldierSkins_jb.tjbz", "SoldierSkins.blkt"}));
}

// What a skin has no image of a team for it has without one; where the slot of faces is one of teams, those are no
// faces.
TEST_F(SkinSets, TeamsWearWhatTheirSkinHas) {
    put_player("SoldierSkins.blkt", "SoldierSkins.", {{"FixedSkin", 2}, {"TeamSkin2", 1}});
    put_skins("SoldierSkins", {"aaaa1", "aaaa1T_0", "aaaa2", "aaaa3", "blkt1", "blkt2", "blkt3"});
    const Scene scene = scene_of(open());
    EXPECT_EQ(scene.variants, (Names{"SoldierSkins.blkt", "SoldierSkins.aaaa", "SoldierSkins.aaaa red"}));
    EXPECT_EQ(images(scene, 2), (Names{"aaaa1T_0", "aaaa2", "aaaa3", "none"}));
}

TEST_F(SkinSets, OneSkinIsNoVariant) {
    put_player("SoldierSkins.blkt", "SoldierSkins.", soldier);
    put_skins("SoldierSkins", {"blkt1", "blkt2", "blkt3", "blkt4"});
    const Scene scene = scene_of(open());
    EXPECT_TRUE(scene.variants.empty());
    EXPECT_EQ(images(scene, 0), (Names{"blkt1", "blkt2", "blkt3", "blkt4"}));
}

// As in a real package, whose class says TeamSkin1 and TeamSkin2 alone.
TEST_F(SkinSets, WhereThereIsAnImageWithoutAFaceItIsShownFirst) {
    put_player("ChrekSkins.chrk", "ChrekSkins.", {{"TeamSkin1", 1}, {"TeamSkin2", 2}});
    put_skins("ChrekSkins", {"chrk1", "chrk1angel", "chrk2", "chrk2t_0", "chrk3", "chrk3t_0", "chrekarmgib"});
    const Scene scene = scene_of(open());
    EXPECT_EQ(scene.variants, (Names{"ChrekSkins.chrk", "ChrekSkins.chrk angel", "ChrekSkins.chrk red"}));
    EXPECT_EQ(images(scene, 0), (Names{"chrk1", "chrk2", "chrk3", "none"}));
    EXPECT_EQ(images(scene, 1), (Names{"chrk1angel", "chrk2", "chrk3", "none"}));
    EXPECT_EQ(images(scene, 2), (Names{"chrk1", "chrk2t_0", "chrk3t_0", "none"}));
}

// Slots as the class has them: those of TMale1.
TEST_F(SkinSets, SlotsAreThoseOfTheClass) {
    put_player("CommandoSkins.cmdo", "CommandoSkins.", {{"FaceSkin", 1}, {"TeamSkin1", 2}, {"TeamSkin2", 3}});
    put_skins("CommandoSkins", {"cmdo1", "cmdo2Blake", "cmdo3", "cmdo3T_2", "cmdo4", "cmdo4T_2"});
    const Scene scene = scene_of(open());
    EXPECT_EQ(scene.variants, (Names{"CommandoSkins.cmdo Blake", "CommandoSkins.cmdo green"}));
    EXPECT_EQ(images(scene, 1), (Names{"cmdo1", "cmdo2Blake", "cmdo3T_2", "cmdo4T_2"}));
}

TEST_F(SkinSets, BossesWearTheirTeamsAllOver) {
    put_player("BossSkins.Boss", "BossSkins.", {});
    put_skins("BossSkins",
              {"Boss1", "Boss2", "Boss3", "Boss4", "Boss1T_1", "Boss2T_1", "Boss3T_1", "Boss4T_1", "Boss5Xan"});
    const Scene scene = scene_of(open());
    EXPECT_EQ(scene.variants, (Names{"BossSkins.Boss", "BossSkins.Boss blue"}));
    EXPECT_EQ(images(scene, 0), (Names{"Boss1", "Boss2", "Boss3", "Boss4"}));
    EXPECT_EQ(images(scene, 1), (Names{"Boss1T_1", "Boss2T_1", "Boss3T_1", "Boss4T_1"}));
}

TEST_F(SkinSets, WithoutThePackageTheClassDressesIt) {
    put_player("SoldierSkins.blkt", "SoldierSkins.", soldier, true);
    EXPECT_EQ(images(scene_of(open()), 0), (Names{"Own", "Own", "Own", "Own"}));
    EXPECT_EQ(missing(), Names{"SoldierSkins.utx"});
    put_skins("SoldierSkins", {"blkt1", "blkt2", "blkt3"});
    EXPECT_EQ(images(scene_of(open()), 0), (Names{"blkt1", "blkt2", "blkt3", "Own"}));
    EXPECT_EQ(missing(), Names{});
    // A class that names no skin wears none.
    put_player("", "SoldierSkins.", soldier, true);
    EXPECT_EQ(images(scene_of(open()), 0), (Names{"Own", "Own", "Own", "Own"}));
    EXPECT_EQ(missing(), Names{});
}

TEST_F(SkinSets, AnImageChosenForTheSlotCountsFirst) {
    put_player("SoldierSkins.blkt", "SoldierSkins.", soldier);
    put_skins("SoldierSkins", {"blkt1", "blkt1T_0", "blkt2", "blkt3", "blkt4"});
    Model model = std::move(const_cast<Model&>(open()));
    model.bundle.parts.push_back({"texture:0", "mine.png", text_blob("mine")});
    const Scene scene = scene_of(model);
    for (const std::size_t variant : {0u, 1u}) EXPECT_EQ(images(scene, variant)[0], "mine");
}

// Numbers of slots that no actor has, and more skins than anybody wants in one file.
TEST_F(SkinSets, OddOnesAreBounded) {
    put_player("SoldierSkins.blkt", "SoldierSkins.", {{"FaceSkin", -5}, {"FixedSkin", 2'000'000'000}});
    Names names{"blkt8"};
    for (char a = 'a'; a < 'k'; ++a) {
        for (char b = 'a'; b < 'k'; ++b) names.push_back(std::string("xx") + a + b + "8");
    }
    put_skins("SoldierSkins", names);
    EXPECT_EQ(scene_of(open()).variants.size(), 64u);
}

TEST(SkinSetWants, APackageNameThatIsNoneIsNotLookedFor) {
    for (const auto& [package, expected] :
         {std::pair("SoldierSkins.", 1u), std::pair("a/x.", 0u), std::pair("*.", 0u)}) {
        std::vector<Want> wants;
        unreal::PlayerSkins player;
        player.skin = "SoldierSkins.blkt";
        player.package = package;
        unreal::want_skins(player, wants);
        EXPECT_EQ(wants.size(), expected) << package;
    }
}

}  // namespace
}  // namespace thaw::test
