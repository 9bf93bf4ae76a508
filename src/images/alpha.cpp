// Holes and half-transparent parts that a game made from colours.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "images/image.hpp"

namespace thaw {

namespace {

constexpr int tolerance = 64;  // sum over the three colours; SoulFu's number, as are those below
constexpr int straight_loss = 75;
constexpr int diagonal_loss = 37;

void clear_like_corner(Picture& picture) {
    const std::array<u8, 3> key{picture.rgba[0], picture.rgba[1], picture.rgba[2]};
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
        int difference = 0;
        for (std::size_t c = 0; c < 3; ++c) difference += std::abs(picture.rgba[i + c] - key[c]);
        if (difference >= tolerance) continue;
        for (std::size_t c = 0; c < 4; ++c) picture.rgba[i + c] = 0;
    }
}

// What is beside a hole fades, and holes take on the colour beside them, so that filtering finds no black there.
void soften(Picture& picture) {
    const auto width = static_cast<i64>(picture.width);
    const auto height = static_cast<i64>(picture.height);
    const std::vector<u8> hard = picture.rgba;
    const auto at = [&](i64 x, i64 y) { return static_cast<std::size_t>(4 * (y * width + x)); };
    const auto inside = [&](i64 x, i64 y) { return x >= 0 && y >= 0 && x < width && y < height; };
    for (i64 y = 0; y < height; ++y) {
        for (i64 x = 0; x < width; ++x) {
            u8* pixel = picture.rgba.data() + at(x, y);
            int loss = 0;
            for (i64 dy = -1; dy <= 1; ++dy) {
                for (i64 dx = -1; dx <= 1; ++dx) {
                    if ((dx == 0 && dy == 0) || !inside(x + dx, y + dy)) continue;
                    const u8* beside = hard.data() + at(x + dx, y + dy);
                    const bool straight = dx == 0 || dy == 0;
                    if (beside[3] == 0) {
                        loss += straight ? straight_loss : diagonal_loss;
                    } else if (straight && pixel[3] == 0) {
                        std::copy_n(beside, 3, pixel);
                    }
                }
            }
            pixel[3] = static_cast<u8>(std::max(0, pixel[3] - loss));
        }
    }
}

}  // namespace

void make_alpha(Picture& picture, AlphaFrom from) {
    if (picture.rgba.empty() || from == AlphaFrom::file) return;
    if (from == AlphaFrom::corner || from == AlphaFrom::corner_soft) {
        clear_like_corner(picture);
        if (from == AlphaFrom::corner_soft) soften(picture);
        return;
    }
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
        u8* pixel = picture.rgba.data() + i;
        if (from == AlphaFrom::darkness) {
            pixel[3] = static_cast<u8>(std::max(0, 250 - (pixel[0] + pixel[1] + pixel[2]) / 3));
            std::fill_n(pixel, 3, u8{0});
            continue;
        }
        pixel[3] = std::max({pixel[0], pixel[1], pixel[2]});
        for (std::size_t c = 0; c < 3 && pixel[3] > 0; ++c) pixel[c] = static_cast<u8>(pixel[c] * 255 / pixel[3]);
    }
}

}  // namespace thaw
