// Images found the way the game finds them: by its scripts and rooms.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixtures/soulfu_looks.hpp"
#include "formats/soulfu/rooms/room.hpp"
#include "formats/soulfu/scripts/looks.hpp"
#include "formats/soulfu/scripts/value.hpp"
#include "soulfu/scene_support.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

using Names = std::vector<std::string>;
using Images = std::array<std::string, ddd::slot_count>;

constexpr ddd::UsedSlots every_slot{{true, true, true, true}, true};

ddd::Looks looks_of(const std::string& name, const std::string& script, const ddd::UsedSlots& used = every_slot) {
    return ddd::looks_in({{{"script", "data/CTHING.SRC", as_blob(script)}}}, name, used);
}

Names names_of(const ddd::Looks& looks) {
    Names out;
    for (const ddd::Look& look : looks.list) out.push_back(look.name);
    return out;
}

// Two looks of a body under conditions, variables for its head, and numbers for what it holds.
const std::string thing = R"(#define SMOKE (128)
int Event()
  ModelAssign(self+MODEL_HEAD_FILE, "FILE:HEAD.RDY")
//----------------------------------------------
int ModelSetup()
  int self, skin, team
  skin_type = (self.eqcol01>>4)&3
  if(skin_type == 0)
    // Light
    flesh = "FILE:FLESH.RGB"
    hair = "FILE:HAIR2.RGB"
  if(skin_type == 1)
    flesh = "FILE:DFLESH.RGB"
    hair = "FILE:HAIR0.RGB"
  dull = DullColor(self.eqcol01 & 15)
  ModelAssign(self+MODEL_BASE_FILE, "FILE:ANIM.RDY")
  ModelAssign(self+MODEL_BASE_TEX0, "FILE:WHITE.RGB") // nothing to see
  if(armor == 1 || (team & 3) == 2)
    ModelAssign(self+MODEL_CHEST_FILE, "FILE:BODY.RDY")
    ModelAssign(self+MODEL_CHEST_TEX0, "FILE:STEEL.RGB")
    ModelAssign(self+MODEL_CHEST_TEX1, dull)
    ModelAssign(self+MODEL_CHEST_COLOR, WHITE)
  else
    ModelAssign(self+MODEL_CHEST_FILE, "FILE:BODY.RDY")
    ModelAssign(self+MODEL_CHEST_TEX0, "FILE:=CLOTH.RGB")

    ModelAssign(self+MODEL_CHEST_TEX1, dull)
  ModelAssign(self+MODEL_HEAD_FILE, "FILE:HEAD.RDY")
  ModelAssign(self+MODEL_HEAD_TEX0, flesh)
  ModelAssign(self+MODEL_HEAD_TEX1, hair)
  ModelAssign(grip+0, "FILE:SWORD.RDY")
  ModelAssign(grip+4, "FILE:STEEL.RGB")
  ModelAssign(grip + 16, "FILE:SHADSWRD.RGB")
)";

TEST(SoulfuLooks, AScriptIsItsAssignmentsAndTheConditionsAboveThem) {
    const soulfu::Script script = soulfu::read_script(as_blob(thing).bytes());
    const auto& all = script.assignments;
    const auto found = std::find_if(all.begin(), all.end(), [](const auto& one) { return one.file == "=CLOTH.RGB"; });
    ASSERT_NE(found, all.end());
    EXPECT_EQ(found->kind, soulfu::ScriptAssignment::Kind::texture);
    EXPECT_EQ(found->target, "CHEST");
    EXPECT_EQ(found->texture, 0u);
    EXPECT_EQ(script.condition(found->block), "not (armor == 1 || (team & 3) == 2)");
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const auto& one) { return one.target == "grip"; }), 3);
}

