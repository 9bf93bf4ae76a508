// Characters put together: parts that move with a body, and what it holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <thaw/pose.hpp>

#include "fixtures/soulfu_looks.hpp"
#include "formats/soulfu/scripts/character.hpp"
#include "soulfu/scene_support.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

using Names = std::vector<std::string>;

template <class Change>
Blob changed_ddd(const std::string& fixture, Change change) {
    Model model = fixture_model(fixture);
    change(static_cast<ddd::Document&>(*model.document).file);
    return write(model)->parts[0].bytes;
}

// Two bones that move, the second of which is the right hand.
void add_hand(ddd::File& file) {
    file.bases[0].bones.push_back(file.bases[0].bones[0]);
    file.bases[0].bones[1].id = 2;
    for (ddd::Frame& frame : file.frames) frame.forwards.push_back(frame.forwards[0]);
}

Blob body() { return changed_ddd("ddd_animated", add_hand); }

// With a bind pose of its own: longer bones that lean.
Blob part(i16 longer) {
    return changed_ddd("ddd_static", [&](ddd::File& file) {
        add_hand(file);
        file.bases[0].vertices[0].position[2] = 777;
        file.bases[0].vertices[1].bones = {1, 0};
        file.frames[0].joints[1].z = static_cast<i16>(file.frames[0].joints[1].z + longer);
        file.frames[0].joints[1].x = static_cast<i16>(file.frames[0].joints[1].x + longer / 3);
    });
}

u32 mesh_named(const Scene& scene, const std::string& name) {
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh != no_index && scene.nodes[n].name == name) return n;
    }
    ADD_FAILURE() << "no mesh " << name;
    return 0;
}

std::vector<Vec3> points_of(const Scene& scene, const std::string& name, const Clip* clip, double seconds) {
    Pose pose;
    evaluate(scene, clip, seconds, pose);
    std::vector<Vec3> points;
    posed_points(scene, pose, mesh_named(scene, name), points);
    return points;
}

void expect_near(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    ASSERT_EQ(a.size(), b.size());
    ASSERT_FALSE(a.empty());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(a[i] - b[i]), 2e-6f) << i;
}

Made assemble(const std::vector<Part>& with, const SceneOptions& options = {}) {
    Bundle bundle{{{"ddd", "BODY.DDD", body()}}};
    bundle.parts.insert(bundle.parts.end(), with.begin(), with.end());
    return make(*read(ddd::format, bundle), options);
}

TEST(SoulfuCharacter, PartsAreWhereEachAloneWouldBe) {
    for (const char* rig : {"compact", "exact"}) {
        SceneOptions options;
        options.own.set("rig", rig);
        const Blob head = part(0), legs = part(900);
        const Scene whole =
            assemble({{"part:HEAD", "a/HEAD0.DDD", head}, {"part:LEGS", "LEGS0.DDD", legs}}, options).scene;
        EXPECT_EQ(whole.meshes.size(), 3u);
        EXPECT_EQ(whole.clips.size(), 2u);
        EXPECT_EQ(whole.nodes.size(), assemble({}, options).scene.nodes.size() + 2) << "no bones of their own";
        for (const auto& [name, bytes] : {std::pair{"HEAD0", head}, std::pair{"LEGS0", legs}}) {
            const Bundle alone{{{"ddd", std::string(name) + ".DDD", bytes}, {"link", "BODY.DDD", body()}}};
            const Scene single = make(*read(ddd::format, alone), options).scene;
            ASSERT_EQ(single.clips.size(), 2u);
            for (std::size_t clip = 0; clip < 2; ++clip) {
                SCOPED_TRACE(name);
                expect_near(points_of(whole, name, &whole.clips[clip], 0.0161),
                            points_of(single, name, &single.clips[clip], 0.0161));
            }
        }
        const auto first = points_of(whole, "LEGS0", &whole.clips[1], 0);
        EXPECT_GT(length(first[0] - points_of(whole, "LEGS0", &whole.clips[1], 0.0161)[0]), 0.001f) << "moves";
    }
}

