// Where the camera stands, and where points fall in the image.
#pragma once

#include <array>
#include <span>

#include "render/render.hpp"
#include "scene/maths.hpp"

namespace thaw::raster {

// The camera's own axes in the scene. `back` points from the scene to the camera.
struct Basis {
    Vec3d right{1, 0, 0};
    Vec3d up{0, 1, 0};
    Vec3d back{0, 0, 1};
};

Basis basis_of(const View& view);

// A point in the image. Depth is 1 at the place the camera looks at and grows towards the camera; it is linear over
// the image, as its inverse is over the scene.
struct Projected {
    double x = 0;
    double y = 0;
    double depth = 0;
};

struct Camera {
    Basis basis{};
    Vec3d target{};
    double distance = 1;
    double focal = 1;  // pixels
    double center_x = 0;
    double center_y = 0;

    Projected project(Vec3 point) const {
        const Vec3d p = as_double(point) - target;
        const double depth = distance / (distance - dot(p, basis.back));
        const double scale = focal / distance * depth;
        return {center_x + dot(p, basis.right) * scale, center_y - dot(p, basis.up) * scale, depth};
    }
    // The direction in the camera's axes.
    Vec3 turned(Vec3 direction) const {
        const Vec3d d = as_double(direction);
        return rounded(Vec3d{dot(basis.right, d), dot(basis.up, d), dot(basis.back, d)});
    }
};

// The size of the image, as the camera wants it: half of each side as a slope.
struct Frame {
    double focal = 1;
    double slope_x = 1;
    double slope_y = 1;
    double center_x = 0;
    double center_y = 0;
};

Frame frame_of(u32 width, u32 height);

// Gathers points and finds the nearest camera that has them all in its image.
class Fit {
public:
    explicit Fit(const Frame& frame) : frame_(frame) {}

    void add(const Basis& basis, Vec3 point);
    bool empty() const { return empty_; }
    // For points that were all added with this basis: the image's centre is free.
    Camera camera(const Basis& basis) const;

private:
    Frame frame_;
    bool empty_ = true;
    double right_ = 0, left_ = 0, top_ = 0, bottom_ = 0;  // of the cone that holds the points, on each side
    double nearest_ = 0, farthest_ = 0;
};

// Gathers points seen by a camera that turns around one place.
class TurningFit {
public:
    TurningFit(const Frame& frame, const Vec3d& target) : frame_(frame), target_(target) {}

    void add(const Basis& basis, Vec3 point);
    Camera camera(const Basis& basis) const;

private:
    Frame frame_;
    Vec3d target_;
    double distance_ = 0;
    double reach_ = 0;
};

}  // namespace thaw::raster