TEST(SoulfuLooks, BranchesAreLooksAndTheFirstIsTheUsualOne) {
    const ddd::Looks looks = looks_of("body", thing);
    EXPECT_EQ(names_of(looks),
              (Names{"CTHING: armor == 1 || (team & 3) == 2", "CTHING: not (armor == 1 || (team & 3) == 2)"}));
    EXPECT_EQ(looks.list[0].images, (Images{"STEEL.RGB", "WHITE.RGB"}));
    EXPECT_EQ(looks.list[0].computed, (Images{"", "DullColor(self.eqcol01 & 15)"}));
    EXPECT_EQ(looks.list[0].tint, 0xFFFFFFu);
    EXPECT_EQ(looks.list[1].images, (Images{"=CLOTH.RGB", "WHITE.RGB"}));
    EXPECT_EQ(looks.list[1].tint, 0xFFFFFFu) << "said elsewhere";
}

TEST(SoulfuLooks, VariablesChangeTogetherUnderTheirCondition) {
    const ddd::Looks looks = looks_of("HEAD", thing);
    EXPECT_EQ(names_of(looks), (Names{"CTHING", "CTHING: skin_type == 1"}));
    EXPECT_EQ(looks.list[0].images, (Images{"FLESH.RGB", "HAIR2.RGB"}));
    EXPECT_EQ(looks.list[1].images, (Images{"DFLESH.RGB", "HAIR0.RGB"}));
    EXPECT_EQ(looks_of("HEAD", thing, {{false, false, true, true}, false}).list.size(), 1u)
        << "looks the same where it shows";
}

TEST(SoulfuLooks, NumbersStandForTheFieldsOfAModel) {
    const ddd::Looks looks = looks_of("SWORD", thing);
    ASSERT_EQ(looks.list.size(), 1u);
    EXPECT_EQ(looks.list[0].images, (Images{"STEEL.RGB", "", "", "SHADSWRD.RGB"}));
}

TEST(SoulfuLooks, WhatIsSaidOfOneModelIsNotSaidOfAnotherInItsPlace) {
    const std::string chest = R"(int ModelSetup()
  ModelAssign(self+MODEL_BASE_FILE, "FILE:CHEST.RDY")
  ModelAssign(self+MODEL_BASE_TEX0, "FILE:WOOD.RGB")
  ModelAssign(self+MODEL_BASE_TEX1, "FILE:LOCK.RGB")
  if(broken)
    ModelAssign(self+MODEL_BASE_FILE, "FILE:CHESTBK.RDY")
    ModelAssign(self+MODEL_BASE_TEX0, "FILE:=CHESTBK.RGB")
  if(golden)
    ModelAssign(self+MODEL_BASE_TEX0, "FILE:GOLD.RGB")
  ModelAssign(self+MODEL_LEFT_FILE, "FILE:SWORD.RDY")
  ModelAssign(self+MODEL_LEFT_TEX0, "FILE:STEEL.RGB")
  ModelAssign(self+MODEL_LEFT_FILE, "FILE:MACE.RDY")
  ModelAssign(self+MODEL_LEFT_TEX0, "FILE:IRON.RGB")
)";
    EXPECT_EQ(names_of(looks_of("CHEST", chest)), (Names{"CTHING", "CTHING: golden"}));
    EXPECT_EQ(looks_of("CHEST", chest).list[0].images, (Images{"WOOD.RGB", "LOCK.RGB"}));
    EXPECT_EQ(looks_of("CHEST", chest).list[1].images, (Images{"GOLD.RGB", "LOCK.RGB"}));
    ASSERT_EQ(names_of(looks_of("CHESTBK", chest)), (Names{"CTHING: broken"}));
    EXPECT_EQ(looks_of("CHESTBK", chest).list[0].images, (Images{"=CHESTBK.RGB", "LOCK.RGB"}));
    EXPECT_EQ(looks_of("SWORD", chest).list[0].images, (Images{"STEEL.RGB"}));
    EXPECT_EQ(looks_of("MACE", chest).list[0].images, (Images{"IRON.RGB"}));
}