TEST(SoulfuCharacter, WhatIsHeldMovesWithTheHand) {
    const Blob sword = changed_ddd("ddd_static", [](ddd::File&) {});
    const Scene single = make(*read_ddd(sword, "SWORD.DDD")).scene;
    const Scene whole = assemble({{"part:right", "SWORD.DDD", sword}}).scene;
    const auto alone = points_of(single, "SWORD", nullptr, 0);
    const auto is_grip = [](const Node& node) { return node.name == "RIGHT"; };
    const auto grip = std::find_if(whole.nodes.begin(), whole.nodes.end(), is_grip);
    ASSERT_NE(grip, whole.nodes.end());
    std::vector<Vec3> before;
    for (const double seconds : {0.0, 0.0161}) {
        Pose pose;
        evaluate(whole, &whole.clips[1], seconds, pose);
        const Matrix& hand = pose.worlds.at(static_cast<std::size_t>(grip - whole.nodes.begin()));
        std::vector<Vec3> expected;
        for (const Vec3 p : alone) expected.push_back(transformed(hand, p));
        const auto held = points_of(whole, "SWORD", &whole.clips[1], seconds);
        expect_near(held, expected);
        if (!before.empty()) {
            EXPECT_GT(length(held[0] - before[0]), 0.001f);
        }
        before = held;
    }
}

TEST(SoulfuCharacter, WhatDoesNotFitIsLeftOutAndSaysWhy) {
    const Blob other = changed_ddd("ddd_static", [](ddd::File& file) {
        add_hand(file);
        std::swap(file.bases[0].bones[1].joints[0], file.bases[0].bones[1].joints[1]);
    });
    const Blob prop = changed_ddd("ddd_static", [](ddd::File&) {});
    const Made made = assemble({{"part:HEAD", "OTHER.DDD", other},
                                {"part:LEGS", "PROP.DDD", prop},
                                {"part:LEFT", "SWORD.DDD", prop},
                                {"part:HAIR", "HAIR.PNG", Blob::take({1, 2, 3})}});
    EXPECT_EQ(made.scene.meshes.size(), 1u);
    Names found;
    for (const Issue& issue : made.issues.list()) {
        if (issue.kind->code == std::string_view("SOULFU_PART_LEFT_OUT"))
            found.push_back(issue.part + " " + issue.found);
    }
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[0], "part:HEAD OTHER (other joints)");
    EXPECT_EQ(found[1], "part:LEGS PROP (1 bone)");
    EXPECT_EQ(found[2], "part:LEFT SWORD (nothing to hold it)");
    EXPECT_TRUE(found[3].starts_with("part:HAIR HAIR (")) << found[3];
}

TEST(SoulfuCharacter, EachPartHasItsOwnImages) {
    const std::string script =
        "int ModelSetup()\n  ModelAssign(MODEL_HEAD_FILE, \"FILE:HEAD0.RDY\")\n  if(a)\n    "
        "ModelAssign(MODEL_HEAD_TEX0, \"FILE:FLESH.RGB\")\n  else\n    ModelAssign(MODEL_HEAD_TEX0, "
        "\"FILE:BONE.RGB\")\n";
    const Made made = assemble({{"part:HEAD", "HEAD0.DDD", part(0)},
                                {"part:LEGS", "LEGS0.DDD", part(0)},
                                {"script", "CTHING.SRC", as_blob(script)},
                                {"texture", "FLESH.JPG", Blob::take({1})},
                                {"texture:0", "SKIN.PNG", Blob::take({2})},
                                {"texture:LEGS.0", "CLOTH.PNG", Blob::take({3})}});
    const Scene& scene = made.scene;
    const auto image = [&](const char* name) {
        const Mesh& mesh = scene.meshes[scene.nodes[mesh_named(scene, name)].mesh];
        return scene.images.at(scene.materials[mesh.primitives[0].material].image).name;
    };
    EXPECT_EQ(image("BODY"), "SKIN.PNG");
    EXPECT_EQ(image("HEAD0"), "FLESH.JPG");
    EXPECT_EQ(image("LEGS0"), "CLOTH.PNG");
}

