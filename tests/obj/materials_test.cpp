// Materials of an OBJ: what an MTL says, and what becomes of it in the scene.
#include <gtest/gtest.h>

#include <thaw/format.hpp>

#include "formats/exchange/family.hpp"
#include "obj/read.hpp"
#include "scene/check.hpp"
#include "scene/maths.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

obj::Mtl read_mtl(std::string_view text) { return obj::read_mtl(blob_of(text).bytes()); }
obj::MtlMaterial material(std::string_view text) { return read_mtl("newmtl m\n" + std::string(text)).materials.at(0); }

TEST(MtlRead, ColoursAreAsShown) {
    const auto mtl = read_mtl("# made by hand\nKd 0 0 0\nnewmtl a b\r\nKd 1 0.5 0\r\nd 0.25\r\nnewmtl c\nKd 0.5\n");
    ASSERT_EQ(mtl.materials.size(), 2u);
    EXPECT_EQ(mtl.materials[0].name, "a b");
    EXPECT_EQ(mtl.materials[0].color, (Vec4{1, srgb_to_linear(0.5f), 0, 0.25f}));
    EXPECT_EQ(mtl.materials[1].name, "c");
    EXPECT_EQ(mtl.materials[1].color, (Vec4{srgb_to_linear(0.5f), srgb_to_linear(0.5f), srgb_to_linear(0.5f), 1}));
    EXPECT_EQ(mtl.unread, 0u);
}

TEST(MtlRead, OpaquenessIsSaidInTwoWays) {
    EXPECT_EQ(material("d 0.75\n").color.w, 0.75f);
    EXPECT_EQ(material("Tr 0.25\n").color.w, 0.75f);
    EXPECT_EQ(material("Tr 0.9\nd 0.75\n").color.w, 0.75f) << "d is the older one";
    EXPECT_EQ(material("d -halo 0.5\n").color.w, 0.5f);
    EXPECT_EQ(material("d 0\n").color.w, 1) << "nobody wants what cannot be seen";
    EXPECT_EQ(material("Tr 1\n").color.w, 1);
    EXPECT_EQ(material("Tr 0\n").color.w, 1);
}

TEST(MtlRead, ImagesMayHaveOptionsAndBlanks) {
    EXPECT_EQ(material("map_Kd kart.png\r\n").image, "kart.png");
    EXPECT_EQ(material("map_Kd -s 1 1 1 -o 0.5 -clamp on my kart.png\n").image, "my kart.png");
    EXPECT_TRUE(material("map_Kd -clamp on a.png\n").clamp);
    EXPECT_FALSE(material("map_Kd -clamp off a.png\n").clamp);
    EXPECT_EQ(material("map_Kd -mm 0 1 2.png\n").image, "2.png");
    EXPECT_FALSE(material("map_Kd a.png\n").has_holes);
    EXPECT_TRUE(material("map_Kd a.png\nmap_d a.png\n").has_holes);
    EXPECT_EQ(material("map_Kd -s\n").image, "");
}

TEST(MtlRead, BlackIsWhiteOnlyBesideAnImage) {
    EXPECT_EQ(material("Kd 0 0 0\nmap_Kd a.png\n").color, (Vec4{1, 1, 1, 1}));
    EXPECT_EQ(material("Kd 0 0 0\n").color, (Vec4{0, 0, 0, 1}));
    EXPECT_EQ(material("Kd 0 0 1\nmap_Kd a.png\n").color, (Vec4{0, 0, 1, 1}));
}

TEST(MtlRead, WhatIsNoNumberIsCounted) {
    const auto mtl = read_mtl("newmtl m\nKd red green blue\nd much\nKd 1 0 0\nKd 1 2 x\nillum 2\nKs spectral x\n");
    EXPECT_EQ(mtl.unread, 3u);
    EXPECT_EQ(mtl.materials.at(0).color, (Vec4{1, 0, 0, 1}));
}

std::vector<std::string> files_of(std::string_view text) {
    std::vector<std::string> out;
    EXPECT_TRUE(obj::read_obj(blob_of(std::string(text) + "v 0 0 0\nf 1 1 1\n").bytes(), &out).ok());
    return out;
}

TEST(ObjRead, NamesItsMaterialFiles) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(files_of("mtllib a.mtl\n"), Names{"a.mtl"});
    EXPECT_EQ(files_of("mtllib a.mtl B.MTL \r\n"), (Names{"a.mtl", "B.MTL"}));
    EXPECT_EQ(files_of("mtllib my kart.mtl\n"), Names{"my kart.mtl"});
    EXPECT_EQ(files_of("mtllib a.mtl\nmtllib b\n"), (Names{"a.mtl", "b"}));
    EXPECT_EQ(files_of("mtllib\n"), Names{});
}

// --- in the scene

