// What explains a model: its edges, bones, normals, attachments and axes.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <thaw/pose.hpp>

#include "render/camera.hpp"
#include "render/draw_list.hpp"

namespace thaw::raster {

class Overlays {
public:
    Overlays(const Scene& scene, const Show& show);

    // Points that have to be in the image in addition to those of the meshes.
    void each_point(const Pose& pose, const std::function<void(Vec3)>& visit) const;
    void collect(const Pose& pose, const Camera& camera, DrawList& list);

private:
    struct Bone {
        u32 node = 0;
        u32 parent = no_index;  // the bone it hangs on
        f32 length = 0;         // along its Y axis, if it says so
    };
    void find_bones();
    void find_attachments();
    void draw_wireframe(const Camera& camera, DrawList& list);
    void draw_normals(const Pose& pose, u32 node, const Camera& camera, DrawList& list);
    void draw_bones(const Pose& pose, const Camera& camera, DrawList& list) const;
    void draw_axes(const Matrix& place, double length, f32 width, const Camera& camera, DrawList& list) const;

    const Scene& scene_;
    Show show_;
    std::vector<Bone> bones_{};
    std::vector<u32> attachments_{};
    std::vector<Vec3> points_{};
    std::vector<Vec3> normals_{};
    u32 mesh_ = no_index;
    std::vector<std::array<u32, 2>> edges_{};
};

}  // namespace thaw::raster
