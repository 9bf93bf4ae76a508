// Points, corners, normals, materials: what a mesh becomes.
#include "gltf/read_support.hpp"
#include "scene/check.hpp"
#include "scene/targets.hpp"

namespace thaw::test {
namespace {

// Two triangles that share an edge, each with vertices of its own.
const std::vector<f32> split_quad{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0};

TEST(ReadMeshes, VerticesAtOnePlaceAreOnePoint) {
    MadeGltf made;
    made.positions(split_quad);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points, (Indices{0, 1, 2, 0, 2, 3}));
    EXPECT_EQ(file.scene.meshes[0].primitives[0].indices, (Indices{0, 1, 2, 3, 4, 5}));
    EXPECT_TRUE(file.source_points[0].empty());
}

// A band of 100 triangles, each with corners of its own, that goes on where it began.
TEST(ReadMeshes, OfManyVerticesThoseAtOnePlaceAreOnePoint) {
    constexpr u32 triangles = 100;
    std::vector<f32> band;
    Indices want;
    for (u32 t = 0; t < triangles; ++t) {
        for (u32 k = 0; k < 3; ++k) {
            const u32 point = (t + k) % triangles;
            const f32 zero = (t + k) % 2 == 0 ? 0.0f : -0.0f;  // the same place
            band.insert(band.end(), {static_cast<f32>(point), zero, static_cast<f32>(point % 2)});
            want.push_back(point);
        }
    }
    MadeGltf made;
    made.positions(band);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].points.size(), triangles);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points, want);
    EXPECT_EQ(codes_of(file), Codes());
}

TEST(ReadMeshes, PlacesThatAreNoNumbersAreOneAtTheOrigin) {
    MadeGltf made;
    std::vector<f32> broken = split_quad;
    broken[6] = std::numeric_limits<f32>::quiet_NaN();  // vertices 2 and 4 at (0, 1, 0), where 5 is
    broken[12] = std::numeric_limits<f32>::infinity();
    made.positions(broken);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(codes_of(file), (Codes{"GLTF_NON_FINITE", "GLTF_DEGENERATE"}));
    EXPECT_EQ(file.scene.meshes[0].points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points, (Indices{0, 1, 2, 0, 2, 2}));
}

TEST(ReadMeshes, UnlessTheyPartInAMorphTarget) {
    MadeGltf made;
    made.positions(split_quad);
    std::vector<f32> offsets(18, 0.0f);
    offsets[9] = 0.5f;  // vertex 3, which lies where vertex 0 does
    made.positions(offsets);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1}]",
                         ",\"extras\":{\"targetNames\":[\"open\"],\"thaw_x\":1}");
    Mesh mesh = read_made(made).scene.meshes[0];
    list_offsets(mesh);
    EXPECT_EQ(mesh.points.size(), 5u);
    EXPECT_EQ(mesh.primitives[0].points, (Indices{0, 1, 2, 3, 2, 4}));
    ASSERT_EQ(mesh.targets.size(), 1u);
    EXPECT_EQ(mesh.targets[0].name, "open");
    EXPECT_EQ(mesh.targets[0].points, Indices{3});
    EXPECT_EQ(mesh.targets[0].offsets, (std::vector<Vec3>{{0.5f, 0, 0}}));
    EXPECT_EQ(json::to_text(mesh.extras), "{\"thaw_x\":1}");
}

TEST(ReadMeshes, SourceVerticesDecideWhatIsOnePoint) {
    MadeGltf made;
    made.positions(split_quad);
    made.floats({7, 3, 5, 8, 5, 1}, "SCALAR", 1);  // 7 and 8 lie at one place and stay two
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"_SOURCE_VERTEX\":1}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.source_points[0], (Indices{1, 3, 5, 7, 8}));
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points, (Indices{3, 1, 2, 4, 2, 0}));
    EXPECT_EQ(codes_of(file), Codes());
}

TEST(ReadMeshes, SourceVerticesMayBeFarApart) {
    MadeGltf made;
    made.positions(split_quad);
    made.floats({16000000, 3, 5, 8, 5, 1}, "SCALAR", 1);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"_SOURCE_VERTEX\":1}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.source_points[0], (Indices{1, 3, 5, 8, 16000000}));
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points, (Indices{4, 1, 2, 3, 2, 0}));
}

