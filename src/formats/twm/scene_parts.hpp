// The steps of to_scene(). What they repair is what the validators find, so those report it.
#pragma once

#include <optional>
#include <vector>

#include "formats/shared/issue_reporter.hpp"
#include "formats/twm/document.hpp"

namespace thaw::twm {

struct SceneWork {
    const Document& document;
    const Bundle& bundle;
    const SceneOptions& options;
    IssueReporter reporter;
    Scene scene{};
    u32 root = 0;                       // the node above everything but skinned meshes
    std::vector<u32> joint_nodes{};     // by joint
    std::vector<Mat4> inverse_binds{};  // by joint, each of them affine
    u32 skin = no_index;                // once a mesh needs it
    u32 plain_material = no_index;      // once a mesh needs it
};

// Joints as nodes, parents first, each in its rest pose.
void add_skeleton(SceneWork& work);
// The mesh and its node; nothing if no triangle can be shown.
Status add_mesh(SceneWork& work, std::size_t m);
// Can the triangle be shown that begins there? Three indices have to be stored.
bool is_drawn(const Mesh& mesh, u64 first_index);
// Empty if the points hang on nothing.
Result<Influences> influences_of(const Document& document, const Mesh& mesh);
void add_clip(SceneWork& work, std::size_t a);

// Of one joint: finite keys by time, each time once and then the last of them.
std::vector<const Key*> sorted_keys(std::span<const Key> keys);
// `word` is the one that was given for --rotation.
bool has_euler_degrees(const Animation& animation, std::string_view word);
Transform pose_of(const Key& key, bool euler_degrees);

inline thaw::Vec3 scene_vector(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace thaw::twm
