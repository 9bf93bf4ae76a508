// A scene as games without skeletons see it: one cloud of points, one list of triangles, and whole poses of all points.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <thaw/issue.hpp>
#include <thaw/pose.hpp>
#include <thaw/scene.hpp>

namespace thaw::build {

struct FlatTriangle {
    std::array<u32, 3> points{};  // counter-clockwise
    std::array<Vec2, 3> uvs{};
    std::array<Vec4, 3> colors{};  // white where the mesh has none
    u32 material = no_index;
    u32 node = 0;
    bool flat = false;     // one normal of its own
    bool colored = false;  // the mesh says colours
};

// A pose: one of the shapes that the targets of the meshes are, or a moment of a clip.
struct FlatFrame {
    u32 shape = no_index;  // of the first piece; 0: the mesh as it is, n: its target n - 1
    const Clip* clip = nullptr;
    double seconds = 0;
};

struct FlatClip {
    std::string name{};
    std::vector<u32> frames{};  // in the order in which they are shown, the loop's closing one not among them
    double fps = 0;
    bool loop = true;
    const Clip* source = nullptr;
};

// The points of one node's mesh.
struct FlatPiece {
    u32 node = 0;
    u32 first_point = 0;
    u32 points = 0;
};

// Refers to the scene it was made of.
struct Flat {
    const Scene* scene = nullptr;
    std::vector<FlatPiece> pieces{};
    u32 points = 0;
    std::vector<u32> sources{};  // by point: the native vertex, or no_index
    std::vector<FlatTriangle> triangles{};
    std::vector<FlatFrame> frames{};  // at least one: the scene at rest if there are no clips
    std::vector<FlatClip> clips{};
    bool by_shape = false;  // the frames are the targets themselves

    // Where all points are in a frame.
    void pose(u32 frame, std::vector<Vec3>& out, Pose& scratch) const;
};

struct FlattenOptions {
    std::optional<double> fps{};  // for clips that are sampled; else what the clip says, else what its keys suggest
    double usual_fps = 30;        // where nothing says
    // Takes only these nodes, with their meshes; all if empty.
    std::vector<u32> nodes{};
    u32 most_frames = 1u << 16;  // more are not sampled: a clip of hours would fill the memory
};

// Frames are the targets themselves where these are frames by their names, as Thaw writes vertex animation, and the
// clips show them so. Else each clip is sampled. What is not taken over is an issue.
Flat flatten(const Scene& scene, std::span<const std::vector<u32>> source_points, const FlattenOptions& options,
             Issues& issues);

}  // namespace thaw::build
