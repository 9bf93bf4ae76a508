// The pieces that a scene is put together from, in the order in which they are read. Each is void or false after an
// error, which the input keeps.
#pragma once

#include "gltf/input.hpp"
#include "gltf/read_accessors.hpp"

namespace thaw::gltf {

// How a material places its texture (KHR_texture_transform).
struct Placement {
    u32 uv_set = 0;
    std::array<f32, 2> offset{0, 0};
    f32 rotation = 0;
    std::array<f32, 2> scale{1, 1};
    friend bool operator==(const Placement&, const Placement&) = default;
};

// What the indices of the file have become.
struct Reading {
    Input& input;
    AccessorReader accessors;
    GltfFile& file;
    Scene& scene;
    std::vector<Placement> placements{};  // of each material
    u32 plain_material = no_index;        // for variants of a part that has none
    std::vector<u32> meshes{};            // in the scene, or no_index
    std::vector<u32> nodes{};             // in the scene, or no_index
    std::vector<u32> mesh_nodes{};        // by node of the file: the node that has its mesh, which may be another one
    std::vector<Extras> clips{};          // as the nodes' extras have them

    explicit Reading(Input& in, GltfFile& out) : input(in), accessors(in), file(out), scene(out.scene) {}
};

void read_materials(Reading& r);
void read_meshes(Reading& r);
void read_nodes(Reading& r);  // and skins
void read_animations(Reading& r);
void read_source(Reading& r, Ref scene);

}  // namespace thaw::gltf
