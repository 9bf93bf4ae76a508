#include <gtest/gtest.h>
#include <thaw/obj.hpp>
#include <thaw/pose.hpp>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "scene/check.hpp"

namespace thaw::test {
namespace {

struct Written {
    std::string obj;
    std::string mtl;
};

Written written(const Scene& scene, const ObjOptions& options = {}) {
    EXPECT_EQ(check(scene), "");
    StringSink obj;
    StringSink mtl;
    EXPECT_TRUE(write_obj(scene, options, obj).ok());
    EXPECT_TRUE(write_mtl(scene, options, mtl).ok());
    return {obj.text, mtl.text};
}

// A triangle with two materials' worth of everything: image, seam, no material.
Scene small_scene() {
    Scene scene;
    Mesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 0.1f, 0}, {1, 1, 0}};
    Primitive skin;
    skin.material = 0;
    skin.points = {0, 1, 2};
    skin.uvs = {{0, 0}, {0.25f, 0}, {0, 1}};
    skin.indices = {0, 1, 2};
    Primitive plain;
    plain.points = {1, 3, 2};
    plain.indices = {0, 1, 2};
    mesh.primitives = {skin, plain};
    scene.meshes = {mesh};
    scene.images.resize(1);
    scene.images[0].width = scene.images[0].height = 1;
    scene.images[0].pixels = Blob::take({1, 2, 3, 4});
    scene.materials.resize(1);
    scene.materials[0].name = "red fur";
    scene.materials[0].image = 0;
    scene.materials[0].alpha = AlphaMode::mask;
    scene.materials[0].base_color = {1, 0, 0, 0.5f};
    scene.nodes = {Node{.name = "rat", .local = {.translation = {10, 0, 0}}, .mesh = 0}};
    return scene;
}

TEST(Obj, EveryLineOfASmallScene) {
    const std::vector<std::string> images{"rat.png"};
    const Written files = written(small_scene(), {.mtl_name = "rat.mtl", .image_names = images});
    EXPECT_EQ(files.obj,
              "# Thaw\n"
              "mtllib rat.mtl\n"
              "o rat\n"
              "v 10 0 0\nv 11 0 0\nv 10 0.1 0\nv 11 1 0\n"
              "vn 0 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
              "g rat_0\nusemtl red_fur\n"
              "vt 0 1\nvt 0.25 1\nvt 0 0\n"
              "f 1/1/1 2/2/2 3/3/3\n"
              "g rat_1\nusemtl plain\n"
              "f 2//2 4//4 3//3\n");
    EXPECT_EQ(files.mtl,
              "newmtl red_fur\nKd 1 0 0\nd 0.5\nmap_Kd rat.png\nmap_d rat.png\n"
              "newmtl plain\nKd 1 1 1\n");
}

TEST(Obj, NumbersGoOnFromNodeToNodeAndNamesStayApart) {
    Scene scene = small_scene();
    scene.meshes[0].primitives.pop_back();
    scene.materials.push_back(scene.materials[0]);
    scene.nodes.push_back(scene.nodes[0]);
    scene.nodes.push_back(Node{});
    const Written files = written(scene);
    EXPECT_NE(files.obj.find("f 1/1/1 2/2/2 3/3/3\n"), std::string::npos);
    EXPECT_NE(files.obj.find("o rat_2\n"), std::string::npos);
    EXPECT_NE(files.obj.find("f 5/4/5 6/5/6 7/6/7\n"), std::string::npos);
    EXPECT_EQ(files.obj.find("node_2"), std::string::npos) << "a node without a mesh";
    EXPECT_NE(files.mtl.find("newmtl red_fur_2\n"), std::string::npos);
    EXPECT_EQ(files.mtl.find("plain"), std::string::npos) << "nothing lacks a material";
    EXPECT_EQ(files.mtl.find("map_Kd"), std::string::npos) << "the caller gave no names";
}