TEST(SoulfuLooks, EyesFollowTheTeam) {
    const std::string script = R"(int ModelSetup()
  if(subtype == 0)
    ModelAssign(self+MODEL_CHEST_FILE, "FILE:CAT.RDY")
    ModelAssign(self+MODEL_CHEST_TEX3, "FILE:NONE.RGB")
  if(subtype == 1)
    ModelAssign(self+MODEL_CHEST_FILE, "FILE:DOG.RDY")
    STANDARD.EyeSetup(self+MODEL_CHEST_TEX3, self.team)
  ModelAssign(self+MODEL_HEAD_FILE, "FILE:BIRD.RDY")
  ModelAssign(self+MODEL_HEAD_TEX3, "FILE:NONE.RGB")
  STANDARD.EyeSetup(self+MODEL_HEAD_TEX3, self.team)
)";
    EXPECT_EQ(looks_of("CAT", script).list.size(), 1u);
    for (const std::string name : {"DOG", "BIRD"}) {
        const ddd::Looks looks = looks_of(name, script);
        ASSERT_EQ(looks.list.size(), 2u) << name;
        EXPECT_EQ(looks.list[0].images, (Images{"", "", "", "=EYE1.RGB"})) << name;
        EXPECT_EQ(looks.list[1].images, (Images{"", "", "", "=EYE0.RGB"})) << name;
    }
    EXPECT_EQ(names_of(looks_of("DOG", script)),
              (Names{"CTHING: subtype == 1", "CTHING: subtype == 1 and team good or neutral"}));
}

TEST(SoulfuLooks, AVariableMayNameTheModel) {
    const std::string script = R"(ModelClear()
  model_file = "FILE:OTHER.RDY"
int ModelSetup()
  if(subtype == 0)
    model_file = "FILE:SMALL.RDY"
    skin = "FILE:FLESH.RGB"
  if(subtype == 1)
    model_file = "FILE:TALL.RDY"
    skin = "FILE:BLUE.RGB"
  ModelAssign(self+MODEL_BASE_FILE, model_file)
  ModelAssign(self+MODEL_BASE_TEX0, skin)
)";
    EXPECT_EQ(names_of(looks_of("TALL", script)).front(), "CTHING: subtype == 1");
    EXPECT_EQ(looks_of("SMALL", script).list[0].images, (Images{"FLESH.RGB"}));
    EXPECT_TRUE(looks_of("OTHER", script).list.empty()) << "of another function, which has no type";
}

TEST(SoulfuLooks, VariablesMayBeGivenToVariables) {
    const std::string script = R"(int ModelSetup()
  skin = "FILE:FLESH.RGB"
  limb = DullColor(14)
  foot = limb
  if(hubbin)
    foot = skin
  ModelAssign(self+MODEL_FEET_FILE, "FILE:FEET.RDY")
  ModelAssign(self+MODEL_FEET_TEX0, foot)
)";
    const ddd::Looks looks = looks_of("FEET", script);
    EXPECT_EQ(names_of(looks), (Names{"CTHING", "CTHING: hubbin"}));
    EXPECT_EQ(looks.list.at(0).images, (Images{"DRED.RGB"}));
    EXPECT_EQ(looks.list.at(0).computed, Images{}) << "nothing to choose";
    EXPECT_EQ(looks.list.at(1).images, (Images{"FLESH.RGB"}));
}

TEST(SoulfuLooks, ColoursAreWorkedOutAsFarAsTheyAreKnown) {
    const std::string text =
        "#define V 192\n#define DARK ((V << 16) + (V << 8) + (V)) // grey\n#define A B\n#define B A\n";
    const soulfu::Script script = soulfu::read_script(as_blob(text).bytes());
    const auto number = [&](const char* expression) { return soulfu::value_of(expression, script).number; };
    EXPECT_EQ(number("WHITE"), 0xFFFFFFu);
    EXPECT_EQ(number("DARK_RED"), 0xFF0000u);
    EXPECT_EQ(number("4210864"), 4210864u);
    EXPECT_EQ(number("DARK"), 0xC0C0C0u);
    EXPECT_EQ(number("(128<<16) | (192 << 8) | (7 & 3 + 1)"), 0x80C004u);
    EXPECT_EQ(number("16 | 7 & 3"), 3u) << "from left to right";
    EXPECT_EQ(number("100 / 7 % 5 * 2 - 1"), 7u);
    EXPECT_EQ(number("HairColor(31)"), 0xFFFFFFu);
    for (const char* unknown : {"(r<<16) | (g<<8) | b", "self.team", "A", "", "1 +", "(1", "1)", "1.5", "1 / 0",
                                "a && b", "RollDice(1, 6)", "\"FILE:A.RGB\""}) {
        EXPECT_EQ(number(unknown), std::nullopt) << unknown;
    }
    const auto chosen = soulfu::value_of("RGBColor(self.eqcol23 >> 4)", script);
    EXPECT_EQ(chosen.number, 0xFEF2E4u);
    EXPECT_TRUE(chosen.assumed);
    EXPECT_EQ(soulfu::value_of("GlossColor(2+1)", script).file, "GCYAN.RGB");
    EXPECT_FALSE(soulfu::value_of("GlossColor(2+1)", script).assumed);
    EXPECT_EQ(soulfu::value_of("GlossColor(((self.eqcol01 & 15) >> 2)+11)", script).file, "NPURPLE.RGB");
    EXPECT_TRUE(soulfu::value_of("GlossColor(self.eqcol01+11)", script).assumed);
    number((std::string(1000, '(') + "1").c_str());
}

