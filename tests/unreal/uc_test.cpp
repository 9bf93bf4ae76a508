// The grammar of class scripts.

#include <gtest/gtest.h>

#include "base/file_name.hpp"
#include "formats/unreal/scripts/uc.hpp"
#include "formats/unreal/scripts/uc_text.hpp"
#include "support/corpus.hpp"
#include "support/processor_time.hpp"

namespace thaw::unreal {
namespace {

using test::blob_of;

Script parse(std::string_view text) {
    const Blob blob = blob_of(text);
    return parse_scripts(std::span(&blob, 1));
}

constexpr std::string_view import = "#exec MESH IMPORT MESH=M ANIVFILE=MODELS\\m_a.3d DATAFILE=MODELS\\m_d.3d\n";

Mesh mesh_after(std::string_view lines) {
    const Script script = parse(std::string(import) + std::string(lines));
    EXPECT_EQ(script.meshes.size(), 1u);
    return script.meshes.at(0);
}

TEST(Script, ImportLine) {
    const Mesh m = mesh_after("");
    EXPECT_EQ(m.name, "M");
    EXPECT_EQ(m.aniv_file, "MODELS\\m_a.3d");
    EXPECT_EQ(m.data_file, "MODELS\\m_d.3d");
    EXPECT_FALSE(m.placement.unmirror);
    EXPECT_TRUE(m.level_of_detail);
    EXPECT_EQ(m.offset, 0u);
}

TEST(Script, WhatCountsAsADirective) {
    struct Case {
        const char* text;
        std::size_t meshes;
    };
    constexpr Case table[] = {
        {"#exec MESH IMPORT MESH=A", 1},
        {"  \t#exec mesh import mesh=a", 1},
        {"# exec mesh import mesh=a", 1},
        {"#forceexec Mesh Import Mesh=A", 1},
        {"#EXEC MESH  \t IMPORT   MESH=A", 1},
        {"#exec MESH IMPORT MESH=A // trailing", 1},
        {"#exec MESH IMPORT MESH=A\r\n#exec MESH IMPORT MESH=B\r\n", 2},
        {"#exec MESH IMPORT MESH=A\r#exec MESH IMPORT MESH=B", 2},
        {"\xEF\xBB\xBF#exec MESH IMPORT MESH=A", 1},
        {"//#exec MESH IMPORT MESH=A", 0},
        {"/* #exec MESH IMPORT MESH=A */", 0},
        {"/*\n#exec MESH IMPORT MESH=A\n*/\n#exec MESH IMPORT MESH=B", 1},
        {"/* x */ #exec MESH IMPORT MESH=A", 1},
        {"log(\"/*\");\n#exec MESH IMPORT MESH=A", 1},
        {"log(\"\\\"/*\");\n#exec MESH IMPORT MESH=A", 1},
        {"#exec MESH IMPORT", 0},
        {"#exec MESH IMPORT MESH=", 0},
        {"#exec MESH IMPORT MESH =A", 0},
        {"#execMESH IMPORT MESH=A", 0},
        {"exec MESH IMPORT MESH=A", 0},
        {"#exec MESH MODELIMPORT MESH=A", 0},
        {"#exec", 0},
        {"#", 0},
        {"", 0},
    };
    for (const Case& c : table) EXPECT_EQ(parse(c.text).meshes.size(), c.meshes) << c.text;
}

TEST(Script, ImportFlags) {
    const Script s =
        parse("#exec mesh import unmirror=1 datafile=d.3d mesh=A zerotex=1 MLOD=0 UNMIRRORTEX=4 X=0 LODSTYLE=8");
    ASSERT_EQ(s.meshes.size(), 1u);
    EXPECT_TRUE(s.meshes[0].placement.unmirror);
    EXPECT_TRUE(s.meshes[0].zero_texture);
    EXPECT_FALSE(s.meshes[0].level_of_detail);
    EXPECT_EQ(s.meshes[0].unmirror_texture, 4);
    EXPECT_FALSE(parse("#exec mesh import mesh=A unmirror=0").meshes[0].placement.unmirror);
}

TEST(Script, QuotedValues) {
    const Script s = parse("#exec mesh import mesh=\"A B\" anivfile=\"my models\\x_a.3d\" datafile=\"a//b_d.3d\" // c");
    ASSERT_EQ(s.meshes.size(), 1u);
    EXPECT_EQ(s.meshes[0].name, "A B");
    EXPECT_EQ(s.meshes[0].aniv_file, "my models\\x_a.3d");
    EXPECT_EQ(s.meshes[0].data_file, "a//b_d.3d");
    EXPECT_EQ(parse("#exec mesh import mesh=\"open").meshes[0].name, "open");
}

TEST(Script, SlashesInAPathAreNoComment) {
    EXPECT_EQ(parse("#exec mesh import mesh=A datafile=models//a_d.3d").meshes[0].data_file, "models//a_d.3d");
}

TEST(Script, Origin) {
    const Mesh m = mesh_after("#exec MESH ORIGIN MESH=m X=-150 y=60.5 Z=0.25 YAW=-60.00 PITCH=385 ROLL=0.59");
    EXPECT_EQ(m.placement.origin, (Vec3d{-150, 60.5, 0.25}));
    EXPECT_EQ(m.placement.yaw, -60);
    EXPECT_EQ(m.placement.pitch, 385);
    EXPECT_EQ(m.placement.roll, 0.59);
}

TEST(Script, Sequences) {
    const Mesh m = mesh_after(
        "#exec MESH SEQUENCE MESH=M SEQ=All STARTFRAME=0 NUMFRAMES=30\n"
        "#exec MESH SEQUENCE MESH=M SEQ=Walk STARTFRAME=10 NUMFRAMES=15 RATE=18.5 GROUP=Gesture\n");
    ASSERT_EQ(m.sequences.size(), 2u);
    EXPECT_EQ(m.sequences[0].name, "All");
    EXPECT_EQ(m.sequences[0].frames, 30);
    EXPECT_EQ(m.sequences[0].rate, 30);
    EXPECT_EQ(m.sequences[0].offset, import.size());
    EXPECT_EQ(m.sequences[1].start, 10);
    EXPECT_EQ(m.sequences[1].rate, 18.5);
    EXPECT_EQ(m.sequences[1].group, "Gesture");
}

TEST(Script, NotifyLodAndUnknownKeys) {
    const Mesh m = mesh_after(
        "#exec MESH NOTIFY MESH=M SEQ=Walk TIME=0.25 FUNCTION=PlayFootStep NOBODY=knows\n"
        "#exec MESH LODPARAMS MESH=M STRENGTH=1.0 MINVERTS=20\n"
        "#exec MESH WIBBLE MESH=M X=1\n");
    ASSERT_EQ(m.notifies.size(), 1u);
    EXPECT_EQ(m.notifies[0].sequence, "Walk");
    EXPECT_EQ(m.notifies[0].time, 0.25);
    EXPECT_EQ(m.notifies[0].function, "PlayFootStep");
    EXPECT_EQ(m.lod_parameters, "#exec MESH LODPARAMS MESH=M STRENGTH=1.0 MINVERTS=20");
}

TEST(Script, DroppedFramesRenumber) {
    const Mesh m = mesh_after(
        "#exec MESH DROPFRAMES MESH=M STARTFRAME=2 NUMFRAMES=3\n"
        "#exec MESH DROPFRAMES MESH=M STARTFRAME=4 NUMFRAMES=1\n");
    // 0 1 [2 3 4] 5 6 7 8 9, then of 0 1 5 6 7 8 9 the fifth goes.
    EXPECT_EQ(m.frames_left(10), 6u);
    const u64 expected[] = {0, 1, 5, 6, 8, 9};
    for (u64 f = 0; f < 6; ++f) EXPECT_EQ(m.file_frame(f), expected[f]) << f;
    EXPECT_EQ(m.frames_left(3), 2u);
    EXPECT_EQ(mesh_after("#exec mesh dropframes mesh=M startframe=-5 numframes=-7").frames_left(10), 10u);
}

TEST(Script, ScaleAndAlias) {
    const Mesh m =
        mesh_after("#exec MESHMAP NEW MESHMAP=MM MESH=M\n#exec MESHMAP SCALE MESHMAP=mm X=0.1 Y=.05 Z=2e-1 YAW=9");
    EXPECT_EQ(m.placement.scale, (Vec3d{0.1, 0.05, 0.2}));
    EXPECT_EQ(mesh_after("").placement.scale, (Vec3d{1, 1, 1}));
    EXPECT_EQ(mesh_after("#exec MESHMAP SCALE MESHMAP=Other X=5 Y=5 Z=5").placement.scale[0], 1);
}

TEST(Script, TexturesResolveToFiles) {
    const Mesh m = mesh_after(
        "#exec TEXTURE IMPORT NAME=Skin1 FILE=MODELS\\one.pcx GROUP=\"Skins\" FLAGS=2\n"
        "#exec TEXTURE IMPORT FILE=..\\Other\\two.bmp\n"
        "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=1 TEXTURE=SKIN1\n"
        "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=2 TEXTURE=Pack.Skins.Two TLOD=5\n"
        "#exec MESHMAP SETTEXTURE MESHMAP=M NUM=3 TEXTURE=Elsewhere.Thing\n");
    ASSERT_NE(m.skin(1), nullptr);
    EXPECT_EQ(m.skin(1)->file, "MODELS\\one.pcx");
    EXPECT_EQ(m.skin(2)->file, "..\\Other\\two.bmp");
    EXPECT_EQ(m.skin(3)->file, "");
    EXPECT_EQ(m.skin(3)->texture, "Elsewhere.Thing");
    EXPECT_EQ(m.skin(0), nullptr);
}

TEST(Script, SeveralMeshesKeepApart) {
    const Script s = parse(
        "#exec MESH IMPORT MESH=A DATAFILE=a_d.3d ANIVFILE=a_a.3d\n"
        "#exec MESH IMPORT MESH=B DATAFILE=b_d.3d ANIVFILE=b_a.3d\n"
        "#exec MESH SEQUENCE MESH=A SEQ=One STARTFRAME=0 NUMFRAMES=1\n"
        "#exec MESH SEQUENCE MESH=B SEQ=Two STARTFRAME=0 NUMFRAMES=1\n"
        "#exec MESH SEQUENCE MESH=C SEQ=Lost STARTFRAME=0 NUMFRAMES=1\n");
    ASSERT_EQ(s.meshes.size(), 2u);
    ASSERT_EQ(s.meshes[0].sequences.size(), 1u);
    EXPECT_EQ(s.meshes[0].sequences[0].name, "One");
    ASSERT_EQ(s.meshes[1].sequences.size(), 1u);
    EXPECT_EQ(s.meshes[1].sequences[0].name, "Two");
}

TEST(Script, ZeroTexturePutsEverythingOnSlotZero) {
    const Script s = parse(
        "#exec MESH IMPORT MESH=A ZEROTEX=1\n#exec TEXTURE IMPORT NAME=T FILE=t.pcx\n"
        "#exec MESHMAP SETTEXTURE MESHMAP=A NUM=0 TEXTURE=T\n");
    ASSERT_NE(s.meshes[0].skin(5), nullptr);
    EXPECT_EQ(s.meshes[0].skin(5)->file, "t.pcx");
}

TEST(Script, ClassDefaults) {
    const Script s = parse(std::string(import) +
                           "#exec TEXTURE IMPORT NAME=T FILE=t.pcx\n"
                           "Skin=Texture'Not.Yet'\n"
                           "defaultproperties\n{\n"
                           "     Mesh=LodMesh'Pack.M'\n"
                           "     DrawScale=1.500000\n"
                           "     Skin=Texture'Pack.Skins.T'\n"
                           "     Texture=Texture'Env';\n"
                           "     MultiSkins(3)=Texture'Pack.Skins.T'\n"
                           "}\nSkin=Texture'After'\n");
    ASSERT_EQ(s.classes.size(), 1u);
    const ClassDefaults& defaults = s.classes[0].defaults;
    EXPECT_EQ(defaults.views[unreal::usual_view].mesh, "Pack.M");
    EXPECT_EQ(defaults.views[unreal::usual_view].scale, 1.5);
    EXPECT_EQ(defaults.skin, "Pack.Skins.T");
    EXPECT_EQ(defaults.texture, "Env");
    ASSERT_NE(s.meshes[0].skin(3), nullptr);
    EXPECT_EQ(s.meshes[0].skin(3)->file, "t.pcx");
    ASSERT_NE(s.meshes[0].skin(0), nullptr);
    EXPECT_EQ(s.meshes[0].skin(0)->file, "t.pcx");
}

TEST(Script, Utf16BothWays) {
    const std::string text =
        "// \xC3\xA9\r\n#exec mesh import mesh=\xC3\x9C"
        "ber\r\n";
    const std::u16string wide =
        u"// \u00E9\r\n#exec mesh import mesh=\u00DC"
        u"ber\r\n";
    for (const bool big : {false, true}) {
        std::vector<u8> bytes;
        const auto put = [&](char16_t c) {
            const auto low = static_cast<u8>(c & 0xFF);
            const auto high = static_cast<u8>(c >> 8);
            bytes.push_back(big ? high : low);
            bytes.push_back(big ? low : high);
        };
        put(0xFEFF);
        for (const char16_t c : wide) put(c);
        bytes.push_back(0x20);  // half a character at the end
        const Blob blob = Blob::take(std::move(bytes));
        const Script s = parse_scripts(std::span(&blob, 1));
        ASSERT_EQ(s.meshes.size(), 1u);
        EXPECT_EQ(s.meshes[0].name, parse(text).meshes[0].name);
        EXPECT_EQ(s.meshes[0].offset, 2u + 2 * 6);
    }
}

TEST(Script, Latin1BecomesUtf8) {
    EXPECT_EQ(parse("#exec mesh import mesh=\xDC"
                    "ber")
                  .meshes[0]
                  .name,
              "\xC3\x9C"
              "ber");
}

TEST(Script, Numbers) {
    EXPECT_EQ(leading_number("0.1"), 0.1);
    EXPECT_EQ(leading_number("-60.00"), -60);
    EXPECT_EQ(leading_number("+.5f"), 0.5);
    EXPECT_EQ(leading_number("1e3"), 1000);
    EXPECT_EQ(leading_number("12e-1x"), 1.2);
    EXPECT_EQ(leading_number("1.2.3"), 1.2);
    EXPECT_EQ(leading_number(""), 0);
    EXPECT_EQ(leading_number("abc"), 0);
    EXPECT_EQ(leading_number("123456789012345678901234567890"), 123456789012345678e12);
    EXPECT_EQ(leading_number("0.003125"), 0.003125);
    EXPECT_EQ(leading_integer("-7;"), -7);
    EXPECT_EQ(leading_integer("99999999999999999999"), i64{1} << 31);
}

TEST(Script, AnyBytesInLinearTime) {
    const test::ProcessorTime time;
    const std::vector<std::string> units{"#exec mesh import mesh=a\n",
                                         "#exec MESH SEQUENCE MESH=a SEQ=b\n",
                                         "/*",
                                         "\"",
                                         "a=",
                                         "#exec x y ",
                                         "\xFF\xFE",
                                         "#exec meshmap settexture meshmap=a num=1 texture=b\n",
                                         "defaultproperties\nMultiSkins(1)=x\n",
                                         "#exec TEXTURE IMPORT FILE=b.pcx\n#exec meshmap settexture meshmap=a num=1 "
                                         "texture=b\n",
                                         std::string(3, '\0')};
    for (const std::string& unit : units) {
        std::string text = "#exec mesh import mesh=a\n";
        while (text.size() < 300'000) text += unit;
        const Script s = parse(text);
        EXPECT_LE(s.meshes.size(), 1024u);
    }
    EXPECT_LT(time.seconds(), 10);
}

TEST(Script, EveryTruncationIsHarmless) {
    const std::string text =
        std::string(import) +
        "/* \xC3\xA9 */ #exec TEXTURE IMPORT NAME=\"a b\" FILE=x // y\ndefaultproperties\n{Skin=Texture'a.b'}";
    for (std::size_t n = 0; n <= text.size(); ++n) EXPECT_LE(parse(text.substr(0, n)).meshes.size(), 1u);
}

TEST(Names, TwinsAndStems) {
    EXPECT_EQ(twin_name("x_d.3d"), "x_a.3d");
    EXPECT_EQ(twin_name("models/BOOT_D.3d"), "BOOT_A.3d");
    EXPECT_EQ(twin_name("Boot_A.3D"), "Boot_D.3D");
    EXPECT_EQ(twin_name("titand.3d"), "");
    EXPECT_EQ(twin_name("_d.3d"), "_a.3d");
    EXPECT_EQ(twin_name("d.3d"), "");
    EXPECT_EQ(model_stem("a\\b/Boot_A.3D"), "Boot");
    EXPECT_EQ(model_stem("titand.3d"), "titand");
    EXPECT_EQ(text::file_name("MODELS\\x.pcx"), "x.pcx");
    EXPECT_EQ(lookup_names("..\\Other\\x.pcx"), (std::vector<std::string>{"../Other/x.pcx", "x.pcx"}));
    EXPECT_EQ(lookup_names("x.pcx"), (std::vector<std::string>{"x.pcx"}));
    EXPECT_TRUE(lookup_names("folder\\").empty());
}

TEST(Names, PathsStartInTheFolderOfThePackage) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(lookup_names("..\\Other\\Models\\x.3d", "tree/Pack/Classes/a.uc"),
              (Names{"tree/Other/Models/x.3d", "Other/Models/x.3d", "Models/x.3d", "../Other/Models/x.3d", "x.3d"}));
    EXPECT_EQ(lookup_names("Models/x.3d", "Classes/a.uc"), (Names{"Models/x.3d", "x.3d"}));
    EXPECT_EQ(resolved_path("..\\..\\..\\x", "a/Classes/b.uc"), (Names{"..", "..", "x"}));
    // What leads out of everything is no name; the last step still is one.
    EXPECT_EQ(lookup_names("..\\..\\x.3d", "a/Classes/b.uc"), (Names{"../../x.3d", "x.3d"}));
    const auto deep = lookup_names("x.3d", "1/2/3/4/5/6/7/8/9/10/11/Classes/a.uc");
    EXPECT_EQ(deep.front(), "4/5/6/7/8/9/10/11/x.3d");
}

TEST(Names, PackagesOfScriptsAndTextures) {
    EXPECT_EQ(package_of("a/UnrealI/Classes/x.uc"), "UnrealI");
    EXPECT_EQ(package_of("a/UnrealI.u/classes/x.uc"), "UnrealI");
    EXPECT_EQ(package_of("Classes/x.uc"), "");
    EXPECT_EQ(package_of("a/UnrealI/Models/x.uc"), "");
    EXPECT_EQ(package_in("P.G.T"), "P");
    EXPECT_EQ(package_in("T"), "");
    EXPECT_EQ(full_name("Texture'P.G.T'"), "P.G.T");
    EXPECT_EQ(full_name("T"), "T");
}

TEST(Names, PartsNamedByAScript) {
    const Blob uc = blob_of(
        "#exec MESH IMPORT MESH=None\n"
        "#exec MESH IMPORT MESH=A DATAFILE=MODELS\\a_d.3d ANIVFILE=a_a.3d\n"
        "#exec MESH IMPORT MESH=B DATAFILE=b.3d ANIVFILE=c.3d\n");
    const auto models = meshes_named_by({"uc", "a.uc", uc});
    ASSERT_EQ(models.size(), 2u) << "a mesh without files is no model";
    EXPECT_EQ(models[0].name, "a.A");
    const auto& first = models[0].parts;
    ASSERT_EQ(first.size(), 2u);
    EXPECT_EQ(first[0].role, "data");
    EXPECT_EQ(first[0].names, (std::vector<std::string>{"MODELS/a_d.3d", "a_d.3d"}));
    EXPECT_TRUE(first[0].required);
    EXPECT_EQ(first[1].role, "aniv");
    EXPECT_EQ(first[1].names, (std::vector<std::string>{"a_a.3d"}));
    EXPECT_EQ(models[1].parts.at(1).names.at(0), "c.3d");
}

}  // namespace
}  // namespace thaw::unreal
