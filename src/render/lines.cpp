#include "render/lines.hpp"

#include <cmath>

namespace thaw::raster {

bool place(const Projected& at, bool snap, Corner& corner) {
    const auto inside = [](double value) { return value > -guard_pixels && value < guard_pixels; };
    if (!inside(at.x) || !inside(at.y) || !(at.depth > 0) || !std::isfinite(at.depth)) return false;
    const auto whole = [&](double value) {
        if (snap) return static_cast<i32>(std::floor(value + 0.5)) * subpixels;
        return static_cast<i32>(std::floor(value * subpixels + 0.5));
    };
    corner.x = whole(at.x);
    corner.y = whole(at.y);
    corner.depth = static_cast<f32>(at.depth);
    return true;
}

void add_line(DrawList& list, const Projected& from, const Projected& to, const LineStyle& style) {
    double along_x = to.x - from.x;
    double along_y = to.y - from.y;
    const double length = std::sqrt(along_x * along_x + along_y * along_y);
    if (!(length > 1e-6)) return;
    const double scale = 0.5 * static_cast<double>(style.width) / length;
    along_x *= scale;
    along_y *= scale;
    std::array<Corner, 4> corners;
    const std::array<Projected, 4> places{{{from.x - along_y, from.y + along_x, from.depth},
                                           {from.x + along_y, from.y - along_x, from.depth},
                                           {to.x - along_y, to.y + along_x, to.depth},
                                           {to.x + along_y, to.y - along_x, to.depth}}};
    for (std::size_t i = 0; i < 4; ++i) {
        if (!place(places[i], false, corners[i])) return;
        corners[i].color = style.color;
    }
    const auto first = static_cast<u32>(list.corners.size());
    list.corners.insert(list.corners.end(), corners.begin(), corners.end());
    list.triangles.push_back({{first, first + 1, first + 2}, style.surface, style.lift});
    list.triangles.push_back({{first + 2, first + 1, first + 3}, style.surface, style.lift});
}

}  // namespace thaw::raster