TEST(SoulfuLooks, TheColourOfAModelIsThatOfItsTintedSlots) {
    const std::string script = R"(int ModelSetup()
  ModelAssign(self+MODEL_HEAD_FILE, "FILE:HEAD.RDY")
  ModelAssign(self+MODEL_HEAD_TEX0, "FILE:FLESH.RGB")
  ModelAssign(self+MODEL_HEAD_TEX1, "FILE:FLESH.RGB")
  ModelAssign(self+MODEL_HEAD_COLOR, RED)
  if(sad)
    ModelAssign(self+MODEL_HEAD_COLOR, HairColor(self.eqcol01 & 15))
)";
    Model model = fixture_model("ddd_all_slots");
    auto& slots = static_cast<ddd::Document&>(*model.document).file.bases.at(0).slots;
    slots[0].flags |= 2;
    slots[1].flags &= static_cast<u8>(~2u);
    model.bundle.parts[0].name = "HEAD.DDD";
    model.bundle.parts.push_back({"script", "CTHING.SRC", as_blob(script)});
    model.bundle.parts.push_back({"texture", "FLESH.JPG", Blob::take({1, 2, 3})});
    const Made made = make(model);
    EXPECT_EQ(made.scene.variants, (Names{"CTHING", "CTHING: sad"}));
    const auto& primitives = made.scene.meshes.at(0).primitives;
    const auto color = [&](std::size_t slot, std::size_t variant) {
        return made.scene.materials[primitives.at(slot).variants.at(variant)].base_color;
    };
    EXPECT_EQ(color(0, 0).x, 1.0f);
    EXPECT_NEAR(color(0, 0).y, 0.2159f, 1e-4f) << "half as bright on the screen";
    EXPECT_NEAR(color(0, 1).z, 0.0630f, 1e-4f);
    EXPECT_EQ(color(1, 0).y, 1.0f);
    EXPECT_EQ(color(1, 1).y, 1.0f);
    const auto codes = codes_of(made.issues);
    EXPECT_NE(std::find(codes.begin(), codes.end(), "SOULFU_CHOSEN_COLOR"), codes.end());

    const auto tints = [&](const Scene& scene) {
        Issues issues;
        SceneInput input{scene};
        const auto built = from_scene(ddd::format, input, {}, issues);
        EXPECT_TRUE(built.ok());
        const auto is_tint = [](const Issue& issue) { return issue.found.starts_with("colours of"); };
        return std::count_if(issues.list().begin(), issues.list().end(), is_tint);
    };
    EXPECT_EQ(tints(made.scene), 0) << "the colour was never in the file";
    Scene painted = made.scene;
    painted.materials[primitives[0].material].base_color.x = 0.5f;
    EXPECT_EQ(tints(painted), 1);
}

TEST(SoulfuLooks, LinesMayEndAsInTheArchive) {
    std::string script = thing;
    std::replace(script.begin(), script.end(), '\n', '\0');
    EXPECT_EQ(looks_of("HEAD", script).list.size(), 2u);
}

TEST(SoulfuLooks, OnlyTheModelsOwnNameCounts) {
    EXPECT_TRUE(ddd::script_dresses(as_blob(thing).bytes(), "head"));
    for (const char* name : {"EAD", "HEAD.RDY", "STEEL", "", "HEADS"}) {
        EXPECT_FALSE(ddd::script_dresses(as_blob(thing).bytes(), name)) << name;
    }
}

