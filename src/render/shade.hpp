// The colour of a pixel of a triangle, and how it joins what is there.
#pragma once

#include <algorithm>
#include <cmath>

#include "render/draw_list.hpp"

namespace thaw::raster {

// What changes evenly over a triangle's image: all of it together, so that the machine computes it together.
// u, v and the colours are multiplied by depth, which undoes perspective, unless the surface is affine.
enum Varying : u8 { depth_lane, u_lane, v_lane, red_lane, alpha_lane = red_lane + 3, lanes = 8 };
using Lanes = std::array<f32, lanes>;

// Everything that changes over a triangle. Places are pixels from its reference corner.
struct Shading {
    const Surface* surface = nullptr;
    Lanes start{};  // at the reference corner
    Lanes right{};  // more of it a pixel to the right
    Lanes down{};
    std::array<f32, 2> least{};  // of u and v: thin triangles have steep slopes that overshoot
    std::array<f32, 2> most{};
    f32 detail = 0;  // see Texture
};

inline void step(const Lanes& from, const Lanes& slope, f32 distance, Lanes& out) {
    for (std::size_t i = 0; i < lanes; ++i) out[i] = from[i] + slope[i] * distance;
}

// Red in the lowest byte, then green, blue, alpha; colours multiplied by alpha.
using Pixel = u32;

inline u32 channel(Pixel pixel, u32 i) { return (pixel >> (8 * i)) & 255; }
inline Pixel pixel_of(u32 red, u32 green, u32 blue, u32 alpha) { return red | green << 8 | blue << 16 | alpha << 24; }

// The least also for what is not a number.
inline f32 within(f32 value, f32 least, f32 most) {
    value = value > least ? value : least;
    return value < most ? value : most;
}

inline u32 to_byte(f32 value) { return static_cast<u32>(static_cast<i32>(within(value, 0, 255) + 0.5f)); }

// False: a hole.
inline bool shade(const Shading& shading, const Lanes& at, Pixel& out) {
    const Surface& surface = *shading.surface;
    const f32 inverse = surface.affine ? 1.0f : 1.0f / at[depth_lane];
    Texel texel = texel_of(255, 255, 255, 255);
    if (surface.texture != nullptr) {
        const f32 u = within(at[u_lane] * inverse, shading.least[0], shading.most[0]);
        const f32 v = within(at[v_lane] * inverse, shading.least[1], shading.most[1]);
        texel = surface.nearest ? surface.texture->nearest(u, v, surface.clamp)
                                : surface.texture->bilinear(u, v, surface.clamp, shading.detail);
    }
    f32 scale = inverse;
    u32 opacity = 255;
    if (surface.alpha != AlphaMode::opaque) {
        const f32 alpha = within(at[alpha_lane] * inverse, 0, 1);
        const auto coverage = static_cast<f32>(lane(texel, 3));
        if (surface.alpha == AlphaMode::mask) {
            if (coverage * alpha < surface.cutoff * 255) return false;
            if (coverage > 0) scale *= 255 / coverage;  // what is there is solid
        } else {
            opacity = to_byte(coverage * alpha);
            scale *= alpha;
        }
    }
    std::array<u32, 3> color;
    for (u32 i = 0; i < 3; ++i) color[i] = to_byte(static_cast<f32>(lane(texel, i)) * at[red_lane + i] * scale);
    out = pixel_of(color[0], color[1], color[2], opacity);
    return true;
}

inline Pixel over(Pixel source, Pixel below) {
    const u32 rest = 255 - channel(source, 3);
    const auto part = [&](u32 i) { return std::min(255u, channel(source, i) + multiplied(channel(below, i), rest)); };
    return pixel_of(part(0), part(1), part(2), part(3));
}

// Light over nothing has to be seen too: it brings its own alpha.
inline Pixel added(Pixel source, Pixel below) {
    const auto part = [&](u32 i) { return std::min(255u, channel(source, i) + channel(below, i)); };
    const u32 red = part(0), green = part(1), blue = part(2);
    return pixel_of(red, green, blue, std::max({channel(below, 3), red, green, blue}));
}

// Twice the product, as Unreal has it: grey changes nothing. Over nothing, what darkens is black of some alpha.
inline Pixel modulated(Pixel source, Pixel below) {
    const auto part = [&](u32 i) { return std::min(255u, 2 * multiplied(channel(source, i), channel(below, i))); };
    const u32 light = (channel(source, 0) + channel(source, 1) + channel(source, 2)) * 2 / 3;
    const u32 rest = multiplied(255 - channel(below, 3), std::min(255u, light));
    return pixel_of(part(0), part(1), part(2), 255 - rest);
}

inline Pixel blended(const Surface& surface, Pixel source, Pixel below) {
    if (surface.solid()) return source;
    switch (surface.blend) {
        case BlendMode::additive: return added(source, below);
        case BlendMode::modulate: return modulated(source, below);
        case BlendMode::normal: break;
    }
    return over(source, below);
}

}  // namespace thaw::raster
