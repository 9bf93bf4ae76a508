// Triangles to pixels.
#pragma once

#include <array>
#include <vector>

#include "render/draw_list.hpp"

namespace thaw::raster {

// Draws lists of triangles in their order, a band of rows at a time, so that the samples of a band stay in the cache
// and memory does not grow with the image.
class Rasteriser {
public:
    Rasteriser(u32 width, u32 height, u32 samples, std::array<u8, 4> background);

    void draw(const DrawList& list, Pixels& image);

private:
    struct Rows {  // from first to last, the triangle touches
        i16 first = 0;
        i16 last = -1;
    };
    template <u32 samples>
    void draw_band(const DrawList& list, u32 top, u32 bottom, Pixels& image);
    Rows rows_of(const DrawList& list, const Triangle& triangle) const;

    u32 width_;
    u32 height_;
    u32 samples_;
    u32 band_rows_;
    std::array<u8, 4> background_;
    std::vector<f32> depths_{};
    std::vector<u32> colors_{};  // red in the lowest byte; multiplied by alpha
    std::vector<Rows> rows_{};
};

}  // namespace thaw::raster
