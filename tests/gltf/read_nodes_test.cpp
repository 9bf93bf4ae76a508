// Nodes, skins and influences.
#include <cmath>

#include "gltf/read_support.hpp"

namespace thaw::test {
namespace {

GltfFile read_nodes(const std::string& json) {
    MadeGltf made;
    made.rest = json;
    return read_made(made);
}

TEST(ReadNodes, ParentsComeFirst) {
    const GltfFile file = read_nodes(
        "\"nodes\":[{\"name\":\"leaf\"},{\"name\":\"middle\",\"children\":[0]},{\"name\":\"top\",\"children\":[3,1]},"
        "{\"name\":\"other\"}]");
    std::string order;
    for (const Node& node : file.scene.nodes) order += node.name + " ";
    EXPECT_EQ(order, "top other middle leaf ");
    EXPECT_EQ(file.scene.nodes[3].parent, 2u);
}

TEST(ReadNodes, MatricesBecomeTransforms) {
    const GltfFile file = read_nodes(
        "\"nodes\":[{\"matrix\":[0,2,0,0,-3,0,0,0,0,0,4,0,5,6,7,1]},{\"matrix\":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]},"
        "{\"scale\":[-1,1,1],\"rotation\":[0,0,2,0]}]");
    const Transform t = file.scene.nodes[0].local;
    EXPECT_EQ(t.translation, (Vec3{5, 6, 7}));
    EXPECT_NEAR(t.scale.x, 2, 1e-6);
    EXPECT_NEAR(t.scale.y, 3, 1e-6);
    EXPECT_NEAR(t.rotation.z, std::sqrt(0.5), 1e-6);
    EXPECT_EQ(file.scene.nodes[2].local.scale, (Vec3{-1, 1, 1})) << "mirrors stay";
    EXPECT_EQ(codes_of(file), (Codes{"GLTF_SHEAR", "GLTF_ROTATION"}));
    EXPECT_EQ(file.issues.list()[0].path, "/nodes/1/matrix");
}

TEST(ReadNodes, OtherScenesAreLeftOut) {
    const GltfFile file = read_nodes(
        "\"scene\":1,\"scenes\":[{\"nodes\":[0]},{\"name\":\"second\",\"nodes\":[1],\"extras\":{\"thaw_a\":\"b\"}}],"
        "\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\",\"children\":[2]},{\"name\":\"c\"}]");
    EXPECT_EQ(file.scene.name, "second");
    EXPECT_EQ(json::to_text(file.scene.extras), "{\"thaw_a\":\"b\"}");
    ASSERT_EQ(file.scene.nodes.size(), 2u);
    EXPECT_EQ(file.scene.nodes[0].name, "b");
    EXPECT_EQ(codes_of(file), Codes{"GLTF_OTHER_SCENES"});
}

TEST(ReadNodes, CamerasAndLightsAreTold) {
    const GltfFile file = read_nodes(
        "\"cameras\":[{}],\"nodes\":[{\"camera\":0},{\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}}],"
        "\"extensionsUsed\":[\"KHR_lights_punctual\",\"EXT_unheard_of\"]");
    EXPECT_EQ(codes_of(file), (Codes{"GLTF_EXTENSION", "GLTF_CAMERA_LIGHT", "GLTF_CAMERA_LIGHT"}));
    EXPECT_EQ(file.issues.list()[0].path, "/extensionsUsed/1");
}

TEST(ReadNodes, ExtrasComeBack) {
    const GltfFile file = read_nodes(
        "\"nodes\":[{\"extras\":{\"thaw_n\":1,\"thaw_s\":\"[1\",\"thaw_j\":\"{\\\"a\\\":[1,2]}\",\"x\":\"[1]\"}},"
        "{\"extras\":5}]");
    EXPECT_EQ(json::to_text(file.scene.nodes[0].extras),
              R"({"thaw_n":1,"thaw_s":"[1","thaw_j":{"a":[1,2]},"x":"[1]"})");
    EXPECT_EQ(codes_of(file), Codes{"GLTF_EXTRAS"});
}

// A triangle that hangs on the joints of a skin; `nodes` has the nodes, of which 0 and 1 are joints.
MadeGltf skinned(const std::string& nodes, const std::vector<u8>& joints, const std::vector<f32>& weights) {
    MadeGltf made;
    made.positions(triangle_points);
    made.accessor(made.view(joints), 5121, "VEC4", 3);
    made.floats(weights, "VEC4", 4);
    made.rest = "\"nodes\":[" + nodes +
                "],\"skins\":[{\"joints\":[0,1]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                "\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}]";
    return made;
}

const std::vector<u8> some_joints{1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0};
const std::vector<f32> some_weights{1, 0, 0, 0, 0.25f, 0.75f, 0, 0, 0.5f, 0.5f, 0, 0};

TEST(ReadNodes, InfluencesAreSortedAndMerged) {
    const GltfFile file = read_made(skinned("{},{},{\"mesh\":0,\"skin\":0}", some_joints, some_weights));
    const Influences& influences = file.scene.meshes[0].influences;
    EXPECT_EQ(influences.per_point, 2u);
    EXPECT_EQ(influences.joints, (std::vector<u16>{1, 0, 1, 0, 1, 0}));
    EXPECT_EQ(influences.weights, (std::vector<f32>{1, 0, 0.75f, 0.25f, 1, 0}));
    EXPECT_EQ(codes_of(file), Codes());
}

TEST(ReadNodes, WeightsAreMended) {
    const GltfFile file = read_made(skinned("{},{},{\"mesh\":0,\"skin\":0}", {0, 7, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0},
                                            {0.5f, 0.5f, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0}));
    const Influences& influences = file.scene.meshes[0].influences;
    EXPECT_EQ(influences.joints, (std::vector<u16>{0, 0, 0, 1, 0, 0}));
    EXPECT_EQ(influences.weights, (std::vector<f32>{1, 0, 0.75f, 0.25f, 1, 0}));
    EXPECT_EQ(codes_of(file), (Codes{"GLTF_INFLUENCES", "GLTF_INFLUENCES"}));
}

TEST(ReadNodes, ASkinnedMeshBecomesARoot) {
    const GltfFile file =
        read_made(skinned("{\"children\":[1,2]},{},{\"name\":\"m\",\"mesh\":0,\"skin\":0,"
                          "\"translation\":[1,2,3]}",
                          some_joints, some_weights));
    ASSERT_EQ(file.scene.nodes.size(), 3u);
    EXPECT_EQ(file.scene.nodes[2].parent, no_index);
    EXPECT_EQ(file.scene.nodes[2].local, Transform());
    EXPECT_EQ(codes_of(file), Codes{"GLTF_SKIN_NODE"});
}

TEST(ReadNodes, UnlessSomethingHangsOnIt) {
    const GltfFile file =
        read_made(skinned("{},{},{\"name\":\"m\",\"mesh\":0,\"skin\":0,\"translation\":[1,2,3],"
                          "\"children\":[3]},{\"name\":\"child\"}",
                          some_joints, some_weights));
    ASSERT_EQ(file.scene.nodes.size(), 5u);
    EXPECT_EQ(file.scene.nodes[2].mesh, no_index);
    EXPECT_EQ(file.scene.nodes[2].local.translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(file.scene.nodes[4].mesh, 0u);
    EXPECT_EQ(file.scene.nodes[4].skin, 0u);
}

TEST(ReadNodes, WeightsWithoutSkinAndSkinWithoutWeights) {
    const GltfFile without = read_made(skinned("{},{},{\"mesh\":0}", some_joints, some_weights));
    EXPECT_EQ(without.scene.meshes[0].influences.per_point, 0u);
    EXPECT_EQ(codes_of(without), Codes{"GLTF_SKIN_UNUSED"});
    MadeGltf made;
    made.positions(triangle_points);
    made.rest =
        "\"nodes\":[{\"mesh\":0,\"skin\":0},{}],\"skins\":[{\"joints\":[1]}],\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0}}]}]";
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.nodes[0].skin, no_index);
    EXPECT_EQ(codes_of(file), Codes{"GLTF_SKIN_UNUSED"});
}

}  // namespace
}  // namespace thaw::test
