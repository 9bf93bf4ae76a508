// Which files a model asks for, and that asking comes to an end.
#include <map>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "support/corpus.hpp"

namespace thaw::unreal {
namespace {

using test::blob_of;

Blob small_data() {
    std::vector<u8> bytes(48 + 16);
    bytes[0] = 1, bytes[2] = 3, bytes[50] = 1, bytes[52] = 2;
    return Blob::take(std::move(bytes));
}

Blob small_aniv() {
    std::vector<u8> bytes(4 + 12);
    bytes[0] = 1, bytes[2] = 12, bytes[4] = 1, bytes[9] = 1;
    return Blob::take(std::move(bytes));
}

// A folder of files, and a shell that looks up what is wanted in it.
class Folder {
public:
    std::map<std::string, Blob> files;
    int rounds = 0;

    Bundle collect(const std::string& role, const std::string& name) {
        Bundle bundle;
        bundle.parts.push_back({role, name, files.at(name)});
        for (bool grew = true; grew && rounds < 20; ++rounds) {
            grew = false;
            const auto model = read(*find_format("unreal"), bundle);
            EXPECT_TRUE(model) << to_string(model.error());
            const auto wants = needs(*model);
            for (const Want& want : *wants) grew = add(want, bundle) || grew;
        }
        return bundle;
    }

private:
    bool answers(const Want& want, const std::string& name, const Blob& bytes) const {
        const bool anywhere = std::any_of(want.names.begin(), want.names.end(), [&](std::string pattern) {
            if (pattern.starts_with("**/")) pattern.erase(0, 2);
            return text::matches_pattern("/" + name, pattern) || text::matches_pattern(name, pattern);
        });
        if (!anywhere) return false;
        if (want.keys_of == nullptr) {
            return text::contains_ignoring_case(text::view_as_text(bytes.bytes()), want.mentions);
        }
        const auto keys = want.keys_of(bytes);
        return std::find(keys.begin(), keys.end(), want.key) != keys.end();
    }