TEST(ReadMeshes, SourceVerticesThatHaveComeApart) {
    MadeGltf made;
    std::vector<f32> moved = split_quad;
    moved[9] = -1;
    made.positions(moved);
    made.floats({0, 1, 2, 0, 2, 3}, "SCALAR", 1);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"_SOURCE_VERTEX\":1}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(codes_of(file), Codes{"GLTF_SOURCE_VERTEX"});
    EXPECT_EQ(file.source_points[0], (Indices{0, 1, 2, 0, 3}));
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points, (Indices{0, 1, 2, 3, 2, 4}));
}

TEST(ReadMeshes, PrimitivesShareTheirPoints) {
    MadeGltf made;
    made.positions(triangle_points);
    made.positions({1, 0, 0, 0, 1, 0, 1, 1, 0});
    made.rest =
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}},"
        "{\"attributes\":{\"POSITION\":1}}]}]";
    const Mesh mesh = read_made(made).scene.meshes[0];
    EXPECT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(mesh.primitives[1].points, (Indices{1, 2, 3}));
}

TEST(ReadMeshes, UnusedVerticesGo) {
    MadeGltf made;
    made.positions({9, 9, 9, 0, 0, 0, 1, 0, 0, 9, 9, 9, 0, 1, 0});
    made.indices({1, 2, 4});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].points, triangle);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].indices, (Indices{0, 1, 2}));
    EXPECT_EQ(codes_of(file), Codes{"GLTF_UNUSED"});
    EXPECT_EQ(file.issues.list()[0].found, "2 of 5");
}

TEST(ReadMeshes, StripsFansAndPoints) {
    const auto read_mode = [](const char* mode) {
        MadeGltf made;
        made.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
        made.rest = one_mesh(std::string("\"attributes\":{\"POSITION\":0},\"mode\":") + mode);
        return read_made(made);
    };
    EXPECT_EQ(read_mode("5").scene.meshes[0].primitives[0].indices, (Indices{0, 1, 2, 1, 3, 2}));
    EXPECT_EQ(read_mode("6").scene.meshes[0].primitives[0].indices, (Indices{1, 2, 0, 2, 3, 0}));
    const GltfFile lines = read_mode("3");
    EXPECT_EQ(lines.scene.meshes[0].primitives[0].topology, Topology::lines);
    const GltfFile points = read_mode("0");
    EXPECT_TRUE(points.scene.meshes.empty());
    EXPECT_EQ(points.scene.nodes[0].mesh, no_index);
    EXPECT_EQ(codes_of(points), (Codes{"GLTF_POINTS", "GLTF_MESH_EMPTY"}));
    const GltfFile triangles = read_mode("4");
    EXPECT_EQ(codes_of(triangles), (Codes{"GLTF_TRIANGLES", "GLTF_UNUSED"}));
}

TEST(ReadMeshes, DegenerateTrianglesAreKept) {
    MadeGltf made;
    made.positions(triangle_points);
    made.indices({0, 1, 2, 0, 1, 1});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"indices\":1");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].indices.size(), 6u);
    EXPECT_EQ(codes_of(file), Codes{"GLTF_DEGENERATE"});
}

TEST(ReadMeshes, NormalsThatFollowFromTheTrianglesAreNotKept) {
    MadeGltf made;
    made.positions(triangle_points);
    made.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    made.positions({1, 0, 0, 0, 1, 0, 0, 0, 1});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"NORMAL\":1}");
    EXPECT_TRUE(read_made(made).scene.meshes[0].normals.empty());
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"NORMAL\":2}");
    EXPECT_EQ(read_made(made).scene.meshes[0].normals, (std::vector<Vec3>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
}

TEST(ReadMeshes, ACubeWithHardEdgesIsFlat) {
    // Two faces of a cube, four vertices each, two of them shared places.
    MadeGltf made;
    made.positions({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1});
    made.positions({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0});
    made.indices({0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"indices\":2");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].points.size(), 6u);
    EXPECT_TRUE(file.scene.meshes[0].primitives[0].flat);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].points.size(), 12u);
    EXPECT_TRUE(file.scene.meshes[0].normals.empty());
    EXPECT_EQ(codes_of(file), Codes());
}

TEST(ReadMeshes, OtherHardEdgesAreSmoothed) {
    MadeGltf made;
    made.positions(split_quad);
    made.positions({0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0});
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"NORMAL\":1}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(codes_of(file), Codes{"GLTF_HARD_EDGES"});
    EXPECT_NEAR(file.scene.meshes[0].normals[0].x, 0.7071f, 1e-3);
    EXPECT_EQ(file.scene.meshes[0].normals[1], (Vec3{0, 0, 1}));
}

