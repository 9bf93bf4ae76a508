#include "gltf_seeds.hpp"

#include "gltf/made_gltf.hpp"

namespace thaw::fuzz {

namespace {

using test::MadeGltf;
using test::one_mesh;

const std::vector<f32> quad{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};

Blob textured() {
    MadeGltf made;
    made.positions(quad);
    made.floats({0, 0, 1, 0, 1, 1, 0, 1}, "VEC2", 2);
    made.positions({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    made.indices({0, 1, 2, 0, 2, 3});
    made.rest =
        one_mesh(
            "\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1,\"NORMAL\":2,\"COLOR_0\":2},\"indices\":3,"
            "\"material\":0,\"extensions\":{\"KHR_materials_variants\":{\"mappings\":[{\"material\":1,"
            "\"variants\":[0]}]}}") +
        ",\"images\":[{\"uri\":\"data:;base64,iVBORw==\"},{\"uri\":\"b\"}],\"samplers\":[{\"magFilter\":9728}],"
        "\"textures\":[{\"source\":0,\"sampler\":0}],\"materials\":[{\"pbrMetallicRoughness\":{"
        "\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":{\"offset\":[1,2],"
        "\"rotation\":1}}}},\"extensions\":{\"KHR_materials_unlit\":{}},\"extras\":{\"thaw_blend\":\"additive\"}},"
        "{\"alphaMode\":\"MASK\"}],\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"v\"}]}}";
    return made.glb();
}

Blob morphed() {
    MadeGltf made;
    made.positions(quad);
    made.positions({0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    made.floats({0, 1, 2, 3}, "SCALAR", 1);
    made.floats({0, 1}, "SCALAR", 1);
    made.floats({0, 1}, "SCALAR", 1);
    made.rest =
        one_mesh(
            "\"mode\":5,\"attributes\":{\"POSITION\":0,\"_SOURCE_VERTEX\":2},\"targets\":[{\"POSITION\":1,"
            "\"NORMAL\":1}]",
            ",\"extras\":{\"targetNames\":[\"t\"]}") +
        ",\"animations\":[{\"name\":\"a\",\"samplers\":[{\"input\":3,\"output\":4}],\"channels\":[{\"sampler\":0,"
        "\"target\":{\"node\":0,\"path\":\"weights\"}}]}]";
    return made.glb();
}

Blob skinned() {
    MadeGltf made;
    made.positions(quad);
    made.accessor(made.view(std::vector<u8>{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0}), 5121, "VEC4", 4);
    made.accessor(made.view(std::vector<u8>{200, 55, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 100, 155, 0, 0}), 5121, "VEC4",
                  4, ",\"normalized\":true");
    made.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                "MAT4", 16);
    made.floats({0, 1}, "SCALAR", 1);
    made.floats({0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0}, "VEC4", 4);
    made.rest =
        "\"nodes\":[{\"children\":[1,2],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1],\"extras\":{\"thaw_clips\":"
        "\"{\\\"c\\\":{\\\"loop\\\":false,\\\"x\\\":1}}\"}},{\"rotation\":[0,0,0,1]},{\"mesh\":0,\"skin\":0}],"
        "\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":3}],\"meshes\":[{\"primitives\":[{\"mode\":6,"
        "\"attributes\":"
        "{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}],\"animations\":[{\"name\":\"c\",\"samplers\":[{\"input\":"
        "4,"
        "\"output\":5,\"interpolation\":\"CUBICSPLINE\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":"
        "\"rotation\"}}]}]";
    return made.glb();
}

Blob sparse_and_packed() {
    MadeGltf made;
    const u32 places = made.view(std::vector<u8>{1, 2});
    const u32 values = made.view(std::vector<f32>{1, 2, 3, 4, 5, 6});
    made.accessor_json(
        "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":4,\"sparse\":{\"count\":2,\"indices\":{"
        "\"bufferView\":" +
        std::to_string(places) + ",\"componentType\":5121},\"values\":{\"bufferView\":" + std::to_string(values) +
        "}}}");
    const u32 packed = made.view_json(
        "{\"buffer\":0,\"byteLength\":16,\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":12,"
        "\"byteOffset\":4,\"byteStride\":4,\"count\":4,\"mode\":\"ATTRIBUTES\",\"filter\":\"NONE\"}}}");
    made.accessor(packed, 5120, "VEC4", 4, ",\"normalized\":true");
    made.rest = one_mesh("\"mode\":1,\"attributes\":{\"POSITION\":0,\"COLOR_0\":1,\"_X\":1}") +
                ",\"extensionsRequired\":[\"EXT_meshopt_compression\"]";
    return made.glb();
}

Blob outside() {
    const std::string json =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":40,\"uri\":\"a%20b\"}],\"bufferViews\":[{"
        "\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5121,\"type\":\"VEC3\","
        "\"count\":9}],\"scenes\":[{\"nodes\":[0],\"extras\":{\"thaw\":{\"format\":\"x\",\"parts\":[],\"content\":\"" +
        std::string(64, '0') +
        "\"}}}],\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
    return Blob::copy_of(Bytes(static_cast<const u8*>(static_cast<const void*>(json.data())), json.size()));
}

}  // namespace

std::vector<std::pair<std::string, Blob>> gltf_seeds() {
    return {{"textured", textured()},
            {"morphed", morphed()},
            {"skinned", skinned()},
            {"sparse", sparse_and_packed()},
            {"outside", outside()}};
}

}  // namespace thaw::fuzz
