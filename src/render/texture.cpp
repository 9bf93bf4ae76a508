#include "render/texture.hpp"

#include <algorithm>

namespace thaw::render {

namespace {

i32 floor_of(f32 value) {
    const auto whole = static_cast<i32>(value);
    return whole - (value < static_cast<f32>(whole) ? 1 : 0);
}

// The coordinate within the picture: what is outside repeats, or is the edge.
f32 placed(f32 coordinate, bool clamp) {
    if (clamp) return std::clamp(coordinate, 0.0f, 1.0f);
    return coordinate - static_cast<f32>(floor_of(coordinate));
}

struct Neighbours {
    u32 first = 0;
    u32 second = 0;
    u32 share = 0;  // of the second, 0 to 255
};

Neighbours neighbours(f32 coordinate, u32 size, bool clamp) {
    const f32 at = placed(coordinate, clamp) * static_cast<f32>(size) - 0.5f;
    const i32 whole = floor_of(at);
    const auto share = static_cast<u32>((at - static_cast<f32>(whole)) * 256);
    const auto last = static_cast<i32>(size) - 1;
    const i32 next = whole + 1;
    if (clamp) return {static_cast<u32>(std::max(whole, 0)), static_cast<u32>(std::min(next, last)), share};
    return {static_cast<u32>(whole < 0 ? last : whole), static_cast<u32>(next > last ? 0 : next), share};
}

u32 multiplied(u32 a, u32 b) {
    const u32 product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

}  // namespace

Texture::Texture(const Picture& picture, bool with_alpha) {
    Level level{picture.width, picture.height};
    level.texels.resize(picture.rgba.size() / 4);
    for (std::size_t i = 0; i < level.texels.size(); ++i) {
        const u8* from = picture.rgba.data() + 4 * i;
        const u32 alpha = with_alpha ? from[3] : 255;
        level.texels[i] =
            texel_of(multiplied(from[0], alpha), multiplied(from[1], alpha), multiplied(from[2], alpha), alpha);
    }
    levels_.push_back(std::move(level));
    while (levels_.back().width > 1 || levels_.back().height > 1) levels_.push_back(halved(levels_.back()));
}

Texture::Level Texture::halved(const Level& level) {
    Level half{std::max(1u, level.width / 2), std::max(1u, level.height / 2)};
    half.texels.resize(std::size_t{half.width} * half.height);
    for (u32 y = 0; y < half.height; ++y) {
        const Texel* above = level.texels.data() + std::size_t{std::min(2 * y, level.height - 1)} * level.width;
        const Texel* below = level.texels.data() + std::size_t{std::min(2 * y + 1, level.height - 1)} * level.width;
        for (u32 x = 0; x < half.width; ++x) {
            const u32 left = std::min(2 * x, level.width - 1);
            const u32 right = std::min(2 * x + 1, level.width - 1);
            constexpr Texel rounding = 0x0002000200020002;
            const Texel sum = above[left] + above[right] + below[left] + below[right] + rounding;
            half.texels[std::size_t{y} * half.width + x] = (sum >> 2) & texel_lanes;
        }
    }
    return half;
}

Texel Texture::nearest(f32 u, f32 v, bool clamp) const {
    const Level& level = levels_.front();
    const auto at = [&](f32 coordinate, u32 size) {
        const auto index = static_cast<u32>(placed(coordinate, clamp) * static_cast<f32>(size));
        return std::min(index, size - 1);
    };
    return level.texels[std::size_t{at(v, level.height)} * level.width + at(u, level.width)];
}

Texel Texture::bilinear(const Level& level, f32 u, f32 v, bool clamp) {
    const Neighbours x = neighbours(u, level.width, clamp);
    const Neighbours y = neighbours(v, level.height, clamp);
    const Texel* above = level.texels.data() + std::size_t{y.first} * level.width;
    const Texel* below = level.texels.data() + std::size_t{y.second} * level.width;
    return mixed(mixed(above[x.first], above[x.second], x.share), mixed(below[x.first], below[x.second], x.share),
                 y.share);
}

Texel Texture::bilinear(f32 u, f32 v, bool clamp, f32 detail) const {
    if (detail <= 0 || levels_.size() == 1) return bilinear(levels_.front(), u, v, clamp);
    const auto last = static_cast<f32>(levels_.size() - 1);
    if (detail >= last) return bilinear(levels_.back(), u, v, clamp);
    const auto level = static_cast<std::size_t>(detail);
    const auto share = static_cast<u32>((detail - static_cast<f32>(level)) * 256);
    const Texel fine = bilinear(levels_[level], u, v, clamp);
    if (share == 0) return fine;
    return mixed(fine, bilinear(levels_[level + 1], u, v, clamp), share);
}

}  // namespace thaw::render
