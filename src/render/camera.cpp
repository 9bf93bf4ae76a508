#include "render/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thaw::raster {

namespace {

constexpr double half_angle = 15 * std::numbers::pi / 180;  // of the image's shorter side
constexpr double margin = 0.04;                             // of each side, beyond it
constexpr double least_margin = 3;                          // pixels: half of the marks that lie on points, and more
constexpr double tiny = 1e-30;

Vec3d placed(const Basis& basis, double x, double y) { return basis.right * x + basis.up * y; }

Camera camera_of(const Frame& frame, const Basis& basis, const Vec3d& target, double distance) {
    return {basis, target, distance, frame.focal, frame.center_x, frame.center_y};
}

}  // namespace

Basis basis_of(const View& view) {
    // Whole quarter turns are exact, so that a front view has no trace of the side.
    const auto turn = [](double degrees) {
        const double rest = std::fmod(degrees, 360);
        const double quarter = rest / 90;
        const int whole = static_cast<int>(quarter);
        if (static_cast<double>(whole) == quarter) {
            constexpr std::array<double, 4> sines{0, 1, 0, -1};
            const auto at = static_cast<std::size_t>((whole + 4) % 4);
            return std::pair{sines[at], sines[(at + 1) % 4]};
        }
        const double radians = rest * std::numbers::pi / 180;
        return std::pair{std::sin(radians), std::cos(radians)};
    };
    const auto [sin_yaw, cos_yaw] = turn(view.yaw);
    const auto [sin_pitch, cos_pitch] = turn(view.pitch);
    Basis basis;
    basis.back = {sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch};
    basis.right = {cos_yaw, 0, -sin_yaw};
    basis.up = {-sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch};
    return basis;
}

Frame frame_of(u32 width, u32 height) {
    Frame frame;
    frame.focal = 0.5 * std::min(width, height) / std::tan(half_angle);
    const auto half = [](u32 side) {
        return 0.5 * side - std::clamp(margin * side, std::min(least_margin, 0.125 * side), 0.125 * side);
    };
    frame.slope_x = half(width) / frame.focal;
    frame.slope_y = half(height) / frame.focal;
    frame.center_x = 0.5 * width;
    frame.center_y = 0.5 * height;
    return frame;
}

void Fit::add(const Basis& basis, Vec3 point) {
    const Vec3d p = as_double(point);
    const double x = dot(basis.right, p);
    const double y = dot(basis.up, p);
    const double z = dot(basis.back, p);
    const double wide = frame_.slope_x * z;
    const double high = frame_.slope_y * z;
    if (empty_) {
        right_ = x + wide, left_ = -x + wide, top_ = y + high, bottom_ = -y + high, nearest_ = farthest_ = z;
        empty_ = false;
        return;
    }
    right_ = std::max(right_, x + wide);
    left_ = std::max(left_, -x + wide);
    top_ = std::max(top_, y + high);
    bottom_ = std::max(bottom_, -y + high);
    nearest_ = std::max(nearest_, z);
    farthest_ = std::min(farthest_, z);
}

// A point is inside if |x - cx| <= slope * (d - z): four half-planes in cx, cy and d, of which the extremes are known.
Camera Fit::camera(const Basis& basis) const {
    if (empty_) return camera_of(frame_, basis, {}, 1);
    const double across = (right_ + left_) / (2 * frame_.slope_x);
    const double upright = (top_ + bottom_) / (2 * frame_.slope_y);
    const double depth = nearest_ - farthest_;
    const double least = nearest_ + 0.05 * depth;  // something long that points at the camera
    double distance = std::max({across, upright, least});
    const double size = std::max({distance - farthest_, std::abs(nearest_) * 1e-6, tiny});
    distance = std::max(distance, nearest_ + size * 1e-3);
    // The camera looks at the middle of the depth, so that depths are near 1.
    const double middle = (nearest_ + farthest_) / 2;
    const Vec3d target = placed(basis, (right_ - left_) / 2, (top_ - bottom_) / 2) + basis.back * middle;
    return camera_of(frame_, basis, target, distance - middle);
}

void TurningFit::add(const Basis& basis, Vec3 point) {
    const Vec3d p = as_double(point) - target_;
    const double z = dot(p, basis.back);
    distance_ = std::max({distance_, z + std::abs(dot(p, basis.right)) / frame_.slope_x,
                          z + std::abs(dot(p, basis.up)) / frame_.slope_y});
    reach_ = std::max(reach_, std::abs(z));
}

Camera TurningFit::camera(const Basis& basis) const {
    return camera_of(frame_, basis, target_, std::max({distance_, reach_ * 1.05, tiny}));
}

}  // namespace thaw::raster