TEST(Obj, SkinsAreApplied) {
    Scene scene = small_scene();
    scene.nodes[0].local = {};
    scene.nodes[0].skin = 0;
    scene.nodes.push_back(Node{.name = "joint", .local = {.translation = {0, 0, 5}}});
    Skin skin;
    skin.joints = {1};
    skin.inverse_binds = {Mat4{}};
    scene.skins = {skin};
    scene.meshes[0].influences = {1, {0, 0, 0, 0}, {1, 1, 1, 1}};
    EXPECT_NE(written(scene).obj.find("v 0 0 5\nv 1 0 5\nv 0 0.1 5\nv 1 1 5\n"), std::string::npos);
}

TEST(Obj, APoseOfTheCallersIsShown) {
    const Scene scene = small_scene();
    Pose pose;
    evaluate(scene, nullptr, 0, pose);
    pose.worlds[0][13] = 7;
    EXPECT_NE(written(scene, {.pose = &pose}).obj.find("v 10 7 0\n"), std::string::npos);
}

// The normal of each face agrees with the way round its corners are listed, in a mirror too, and with own normals too.
TEST(Obj, NormalsPointWhereTheFacesDo) {
    for (const bool mirror : {false, true}) {
        for (const bool own : {false, true}) {
            for (const bool flat : {false, true}) {
                Scene scene = small_scene();
                scene.nodes[0].local.scale = {mirror ? -2.0f : 2.0f, 1, 3};
                scene.nodes[0].local.rotation = {0.5f, 0.5f, 0.5f, 0.5f};
                if (own) scene.meshes[0].normals.assign(4, {0, 0, 1});
                for (Primitive& primitive : scene.meshes[0].primitives) primitive.flat = flat;
                std::istringstream lines(written(scene).obj);
                std::vector<Vec3> points;
                std::vector<Vec3> normals;
                int faces = 0;
                for (std::string line; std::getline(lines, line);) {
                    std::istringstream words(line);
                    std::string kind;
                    words >> kind;
                    Vec3 value;
                    if (kind == "v" || kind == "vn") {
                        words >> value.x >> value.y >> value.z;
                        (kind == "v" ? points : normals).push_back(value);
                    }
                    if (kind != "f") continue;
                    std::vector<Vec3> corners;
                    Vec3 normal;
                    for (std::string word; words >> word;) {
                        corners.push_back(points.at(std::stoul(word) - 1));
                        normal = normals.at(std::stoul(word.substr(word.rfind('/') + 1)) - 1);
                    }
                    const Vec3 around = cross(corners[1] - corners[0], corners[2] - corners[0]);
                    EXPECT_GT(dot(around, normal), 0) << mirror << own << flat << " " << line;
                    EXPECT_NEAR(length(normal), 1, 1e-5);
                    ++faces;
                }
                EXPECT_EQ(faces, 2);
            }
        }
    }
}

TEST(Obj, LinesAndColors) {
    Scene scene = small_scene();
    Primitive lines;
    lines.topology = Topology::lines;
    lines.points = {0, 3};
    lines.colors = {{1, 0, 0, 1}, {0, 1, 0, 1}};
    lines.indices = {0, 1};
    scene.meshes[0].primitives = {lines};
    const Written files = written(scene);
    EXPECT_NE(files.obj.find("v 10 0 0 1 0 0\nv 11 0 0 1 1 1\nv 10 0.1 0 1 1 1\nv 11 1 0 0 1 0\n"), std::string::npos);
    EXPECT_NE(files.obj.find("\nl 1 4\n"), std::string::npos);
    EXPECT_EQ(files.obj.find("vn"), std::string::npos);
}

TEST(Obj, NamesCannotBreakLines) {
    Scene scene = small_scene();
    scene.nodes[0].name = "a b\nv 1 2 3";
    scene.materials[0].name = "#x\\";
    const Written files = written(scene);
    EXPECT_EQ(files.obj.find("\nv 1 2 3"), std::string::npos);
    EXPECT_NE(files.mtl.find("newmtl _x_\n"), std::string::npos);
}

class FullSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes) override { return false; }
};

TEST(Obj, ARefusingOutputIsAnError) {
    FullSink full;
    for (const Status& status : {write_obj(small_scene(), {}, full), write_mtl(small_scene(), {}, full)}) {
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().code, Code::io);
    }
}

}  // namespace
}  // namespace thaw::test