    // By the want's names in order, but for patterns.
    bool add(const Want& want, Bundle& bundle) {
        for (const std::string& role : want.unless) {
            if (bundle.find(role) != nullptr) return false;
        }
        bool added = false;
        for (const std::string& pattern : want.names) {
            for (const auto& [name, bytes] : files) {
                Want one = want;
                one.names = {pattern};
                if (!answers(one, name, bytes)) continue;
                const bool known = std::any_of(bundle.parts.begin(), bundle.parts.end(), [&](const Part& part) {
                    return part.name == name && (part.role == want.role || want.digest != nullptr);
                });
                if (!known) bundle.parts.push_back({want.role, name, want.digest ? want.digest(bytes) : bytes});
                added = added || !known;
                if (!want.all) return added;
            }
        }
        return added;
    }
};

std::vector<std::string> names_of(const Bundle& bundle) {
    std::vector<std::string> out;
    for (const Part& part : bundle.parts) out.push_back(part.role + ":" + part.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(Companions, TheOtherHalfByName) {
    Folder folder;
    folder.files = {{"BOOT_D.3d", small_data()}, {"BOOT_A.3d", small_aniv()}, {"other_a.3d", small_aniv()}};
    EXPECT_EQ(names_of(folder.collect("data", "BOOT_D.3d")), (Names{"data:BOOT_D.3d", "aniv:BOOT_A.3d"}));
    folder.rounds = 0;
    EXPECT_EQ(names_of(folder.collect("aniv", "BOOT_A.3d")), (Names{"aniv:BOOT_A.3d", "data:BOOT_D.3d"}));
    EXPECT_LT(folder.rounds, 6);
}

TEST(Companions, AHalfAloneComesToAnEnd) {
    Folder folder;
    folder.files = {{"x_d.3d", small_data()}, {"unrelated.uc", blob_of("class Unrelated;")}};
    EXPECT_EQ(names_of(folder.collect("data", "x_d.3d")), (Names{"data:x_d.3d"}));
    EXPECT_LT(folder.rounds, 6);
}

TEST(Companions, ScriptOfTheSameNameAndItsImages) {
    Folder folder;
    folder.files = {{"Models/fish_d.3d", small_data()},
                    {"fish_d.3d", small_data()},
                    {"fish_a.3d", small_aniv()},
                    {"MODELS/fish.pcx", blob_of("p")},
                    {"unused.pcx", blob_of("p")},
                    {"Classes/fish.uc", blob_of("#exec mesh import mesh=f anivfile=fish_a.3d datafile=fish_d.3d\n"
                                                "#exec texture import name=t file=models\\fish.pcx\n"
                                                "#exec texture import name=u file=unused.pcx\n"
                                                "#exec meshmap settexture meshmap=f num=0 texture=t\n"
                                                "#exec meshmap settexture meshmap=f num=1 texture=u\n")}};
    EXPECT_EQ(names_of(folder.collect("data", "fish_d.3d")),
              (Names{"data:fish_d.3d", "uc:Classes/fish.uc", "aniv:fish_a.3d", "texture:MODELS/fish.pcx"}));
}

TEST(Companions, NamesThatDoNotPairNeedTheScript) {
    Folder folder;
    folder.files = {
        {"titand.3d", small_data()},
        {"titana.3d", small_aniv()},
        {"Monsters.uc", blob_of("#exec MESH IMPORT MESH=T ANIVFILE=MODELS\\TitanA.3d DATAFILE=MODELS\\TitanD.3d")}};
    EXPECT_EQ(names_of(folder.collect("data", "titand.3d")),
              (Names{"data:titand.3d", "uc:Monsters.uc", "aniv:titana.3d"}));
}

TEST(Companions, TheScriptBeatsTheNameRule) {
    // As peacpi: its name pairs it with a data file of another model.
    Folder folder;
    folder.files = {
        {"peace_a.3d", small_aniv()},
        {"peace_d.3d", small_data()},
        {"hand_d.3d", small_data()},
        {"Peace.uc", blob_of("#exec mesh import mesh=p anivfile=models\\peace_a.3d datafile=models\\hand_d.3d")}};
    const Bundle bundle = folder.collect("aniv", "peace_a.3d");
    EXPECT_LT(folder.rounds, 8);
    const Chosen chosen = choose_parts(bundle, {});
    ASSERT_NE(chosen.data, nullptr);
    EXPECT_EQ(chosen.data->name, "hand_d.3d");
    EXPECT_EQ(chosen.aniv->name, "peace_a.3d");
    ASSERT_TRUE(chosen.mesh_index);
}

TEST(Companions, AScriptIsParsedOnce) {
    Bundle bundle;
    bundle.parts.push_back({"data", "fish_d.3d", small_data()});
    bundle.parts.push_back(
        {"uc", "fish.uc", blob_of("#exec mesh import mesh=fish anivfile=fish_a.3d datafile=fish_d.3d\n")});
    auto model = read(*find_format("unreal"), bundle);
    ASSERT_TRUE(model);
    auto& document = static_cast<Document&>(*model->document);
    ASSERT_EQ(document.scripts.size(), 1u);
    document.script->meshes[0].name = "as it was parsed";
    bundle.parts.push_back({"aniv", "fish_a.3d", small_aniv()});
    EXPECT_EQ(choose_parts(bundle, document).mesh()->name, "as it was parsed");
    auto grown = read(*find_format("unreal"), bundle, {}, std::move(model->document));
    ASSERT_TRUE(grown);
    const auto& after = static_cast<const Document&>(*grown->document);
    EXPECT_TRUE(after.aniv);
    EXPECT_EQ(after.mesh()->name, "as it was parsed");
    // One more of them, or another of the same name.
    bundle.parts.push_back({"class", "other.uc", blob_of("class Other extends Pawn;\n")});
    EXPECT_EQ(choose_parts(bundle, after).mesh()->name, "fish");
    bundle.parts.pop_back();
    bundle.parts[1].bytes = blob_of("#exec mesh import mesh=carp anivfile=fish_a.3d datafile=fish_d.3d\n");
    EXPECT_EQ(choose_parts(bundle, after).mesh()->name, "carp");
}

TEST(Companions, OneDataFileOfSeveralMeshes) {
    const Blob script = blob_of(
        "#exec mesh import mesh=one anivfile=one_a.3d datafile=shared_d.3d\n"
        "#exec mesh import mesh=two anivfile=two_a.3d datafile=shared_d.3d\n");
    Folder folder;
    folder.files = {
        {"one_a.3d", small_aniv()}, {"two_a.3d", small_aniv()}, {"shared_d.3d", small_data()}, {"c.uc", script}};
    const Bundle bundle = folder.collect("aniv", "two_a.3d");
    auto model = read(*find_format("unreal"), bundle);
    ASSERT_TRUE(model);
    EXPECT_EQ(static_cast<const Document&>(*model->document).mesh()->name, "two");
}

TEST(Companions, AScriptThatMentionsButDoesNotImport) {
    Folder folder;
    folder.files = {{"x_d.3d", small_data()},
                    {"x_a.3d", small_aniv()},
                    {"x.uc", blob_of("class x;")},
                    {"y.uc", blob_of("// x_d.3d is described elsewhere")}};
    const Bundle bundle = folder.collect("data", "x_d.3d");
    EXPECT_LT(folder.rounds, 6);
    auto model = read(*find_format("unreal"), bundle);
    ASSERT_TRUE(model);
    EXPECT_EQ(static_cast<const Document&>(*model->document).mesh(), nullptr);
}

TEST(Companions, RequiredOnlyWhenHalfIsMissing) {
    Bundle bundle;
    bundle.parts.push_back({"data", "x_d.3d", small_data()});
    const auto model = read(*find_format("unreal"), bundle);
    const auto wants = needs(*model);
    ASSERT_EQ(wants->size(), 3u);
    EXPECT_EQ((*wants)[0].names, (Names{"x.uc", "*.uc", "Classes/*.uc", "**/*.uc"}));
    EXPECT_EQ((*wants)[0].mentions, "x_d.3d");
    EXPECT_EQ((*wants)[0].key, "file:x_d.3d");
    EXPECT_FALSE((*wants)[0].required);
    EXPECT_EQ((*wants)[1].role, "modeldef");
    EXPECT_EQ((*wants)[1].mentions, "x_d.3d");
    EXPECT_FALSE((*wants)[1].required || (*wants)[1].mentioned);
    EXPECT_EQ((*wants)[1].unless, Names{"uc"});
    // What a script says comes before names that are alike.
    EXPECT_EQ((*wants)[2].role, "aniv");
    EXPECT_TRUE((*wants)[2].required);
    EXPECT_EQ((*wants)[2].unless, (Names{"modeldef", "uc"}));
}

TEST(Companions, AModeldefAndItsImages) {
    Folder folder;
    const Blob text = blob_of(
        "Model Other { Path models Model 0 other_d.3d Skin 0 other.png }\n"
        "Model Fish { Path \"models\" Model 0 \"fish_d.3d\" SurfaceSkin 0 0 \"skins/fish.png\" }");
    folder.files = {{"fish_d.3d", small_data()},
                    {"fish_a.3d", small_aniv()},
                    {"MODELDEF.sea", text},
                    {"MODELDEF.sky", blob_of("Model Bird { Model 0 bird_d.3d }")},
                    {"models/skins/fish.png", blob_of("p")},
                    {"other.png", blob_of("p")}};
    const Names all{"data:fish_d.3d", "modeldef:MODELDEF.sea", "aniv:fish_a.3d", "texture:models/skins/fish.png"};
    EXPECT_EQ(names_of(folder.collect("data", "fish_d.3d")), all);
    EXPECT_LT(folder.rounds, 6);
    // From the other half it is the data file's name that leads to it.
    folder.rounds = 0;
    EXPECT_EQ(folder.collect("aniv", "fish_a.3d").parts.size(), 4u);
}

TEST(Companions, AClassScriptBeatsAModeldef) {
    Folder folder;
    folder.files = {{"fish_d.3d", small_data()},
                    {"fish_a.3d", small_aniv()},
                    {"MODELDEF", blob_of("Model Fish { Model 0 fish_d.3d }")},
                    {"fish.uc", blob_of("#exec mesh import mesh=f anivfile=fish_a.3d datafile=fish_d.3d\n")}};
    const Chosen chosen = choose_parts(folder.collect("data", "fish_d.3d"), {});
    ASSERT_TRUE(chosen.mesh_index);
    EXPECT_FALSE(chosen.script->meshes[*chosen.mesh_index].modeldef);
}

TEST(Companions, NothingIsAskedForNamelessInput) {
    Bundle bundle;
    bundle.parts.push_back({"data", "", small_data()});
    const auto model = read(*find_format("unreal"), bundle);
    EXPECT_TRUE(needs(*model)->empty());
}

}  // namespace
}  // namespace thaw::unreal