TEST(SoulfuLooks, AnyBytesAreAScriptAndARoom) {
    for (std::size_t length = 0; length < thing.size(); length += 7) {
        std::string cut = thing.substr(0, length);
        looks_of("HEAD", cut);
        if (length > 0) cut[length / 2] = '(';
        looks_of("BODY", cut);
        ddd::room_dresses(as_blob(cut).bytes(), "HEAD");
    }
    looks_of("A", "else\n else if\n  if(\n   ModelAssign(\nModelAssign)(\nModelAssign(,\"\nint (");
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "if(a)\n";
    looks_of("A", deep + std::string(300, ' ') + "ModelAssign(a_FILE, \"FILE:A.RDY\")");
    const Blob room = make_room({{"RAT", 0x01, 0x23}});
    for (std::size_t length = 0; length <= room.size(); ++length) {
        ddd::room_dresses(room.bytes().subspan(0, length), "RAT");
    }
}

TEST(SoulfuLooks, LooksBeyondMeasureAreCut) {
    std::string script = "int ModelSetup()\n";
    for (int i = 0; i < 100; ++i) {
        const std::string n = std::to_string(i);
        script +=
            "  if(a == " + n + ")\n    ModelAssign(MODEL_BASE_FILE, \"FILE:A.RDY\")\n    ModelAssign(MODEL_BASE_TEX0,";
        script += "\"FILE:P" + n + ".RGB\")\n";
    }
    const ddd::Looks looks = looks_of("A", script);
    EXPECT_EQ(looks.list.size(), 32u);
    EXPECT_TRUE(looks.cut);
}

TEST(SoulfuLooks, RoomsNameTheImagesOfTheirProps) {
    const Blob room = make_room({{"BED00", 0x01, 0x2F}, {"XBED00", 0x22, 0x22}, {"BED00", 0x11, 0x11}});
    const auto props = soulfu::prop_textures(room.bytes(), "bed00");
    ASSERT_EQ(props.size(), 2u);
    EXPECT_EQ(props[0], (soulfu::PropTextures{"TEX16", "TEX17", "TEX18", "TEX31"}));
    EXPECT_EQ(props[1], (soulfu::PropTextures{"TEX17", "TEX17", "TEX17", "TEX17"}));
    const ddd::Looks looks = ddd::looks_in({{{"room", "TOWN.SRF", room}}}, "BED00", every_slot);
    EXPECT_EQ(names_of(looks), (Names{"TOWN", "TOWN (2)"}));
}

TEST(SoulfuLooks, ScriptsGoBeforeRooms) {
    const Blob room = make_room({{"HEAD", 0x01, 0x23}});
    const ddd::Looks looks =
        ddd::looks_in({{{"room", "TOWN.SRF", room}, {"script", "CTHING.SRC", as_blob(thing)}}}, "HEAD", every_slot);
    EXPECT_EQ(names_of(looks), (Names{"CTHING", "CTHING: skin_type == 1"}));
    EXPECT_FALSE(looks.from_room);
    const ddd::Looks other = ddd::looks_in(
        {{{"room", "TOWN.SRF", room}, {"script", "CTHING.SRC", as_blob("// HEAD.RDY")}}}, "HEAD", every_slot);
    EXPECT_EQ(names_of(other), (Names{"TOWN"}));
    EXPECT_TRUE(other.from_room);
}