TEST(ReadMeshes, ColorsOfEveryKind) {
    MadeGltf made;
    made.positions(triangle_points);
    made.accessor(made.view(std::vector<u8>{255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 51, 0}, 4), 5121, "VEC3", 3,
                  ",\"normalized\":true");
    made.floats({2, 0, 0, 1, 0, 0, 0, 0.5f, 0, 0, 0, -1}, "VEC4", 4);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"COLOR_0\":1}");
    EXPECT_EQ(read_made(made).scene.meshes[0].primitives[0].colors,
              (std::vector<Vec4>{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 0.2f, 1}}));
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"COLOR_0\":2}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].colors,
              (std::vector<Vec4>{{1, 0, 0, 1}, {0, 0, 0, 0.5f}, {0, 0, 0, 0}}));
    EXPECT_EQ(codes_of(file), Codes{"GLTF_COLOR"});
}

TEST(ReadMeshes, ColorsThatBlenderMixedUpAreTold) {
    MadeGltf made;
    made.positions(triangle_points);
    made.floats({1, 0, 0, 1, 0, 0, 0, 0.5f, 0, 0, 0, 1}, "VEC4", 4);
    made.floats({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, "VEC4", 4);
    struct Case {
        const char* generator;
        const char* accessor;
        bool mixed;
    };
    for (const Case& each :
         {Case{"Khronos glTF Blender I/O v3.4.50", "1", true},
          Case{"Khronos glTF Blender I/O v3.4.50", "2", false},  // one colour is the same everywhere
          Case{"Khronos glTF Blender I/O v3.4.50 with Thaw", "1", false},
          Case{"Khronos glTF Blender I/O v3.3.35", "1", false}, Case{"Khronos glTF Blender I/O v3.5.30", "1", false}}) {
        SCOPED_TRACE(each.generator);
        made.generator = each.generator;
        made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"COLOR_0\":" + std::string(each.accessor) + "}");
        const GltfFile file = read_made(made);
        EXPECT_EQ(file.colors_mixed_up, each.mixed);
        EXPECT_EQ(codes_of(file), each.mixed ? Codes{"GLTF_COLOR_ORDER"} : Codes{});
        EXPECT_EQ(file.scene.meshes[0].primitives[0].colors.size(), 3u);
    }
}

constexpr const char* textured =
    ",\"images\":[{\"uri\":\"data:image/png;base64,iVBORw==\"}],\"textures\":[{\"source\":0}],\"materials\":[{"
    "\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorTexture\":{\"index\":0,";

TEST(ReadMeshes, TheMaterialSaysWhichCoordinatesCount) {
    MadeGltf made;
    made.positions(triangle_points);
    made.floats({0, 0, 0, 0, 0, 0}, "VEC2", 2);
    made.floats({0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f}, "VEC2", 2);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1,\"TEXCOORD_1\":2},\"material\":0") +
                textured + "\"texCoord\":1}}}]";
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.meshes[0].primitives[0].uvs, (std::vector<Vec2>{{0.1f, 0.2f}, {0.3f, 0.4f}, {0.5f, 0.6f}}));
    EXPECT_EQ(codes_of(file), Codes{"GLTF_ATTRIBUTE"});
    EXPECT_EQ(file.issues.list()[0].found, "TEXCOORD_0");
    EXPECT_EQ(file.scene.images[0].file.size(), 4u);
}

TEST(ReadMeshes, TextureTransformsAreAppliedToTheCoordinates) {
    MadeGltf made;
    made.positions(triangle_points);
    made.floats({1, 0, 0, 1, 1, 1}, "VEC2", 2);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},\"material\":0") + textured +
                "\"extensions\":{\"KHR_texture_transform\":{\"offset\":[0.5,0.25],\"scale\":[2,3],"
                "\"rotation\":1.5707963267948966}}}}}],\"extensionsUsed\":[\"KHR_texture_transform\"]";
    const GltfFile file = read_made(made);
    // A quarter turn, counter-clockwise as a person sees it: (u, v) becomes (v, -u).
    const auto& uvs = file.scene.meshes[0].primitives[0].uvs;
    EXPECT_NEAR(uvs[0].x, 0.5f, 1e-6);
    EXPECT_NEAR(uvs[0].y, 0.25f - 2, 1e-6);
    EXPECT_NEAR(uvs[1].x, 0.5f + 3, 1e-6);
    EXPECT_NEAR(uvs[1].y, 0.25f, 1e-6);
    EXPECT_EQ(codes_of(file), Codes());
}