TEST(SoulfuCharacter, ItsPartsChangeTheirLooksTogether) {
    const std::string script = R"(int ModelSetup()
  if(type == 0)
    ModelAssign(self+MODEL_BASE_FILE, "FILE:BODY.RDY")
    ModelAssign(self+MODEL_BASE_TEX0, "FILE:FLESH.RGB")
    if(helm)
      ModelAssign(self+MODEL_HEAD_FILE, "FILE:HEAD0.RDY")
      ModelAssign(self+MODEL_HEAD_TEX0, "FILE:STEEL.RGB")
  if(type == 1)
    ModelAssign(self+MODEL_BASE_FILE, "FILE:BODY.RDY")
    ModelAssign(self+MODEL_BASE_TEX0, "FILE:BONE.RGB")
    if(helm)
      ModelAssign(self+MODEL_HEAD_FILE, "FILE:HEAD0.RDY")
      ModelAssign(self+MODEL_HEAD_TEX0, "FILE:GOLD.RGB")
  ModelAssign(self+MODEL_LEGS_FILE, "FILE:LEGS0.RDY")
  ModelAssign(self+MODEL_LEGS_TEX0, "FILE:STEEL.RGB")
  if(rusty)
    ModelAssign(self+MODEL_LEGS_TEX0, "FILE:RUST.RGB")
)";
    std::vector<Part> parts{{"part:HEAD", "HEAD0.DDD", part(0)},
                            {"part:LEGS", "LEGS0.DDD", part(0)},
                            {"part:FEET", "FEET0.DDD", part(0)},
                            {"script", "CTHING.SRC", as_blob(script)}};
    for (const char* name : {"FLESH.JPG", "BONE.JPG", "STEEL.JPG", "GOLD.JPG", "RUST.JPG"}) {
        parts.push_back({"texture", name, Blob::take({1})});
    }
    const Made made = assemble(parts);
    const Scene& scene = made.scene;
    EXPECT_EQ(scene.variants, (Names{"CTHING: type == 0", "CTHING: type == 1", "CTHING: rusty"}));
    const auto images = [&](const char* name) {
        Names out;
        const Mesh& mesh = scene.meshes[scene.nodes[mesh_named(scene, name)].mesh];
        for (const u32 material : mesh.primitives.at(0).variants) {
            out.push_back(scene.images.at(scene.materials[material].image).name);
        }
        return out;
    };
    EXPECT_EQ(images("BODY"), (Names{"FLESH.JPG", "BONE.JPG", "FLESH.JPG"}));
    EXPECT_EQ(images("HEAD0"), (Names{"STEEL.JPG", "GOLD.JPG", "STEEL.JPG"}));
    EXPECT_EQ(images("LEGS0"), (Names{"STEEL.JPG", "STEEL.JPG", "RUST.JPG"}));
    EXPECT_EQ(images("FEET0"), Names()) << "nobody says anything of it";

    std::string of_bones = script;  // and nothing that shows
    for (std::size_t at; (at = of_bones.find("BODY")) != of_bones.npos;) of_bones.replace(at, 4, "BONY");
    parts[3].bytes = as_blob(of_bones);
    EXPECT_EQ(assemble(parts).scene.variants,
              (Names{"CTHING: type == 0 and helm", "CTHING: type == 1 and helm", "CTHING: rusty"}));
}

TEST(SoulfuCharacter, TheScriptsOfPartsAreWantedToo) {
    const Bundle bundle{{{"ddd", "BODY.DDD", body()}, {"part:HEAD", "HEAD0.DDD", part(0)}}};
    const auto wants = *needs(*read(ddd::format, bundle));
    const auto is_it = [](const Want& want) { return want.role == "script" && want.mentions == "HEAD0."; };
    EXPECT_EQ(std::count_if(wants.begin(), wants.end(), is_it), 1);
    const auto is_file_of_names = [](const Want& want) { return want.role == "textures-json"; };
    EXPECT_EQ(std::count_if(wants.begin(), wants.end(), is_file_of_names), 1) << "the body's";
}

