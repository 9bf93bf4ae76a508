// A picture to be looked up in, with smaller versions of itself.
#pragma once

#include <vector>

#include "images/image.hpp"

namespace thaw::render {

// Four numbers of 0 to 255 in one: red in the lowest 16 bits, then green, blue, alpha. Colours are multiplied by alpha.
using Texel = u64;

inline constexpr Texel texel_lanes = 0x00FF00FF00FF00FF;

inline Texel texel_of(u32 red, u32 green, u32 blue, u32 alpha) {
    return Texel{red} | Texel{green} << 16 | Texel{blue} << 32 | Texel{alpha} << 48;
}
inline u32 lane(Texel texel, u32 i) { return static_cast<u32>(texel >> (16 * i)) & 0xFFFF; }

// share: 0 to 256 of b. No lane reaches 16 bits on the way.
inline Texel mixed(Texel a, Texel b, u32 share) { return ((a * (256 - share) + b * share) >> 8) & texel_lanes; }

class Texture {
public:
    // Without alpha every texel is solid, whatever the picture says.
    Texture(const Picture& picture, bool with_alpha);

    // How many texels of the picture itself lie on one pixel, as a power of two: 0 for as many, 1 for two by two, ...
    // The coordinates are of a size that an i32 holds.
    Texel nearest(f32 u, f32 v, bool clamp) const;
    Texel bilinear(f32 u, f32 v, bool clamp, f32 detail) const;

    u32 width() const { return levels_.front().width; }
    u32 height() const { return levels_.front().height; }

private:
    struct Level {
        u32 width = 0;
        u32 height = 0;
        std::vector<Texel> texels{};
    };
    static Level halved(const Level& level);
    static Texel bilinear(const Level& level, f32 u, f32 v, bool clamp);

    std::vector<Level> levels_{};
};

}  // namespace thaw::render
