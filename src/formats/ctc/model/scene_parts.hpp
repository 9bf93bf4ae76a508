// The parts of to_scene(), one per concern. What they make is in the scene's axes: (x, y, -z) of the file (C12).
#pragma once

#include "formats/ctc/model/clips.hpp"
#include "formats/ctc/model/document.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "scene/maths.hpp"

namespace thaw::ctc {

struct Rig {
    u32 main = no_index;             // the node that the main key moves
    std::vector<u32> order{};        // bones that have a node, parents first
    std::vector<u32> nodes{};        // by bone; no_index for one that hangs on no root
    std::vector<u32> joints{};       // by bone: its place among the skin's joints
    u32 still = no_index;            // the joint of vertices that no bone moves
    std::vector<u32> first_joint{};  // by vertex: of its first influence; no_index without a skin
};

// An attachment point whose triangle hangs on several bones, so that only keys of its own can move it.
struct BakedPoint {
    u32 node = no_index;
    std::array<u32, 3> vertices{};
};

struct SceneWork {
    const Document& document;
    const Bundle& bundle;
    const SceneOptions& options;
    IssueReporter reporter;
    double unit = 1;  // a unit of the file in the numbers of the scene
    double fps = 10;
    Scene scene{};
    u32 top = no_index;  // with raw numbers, or at the scale of an entity: the node that scales everything
    Rig rig{};
    u32 mesh = no_index;  // none if nothing can be drawn
    std::vector<BakedPoint> baked{};
};

Vec3 scene_point(const std::array<f32, 3>& position, double unit);
// What moves a bone, or the model as a whole, at a frame; the rest pose where the file has no numbers for it.
Transform main_transform(const SceneWork& work, u64 frame);
Transform bone_transform(const SceneWork& work, u64 frame, u32 bone);
// By joint: from the bind pose to a frame, within the top node.
std::vector<thaw::Matrix> joint_matrices(const SceneWork& work, u64 frame);
// Origin at the first corner, X toward the second, Z off the surface: how the game sees an attachment point.
Transform triangle_frame(const std::array<Vec3, 3>& corners);

// In this order.
void add_top(SceneWork& work, Issues& issues);
void add_skeleton(SceneWork& work);
void add_materials(SceneWork& work);
void add_mesh(SceneWork& work);  // points, morphs, triangle lists, influences
void add_influences(SceneWork& work, thaw::Mesh& mesh);
void add_attachments(SceneWork& work);
Status add_clips(SceneWork& work);
void show_frame(SceneWork& work, u64 frame);  // instead: a still
void add_extras(SceneWork& work);

// Triangles after the first records of the detail reduction (C18): where a corner at a vertex ends up.
struct Collapsed {
    u32 vertex = 0;
    u32 record = no_index;  // the last one that moved it and so gave it its UV
};
std::vector<Collapsed> collapsed_vertices(SceneWork& work);

// Does `index` select one of n things?
inline bool selects(i64 index, std::size_t n) { return index >= 0 && static_cast<u64>(index) < n; }

}  // namespace thaw::ctc
