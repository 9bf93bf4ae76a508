// Packages as they really are: old ones, code in front of defaults, sizes that are not true, pixels of many formats,
// sounds and texts.
#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/package/code.hpp"
#include "formats/unreal/package/sources.hpp"
#include "images/image.hpp"
#include "unreal/package_support.hpp"

namespace thaw::test {
namespace {

// --- versions ---

TEST(PackageForms, TexturesOfEveryVersionComeOut) {
    constexpr u16 versions[] = {35, 37, 38, 41, 44, 45, 54, 56, 57, 58, 61, 62, 63, 69};
    for (const u16 version : versions) {
        SCOPED_TRACE(version);
        PackageMaker maker(version);
        const i32 palette = maker.palette("P", {{1, 2, 3, 4}, {50, 60, 70, 80}});
        maker.texture("Wall", {.width = 2, .height = 1, .pixels = {1, 0}, .palette = palette});
        const Blob bytes = maker.finish();
        const Model archive = opened(bytes);
        EXPECT_EQ(write(archive)->parts[0].bytes, bytes);
        EXPECT_TRUE(codes_of(archive).empty()) << codes_of(archive)[0];
        const auto image = decode_image(file_in(archive, "Textures/Wall.pcx").bytes());
        ASSERT_TRUE(image.ok());
        EXPECT_EQ(image->rgba[0], 50);
        EXPECT_EQ(image->rgba[4], 1);
    }
}

TEST(PackageForms, OldImportsHaveTheirPackageInTheirRow) {
    PackageMaker maker(44);
    const i32 other = maker.import("Package", "Shared");
    const i32 chrome = maker.import("Texture", "Chrome", other);
    const Model archive = opened(maker.finish());
    EXPECT_EQ(document_of(archive).full_name(chrome), "Shared.Chrome");
    EXPECT_EQ(document_of(archive).full_name(other), "Shared");
}

TEST(PackageForms, TheNextEngineIsRefusedByName) {
    PackageMaker maker(100);
    const auto model = read(upackage::format, {{{"package", "Test.u", maker.finish()}}});
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().code, Code::bad_version);
    EXPECT_NE(model.error().message.find("Unreal Engine 2"), std::string::npos) << model.error().message;
    PackageMaker last(99);
    EXPECT_TRUE(read(upackage::format, {{{"package", "Test.u", last.finish()}}}).ok());
    PackageMaker none(0);
    const auto zero = read(upackage::format, {{{"package", "Test.u", none.finish()}}});
    ASSERT_FALSE(zero.ok());
    EXPECT_EQ(zero.error().message.find("Unreal Engine 2"), std::string::npos) << zero.error().message;
}

TEST(PackageForms, ClassesOfDukeNukemAreRefusedWithTheReason) {
    for (const u16 licensee : {u16{1}, u16{2}}) {
        PackageMaker maker(68);
        maker.set_licensee(licensee);
        maker.class_type("Pawn");
        maker.none();
        const Model archive = opened(maker.finish());
        const auto issues = validate(archive);
        EXPECT_EQ(issues->list().size(), licensee == 2 ? 1u : 0u);
        if (licensee == 2) {
            EXPECT_NE(issues->list()[0].found.find("Duke Nukem Forever"), std::string::npos);
        }
    }
}

// --- code ---

struct Walk {
    std::vector<u8> bytes;
    u32 memory;
    u64 on_disk;  // 0: nobody can tell
};

u64 end_of(const Walk& walk, u16 version) {
    upackage::Document document;
    document.version = version;
    document.names.push_back({.text = {'N', 'o', 'n', 'e', '\0'}});
    document.names.push_back({.text = {'a', '\0'}});
    const auto end = upackage::find_code_end(walk.bytes, walk.memory, document);
    return end.problem.empty() ? end.bytes : 0;
}

TEST(PackageForms, CodeIsWalkedToItsEnd) {
    const Walk walks[] = {
        {{0x0B}, 1, 1},
        {{0x00, 0x41, 0x01}, 5, 3},                            // a variable, whose number takes two bytes
        {{0x1D, 1, 2, 3, 4}, 5, 5},                            // a number
        {{0x1F, 'h', 'i', 0}, 4, 4},                           // a string
        {{0x1C, 0x01, 0x25, 0x26, 0x16}, 8, 5},                // a call with two parameters
        {{0x61, 0x10, 0x2A, 0x16}, 4, 4},                      // a native call of two bytes
        {{0x77, 0x2A, 0x16}, 3, 3},                            // and of one
        {{0x19, 0x17, 4, 0, 1, 0x01, 0x01}, 10, 7},            // in another object
        {{0x0A, 0xFF, 0xFF, 0x0A, 1, 0, 0x28}, 7, 7},          // cases, the first the default
        {{0x0C, 0x01, 9, 0, 0, 0, 0x00, 0, 0, 0, 0}, 17, 11},  // labels up to None
        {{0x37, 0x01, 0x02, 0x01, 0x0B, 0x01, 0x0B}, 19, 7},   // two of what is counted
        {{0x04, 0x0B}, 2, 2},
        {{0x14, 0x27, 0x28}, 3, 3},
        {{0x0B, 0x0B}, 1, 1},        // what follows is not code
        {{0x1D, 1, 2, 3, 4}, 4, 0},  // ends inside a token
        {{0x1D, 1, 2}, 5, 0},        // past the end
        {{0x5C}, 1, 0},              // unknown
        {{0x35}, 1, 0},
        {{}, 1, 0},
    };
    for (const Walk& walk : walks)
        EXPECT_EQ(end_of(walk, 69), walk.on_disk) << int{walk.bytes.empty() ? u8{0} : walk.bytes[0]};
    // What changed with which version.
    EXPECT_EQ(end_of({{0x04, 0x0B}, 1, 1}, 61), 1u);
    EXPECT_EQ(end_of({{0x14, 7, 8, 0, 9}, 5, 5}, 63), 5u);
    EXPECT_EQ(end_of({{0x14, 0x27, 0x28}, 3, 3}, 64), 3u);
}

TEST(PackageForms, CodeMayNestSixtyFourDeep) {
    for (const std::size_t depth : {std::size_t{64}, std::size_t{65}}) {
        Walk walk{std::vector<u8>(depth - 1, 0x0D), static_cast<u32>(depth), 0};
        walk.bytes.push_back(0x0B);
        EXPECT_EQ(end_of(walk, 69), depth == 64 ? 64u : 0u);
    }
}

TEST(PackageForms, DefaultsBehindCodeDressAMesh) {
    PackageMaker maker(69);
    const i32 skin =
        maker.texture("JHero", {.width = 1, .height = 1, .pixels = {0}, .palette = maker.palette("P", colors())});
    const i32 mesh = maker.mesh("Hero", one_face());
    maker.class_type("Coded", {{0x07, 9, 0, 0x1D, 1, 0, 0, 0, 0x0B}, 9});
    maker.object_property("Mesh", mesh);
    maker.object_property("Skin", skin);
    maker.byte_property("Style", 3);
    maker.bool_property("bUnlit", true);
    maker.bool_property("bMeshEnviroMap", false);
    maker.float_property("ScaleGlow", 0.5f);
    maker.string_property("DefaultSkinName", "HeroSkins.hero");
    maker.string_property("DefaultPackage", "no \"name\"");
    maker.none();
    const Blob bytes = maker.finish();
    const Model archive = opened(bytes);
    EXPECT_TRUE(codes_of(archive).empty());
    EXPECT_EQ(write(archive)->parts[0].bytes, bytes);
    const std::string script = text_of(file_in(archive, "Classes/Hero.uc"));
    for (const char* line :
         {"// as class Coded shows it", "Skin=Texture'JHero'", "Style=STY_Translucent", "bUnlit=True",
          "bMeshEnviroMap=False", "ScaleGlow=0.5", "DefaultSkinName=\"HeroSkins.hero\""}) {
        EXPECT_NE(script.find(line), std::string::npos) << line << "\n" << script;
    }
    EXPECT_EQ(script.find("DefaultPackage"), std::string::npos);  // it could say anything
}

TEST(PackageForms, AClassWithUnknownCodeIsLeftAlone) {
    PackageMaker maker(69);
    const i32 mesh = maker.mesh("Hero", one_face());
    maker.class_type("Coded", {{0x5C, 0, 0, 0}, 4});
    maker.object_property("Mesh", mesh);
    maker.none();
    const Model archive = opened(maker.finish());
    EXPECT_EQ(codes_of(archive), std::vector<std::string>{"UPACKAGE_CLASS_DEFAULTS"});
    EXPECT_EQ(text_of(file_in(archive, "Classes/Hero.uc")).find("Coded"), std::string::npos);
}

// --- properties ---

TEST(PackageForms, AValueIsReadByItsTypeWhateverItsSizeSays) {
    for (const u8 size : {u8{1}, u8{2}}) {  // the reference takes one byte
        PackageMaker maker(69);
        const i32 palette = maker.palette("P", colors());
        maker.begin(maker.import("Class", "Texture"), "Wall");
        maker.object_property_of_size("Palette", palette, size);
        maker.int_property("UClamp", 77, size == 1 ? u8{4} : u8{1});
        maker.none();
        maker.compact(0);
        const Model archive = opened(maker.finish());
        const auto codes = codes_of(archive);
        EXPECT_EQ(std::count(codes.begin(), codes.end(), "UPACKAGE_PROPERTY_SIZE"), size == 1 ? 0 : 1);
        EXPECT_EQ(std::count(codes.begin(), codes.end(), "UPACKAGE_DAMAGED"), 0);
        const auto& object = document_of(archive).objects[1];
        EXPECT_EQ(object.find(document_of(archive), "Palette")->reference.value(), palette);
        EXPECT_EQ(object.find(document_of(archive), "UClamp")->number, 77);
    }
}

// --- sounds and texts ---

TEST(PackageForms, SoundsAndMusicComeOutByTheirBytes) {
    PackageMaker maker(69);
    const auto bytes = [](std::string_view text) { return std::vector<u8>(text.begin(), text.end()); };
    maker.sound("Sound", "A", "WAV", bytes("RIFF...."));
    maker.sound("Sound", "B", "MP3", bytes("\xFF\xFB"));
    maker.sound("Music", "C", "Event", bytes("OggS"));
    maker.sound("Music", "D", "s3m", bytes(std::string(44, 'x') + "SCRM"));
    maker.sound("Music", "E", "exe", bytes("?"));
    maker.sound("Music", "F", "it", bytes("MZ program"));
    maker.sound("Sound", "A", "WAV", {});
    const Model archive = opened(maker.finish());
    EXPECT_EQ(names_in(archive), (std::vector<std::string>{"Sounds/A.wav", "Sounds/B.mp3", "Music/C.ogg", "Music/D.s3m",
                                                           "Music/E.bin", "Music/F.bin"}));
    EXPECT_EQ(text_of(file_in(archive, "Sounds/A.wav")), "RIFF....");
    EXPECT_EQ(codes_of(archive), std::vector<std::string>{"UPACKAGE_SOUND"});
}

TEST(PackageForms, TheTextOfAClassComesOutUnderItsName) {
    PackageMaker maker(69);
    const i32 owner = maker.class_type("Rat");
    maker.none();
    maker.text("ScriptText", std::string("class Rat;\r\n") + '\0', owner);
    maker.text("Alone", std::string("hi") + '\0', 0, true);
    maker.text("Empty", std::string(1, '\0'));
    const Model archive = opened(maker.finish());
    EXPECT_EQ(names_in(archive), (std::vector<std::string>{"Defaults/Rat.txt", "Scripts/Rat.uc", "Scripts/Alone.uc"}));
    EXPECT_EQ(text_of(file_in(archive, "Scripts/Rat.uc")), "class Rat;\r\n");
    EXPECT_EQ(text_of(file_in(archive, "Scripts/Alone.uc")), std::string("\xFF\xFEh\0i\0", 6));
}

TEST(PackageForms, TheListHasRealSizes) {
    PackageMaker maker(69);
    const i32 palette = maker.palette("P", colors());
    MadeTexture wall{.width = 7, .height = 3, .pixels = {}, .palette = palette};
    for (u8 i = 0; i < 21; ++i) wall.pixels.push_back(static_cast<u8>(i < 9 ? 200 : 17 * i));
    maker.texture("Wall", wall);
    maker.texture("Sky", {.width = 1, .height = 1, .pixels = {1, 2, 3, 4}, .format = 5});
    maker.sound("Sound", "A", "WAV", {1, 2, 3});
    maker.mesh("Hero", one_face());
    maker.text("Text", std::string("hello") + '\0');
    const Model archive = opened(maker.finish());
    const auto entries = upackage::format.entries(*archive.document, {});
    ASSERT_EQ(entries->size(), 7u);
    for (const ArchiveEntry& entry : *entries) {
        EXPECT_EQ(entry.bytes, file_in(archive, entry.name).size()) << entry.name;
        EXPECT_GT(entry.bytes, 0u);
    }
}

// A thousand classes that extend one with thousands of defaults are not all looked through.
TEST(PackageForms, ManySmallClassesOfALargeOneAreBounded) {
    for (const int classes : {50, 1000}) {
        PackageMaker maker(69);
        const i32 large = maker.class_type("Large");
        for (int i = 0; i < 4000; ++i) maker.bool_property("bOdd", true);
        maker.none();
        for (int i = 0; i < classes; ++i) {
            maker.class_type("Small" + std::to_string(i), {}, large);
            maker.none();
        }
        const std::size_t files = names_in(opened(maker.finish())).size();
        EXPECT_EQ(files, classes == 50 ? 51u : 99u);
    }
}

// --- what is not read ---

TEST(PackageForms, WhatCannotBeShownIsCountedAndNamed) {
    PackageMaker maker(69);
    for (const char* kind : {"SkeletalMesh", "SkeletalMesh", "StaticMesh", "Light"}) {
        maker.begin(maker.import("Class", kind), "Thing");
        maker.none();
    }
    maker.mesh("Hero", one_face());
    MadeMesh empty = one_face();
    empty.frames.clear();
    maker.mesh("Nothing", empty);
    const Model archive = opened(maker.finish());
    EXPECT_EQ(upackage::format.unread(*archive.document), "2 skeletal meshes, 1 static mesh, 1 vertex mesh");
    const auto summary = summarise(archive);
    EXPECT_EQ(std::count(summary->remarks.begin(), summary->remarks.end(),
                         "2 skeletal meshes, 1 static mesh, 1 vertex mesh not read"),
              1);
    PackageMaker whole(69);
    whole.mesh("Hero", one_face());
    EXPECT_EQ(upackage::format.unread(*opened(whole.finish()).document), "");
}

}  // namespace
}  // namespace thaw::test
