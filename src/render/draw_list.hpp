// What is to be drawn, in the image's own coordinates.
#pragma once

#include <array>
#include <vector>

#include "render/texture.hpp"

namespace thaw::raster {

inline constexpr i32 subpixels = 256;  // positions in the image are whole numbers of these

// Positions up to this many pixels outside the image are drawn; what reaches further is left out.
inline constexpr i32 guard_pixels = 1 << 15;

struct Corner {
    i32 x = 0;  // of 256 to a pixel, from the left upper edge
    i32 y = 0;
    f32 depth = 0;  // see Camera; larger is nearer
    f32 u = 0;
    f32 v = 0;
    std::array<f32, 4> color{1, 1, 1, 1};  // by what the texture is multiplied; not multiplied by alpha itself
};

// How the pixels of a triangle get their colours.
struct Surface {
    const Texture* texture = nullptr;
    AlphaMode alpha = AlphaMode::opaque;
    BlendMode blend = BlendMode::normal;
    f32 cutoff = 0.5f;
    bool nearest = false;
    bool mips = true;
    bool clamp = false;
    bool affine = false;
    bool on_top = false;  // whatever is in front of it

    bool solid() const { return alpha != AlphaMode::blend; }
};

struct Triangle {
    std::array<u32, 3> corners{};
    u32 surface = 0;
    u32 lift = 0;  // by how many small steps it is nearer than it says: what lies on something else
};

// Twice the area, in subpixels. Positive for corners that follow each other clockwise as one sees them: since scenes
// turn the other way, that is a triangle's back.
inline i64 area_of(const Corner& a, const Corner& b, const Corner& c) {
    return (i64{b.x} - a.x) * (i64{c.y} - a.y) - (i64{c.x} - a.x) * (i64{b.y} - a.y);
}

struct DrawList {
    std::vector<Corner> corners{};
    std::vector<Surface> surfaces{};
    std::vector<Triangle> triangles{};

    void clear() {
        corners.clear();
        surfaces.clear();
        triangles.clear();
    }
};

}  // namespace thaw::raster
