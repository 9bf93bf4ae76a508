// Lines as thin triangles.
#pragma once

#include "render/camera.hpp"
#include "render/draw_list.hpp"

namespace thaw::raster {

// A position in the image as the list has it; false if it lies too far outside or is not a number.
bool place(const Projected& at, bool snap, Corner& corner);

struct LineStyle {
    std::array<f32, 4> color{0, 0, 0, 1};
    f32 width = 1.25f;  // pixels
    u32 surface = 0;
    u32 lift = 0;
};

void add_line(DrawList& list, const Projected& from, const Projected& to, const LineStyle& style);

}  // namespace thaw::raster
