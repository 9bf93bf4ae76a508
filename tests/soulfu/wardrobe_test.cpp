// Character scripts that are run: their numbers, what others they call, what hands hold and when it shows.
#include "formats/soulfu/scripts/wardrobe.hpp"

#include <gtest/gtest.h>
#include <thaw/pose.hpp>

#include "base/file_name.hpp"
#include "fixtures/soulfu_looks.hpp"
#include "formats/soulfu/family.hpp"
#include "soulfu/scene_support.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

using Names = std::vector<std::string>;

Bundle bundle_of(const std::string& script, std::vector<Part> more = {}) {
    Bundle out{{{"script", "CTHING.SRC", as_blob(script)}}, "CTHING"};
    out.parts.insert(out.parts.end(), more.begin(), more.end());
    return out;
}

std::string words_of(const ddd::Outfit& outfit) {
    std::string out = std::to_string(outfit.skin) + ":";
    for (std::size_t i = 0; i < outfit.worn.size(); ++i) {
        const soulfu::WornModel& worn = outfit.worn[i];
        if (worn.model.empty()) continue;
        out += " " + std::string(soulfu::places[i]) + "=" + worn.model;
        for (const std::string& image : worn.images) out += image.empty() ? "" : " " + image;
    }
    return out;
}

Names outfits(const Bundle& bundle) {
    Names out;
    for (const ddd::Outfit& outfit : ddd::wardrobe_of(bundle).outfits) out.push_back(words_of(outfit));
    return out;
}

const std::string rat = R"(#define SHADE 2
int ModelSetup()
  int self, subtype
  self = FindSelf()
  subtype = self.eqcol01 >> 6
  ModelAssign(self+MODEL_BASE_FILE, "FILE:RAT.RDY")
  if(subtype == 0 || subtype == 3)
    // Great Rat
    ModelAssign(self+MODEL_BASE_TEX0, "FILE:BROWN.RGB")
  else
    if(subtype == 1)
      ModelAssign(self+MODEL_BASE_TEX0, DullColor(SHADE << 1))
    else
      ModelAssign(self+MODEL_BASE_TEX0, "FILE:WHITE.RGB")
  STANDARD.EyeSetup(self+MODEL_BASE_TEX3, self.team)
int GetName()
  StringClear(NAME_STRING)
  if(self.eqcol01 > 63)
    StringAppend(NAME_STRING, "Lab ", 256)
  StringAppend(NAME_STRING, "Rat", 256)
)";

TEST(SoulfuWardrobe, EachNumberOfAScriptIsAnOutfit) {
    EXPECT_EQ(outfits(bundle_of(rat)),
              (Names{"0: BASE=RAT.RDY BROWN.RGB =EYE1.RGB", "1: BASE=RAT.RDY GREEN.RGB =EYE1.RGB",
                     "2: BASE=RAT.RDY WHITE.RGB =EYE1.RGB", "3: BASE=RAT.RDY BROWN.RGB =EYE1.RGB"}));
    const ddd::Wardrobe wardrobe = ddd::wardrobe_of(bundle_of(rat));
    EXPECT_EQ(wardrobe.outfits[0].name, "Rat");
    EXPECT_EQ(wardrobe.outfits[1].name, "Lab Rat");
    EXPECT_EQ(wardrobe.most(), 3u);
    Bundle other = bundle_of(rat);
    other.model = "CRAT";
    EXPECT_TRUE(ddd::wardrobe_of(other).outfits.empty()) << "the script is not about this model";
    other.model.clear();
    EXPECT_TRUE(ddd::wardrobe_of(other).outfits.empty()) << "the script only says how the model looks";
}

TEST(SoulfuWardrobe, FriendsHaveOtherEyes) {
    Bundle squire = bundle_of(rat);
    squire.parts[0].name = "CSQUIRE.SRC";
    squire.model = "CSQUIRE";
    EXPECT_EQ(outfits(squire).at(0), "0: BASE=RAT.RDY BROWN.RGB =EYE0.RGB");
}

