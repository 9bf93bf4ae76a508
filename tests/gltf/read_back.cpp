#include "gltf/read_back.hpp"

#include <cstring>
#include <stdexcept>

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE_WRITE
#include <tiny_gltf.h>

namespace thaw::test {

struct ReadBack::Model {
    tinygltf::Model gltf;

    double component(const unsigned char* from, int type) const {
        switch (type) {
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE: return *from;
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT: return read<unsigned short>(from);
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT: return read<unsigned>(from);
            case TINYGLTF_COMPONENT_TYPE_FLOAT: return static_cast<double>(read<float>(from));
            default: throw std::runtime_error("a component type that Thaw does not write");
        }
    }
    template <class T>
    static T read(const unsigned char* from) {
        T value;
        std::memcpy(&value, from, sizeof value);
        return value;
    }

    std::vector<double> values(int index) const {
        const auto& accessor = gltf.accessors.at(static_cast<std::size_t>(index));
        const auto& view = gltf.bufferViews.at(static_cast<std::size_t>(accessor.bufferView));
        const auto& data = gltf.buffers.at(static_cast<std::size_t>(view.buffer)).data;
        const auto width =
            static_cast<std::size_t>(tinygltf::GetNumComponentsInType(static_cast<unsigned>(accessor.type)));
        const auto bytes =
            static_cast<std::size_t>(tinygltf::GetComponentSizeInBytes(static_cast<unsigned>(accessor.componentType)));
        const auto stride = static_cast<std::size_t>(accessor.ByteStride(view));
        std::vector<double> out;
        for (std::size_t i = 0; i < accessor.count; ++i) {
            for (std::size_t k = 0; k < width; ++k) {
                out.push_back(component(&data.at(view.byteOffset + accessor.byteOffset + i * stride + k * bytes),
                                        accessor.componentType));
            }
        }
        return out;
    }
    std::vector<double> named(const std::map<std::string, int>& attributes, const std::string& name) const {
        const auto at = attributes.find(name);
        return at == attributes.end() ? std::vector<double>() : values(at->second);
    }
};

ReadBack::ReadBack(const std::string& glb) : model_(std::make_unique<Model>()) {
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*,
                             int, void*) { return true; },
                          nullptr);
    std::string error;
    std::string warning;
    if (!loader.LoadBinaryFromMemory(&model_->gltf, &error, &warning,
                                     reinterpret_cast<const unsigned char*>(glb.data()),
                                     static_cast<unsigned>(glb.size()))) {
        throw std::runtime_error(error);
    }
}

ReadBack::~ReadBack() = default;

std::vector<double> ReadBack::attribute(std::size_t mesh, std::size_t primitive, const std::string& name) const {
    return model_->named(model_->gltf.meshes.at(mesh).primitives.at(primitive).attributes, name);
}

std::vector<double> ReadBack::indices(std::size_t mesh, std::size_t primitive) const {
    return model_->values(model_->gltf.meshes.at(mesh).primitives.at(primitive).indices);
}

std::size_t ReadBack::target_count(std::size_t mesh, std::size_t primitive) const {
    return model_->gltf.meshes.at(mesh).primitives.at(primitive).targets.size();
}

std::vector<double> ReadBack::target(std::size_t mesh, std::size_t primitive, std::size_t target,
                                     const std::string& name) const {
    return model_->named(model_->gltf.meshes.at(mesh).primitives.at(primitive).targets.at(target), name);
}

std::vector<double> ReadBack::key_times(std::size_t animation, std::size_t channel) const {
    const auto& clip = model_->gltf.animations.at(animation);
    return model_->values(clip.samplers.at(static_cast<std::size_t>(clip.channels.at(channel).sampler)).input);
}

std::vector<double> ReadBack::key_values(std::size_t animation, std::size_t channel) const {
    const auto& clip = model_->gltf.animations.at(animation);
    return model_->values(clip.samplers.at(static_cast<std::size_t>(clip.channels.at(channel).sampler)).output);
}

std::vector<double> ReadBack::inverse_binds(std::size_t skin) const {
    return model_->values(model_->gltf.skins.at(skin).inverseBindMatrices);
}

}  // namespace thaw::test
