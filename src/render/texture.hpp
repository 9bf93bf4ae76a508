// An image to be looked up in, with smaller versions of itself.
#pragma once

#include <algorithm>
#include <vector>

#include "images/image.hpp"

namespace thaw::raster {

// Four numbers of 0 to 255 in one: red in the lowest 16 bits, then green, blue, alpha. Colours are multiplied by alpha.
using Texel = u64;

inline constexpr Texel texel_lanes = 0x00FF00FF00FF00FF;

inline Texel texel_of(u32 red, u32 green, u32 blue, u32 alpha) {
    return Texel{red} | Texel{green} << 16 | Texel{blue} << 32 | Texel{alpha} << 48;
}
inline u32 lane(Texel texel, u32 i) { return static_cast<u32>(texel >> (16 * i)) & 0xFFFF; }

// Of two numbers of 0 to 255, 255 being one.
inline u32 multiplied(u32 a, u32 b) {
    const u32 product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

// share: 0 to 256 of b. No lane reaches 16 bits on the way.
inline Texel mixed(Texel a, Texel b, u32 share) { return ((a * (256 - share) + b * share) >> 8) & texel_lanes; }

class Texture {
public:
    // Without alpha every texel is solid, whatever the image says.
    Texture(const Pixels& image, bool with_alpha);

    // Coordinates are of a size that an i32 holds. Beyond 0 and 1 the image repeats, or its edge goes on.
    Texel nearest(f32 u, f32 v, bool clamp) const {
        const Level& level = levels_.front();
        const auto at = [&](f32 coordinate, u32 size) {
            const auto index = static_cast<i32>(placed(coordinate, clamp) * static_cast<f32>(size));
            return std::min(static_cast<u32>(index), size - 1);
        };
        return level.texels[std::size_t{at(v, level.height)} * level.width + at(u, level.width)];
    }

    // `detail`: how many texels lie on one pixel, as a power of two: 0 for as many, 1 for two by two, ...
    Texel bilinear(f32 u, f32 v, bool clamp, f32 detail) const {
        u = placed(u, clamp);
        v = placed(v, clamp);
        if (detail <= 0 || levels_.size() == 1) return bilinear(levels_.front(), u, v, clamp);
        const auto last = static_cast<f32>(levels_.size() - 1);
        if (detail >= last) return levels_.back().texels.front();
        const auto level = static_cast<std::size_t>(static_cast<i32>(detail));
        const auto share = static_cast<u32>(static_cast<i32>((detail - static_cast<f32>(level)) * 256));
        const Texel fine = bilinear(levels_[level], u, v, clamp);
        return mixed(fine, bilinear(levels_[level + 1], u, v, clamp), share);
    }

    u32 width() const { return levels_.front().width; }
    u32 height() const { return levels_.front().height; }

private:
    struct Level {
        u32 width = 0;
        u32 height = 0;
        std::vector<Texel> texels{};
    };
    struct Neighbours {
        u32 first = 0;
        u32 second = 0;
        u32 share = 0;  // of the second, 0 to 255
    };

    // From 0 to 1.
    static f32 placed(f32 coordinate, bool clamp) {
        if (clamp) return std::clamp(coordinate, 0.0f, 1.0f);
        const auto whole = static_cast<f32>(static_cast<i32>(coordinate));
        const f32 rest = coordinate - whole;
        return rest < 0 ? rest + 1 : rest;
    }

    static Neighbours neighbours(f32 place, u32 size, bool clamp) {
        const auto at = static_cast<i32>(place * static_cast<f32>(size) * 256) - 128;
        const i32 last = static_cast<i32>(size) - 1;
        const i32 first = at >> 8;
        const i32 second = first + 1;
        const auto share = static_cast<u32>(at & 255);
        const i32 before = clamp ? 0 : last;
        const i32 after = clamp ? last : 0;
        return {static_cast<u32>(first < 0 ? before : first), static_cast<u32>(second > last ? after : second), share};
    }

    static Texel bilinear(const Level& level, f32 u, f32 v, bool clamp) {
        const Neighbours x = neighbours(u, level.width, clamp);
        const Neighbours y = neighbours(v, level.height, clamp);
        const Texel* above = level.texels.data() + std::size_t{y.first} * level.width;
        const Texel* below = level.texels.data() + std::size_t{y.second} * level.width;
        return mixed(mixed(above[x.first], above[x.second], x.share), mixed(below[x.first], below[x.second], x.share),
                     y.share);
    }
    static Level halved(const Level& level);

    std::vector<Level> levels_{};
};

}  // namespace thaw::raster
