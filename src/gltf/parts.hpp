// The pieces that a glTF file is put together from. Each adds its numbers to the binary and gives its JSON.
#pragma once

#include <deque>
#include <map>

#include <thaw/gltf.hpp>

#include "gltf/accessors.hpp"
#include "gltf/binary.hpp"

namespace thaw::gltf {

struct Output {
    const Scene& scene;
    const GltfOptions& options;
    const Context& context;
    Binary binary{options.meshopt};
    Accessors accessors{};
    std::deque<Mesh> sorted{};  // meshes whose corners have another order; who writes them looks into them
    bool uses_unlit = false;
    bool uses_quantization = false;
    std::map<u32, Transform> placed{};  // nodes whose transform also turns steps into metres
};

// Does every material have an image that a glTF can hold, or none?
Status check_images(const Scene& scene);
json::Value meshes_json(Output& out);
// materials, textures, images and samplers, as far as there are any, into the root.
void add_materials(Output& out, json::Value& root);
json::Value skins_json(Output& out);
json::Value animations_json(Output& out);
json::Value nodes_json(const Output& out);
// What a node, mesh or material keeps: structured values become one string of JSON, which editors carry along.
json::Value flat_extras(const Extras& extras);

inline json::Value numbers(std::span<const f32> values) {
    json::Array out;
    for (const f32 v : values) out.emplace_back(static_cast<double>(v));
    return out;
}

inline bool is_null(const json::Value& value) { return value.get_if<std::monostate>() != nullptr; }

}  // namespace thaw::gltf
