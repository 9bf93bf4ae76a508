#include "ddd_images.hpp"

#include <cmath>

namespace thaw::samples {

namespace {

// Ramps of 32 shades from one colour to another, so that pixels can name a mixture.
void ramp(IndexedImage& image, std::size_t first, std::array<int, 3> from, std::array<int, 3> to) {
    for (int i = 0; i < 32; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            image.palette[first + static_cast<std::size_t>(i)][c] =
                static_cast<u8>(from[c] + (to[c] - from[c]) * i / 31);
        }
    }
}

IndexedImage blank_image(u16 size) {
    return {.width = size, .height = size, .pixels = std::vector<u8>(std::size_t{size} * size)};
}

u8 shade(int first, double t) { return static_cast<u8>(first + static_cast<int>((t < 0 ? 0 : t > 1 ? 1 : t) * 31)); }

constexpr int greens = 0, bellies = 32, spots = 64, dark = 96;

}  // namespace

IndexedImage frog_skin_image() {
    IndexedImage image = blank_image(64);
    ramp(image, greens, {52, 116, 44}, {124, 178, 62});
    ramp(image, bellies, {124, 178, 62}, {240, 232, 170});
    ramp(image, spots, {38, 84, 40}, {66, 120, 48});
    ramp(image, dark, {40, 44, 28}, {70, 80, 40});
    constexpr std::array<std::array<int, 3>, 7> dots{
        {{10, 8, 5}, {24, 14, 4}, {33, 5, 5}, {17, 22, 3}, {44, 12, 3}, {4, 20, 3}, {38, 22, 3}}};
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
            const double down = y / 63.0;
            u8 pixel = down < 0.5 ? shade(greens, down * 2) : shade(bellies, (down - 0.5) * 3);
            for (const auto& [cx, cy, r] : dots) {
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r) pixel = shade(spots, down * 2);
            }
            const int smile = 36 - (x - 44) * (x - 44) / 60;
            if (x > 44 && (y == smile || y == smile + 1)) pixel = shade(dark, 0.2);
            image.pixels[static_cast<std::size_t>(y * 64 + x)] = pixel;
        }
    }
    return image;
}

IndexedImage frog_eye_image() {
    IndexedImage image = blank_image(64);
    ramp(image, greens, {84, 146, 52}, {124, 178, 62});
    ramp(image, bellies, {250, 214, 70}, {255, 240, 170});
    ramp(image, dark, {14, 14, 18}, {60, 50, 20});
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
            const int quarter = (y >= 32 ? 1 : 0) + (x >= 32 ? 2 : 0);
            const double px = (x % 32) - 15.5, py = (y % 32) - 15.5;
            const double r = std::sqrt(px * px + py * py);
            const double lid = -9.0 + quarter * 6.0;
            u8 pixel = shade(greens, 1 - r / 16);
            if (r < 8.5 && py > lid) pixel = shade(bellies, 1 - r / 9);
            if (px * px / 22 + py * py / 9 < 1 && py > lid) pixel = shade(dark, 0);
            if ((px - 2) * (px - 2) + (py + 2) * (py + 2) < 2 && py > lid) pixel = shade(bellies, 1);
            image.pixels[static_cast<std::size_t>(y * 64 + x)] = pixel;
        }
    }
    return image;
}

}  // namespace thaw::samples