TEST(SoulfuLooks, AModelWantsScriptsThenTheirImages) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts[0].name = "data/HEAD.DDD";
    const auto wants = *needs(model);
    ASSERT_EQ(wants.size(), 3u);
    EXPECT_EQ(wants[1].role, "script");
    EXPECT_EQ(wants[1].mentions, "HEAD.");
    EXPECT_TRUE(wants[1].all);
    EXPECT_FALSE(wants[1].mentioned);
    EXPECT_EQ(wants[1].unless, (Names{"textures-json"}));
    EXPECT_TRUE(wants[1].accepts(as_blob(thing)));
    EXPECT_FALSE(wants[1].accepts(as_blob("HEAD.RDY")));
    EXPECT_EQ(wants[2].role, "room");
    EXPECT_EQ(wants[2].unless, (Names{"textures-json", "script"}));
    EXPECT_TRUE(wants[2].accepts(make_room({{"HEAD", 0, 0}})));

    model.bundle.parts.push_back({"script", "data/CTHING.SRC", as_blob(thing)});
    Names images;
    const auto then = *needs(model);
    for (const Want& want : then) images.push_back(want.role + " " + want.names.at(2));
    EXPECT_EQ(images, (Names{"texture FLESH.JPG", "texture HAIR2.JPG", "texture DFLESH.JPG", "texture HAIR0.JPG"}));
}

TEST(SoulfuLooks, WhatSomebodyChoseIsNotLookedFor) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts.push_back({"texture:1", "MINE.PNG", Blob::take({1})});
    ASSERT_EQ(needs(model)->size(), 1u);
    EXPECT_EQ(needs(model)->at(0).role, "textures-json");
}

TEST(SoulfuLooks, LooksAreVariantsOfTheScene) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts[0].name = "HEAD.DDD";
    model.bundle.parts.push_back({"script", "CTHING.SRC", as_blob(thing)});
    for (const char* name : {"FLESH.JPG", "DFLESH.JPG", "HAIR2.PCX", "HAIR0.PCX"}) {
        model.bundle.parts.push_back({"texture", name, Blob::take({1, 2, 3})});
    }
    const Made made = make(model);
    EXPECT_EQ(made.scene.variants, (Names{"CTHING", "CTHING: skin_type == 1"}));
    const auto& primitives = made.scene.meshes.at(0).primitives;
    const auto image = [&](u32 material) { return made.scene.images[made.scene.materials[material].image].name; };
    ASSERT_EQ(primitives.at(0).variants.size(), 2u);
    EXPECT_EQ(primitives[0].variants[0], primitives[0].material);
    EXPECT_EQ(image(primitives[0].variants[0]), "FLESH.JPG");
    EXPECT_EQ(image(primitives[0].variants[1]), "DFLESH.JPG");
    EXPECT_EQ(image(primitives.at(1).variants.at(1)), "HAIR0.PCX");
    EXPECT_EQ(primitives.at(2).variants.at(0), primitives[2].variants.at(1)) << "nothing is said of it";
    EXPECT_EQ(codes_of(made.issues), (Names{"SOULFU_TEXTURES_FROM_SCRIPT", "SOULFU_UNNAMED_TEXTURE"}));
}

TEST(SoulfuLooks, AFileBesideTheModelKnowsBetter) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts[0].name = "HEAD.DDD";
    model.bundle.parts.push_back({"textures-json", "HEAD.textures.json", as_blob(R"({"0": "MINE.PNG"})")});
    model.bundle.parts.push_back({"texture", "MINE.PNG", Blob::take({1})});
    const Made alone = make(model);
    model.bundle.parts.push_back({"script", "CTHING.SRC", as_blob(thing)});
    const Made made = make(model);
    EXPECT_TRUE(made.scene.variants.empty());
    EXPECT_EQ(made.scene.images.size(), 1u);
    EXPECT_EQ(codes_of(made.issues), codes_of(alone.issues));
    EXPECT_EQ(needs(model)->size(), 1u);
}

TEST(SoulfuLooks, APropTakesItsImagesFromARoom) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts[0].name = "BED00.DDD";
    model.bundle.parts.push_back({"room", "TOWN.SRF", make_room({{"BED00", 0x01, 0x23}})});
    for (const char* name : {"TEX16.JPG", "TEX17.JPG", "TEX18.JPG", "TEX19.JPG"}) {
        model.bundle.parts.push_back({"texture", name, Blob::take({1, 2, 3})});
    }
    const Made made = make(model);
    EXPECT_TRUE(made.scene.variants.empty());
    EXPECT_EQ(made.scene.images.size(), 4u);
    EXPECT_EQ(codes_of(made.issues), (Names{"SOULFU_TEXTURES_FROM_ROOM"}));
}

}  // namespace
}  // namespace thaw::test