constexpr std::string_view plain = "mtllib mats/kart.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl paint\nf 1 2 3\n";
constexpr std::string_view colored =
    "mtllib mats/kart.mtl\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nusemtl paint\nf 1 2 3\n";

Model model_of(std::string_view obj, std::string_view mtl, bool has_image = true) {
    Bundle bundle{{{"mesh", "kart.obj", blob_of(obj)}}};
    if (!mtl.empty()) bundle.parts.push_back({"materials", "in/mats/kart.mtl", blob_of(mtl)});
    if (has_image) bundle.parts.push_back({"texture", "in/mats/kart.png", blob_of("pixels")});
    return read(exchange::obj, bundle).value();
}
Scene scene_of(const Model& model, std::string* said = nullptr) {
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    EXPECT_TRUE(scene.ok());
    EXPECT_EQ(check(*scene), "");
    for (const Issue& issue : issues.list()) {
        if (said != nullptr) *said += std::string(issue.kind->code) + " " + issue.found + "\n";
    }
    return *scene;
}

TEST(ObjMaterials, ColourAndImageAreTaken) {
    std::string said;
    const Scene scene = scene_of(model_of(plain, "newmtl paint\nKd 1 0 0\nd 0.5\nmap_Kd kart.png\n"), &said);
    ASSERT_EQ(scene.materials.size(), 1u);
    EXPECT_EQ(scene.materials[0].base_color, (Vec4{1, 0, 0, 0.5f}));
    EXPECT_EQ(scene.materials[0].alpha, AlphaMode::blend);
    ASSERT_EQ(scene.images.size(), 1u);
    EXPECT_EQ(scene.materials[0].image, 0u);
    EXPECT_EQ(scene.images[0].name, "kart.png");
    EXPECT_EQ(said, "");
}

TEST(ObjMaterials, ColoursOfVerticesCountAlone) {
    const std::string_view mtl = "newmtl paint\nKd 0.8 0.8 0.8\nd 0.5\n";
    EXPECT_EQ(scene_of(model_of(colored, mtl)).materials[0].base_color, (Vec4{1, 1, 1, 0.5f}));
    EXPECT_NE(scene_of(model_of(plain, mtl)).materials[0].base_color.x, 1);
}

TEST(ObjMaterials, HolesAreAMask) {
    const auto alpha = [](std::string_view mtl) { return scene_of(model_of(plain, mtl)).materials[0].alpha; };
    EXPECT_EQ(alpha("newmtl paint\nmap_Kd kart.png\n"), AlphaMode::opaque);
    EXPECT_EQ(alpha("newmtl paint\nmap_Kd kart.png\nmap_d kart.png\n"), AlphaMode::mask);
    EXPECT_EQ(alpha("newmtl paint\nd 0.5\nmap_Kd kart.png\nmap_d kart.png\n"), AlphaMode::blend);
}

TEST(ObjMaterials, WhatIsMissingIsSaid) {
    std::string said;
    scene_of(model_of(plain, ""), &said);
    EXPECT_EQ(said, "MISSING_COMPANION mats/kart.mtl\n");
    said.clear();
    scene_of(model_of(plain, "newmtl other\n"), &said);
    EXPECT_EQ(said, "MESH_NO_MATERIAL paint\n");
    said.clear();
    scene_of(model_of(plain, "newmtl paint\nKd x\nmap_Kd gone.png\n"), &said);
    EXPECT_EQ(said, "MESH_MATERIALS_UNREAD 1 line\nTEXTURE_MISSING gone.png\n");
}

std::vector<std::string> wanted(const Model& model) {
    std::vector<std::string> out;
    const auto wants = needs(model);
    for (const Want& want : wants.value()) out.insert(out.end(), want.names.begin(), want.names.end());
    return out;
}

TEST(ObjMaterials, AreLookedForWhereTheyAreNamed) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(wanted(model_of(plain, "", false)), (Names{"mats/kart.mtl", "kart.mtl"}));
    const auto images = [](std::string_view path) {
        return wanted(model_of(plain, "newmtl paint\nmap_Kd " + std::string(path) + "\n", false));
    };
    EXPECT_EQ(images("kart.png"), (Names{"mats/kart.png", "kart.png"}));
    EXPECT_EQ(images("../art/kart.png"),
              (Names{"mats/../art/kart.png", "../art/kart.png", "mats/kart.png", "kart.png"}));
    // Somebody else's disk is not ours.
    EXPECT_EQ(images("C:\\art\\kart.png"), (Names{"mats/kart.png", "kart.png"}));
    EXPECT_EQ(images("/etc/passwd"), (Names{"mats/passwd", "passwd"}));
    EXPECT_EQ(images("*"), Names{});
    EXPECT_EQ(images("art/"), Names{});
    EXPECT_EQ(wanted(model_of(plain, "newmtl paint\nmap_Kd kart.png\n")), Names{}) << "it is there";
}

}  // namespace
}  // namespace thaw::test