const std::string player = R"(int Refresh()
  ModelAssign(self+MODEL_HEAD_FILE, NULL)
int ModelSetup()
  ModelAssign(self+MODEL_BASE_FILE, "FILE:BODY.RDY")
  if(armor)
    ModelAssign(self+MODEL_CHEST_FILE, "FILE:MAIL.RDY")
    if(heavy)
      ModelAssign(self+MODEL_PADS_FILE, "FILE:PADS.RDY")
  else
    ModelAssign(self+MODEL_CHEST_FILE, "FILE:SHIRT.RDY")
    ModelAssign(self+MODEL_HAIR_FILE, "FILE:BEANIE.RDY")
  if(old)
    ModelAssign(self+MODEL_HEAD_FILE, NULL)
  else
    ModelAssign(self+MODEL_HEAD_FILE, "FILE:HEAD0.RDY")
    ModelAssign(self+MODEL_HEAD_TEX0, "FILE:FLESH.RGB")
  ModelAssign(self+MODEL_GRIP_FILE, "FILE:NOTHING.RDY")
  ModelAssign(self+MODEL_RIGHT_FILE, "FILE:SWORD.RDY")
int Event()
  ModelAssign(self+MODEL_LEGS_FILE, "FILE:LEGS0.RDY")
)";

TEST(SoulfuCharacter, AScriptNamesItsParts) {
    Names found;
    for (const ddd::CharacterPart& one : ddd::character_in(as_blob(player).bytes())) {
        found.push_back(one.place + " " + one.model);
    }
    EXPECT_EQ(found, (Names{"BASE BODY", "CHEST MAIL", "PADS PADS", "HEAD HEAD0", "RIGHT SWORD"}));
    EXPECT_TRUE(ddd::character_in(as_blob("ModelAssign(self+MODEL_HEAD_FILE, \"FILE:A.RDY\")").bytes()).empty());
}

TEST(SoulfuCharacter, AScriptStandsForTheModelsItNames) {
    const Blob script = as_blob(player);
    const auto detection = detect("CPLAYER.SRC", script);
    ASSERT_TRUE(detection.ok());
    EXPECT_EQ(detection->format, &ddd::format);
    EXPECT_EQ(detection->sniffed.role, "script");
    EXPECT_FALSE(detect("CPLAYER.SRC", as_blob("int Event()\n")).ok());
    const auto models = ddd::format.models_named_by({"script", "data/CPLAYER.SRC", script});
    ASSERT_EQ(models.size(), 1u);
    EXPECT_EQ(models[0].name, "CPLAYER");
    Names wanted;
    Bundle bundle{{{"script", "data/CPLAYER.SRC", script}}, "CPLAYER"};
    for (const Want& want : models[0].needs(bundle)) wanted.push_back(want.role + " " + want.names.at(0));
    EXPECT_EQ(wanted, (Names{"ddd BODY.DDD", "part:CHEST SHIRT.DDD", "part:HEAD HEAD0.DDD", "part:HAIR BEANIE.DDD",
                             "part:RIGHT SWORD.DDD"}))
        << "what a fresh record wears";
    EXPECT_EQ(models[0].made_of, (Names{"beanie.ddd", "body.ddd", "head0.ddd", "legs0.ddd", "mail.ddd", "pads.ddd",
                                        "shirt.ddd", "sword.ddd"}));
}

TEST(SoulfuCharacter, WhatSomebodyGivesTakesThePlaceOfWhatAScriptNames) {
    const Made made = assemble({{"part:HEAD", "HEAD0.DDD", part(0)}, {"part:head", "HEAD1.DDD", part(9)}});
    EXPECT_EQ(made.scene.meshes.size(), 2u);
    mesh_named(made.scene, "HEAD1");
    const auto codes = codes_of(made.issues);
    EXPECT_NE(std::find(codes.begin(), codes.end(), "SOULFU_ASSEMBLED"), codes.end());
}

}  // namespace
}  // namespace thaw::test