TEST(ReadMeshes, Materials) {
    MadeGltf made;
    made.view(std::vector<u8>{0x89, 'P', 'N', 'G'});
    made.rest =
        "\"images\":[{\"bufferView\":0,\"mimeType\":\"image/png\",\"name\":\"pic\"},{\"uri\":\"not there.png\"}],"
        "\"samplers\":[{\"magFilter\":9728,\"wrapS\":33071,\"wrapT\":33071},{\"wrapS\":33648}],"
        "\"textures\":[{\"source\":0,\"sampler\":0},{\"source\":1,\"sampler\":1}],"
        "\"materials\":[{\"name\":\"a\",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"doubleSided\":true,"
        "\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,2,0,1],\"baseColorTexture\":{\"index\":0}},"
        "\"extensions\":{\"KHR_materials_unlit\":{}},\"extras\":{\"thaw_blend\":\"modulate\",\"thaw_environment\":true,"
        "\"thaw_slot\":3,\"thaw_list\":\"[1,2]\"}},"
        "{\"alphaMode\":\"BLEND\",\"normalTexture\":{\"index\":0},"
        "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":1}}}]";
    const GltfFile file = read_made(made);
    const Material& a = file.scene.materials[0];
    EXPECT_EQ(a.name, "a");
    EXPECT_EQ(a.alpha, AlphaMode::mask);
    EXPECT_EQ(a.alpha_cutoff, 0.25f);
    EXPECT_TRUE(a.double_sided && a.unlit && a.nearest && a.clamp && a.environment);
    EXPECT_EQ(a.blend, BlendMode::modulate);
    EXPECT_EQ(a.base_color, (Vec4{0.5f, 1, 0, 1}));
    EXPECT_EQ(a.image, 0u);
    EXPECT_EQ(json::to_text(a.extras), "{\"thaw_slot\":3,\"thaw_list\":[1,2]}");
    const Material& b = file.scene.materials[1];
    EXPECT_EQ(b.alpha, AlphaMode::blend);
    EXPECT_FALSE(b.unlit || b.nearest || b.clamp);
    EXPECT_EQ(b.image, no_index);
    EXPECT_EQ(codes_of(file), (Codes{"GLTF_IMAGE", "GLTF_COLOR", "GLTF_SAMPLER", "GLTF_MATERIAL"}));
    EXPECT_EQ(file.issues.list()[3].found, "normalTexture, metal and roughness");
    EXPECT_EQ(file.scene.images[0].name, "pic");
}

TEST(ReadMeshes, VariantsThatSayNothingKeepTheMaterial) {
    MadeGltf made;
    made.positions(triangle_points);
    made.rest = one_mesh(
                    "\"attributes\":{\"POSITION\":0},\"extensions\":{\"KHR_materials_variants\":{\"mappings\":[{"
                    "\"material\":0,\"variants\":[1]}]}}") +
                ",\"materials\":[{\"name\":\"m\"}],\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{\"name\":"
                "\"day\"},{\"name\":\"night\"}]}}";
    const GltfFile file = read_made(made);
    EXPECT_EQ(file.scene.variants, (std::vector<std::string>{"day", "night"}));
    ASSERT_EQ(file.scene.materials.size(), 2u) << "a plain one for the variant of a part without material";
    EXPECT_EQ(file.scene.meshes[0].primitives[0].variants, (Indices{1, 0}));
}

TEST(ReadMeshes, TargetsThatOnePartLacks) {
    MadeGltf made;
    made.positions(triangle_points);
    made.positions({0, 0, 5, 1, 0, 5, 0, 1, 5});
    made.positions({1, 1, 1, 0, 0, 0, 0, 0, 0});
    made.rest =
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"weights\":[1],\"primitives\":[{\"attributes\":{\"POSITION\":0}},"
        "{\"attributes\":{\"POSITION\":1},\"targets\":[{\"POSITION\":2}]}]}]";
    GltfFile file = read_made(made);
    list_offsets(file.scene.meshes[0]);
    EXPECT_EQ(file.scene.meshes[0].targets[0].points, Indices{3});
    EXPECT_EQ(codes_of(file), (Codes{"GLTF_TARGETS", "GLTF_DEFAULT_WEIGHTS"}));
}

