// Where everything in a scene is at a moment of a clip: what viewers do with a scene.
//
//     thaw::Pose pose;
//     thaw::evaluate(scene, &scene.clips[thaw::find_clip(scene, "WALK")], 0.25, pose);
//     std::vector<thaw::Vec3> points;
//     thaw::posed_points(scene, pose, node, points);
#pragma once

#include <string_view>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw {

// Two frames of a mesh and how far it is from the first to the second.
struct FrameMix {
    u32 first = 0;
    u32 second = 0;
    f32 share = 0;
};

// Each list has one element a node. Keep it from one moment to the next, and nothing is allocated anew.
struct Pose {
    std::vector<Transform> locals{};
    std::vector<Matrix> worlds{};
    std::vector<std::vector<f32>> weights{};  // of the morph targets; none where no channel says
    std::vector<FrameMix> frames{};
    // How far from there the mesh is shown: the caller's, and kept by evaluate(). None: nowhere else.
    std::vector<Vec3> offsets{};
};

// How a rotation gets from one key to the next: the short way round, as viewers go, or the game's way where the channel
// has it (Channel::turns).
enum class Between : u8 { keys, game };

// The scene has to keep its promises, as those of to_scene() and read_gltf() do. Without a clip: the scene at rest.
// Before its first key and after its last one a channel stands still.
void evaluate(const Scene& scene, const Clip* clip, double seconds, Pose& pose, Between between = Between::keys);

// The points of the node's mesh in the scene: shaped by targets or frames, then skinned, or placed by the node. None of
// a node without a mesh.
void posed_points(const Scene& scene, const Pose& pose, u32 node, std::vector<Vec3>& points);

// Their normals, of unit length, for the points posed_points() gave: the mesh's own, turned as its points are, or
// computed from its triangles where it has none or changes its shape.
void posed_normals(const Scene& scene, const Pose& pose, u32 node, const std::vector<Vec3>& points,
                   std::vector<Vec3>& normals);

// The clip that a person means: by name, whatever its case, else by number from 0 on. no_index if there is none.
u32 find_clip(const Scene& scene, std::string_view word);
double duration_of(const Clip& clip);  // seconds

}  // namespace thaw
