#include "tinygltf.hpp"

#include <cstring>

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE_WRITE
#include <tiny_gltf.h>

namespace thaw::bench {

namespace {

bool load(Bytes glb, tinygltf::Model& model) {
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*,
                             int, void*) { return true; },
                          nullptr);
    std::string error;
    std::string warning;
    return loader.LoadBinaryFromMemory(&model, &error, &warning, glb.data(), static_cast<unsigned>(glb.size()));
}

}  // namespace

bool read_with_tinygltf(Bytes glb) {
    tinygltf::Model model;
    return load(glb, model);
}

bool unpack_with_tinygltf(Bytes glb) {
    tinygltf::Model model;
    if (!load(glb, model)) return false;
    std::vector<std::vector<unsigned char>> lists;
    const auto take = [&](int number) {
        const auto& accessor = model.accessors.at(number);
        const auto& view = model.bufferViews.at(accessor.bufferView);
        const auto* from = model.buffers.at(view.buffer).data.data() + view.byteOffset + accessor.byteOffset;
        lists.emplace_back(from, from + accessor.count * accessor.ByteStride(view));
    };
    for (const auto& mesh : model.meshes) {
        for (const auto& primitive : mesh.primitives) {
            for (const auto& [name, number] : primitive.attributes) take(number);
            take(primitive.indices);
        }
    }
    return !lists.empty();
}

bool read_targets_with_tinygltf(Bytes glb) {
    tinygltf::Model model;
    if (!load(glb, model)) return false;
    std::vector<std::vector<float>> targets;
    for (const auto& mesh : model.meshes) {
        for (const auto& primitive : mesh.primitives) {
            for (const auto& target : primitive.targets) {
                const auto& accessor = model.accessors.at(target.at("POSITION"));
                const auto& view = model.bufferViews.at(accessor.bufferView);
                const auto& data = model.buffers.at(view.buffer).data;
                auto& out = targets.emplace_back(accessor.count * 3);
                std::memcpy(out.data(), data.data() + view.byteOffset + accessor.byteOffset, accessor.count * 12);
            }
        }
    }
    return !targets.empty();
}

}  // namespace thaw::bench
