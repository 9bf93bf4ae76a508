// The parts of from_scene(), one per concern.
#pragma once

#include <thaw/pose.hpp>

#include "formats/shared/rig.hpp"
#include "formats/twm/document.hpp"

namespace thaw::twm {

inline constexpr u64 max_joints = 0x10000;  // what a scene takes, see to_scene()
inline constexpr u64 max_weights = 256;     // of a vertex, likewise

// How the points of a mesh become vertices.
struct Placing {
    thaw::Matrix matrix = identity_matrix;
    bool mirrors = false;
    u32 bone = no_index;                               // all vertices hang on it
    const std::vector<u32>* joints = nullptr;          // or on these, by joint of the skin
    const std::vector<thaw::Vec3>* at_rest = nullptr;  // the points are these
};

struct BuildWork {
    const SceneInput& input;
    const BuildOptions& options;
    Issues& issues;
    const Scene& scene;
    Document document{};
    Pose rest{};
    build::Rig rig{};
    std::vector<thaw::Matrix> shown{};  // by skin: what it does to every point at rest, if that is one thing
    std::vector<bool> baked{};          // by skin: the mesh is stored in its pose at rest
    std::string refusal{};
    // By node, clip, material and image: the base has it, so that nothing is built or reported. All of them empty:
    // nothing is.
    std::vector<bool> kept_nodes{}, kept_clips{}, kept_materials{}, kept_images{};

    static bool is_in(const std::vector<bool>& kept, std::size_t i) { return i < kept.size() && kept[i]; }
    void refuse(std::string path, u64 most, u64 found, const char* what);
};

// In this order.
void build_joints(BuildWork& work);
void build_meshes(BuildWork& work);
void build_animations(BuildWork& work);
void report_lost(BuildWork& work);

}  // namespace thaw::twm