TEST(SoulfuWardrobe, TheNumberThatSomebodyChoseIsWorn) {
    const ddd::Wardrobe wardrobe = ddd::wardrobe_of(bundle_of(rat));
    const auto chosen = [&](const char* number) {
        return ddd::chosen_outfit(wardrobe, bundle_of(rat, {{"skin", number, {}}}))->skin;
    };
    EXPECT_EQ(chosen("2"), 2u);
    EXPECT_EQ(chosen("4"), 0u) << "there is none";
    EXPECT_EQ(chosen("x"), 0u);
    EXPECT_EQ(ddd::chosen_outfit(wardrobe, bundle_of(rat))->skin, 0u);
}

const std::string statue = R"(int ModelSetup()
  subtype = self.eqcol01 >> 7
  self.eqcol01 = 0
  if(subtype == 0)
    CRAT.ModelSetup()
  else
    CBAT.ModelSetup()
)";

TEST(SoulfuWardrobe, AStatueLooksAsTheScriptsThatItCalls) {
    EXPECT_TRUE(ddd::is_character(as_blob(statue).bytes()));
    EXPECT_FALSE(ddd::is_character(as_blob("int Event()\n  CRAT.ModelSetup()\n").bytes())) << "it only asks another";
    EXPECT_FALSE(ddd::is_character(as_blob("int ModelSetup()\n  IRING.ModelSetup()\n").bytes())) << "an item";
    const Bundle alone = bundle_of(statue);
    EXPECT_EQ(ddd::wardrobe_of(alone).missing_scripts, (Names{"CBAT", "CRAT"}));
    const Part called{"called-script", "CRAT.SRC", as_blob(rat)};
    EXPECT_EQ(outfits(bundle_of(statue, {called})), (Names{"0: BASE=RAT.RDY BROWN.RGB =EYE1.RGB"}));
    const auto models = ddd::characters_named_by(alone.parts[0]);
    ASSERT_EQ(models.size(), 1u);
    Names wanted;
    for (const Want& want : models[0].needs(alone)) wanted.push_back(want.role + " " + want.names[0]);
    EXPECT_EQ(wanted, (Names{"called-script CBAT.SRC", "called-script CRAT.SRC"}));
}

const std::string guard = R"(int ModelSetup()
  ModelAssign(self+MODEL_BASE_FILE, "FILE:BODY.RDY")
  STANDARD.ItemModelSetup(MODEL_LEFT_FILE)
  STANDARD.ItemModelSetup(MODEL_RIGHT_FILE)
  if((self.eqright & 248) == ITEM_DAGGER)
    ModelAssign(self+MODEL_RIGHT_TEX0, "FILE:GOLD.RGB")
int Spawn()
  self.eqleft = ITEM_SPELL_FIRE
  self.eqright = ITEM_DAGGER | 2
  self.eqcol01 = RollDice(1, 256)
  if(RollDice(1, 6) > 3)
    self.eqright = ITEM_MACE
  ModelSetup()
)";
const std::string dagger = R"(int ModelSetup()
  grip = SystemGet(SYS_WEAPONGRIP, 0, 0)
  if(grip == MODEL_LEFT_FILE || grip == MODEL_RIGHT_FILE)
    ModelAssign(self+grip, "FILE:DAGGER.RDY")
    ModelAssign(self+grip+4, "FILE:STEEL.RGB")
    if((SystemGet(SYS_ITEMINDEX, 0, 0) & 7) == 2)
      ModelAssign(self+grip+8, "FILE:POISON.RGB")
)";

TEST(SoulfuWardrobe, HandsHoldWhatSpawnPutsThere) {
    EXPECT_EQ(ddd::wardrobe_of(bundle_of(guard)).missing_scripts, Names{"IDAGGER"}) << "a spell shows nothing";
    const Part item{"called-script", "IDAGGER.SRC", as_blob(dagger)};
    EXPECT_EQ(outfits(bundle_of(guard, {item})), (Names{"0: BASE=BODY.RDY RIGHT=DAGGER.RDY GOLD.RGB POISON.RGB"}));
}

// Of what Spawn() does, the lower bits of the looks and what hands hold count; what it put on by then does not.
TEST(SoulfuWardrobe, ACreatureIsDressedAfterItWasSpawned) {
    const std::string hatched = R"(int ModelSetup()
  ModelAssign(self+MODEL_BASE_FILE, "FILE:BODY.RDY")
  if((self.eqcol01 & 15) == 5)
    ModelAssign(self+MODEL_HEAD_FILE, "FILE:CREST.RDY")
int Spawn()
  self.eqcol01 = 245
  ModelAssign(self+MODEL_CHEST_FILE, "FILE:EGG.RDY")
)";
    EXPECT_EQ(outfits(bundle_of(hatched)), Names{"0: BASE=BODY.RDY HEAD=CREST.RDY"});
}

