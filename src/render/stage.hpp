// A scene at a moment, as a list of triangles in the image.
#pragma once

#include <functional>
#include <vector>

#include <thaw/pose.hpp>

#include "render/camera.hpp"
#include "render/finish.hpp"

namespace thaw::raster {

class Stage {
public:
    Stage(const Scene& scene, std::span<const Pixels> images, const RendererOptions& options);

    bool has_triangles() const { return has_triangles_; }

    // Takes up the pose of a moment; what follows is about that one.
    void pose(const Moment& moment);
    const Pose& pose() const { return pose_; }
    void each_point(const std::function<void(Vec3)>& visit);  // of everything that is shown
    void collect(const Camera& camera, DrawList& list);

private:
    // A primitive with what does not change from moment to moment.
    struct Part {
        const Primitive* primitive = nullptr;
        const Finish* finish = nullptr;
        bool lit = false;
        std::vector<std::array<f32, 4>> colors{};  // of each corner, or one for all
        u32 lift = 0;                              // later parts of a mesh lie on earlier ones
    };
    // Where the corners of a primitive stand in the list, and which of its triangles are seen.
    struct Facing {
        u32 base = 0;
        u32 lift = 0;
        bool mirrored = false;
        bool two_sided = false;
    };
    static std::vector<u32> drawn_points(const Mesh& mesh);
    Part prepared(const Primitive& primitive, u32 lift) const;
    bool is_in_one_place() const;
    bool faces_camera(u32 node) const;
    Vec3d origin_of(u32 node) const;  // as it is shown
    void each_turn(u32 node, const std::function<void(Vec3)>& visit) const;
    void face(const Camera& camera, u32 node);
    void collect_node(u32 node, const Camera& camera, DrawList& list);
    void collect_part(const Part& part, const Camera& camera, bool mirrored, DrawList& list);
    static void add_triangles(const Primitive& primitive, const Facing& facing, const DrawList& list,
                              std::vector<Triangle>& out);
    void collect_outline(const Part& part, const Camera& camera, bool mirrored, DrawList& list);
    void collect_lines(const Part& part, DrawList& list);
    Corner corner_of(const Part& part, std::size_t corner, const Camera& camera) const;
    void sort_blended(const DrawList& list);

    const Scene& scene_;
    RendererOptions options_;
    Finishes finishes_;
    std::vector<std::vector<Part>> parts_{};  // by mesh
    std::vector<std::vector<u32>> drawn_{};   // by mesh: points that a triangle or a line shows
    bool has_triangles_ = false;
    Pose pose_{};
    std::vector<Vec3> points_{};  // of the node at hand
    std::vector<Vec3> shown_{};   // those of them that are drawn
    std::vector<Vec3> normals_{};
    std::vector<Vec3> flat_normals_{};  // of the part at hand, by corner
    std::vector<Projected> projected_{};
    std::vector<Triangle> blended_{};
    std::vector<std::pair<f32, Triangle>> order_{};
};

}  // namespace thaw::raster
