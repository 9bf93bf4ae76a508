// What SoulFu models take from other files: images, and frames of the body they belong to.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/shared/names.hpp"
#include "soulfu/scene_support.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

TEST(SoulfuScene, ChosenImagesBelongToSlots) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts.push_back({"texture:2", "SWIPE.JPG", Blob::take({1, 2, 3})});
    const Scene scene = make(model).scene;
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(scene.materials[2].image, 0u);
    EXPECT_EQ(scene.materials[2].base_color.x, 1);
    EXPECT_EQ(scene.materials[1].image, no_index);
}

TEST(SoulfuScene, AFileBesideTheModelNamesItsImages) {
    Model model = fixture_model("ddd_all_slots");
    model.bundle.parts[0].name = "folder/RAT.DDD";
    auto wants = needs(model);
    ASSERT_TRUE(wants.ok());
    ASSERT_GE(wants->size(), 1u);
    EXPECT_EQ(wants->at(0).role, "textures-json");
    EXPECT_EQ(wants->at(0).names, std::vector<std::string>{"RAT.textures.json"});
    EXPECT_FALSE(wants->at(0).mentioned);

    const std::string text = R"( {"0": "DYELLOW.RGB", "2":"=RAT.PCX", "3" : "=RAT.PCX"} )";
    model.bundle.parts.push_back({"textures-json", "RAT.textures.json", Blob::take({text.begin(), text.end()})});
    wants = needs(model);
    ASSERT_EQ(wants->size(), 2u);  // one of them twice
    EXPECT_EQ(wants->at(0).role, "texture");
    EXPECT_EQ(wants->at(0).names.at(0), "DYELLOW.RGB");
    EXPECT_EQ(wants->at(0).names.at(1), "DYELLOW.PCX");
    model.bundle.parts.push_back({"texture", "images/=rat.pcx", Blob::take({1, 2, 3})});
    const Made made = make(model);
    ASSERT_EQ(made.scene.images.size(), 1u);  // two slots share it
    EXPECT_EQ(made.scene.images[0].alpha, AlphaFrom::corner_soft);
    EXPECT_EQ(made.scene.materials[2].image, 0u);
    EXPECT_EQ(made.scene.materials[3].image, 0u);
    EXPECT_EQ(codes_of(made.issues), (std::vector<std::string>{"SOULFU_UNNAMED_TEXTURE", "TEXTURE_MISSING"}));
}

TEST(SoulfuScene, ThePartOfACharacterTakesTheFramesThatFit) {
    const auto changed = [](auto&& change) {
        Model model = fixture_model("ddd_animated");
        ddd::File& file = static_cast<ddd::Document&>(*model.document).file;
        for (ddd::Frame& frame : file.frames) frame.forwards.push_back(frame.forwards[0]);
        file.bases[0].bones.push_back(file.bases[0].bones[0]);  // a part has more than one
        change(file);
        return write(model)->parts[0].bytes;
    };
    const Blob body = changed([](ddd::File&) {});
    const auto is_moving = [](const ddd::Frame& frame) { return frame.action != ddd::boning; };
    Model part = *read_ddd(changed([&](ddd::File& f) { std::erase_if(f.frames, is_moving); }));
    EXPECT_TRUE(make(part).scene.clips.empty());
    const auto wants = *needs(part);
    const auto want =
        std::find_if(wants.begin(), wants.end(), [](const Want& w) { return w.role == "animation-source"; });
    ASSERT_NE(want, wants.end());
    EXPECT_TRUE(want->all);
    EXPECT_FALSE(want->mentioned);
    EXPECT_TRUE(want->accepts(body));
    EXPECT_FALSE(want->accepts(part.bundle.parts[0].bytes)) << "has no frames either";
    EXPECT_FALSE(want->accepts(
        changed([](ddd::File& f) { std::swap(f.bases[0].bones[0].joints[0], f.bases[0].bones[0].joints[1]); })));
    EXPECT_FALSE(want->accepts(changed([](ddd::File& f) { f.frames[0].joints[1].z += 9000; }))) << "another bind pose";
    EXPECT_FALSE(want->accepts(Blob::take({1, 2, 3})));

    Bundle bundle = part.bundle;
    bundle.parts.push_back({"animation-source", "BODY.DDD", body});
    const Made moving = make(*read(ddd::format, bundle));
    EXPECT_FALSE(moving.scene.clips.empty());
    bundle.parts.back().role = "mover";  // as earlier versions called it
    EXPECT_FALSE(make(*read(ddd::format, bundle)).scene.clips.empty());
    bundle.parts.back().role = "animation-source";
    bundle.parts.push_back({"animation-source", "BODYSM.DDD", body});
    const Made torn = make(*read(ddd::format, bundle));
    EXPECT_TRUE(torn.scene.clips.empty());
    const auto codes = codes_of(torn.issues);
    EXPECT_NE(std::find(codes.begin(), codes.end(), "SOULFU_SEVERAL_MOVERS"), codes.end());
    bundle.parts.push_back({"link", "CHOSEN.DDD", body});
    EXPECT_FALSE(make(*read(ddd::format, bundle)).scene.clips.empty());
}

TEST(SoulfuScene, ABadFileOfTextureNamesSaysNothingAndIsReported) {
    for (const std::string text : {"", "{", R"({"0":1})", R"({"0":"A.PCX"},)", R"({"4":"A.PCX"})", R"({"0":"A)",
                                   R"(["A"])", R"({"0":"A\x.PCX"})"}) {
        SCOPED_TRACE(text);
        Model model = fixture_model("ddd_static");
        model.bundle.parts.push_back({"textures-json", "X.textures.json", Blob::take({text.begin(), text.end()})});
        EXPECT_TRUE(needs(model)->empty());
        const std::vector<std::string> codes{"SOULFU_TEXTURE_NAMES", "SOULFU_UNNAMED_TEXTURE"};
        EXPECT_EQ(codes_of(make(model).issues), codes);
    }
}

TEST(SoulfuScene, TextureNamesMayHaveAnyEscapeOfJson) {
    const std::string text = R"({"0":"A\u0041.PCX"})";
    const Bundle bundle{{{"textures-json", "X.textures.json", Blob::take({text.begin(), text.end()})}}};
    EXPECT_EQ(ddd::texture_names(bundle).slots[0], "AA.PCX");
}

TEST(SoulfuScene, NamesOfImagesSayWhereTheyAreClear) {
    EXPECT_EQ(ddd::alpha_of("a/-LEAF.PCX"), AlphaFrom::corner);
    EXPECT_EQ(ddd::alpha_of("=EYE1.pcx"), AlphaFrom::corner_soft);
    EXPECT_EQ(ddd::alpha_of("mpshadba.jpg"), AlphaFrom::darkness);
    EXPECT_EQ(ddd::alpha_of("LITESWIP.JPG"), AlphaFrom::brightness);
    EXPECT_EQ(ddd::alpha_of("DYELLOW.JPG"), AlphaFrom::file);
}

}  // namespace
}  // namespace thaw::test
