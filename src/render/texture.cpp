#include "render/texture.hpp"

namespace thaw::raster {

Texture::Texture(const Pixels& image, bool with_alpha) {
    Level level{image.width, image.height};
    level.texels.resize(image.rgba.size() / 4);
    for (std::size_t i = 0; i < level.texels.size(); ++i) {
        const u8* from = image.rgba.data() + 4 * i;
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

}  // namespace thaw::raster