TEST(ReadMeshes, NormalsOfTrianglesWithoutAreaDoNotCount) {
    MadeGltf made;
    made.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0});
    made.floats({0, 0.6f, 0.8f, 0, 0.6f, 0.8f, 0, 0.6f, 0.8f, 0, 1, 0, 0, 1, 0, 1, 0, 0}, "VEC3", 3);
    made.rest = one_mesh("\"attributes\":{\"POSITION\":0,\"NORMAL\":1}");
    const GltfFile file = read_made(made);
    EXPECT_EQ(codes_of(file), Codes());
    EXPECT_EQ(file.scene.meshes[0].normals,
              (std::vector<Vec3>{{0, 0.6f, 0.8f}, {0, 0.6f, 0.8f}, {0, 0.6f, 0.8f}, {1, 0, 0}}));
}

TEST(ReadMeshes, PlainTargetsStayInTheFile) {
    MadeGltf made;
    made.positions(split_quad);
    std::vector<f32> offsets(18, 0.0f);
    offsets[3] = 0.5f;
    offsets[17] = -2;
    made.positions(offsets);
    made.accessor(made.view(std::vector<f32>(6 * 4, 1.0f), 16), 5126, "VEC3", 6);
    made.positions(offsets);  // ends with the file
    made.rest =
        one_mesh("\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1},{\"POSITION\":2},{},{\"POSITION\":3}]");
    const Blob glb = made.glb();
    auto file = read_gltf(glb);
    ASSERT_TRUE(file) << to_string(file.error());
    EXPECT_EQ(check(file->scene), "");
    Mesh& mesh = file->scene.meshes[0];
    ASSERT_EQ(mesh.targets.size(), 4u);
    for (const std::size_t t : {0u, 1u}) {
        ASSERT_EQ(mesh.targets[t].stored.size(), 1u);
        const u8* data = mesh.targets[t].stored[0].bytes.data();
        EXPECT_TRUE(data > glb.data() && data < glb.data() + glb.size());
    }
    EXPECT_TRUE(mesh.targets[3].stored.empty()) << "no room for a look at four numbers";
    list_offsets(mesh);
    EXPECT_TRUE(mesh.places.empty());
    EXPECT_EQ(mesh.targets[0].points, (Indices{1, 3}));
    EXPECT_EQ(mesh.targets[0].offsets, (std::vector<Vec3>{{0.5f, 0, 0}, {0, 0, -2}}));
    EXPECT_EQ(mesh.targets[1].offsets, (std::vector<Vec3>(4, {1, 1, 1})));
    EXPECT_TRUE(mesh.targets[2].points.empty());
    EXPECT_EQ(mesh.targets[3].offsets, mesh.targets[0].offsets);
    EXPECT_EQ(check(file->scene), "");
}

TEST(ReadMeshes, NumbersOfATargetThatAreNotFinite) {
    constexpr std::size_t vertices = 18;  // more than are looked at in one step, and some left over
    std::vector<f32> places(vertices * 3);
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<f32>(i * i % 31);
    for (std::size_t wrong = 0; wrong < vertices * 3; ++wrong) {
        MadeGltf made;
        made.positions(places);
        std::vector<f32> offsets(vertices * 3, 1.0f);
        offsets[wrong] = wrong % 2 == 0 ? std::numeric_limits<f32>::quiet_NaN() : -std::numeric_limits<f32>::infinity();
        made.positions(offsets);
        made.positions(places);
        made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1}]");
        const GltfFile file = read_made(made);
        EXPECT_EQ(codes_of(file), Codes{"GLTF_NON_FINITE"}) << wrong;
        EXPECT_EQ(check(file.scene), "");
    }
}

TEST(ReadMeshes, OnlyOneOfManyTargetsPartsTwoVertices) {
    for (const std::size_t parts : {0u, 2u, 4u}) {
        MadeGltf made;
        made.positions(split_quad);
        std::string targets;
        for (std::size_t t = 0; t < 5; ++t) {
            std::vector<f32> offsets(18, 0.25f);
            if (t == parts) offsets[9] = 0.5f;
            targets +=
                (t > 0 ? "," : "") + std::string("{\"POSITION\":") + std::to_string(made.positions(offsets)) + "}";
        }
        made.rest = one_mesh("\"attributes\":{\"POSITION\":0},\"targets\":[" + targets + "]");
        const GltfFile file = read_made(made);
        EXPECT_EQ(file.scene.meshes[0].primitives[0].points, (Indices{0, 1, 2, 3, 2, 4}));
        EXPECT_EQ(check(file.scene), "");
    }
}

}  // namespace
}  // namespace thaw::test
