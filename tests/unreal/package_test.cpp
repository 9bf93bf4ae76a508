// Packages: what was put in comes out as source files that the other format of this folder reads back.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "fixtures/package_maker.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/package/document.hpp"
#include "formats/unreal/package/sources.hpp"
#include "images/image.hpp"
#include "unreal/package_support.hpp"

namespace thaw::test {
namespace {

constexpr u32 two_sided = 0x100, masked = 2, translucent = 4, modulated = 0x40, unlit = 0x400000, environment = 0x10,
              no_smooth = 0x800, flat = 0x4000, special = 0x1000, invisible = 1;

MadeMesh two_faces(bool lod, bool wide) {
    MadeMesh mesh;
    mesh.lod = lod;
    mesh.wide = wide;
    const i32 far = wide ? 20000 : 1000;
    mesh.frames = {{{0, 0, 0}, {far, 0, 1}, {0, -far, 2}, {5, 6, -400}, {-far, 1, 2}, {3, 2, 1}, {7, 8, 9}},
                   {{1, 0, 0}, {far, 1, 1}, {0, -far, 3}, {5, 6, -300}, {-far, 2, 2}, {3, 3, 1}, {7, 8, 8}}};
    mesh.faces = {{{3, 4, 5}, {{{1, 2}, {3, 4}, {5, 6}}}, two_sided | masked | unlit, 0},
                  {{4, 5, 6}, {{{255, 0}, {7, 200}, {9, 10}}}, environment, 1}};
    if (lod) {
        mesh.special_faces = 1;
        mesh.remap = {0, 1, 2, 8, 3, 4, 6};
    }
    mesh.sequences = {{"All", "None", 0, 2, 30, {}},
                      {"Walk", "Moving", 0, 2, 12.5f, {{0.25f, "PlayStep"}, {0.75f, "PlayStep"}}},
                      {"Still", "None", 1, 1, 30, {}}};
    mesh.scale = {0.1f, 0.1f, 0.2f};
    mesh.origin = {12, -34.5f, 0};
    mesh.rotation = {-64 * 256, 64 * 256, 100};
    return mesh;
}

MadeTexture four_by_three(i32 palette) {
    MadeTexture texture{.width = 4, .height = 3, .pixels = {}, .palette = palette};
    for (u8 i = 0; i < 12; ++i) texture.pixels.push_back(static_cast<u8>(i < 6 ? 200 : i));
    return texture;
}

struct Made {
    Blob bytes;
    MadeMesh mesh;
};

// A mesh with two textures, one of another package, and a class that shows it.
Made package(u16 version, bool lod, bool wide) {
    PackageMaker maker(version);
    const i32 other = maker.import("Package", "Shared");
    const i32 group = maker.import("Package", "Skins", other);
    const i32 elsewhere = maker.import("Texture", "Chrome", group);
    const i32 palette = maker.palette("Palette0", colors());
    MadeTexture image = four_by_three(palette);
    image.masked = true;
    const i32 skin = maker.texture("JHero", image);
    Made made{{}, two_faces(lod, wide)};
    made.mesh.textures = {skin, elsewhere};
    const i32 mesh = maker.mesh("Hero", made.mesh);
    maker.class_type("HeroPawn");
    maker.float_property("DrawScale", 1.5f);
    maker.object_property("Mesh", mesh);
    maker.object_property("MultiSkins", skin, 3);
    maker.none();
    made.bytes = maker.finish();
    return made;
}

Model mesh_in(const Model& archive) {
    Bundle bundle{{{"data", "Hero_d.3d", file_in(archive, "Models/Hero_d.3d")},
                   {"aniv", "Hero_a.3d", file_in(archive, "Models/Hero_a.3d")},
                   {"uc", "Hero.uc", file_in(archive, "Classes/Hero.uc")},
                   {"texture", "JHero.pcx", file_in(archive, "Textures/JHero.pcx")}}};
    auto model = read(unreal::format, std::move(bundle));
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

void expect_same_frames(const unreal::Document& document, const MadeMesh& mesh) {
    EXPECT_EQ(document.is_deus_ex(), mesh.wide);
    ASSERT_EQ(document.frames_present(), mesh.frames.size());
    for (std::size_t f = 0; f < mesh.frames.size(); ++f) {
        ASSERT_EQ(document.vertices_present(f), mesh.frames[f].size());
        for (std::size_t v = 0; v < mesh.frames[f].size(); ++v) {
            const unreal::Point point = document.vertex(f, v);
            EXPECT_EQ((MadePoint{point.x, point.y, point.z}), mesh.frames[f][v]) << f << " " << v;
        }
    }
}

void expect_same_script(const unreal::Mesh& mesh, const MadeMesh& made) {
    EXPECT_EQ(mesh.name, "Hero");
    EXPECT_EQ(mesh.level_of_detail, made.lod);
    EXPECT_EQ(mesh.placement.origin, (Vec3d{12, -34.5, 0}));
    EXPECT_EQ(mesh.placement.scale, (Vec3d{0.1, 0.1, 0.2}));
    EXPECT_EQ(mesh.placement.pitch, -64);
    EXPECT_EQ(mesh.placement.yaw, 64);
    EXPECT_EQ(mesh.placement.roll, 100 / 256.0);
    EXPECT_EQ(mesh.draw_scale, 1.5);
    ASSERT_EQ(mesh.sequences.size(), 3u);
    EXPECT_EQ(mesh.sequences[1].name, "Walk");
    EXPECT_EQ(mesh.sequences[1].group, "Moving");
    EXPECT_EQ(mesh.sequences[1].rate, 12.5);
    EXPECT_EQ(mesh.sequences[2].start, 1);
    EXPECT_EQ(mesh.sequences[2].frames, 1);
    ASSERT_EQ(mesh.notifies.size(), 2u);
    EXPECT_EQ(mesh.notifies[1].sequence, "Walk");
    EXPECT_EQ(mesh.notifies[1].time, 0.75);
    EXPECT_EQ(mesh.notifies[1].function, "PlayStep");
    ASSERT_EQ(mesh.skins.size(), 3u);
    EXPECT_EQ(mesh.skins[0].texture, "JHero");
    EXPECT_EQ(mesh.skins[0].file, "Textures\\JHero.pcx");
    EXPECT_EQ(mesh.skins[1].texture, "Shared.Skins.Chrome");
    EXPECT_EQ(mesh.skins[2].slot, 3);
}

TEST(Package, WhatWasPutInComesOutAsSources) {
    for (const u16 version : {u16{61}, u16{63}, u16{65}, u16{68}, u16{69}}) {
        for (const bool lod : {false, true}) {
            for (const bool wide : {false, true}) {
                if (wide && version < 62) continue;  // nothing would tell
                SCOPED_TRACE(std::to_string(version) + (lod ? " lod" : "") + (wide ? " wide" : ""));
                const Made made = package(version, lod, wide);
                const Model archive = opened(made.bytes);
                EXPECT_EQ(write(archive)->parts[0].bytes, made.bytes);
                EXPECT_TRUE(codes_of(archive).empty()) << codes_of(archive)[0];
                const Model model = mesh_in(archive);
                const auto& document = static_cast<const unreal::Document&>(*model.document);
                expect_same_frames(document, made.mesh);
                const auto& polys = document.data->polys;
                const std::size_t first = lod ? 1 : 0;
                ASSERT_EQ(polys.size(), first + 2);
                if (lod) {
                    EXPECT_EQ(polys[0].vertices, (std::array<u16, 3>{0, 1, 2}));
                    EXPECT_EQ(polys[0].type, 8);
                }
                for (std::size_t i = 0; i < 2; ++i) {
                    EXPECT_EQ(polys[first + i].vertices, made.mesh.faces[i].vertices);
                    EXPECT_EQ(polys[first + i].uvs, made.mesh.faces[i].uvs);
                    EXPECT_EQ(polys[first + i].texture, made.mesh.faces[i].slot);
                }
                EXPECT_EQ(polys[first].type, 0x13);
                EXPECT_EQ(polys[first + 1].type, 0x40);
                ASSERT_NE(document.mesh(), nullptr);
                expect_same_script(*document.mesh(), made.mesh);
                Issues issues;
                const auto scene = to_scene(model, {}, issues);
                ASSERT_TRUE(scene.ok());
                ASSERT_EQ(scene->clips.size(), 2u);  // All is no clip of its own
                EXPECT_EQ(scene->clips[0].name, "Walk");
                EXPECT_FLOAT_EQ(scene->clips[0].timelines[0][1], 1 / 12.5f);
                ASSERT_GE(scene->images.size(), 1u);
                EXPECT_EQ(scene->images[0].name, "JHero");
            }
        }
    }
}

TEST(Package, ImagesKeepTheirColoursAndNumbers) {
    const Model archive = opened(package(69, false, false).bytes);
    const Blob file = file_in(archive, "Textures/JHero.pcx");
    const auto image = decode_image(file.bytes());
    ASSERT_TRUE(image.ok());
    ASSERT_EQ(image->width, 4u);
    ASSERT_EQ(image->height, 3u);
    for (u32 i = 0; i < 12; ++i) {
        const auto index = static_cast<u8>(i < 6 ? 200 : i);
        EXPECT_EQ(image->rgba[4 * i], index);
        EXPECT_EQ(image->rgba[4 * i + 1], 255 - index);
        EXPECT_EQ(image->rgba[4 * i + 2], 7);
    }
    EXPECT_EQ(file.size(), 128u + 2 + 4 + 4 + 1 + 768);  // a run of four; a run of two and two; four
}

TEST(Package, AnImageWithoutItsPaletteIsGrey) {
    PackageMaker maker(68);
    maker.texture("Lost", four_by_three(maker.import("Palette", "Elsewhere")));
    const Model archive = opened(maker.finish());
    EXPECT_EQ(codes_of(archive), std::vector<std::string>{"UPACKAGE_PALETTE"});
    const auto image = decode_image(file_in(archive, "Textures/Lost.pcx").bytes());
    ASSERT_TRUE(image.ok());
    EXPECT_EQ(image->rgba[0], 200);
    EXPECT_EQ(image->rgba[1], 200);
}

TEST(Package, BlocksOfFourColoursBecomePixels) {
    PackageMaker maker(69);
    MadeTexture texture{.width = 4, .height = 4, .pixels = {}, .palette = 0, .format = 3};
    // Red and blue, red larger: two colours between. The rows choose 0, 1, 2, 3.
    texture.pixels = {0x00, 0xF8, 0x1F, 0x00, 0x00, 0x55, 0xAA, 0xFF};
    maker.texture("Opaque", texture);
    // Blue first: the third is half of each, the fourth a hole.
    texture.pixels = {0x1F, 0x00, 0x00, 0xF8, 0x00, 0x55, 0xAA, 0xFF};
    maker.texture("Hole", texture);
    const Model archive = opened(maker.finish());
    const auto pixel = [&](const char* name, u32 row) {
        const auto image = decode_image(file_in(archive, name).bytes());
        EXPECT_TRUE(image.ok());
        const u8* p = image->rgba.data() + 16 * row;
        return std::array<u8, 4>{p[0], p[1], p[2], p[3]};
    };
    EXPECT_EQ(pixel("Textures/Opaque.tga", 0), (std::array<u8, 4>{255, 0, 0, 255}));
    EXPECT_EQ(pixel("Textures/Opaque.tga", 1), (std::array<u8, 4>{0, 0, 255, 255}));
    EXPECT_EQ(pixel("Textures/Opaque.tga", 2), (std::array<u8, 4>{170, 0, 85, 255}));
    EXPECT_EQ(pixel("Textures/Opaque.tga", 3), (std::array<u8, 4>{85, 0, 170, 255}));
    EXPECT_EQ(pixel("Textures/Hole.tga", 2), (std::array<u8, 4>{127, 0, 127, 255}));
    EXPECT_EQ(pixel("Textures/Hole.tga", 3)[3], 0);
}

TEST(Package, FlagsBecomeTypes) {
    using upackage::flags_dropped;
    using upackage::type_of_flags;
    EXPECT_EQ(type_of_flags(0), 0);
    EXPECT_EQ(type_of_flags(two_sided), 1);
    EXPECT_EQ(type_of_flags(two_sided | translucent), 2);
    EXPECT_EQ(type_of_flags(two_sided | masked), 3);
    EXPECT_EQ(type_of_flags(two_sided | modulated), 4);
    EXPECT_EQ(type_of_flags(two_sided | 0x20000), 5);
    EXPECT_EQ(type_of_flags(special), 8);
    EXPECT_EQ(type_of_flags(invisible), 8);
    EXPECT_EQ(type_of_flags(unlit | flat | environment | no_smooth), 0xF0);
    EXPECT_EQ(flags_dropped(two_sided | modulated | unlit), 0u);
    EXPECT_EQ(flags_dropped(masked), two_sided);  // the type says so of all masked ones
    EXPECT_EQ(flags_dropped(0x80000000), 0x80000000u);
}

TEST(Package, CompactNumbersAreReadAsTheyAreWritten) {
    for (const i32 value :
         {0, 1, -1, 63, 64, -64, 8191, 8192, 1048575, 1048576, 134217727, 134217728, 2147483647, -2147483647}) {
        EXPECT_EQ(Compact::of(value).value(), value);
    }
    EXPECT_EQ(Compact::of(63).size(), 1u);
    EXPECT_EQ(Compact::of(64).size(), 2u);
    EXPECT_EQ(Compact::of(8192).size(), 3u);
    EXPECT_EQ(Compact::of(2147483647).size(), 5u);
    EXPECT_EQ(Compact::of(-100).bytes, (std::array<u8, 5>{0xE4, 0x01, 0, 0, 0}));
    const Compact roundabout{{0x45, 0x80, 0x00, 0, 0}};
    EXPECT_EQ(roundabout.value(), 5);
    EXPECT_EQ(roundabout.size(), 3u);
}

TEST(Package, TwoOfOneNameGetTheirOwnFiles) {
    PackageMaker maker(69);
    const i32 palette = maker.palette("P", colors());
    for (const char* name : {"Wall", "wall", "Wall_2", "a b"}) maker.texture(name, four_by_three(palette));
    const Model archive = opened(maker.finish());
    std::vector<std::string> names;
    for (const ArchiveFile& file : files_in(archive)) names.push_back(file.name);
    EXPECT_EQ(names, (std::vector<std::string>{"Textures/Wall.pcx", "Textures/wall_2.pcx", "Textures/Wall_2_2.pcx",
                                               "Textures/a_b.pcx"}));
    EXPECT_EQ(codes_of(archive), std::vector<std::string>(3, "UPACKAGE_FILE_NAME"));
}

TEST(Package, TheClassOfItsNameShowsAMesh) {
    PackageMaker maker(69);
    const i32 mesh = maker.mesh("Hero", two_faces(true, false));
    for (const char* name : {"First", "Hero", "Last"}) {
        maker.class_type(name);
        maker.object_property("Mesh", mesh);
        maker.float_property("DrawScale", name[0] == 'H' ? 0.25f : 4);
        maker.none();
    }
    const std::string script = text_of(file_in(opened(maker.finish()), "Classes/Hero.uc"));
    EXPECT_NE(script.find("// as class Hero shows it"), std::string::npos);
    EXPECT_NE(script.find("DrawScale=0.25"), std::string::npos);
}

TEST(Package, WhatAClassDoesNotSetIsThatOfTheClassesAboveIt) {
    PackageMaker maker(69);
    const i32 palette = maker.palette("P", colors());
    const i32 skin = maker.texture("JHero", four_by_three(palette));
    const i32 mesh = maker.mesh("Hero", two_faces(true, false));
    const i32 top = maker.class_type("Top");
    maker.float_property("DrawScale", 3);
    maker.object_property("MultiSkins", skin, 1);
    maker.none();
    const i32 middle = maker.class_type("Middle", {}, top);
    maker.float_property("DrawScale", 0.75f);
    maker.none();
    maker.class_type("Bottom", {}, middle);
    maker.object_property("Mesh", mesh);
    maker.none();
    maker.class_type("Ring", {}, middle + 2);  // above itself
    maker.none();
    const Model archive = opened(maker.finish());
    const std::string script = text_of(file_in(archive, "Classes/Hero.uc"));
    EXPECT_NE(script.find("// as class Bottom shows it, by Mesh\r\n"), std::string::npos);
    EXPECT_NE(script.find("DrawScale=0.75\r\n"), std::string::npos);
    EXPECT_NE(script.find("MultiSkins(1)=Texture'JHero'\r\n"), std::string::npos);
    EXPECT_EQ(document_of(archive).class_default(static_cast<std::size_t>(middle) + 1, "DrawScale"), nullptr);
}

// What an item shows in the world or in a hand has a size of its own.
TEST(Package, AnItemShowsSeveralMeshesEachAtItsSize) {
    PackageMaker maker(69);
    const std::array<i32, 3> meshes{maker.mesh("Lying", two_faces(true, false)),
                                    maker.mesh("Held", two_faces(true, false)),
                                    maker.mesh("Carried", two_faces(true, false))};
    maker.class_type("Gun");
    maker.float_property("DrawScale", 9);
    maker.object_property("Mesh", meshes[0]);  // for the editor
    maker.object_property("PickupViewMesh", meshes[0]);
    maker.float_property("PickupViewScale", 0.5f);
    maker.object_property("PlayerViewMesh", meshes[1]);
    maker.float_property("PlayerViewScale", 0.125f);
    maker.object_property("ThirdPersonMesh", meshes[2]);
    maker.none();
    const Model archive = opened(maker.finish());
    EXPECT_NE(text_of(file_in(archive, "Classes/Lying.uc")).find("DrawScale=0.5\r\n"), std::string::npos);
    EXPECT_NE(text_of(file_in(archive, "Classes/Held.uc")).find("DrawScale=0.125\r\n"), std::string::npos);
    EXPECT_EQ(text_of(file_in(archive, "Classes/Carried.uc")).find("DrawScale"), std::string::npos);
}

TEST(Package, ALongNameIsLookedAtOnlyAsFarAsTheEngineDoes) {
    PackageMaker maker(69);
    const std::string name(50'000, 'x');
    const i32 palette = maker.palette(name, colors());
    for (int i = 0; i < 50; ++i) maker.texture(name, four_by_three(palette));
    const Blob bytes = maker.finish();
    const Model archive = opened(bytes);
    EXPECT_EQ(write(archive)->parts[0].bytes, bytes);
    EXPECT_EQ(files_in(archive)[0].name, "Textures/" + std::string(64, 'x') + ".pcx");
    EXPECT_LT(json::to_text(summarise(archive)->native).size(), 20'000u);
}

TEST(Package, MeshesOfUnknownVersionsAreListedButNotMade) {
    for (const u16 version : {u16{35}, u16{73}}) {
        const Model archive = opened(package(version, false, false).bytes);
        EXPECT_EQ(codes_of(archive)[0], "UPACKAGE_MESH_VERSION");
        for (const ArchiveFile& file : files_in(archive)) EXPECT_FALSE(file.name.starts_with("Models/")) << file.name;
        EXPECT_EQ(document_of(archive).exports.size(), 4u);
    }
}

TEST(Package, ADamagedObjectDoesNotCostTheOthers) {
    const Made made = package(69, true, false);
    const Model sound = opened(made.bytes);
    const auto& document = document_of(sound);
    const std::size_t mesh = document.files[1].object;
    // Its first list has more elements than there are bytes.
    std::vector<u8> bytes(made.bytes.bytes().begin(), made.bytes.bytes().end());
    const std::size_t count = document.objects[mesh].start + 1 + 25 + 16 + 4;
    bytes[count] = 0x7F;
    const Blob changed = Blob::take(bytes);
    const Model archive = opened(changed);
    EXPECT_EQ(write(archive)->parts[0].bytes, changed);
    EXPECT_EQ(codes_of(archive), std::vector<std::string>{"UPACKAGE_DAMAGED"});
    EXPECT_EQ(names_in(archive), (std::vector<std::string>{"Textures/JHero.pcx", "Defaults/HeroPawn.txt"}));
}

TEST(Package, EveryTruncationIsRefusedOrKept) {
    const Blob whole = package(63, true, false).bytes;
    for (std::size_t n = 0; n < whole.size(); ++n) {
        auto model = read(upackage::format, {{{"package", "Test.u", whole.slice(0, n)}}});
        if (!model) {
            EXPECT_FALSE(model.error().path.empty()) << n;
            continue;
        }
        EXPECT_EQ(write(*model)->parts[0].bytes, whole.slice(0, n));
        (void)codes_of(*model);
        (void)files_in(*model);
    }
}

TEST(Package, TheSummaryNamesMeshesAndTextures) {
    const auto summary = summarise(opened(package(69, true, false).bytes));
    ASSERT_TRUE(summary.ok());
    std::string all;
    for (const std::string& remark : summary->remarks) all += remark + "\n";
    EXPECT_NE(all.find("5 files: 2 3d, 1 pcx, 1 txt, 1 uc"), std::string::npos) << all;
    EXPECT_NE(all.find("package of version 69, 4 objects"), std::string::npos) << all;
    EXPECT_NE(all.find("1 mesh: Hero (3 faces, 2 frames, 3 sequences)"), std::string::npos) << all;
    EXPECT_NE(all.find("1 texture: JHero (4 x 3)"), std::string::npos) << all;
}

TEST(Package, IsKnownByItsFirstBytes) {
    const Blob bytes = package(69, false, false).bytes;
    EXPECT_EQ(detect("", bytes)->format, &upackage::format);
    EXPECT_EQ(detect("Botpack.u", bytes)->sniffed.confidence, Confidence::certain);
}

}  // namespace
}  // namespace thaw::test