// What its lines name counts where nothing comes of running it, but not while scripts that it calls are still to come.
TEST(SoulfuWardrobe, LinesThatAreNeverRunCountAtLast) {
    const std::string script =
        "int ModelSetup()\n  CRAT.ModelSetup()\n  if(0)\n    ModelAssign(self+MODEL_BASE_FILE, \"FILE:BODY.RDY\")\n";
    EXPECT_EQ(outfits(bundle_of(script)), Names{});
    const Part nothing{"called-script", "CRAT.SRC", as_blob("int ModelSetup()\n  return 0\n")};
    EXPECT_EQ(outfits(bundle_of(script, {nothing})), Names{"0: BASE=BODY.RDY"});
}

TEST(SoulfuWardrobe, AnyScriptEnds) {
    std::string deep = "int ModelSetup()\n";
    for (int i = 1; i < 300; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "if(1)\n";
    const std::string brackets = "int ModelSetup()\n  a = " + std::string(900, '(') + std::string(100, '-') + "\n";
    for (const std::string& script :
         {std::string("int ModelSetup()\n  while(1)\n    a++\n"), std::string("int ModelSetup()\n  ModelSetup()\n"),
          std::string("#define A B\n#define B A+A\nint ModelSetup()\n  x = A + A\n"), deep, brackets,
          std::string("int ModelSetup()\n  x = f(,)g(((\n  else\n  x = 7 % (0-1) + 1 / 0 + (1 << 99)\n")}) {
        EXPECT_TRUE(outfits(bundle_of(script + "  ModelAssign(MODEL_HEAD_FILE, \"FILE:A.RDY\")\n")).empty());
    }
}

TEST(SoulfuWardrobe, SignsBindAsTheyDoInTheGame) {
    const auto color = [](const std::string& expression) {
        const auto wardrobe =
            ddd::wardrobe_of(bundle_of("int ModelSetup()\n  ModelAssign(MODEL_BASE_FILE, \"FILE:A.RDY\")\n"
                                       "  ModelAssign(MODEL_BASE_COLOR, " +
                                       expression + ")\n"));
        return wardrobe.outfits.at(0).worn[0].color;
    };
    EXPECT_EQ(color("16 | 7 & 3"), 3u);
    EXPECT_EQ(color("5 & 3 == 1"), 1u) << "bits before comparisons";
    EXPECT_EQ(color("7 / 2"), 3u);
    EXPECT_EQ(color("7 / 2.0 * 2"), 7u);
    EXPECT_EQ(color("!0 + (2 > 1 && 1 <= 1)"), 2u);
    EXPECT_EQ(color("0 - 1"), 0xFFFFFFu);
    EXPECT_EQ(color("YELLOW"), 0xFFFF00u);
}

// --- in a scene ------------------------------------------------------------------------------------------------------

// A body with a hand, whose frames 1 and 2 draw what it holds, and strike.
Blob body(std::vector<u8> events) {
    Model model = fixture_model("ddd_animated");
    ddd::File& file = static_cast<ddd::Document&>(*model.document).file;
    file.bases[0].bones.push_back(file.bases[0].bones[0]);
    file.bases[0].bones[1].id = 2;
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        file.frames[i].forwards.push_back(file.frames[i].forwards[0]);
        file.frames[i].events = i < events.size() ? events[i] : u8{0};
    }
    return write(model)->parts[0].bytes;
}

// An item with a base model for each of its frames.
Blob item(std::size_t shapes) {
    Model model = fixture_model("ddd_static");
    ddd::File& file = static_cast<ddd::Document&>(*model.document).file;
    for (std::size_t i = 1; i < shapes; ++i) {
        file.bases.push_back(file.bases[0]);
        file.frames.push_back(file.frames[0]);
        file.frames.back().base_model = static_cast<u8>(i);
    }
    return write(model)->parts[0].bytes;
}

// The shape that is shown in a frame of the body.
std::string shown(const Scene& scene, std::size_t frame) {
    std::string out;
    for (const Clip& clip : scene.clips) {
        Pose pose;
        evaluate(scene, &clip, 0.016 * static_cast<double>(frame) + 0.001, pose);
        for (u32 n = 0; n < scene.nodes.size(); ++n) {
            if (!scene.nodes[n].name.starts_with("ITEM_base_") || scene.nodes[n].mesh != no_index) continue;
            if (scene.nodes[n].name.find("bone") != std::string::npos) continue;
            if (pose.locals[n].scale.x != 0) out += scene.nodes[n].name.back();
        }
        break;
    }
    return out;
}

Scene holding(std::size_t shapes, std::vector<u8> events) {
    auto model =
        read(ddd::format, {{{"ddd", "BODY.DDD", body(std::move(events))}, {"part:RIGHT", "ITEM.DDD", item(shapes)}}});
    EXPECT_TRUE(model.ok());
    return make(*model).scene;
}

TEST(SoulfuHeldItems, FollowTheEventsOfTheHolder) {
    const Model plain = fixture_model("ddd_animated");
    const auto& frames = static_cast<const ddd::Document&>(*plain.document).file.frames;
    std::size_t first = 0;  // of the first clip
    while (first < frames.size() && frames[first].action == 0) ++first;
    ASSERT_LE(first + 2, frames.size());
    std::vector<u8> events(first, 0);
    for (const u8 one : std::initializer_list<u8>{0, 128, 160}) events.push_back(one);
    EXPECT_EQ(shown(holding(3, events), 0), "0");
    EXPECT_EQ(shown(holding(3, events), 1), "1");
    events[first + 1] = 160;
    EXPECT_EQ(shown(holding(3, events), 1), "2");
    EXPECT_EQ(shown(holding(2, events), 1), "0") << "a shield has no third frame";
    events[first + 1] = 16;
    EXPECT_EQ(shown(holding(3, events), 1), "0") << "the left hand strikes";
}

TEST(SoulfuHeldItems, AtRestOneShapeIsShown) {
    const Scene scene = holding(3, {128});
    std::string out;
    for (const Node& node : scene.nodes) {
        if (node.name.starts_with("ITEM_base_") && node.mesh == no_index && node.name.size() == 11) {
            out += node.local.scale.x != 0 ? node.name.back() : '-';
        }
    }
    EXPECT_EQ(out, "-1-");
}

TEST(SoulfuCharacter, OutfitsWithTheSameModelsAreVariants) {
    Bundle bundle = bundle_of(rat, {{"ddd", "RAT.DDD", write(fixture_model("ddd_static"))->parts[0].bytes}});
    const auto scene = [&] { return make(*read(ddd::format, bundle)).scene; };
    EXPECT_EQ(scene().name, "CTHING");
    bundle.parts.push_back({"skin", "1", {}});
    EXPECT_EQ(scene().name, "CTHING_1");
    const Scene chosen = scene();
    ASSERT_EQ(chosen.variants.size(), 3u) << "numbers 0 and 3 look the same";
    EXPECT_EQ(chosen.variants[0], "CTHING 1: Lab Rat");
    EXPECT_EQ(chosen.variants[1], "CTHING 0: Rat");
}

TEST(SoulfuCharacter, OutfitsOfOtherModelsAreNoVariants) {
    const std::string script = R"(int ModelSetup()
  subtype = self.eqcol01 >> 7
  ModelAssign(self+MODEL_BASE_FILE, "FILE:RAT.RDY")
  ModelAssign(self+MODEL_BASE_TEX0, "FILE:BROWN.RGB")
  if(subtype == 1)
    ModelAssign(self+MODEL_BASE_TEX0, "FILE:WHITE.RGB")
    HEAD
)";
    const auto variants = [&](const std::string& head) {
        std::string with = script;
        with.replace(with.find("HEAD"), 4, head);
        const Bundle bundle = bundle_of(with, {{"ddd", "RAT.DDD", write(fixture_model("ddd_static"))->parts[0].bytes}});
        return make(*read(ddd::format, bundle)).scene.variants.size();
    };
    EXPECT_EQ(variants(""), 2u);
    EXPECT_EQ(variants("ModelAssign(self+MODEL_HEAD_FILE, \"FILE:HAT.RDY\")"), 0u);
}

}  // namespace
}  // namespace thaw::test
