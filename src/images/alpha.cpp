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

using Key = std::array<u8, 3>;

int difference(const u8* pixel, const Key& key) {
    int sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::abs(pixel[c] - key[c]);
    return sum;
}

void clear_like_corner(Pixels& image) {
    const Key key{image.rgba[0], image.rgba[1], image.rgba[2]};
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        if (difference(image.rgba.data() + i, key) >= tolerance) continue;
        for (std::size_t c = 0; c < 4; ++c) image.rgba[i + c] = 0;
    }
}

// What is next to a hole fades, and holes take on the colour next to them, so that filtering finds no black there.
void soften(Pixels& image) {
    const auto width = static_cast<i64>(image.width);
    const auto height = static_cast<i64>(image.height);
    const std::vector<u8> hard = image.rgba;
    const auto at = [&](i64 x, i64 y) { return static_cast<std::size_t>(4 * (y * width + x)); };
    const auto inside = [&](i64 x, i64 y) { return x >= 0 && y >= 0 && x < width && y < height; };
    for (i64 y = 0; y < height; ++y) {
        for (i64 x = 0; x < width; ++x) {
            u8* pixel = image.rgba.data() + at(x, y);
            int loss = 0;
            for (i64 dy = -1; dy <= 1; ++dy) {
                for (i64 dx = -1; dx <= 1; ++dx) {
                    if ((dx == 0 && dy == 0) || !inside(x + dx, y + dy)) continue;
                    const u8* neighbour = hard.data() + at(x + dx, y + dy);
                    const bool straight = dx == 0 || dy == 0;
                    if (neighbour[3] == 0) {
                        loss += straight ? straight_loss : diagonal_loss;
                    } else if (straight && pixel[3] == 0) {
                        std::copy_n(neighbour, 3, pixel);
                    }
                }
            }
            pixel[3] = static_cast<u8>(std::max(0, pixel[3] - loss));
        }
    }
}

bool is_hole(const u8* pixel, AlphaFrom from) {
    // With soft edges anything but nothing at all is part of an edge.
    return from == AlphaFrom::corner_soft ? pixel[3] == 0 : pixel[3] < 128;
}

// A colour for holes that no visible pixel is like, if there is one.
Key unlike_all(const Pixels& image, AlphaFrom from) {
    constexpr std::array<Key, 8> choices{{{255, 0, 255},
                                          {0, 255, 0},
                                          {0, 255, 255},
                                          {0, 0, 255},
                                          {255, 0, 0},
                                          {255, 255, 0},
                                          {0, 0, 0},
                                          {255, 255, 255}}};
    for (const Key& key : choices) {
        bool free = true;
        for (std::size_t i = 0; i < image.rgba.size() && free; i += 4) {
            const u8* pixel = image.rgba.data() + i;
            free = is_hole(pixel, from) || difference(pixel, key) >= tolerance;
        }
        if (free) return key;
    }
    return choices[0];
}

// Moves a colour away from the key until the game sees it: in the channel in which it differs most already.
void make_visible(u8* pixel, const Key& key) {
    const int missing = tolerance - difference(pixel, key);
    if (missing <= 0) return;
    const auto apart = [&](std::size_t c) { return std::abs(pixel[c] - key[c]); };
    std::size_t most = 0;
    for (const std::size_t c : {1u, 2u}) {
        if (apart(c) > apart(most)) most = c;
    }
    const int wanted = apart(most) + missing;
    const bool fits_above = key[most] + wanted <= 255, fits_below = key[most] >= wanted;
    const bool up = fits_above && (pixel[most] > key[most] || !fits_below);
    pixel[most] = static_cast<u8>(up ? key[most] + wanted : key[most] - wanted);
}

void put_key(Pixels& image, AlphaFrom from, const Key& key) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        u8* pixel = image.rgba.data() + i;
        if (i == 0 || is_hole(pixel, from)) {
            std::copy(key.begin(), key.end(), pixel);
        } else {
            make_visible(pixel, key);
        }
    }
}

void darken(Pixels& image) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        u8* pixel = image.rgba.data() + i;
        std::fill_n(pixel, 3, static_cast<u8>(pixel[3] == 0 ? 255 : std::max(0, 250 - pixel[3])));
    }
}

void dim(Pixels& image) {
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        u8* pixel = image.rgba.data() + i;
        for (std::size_t c = 0; c < 3; ++c) pixel[c] = static_cast<u8>((pixel[c] * pixel[3] + 254) / 255);
    }
}

// Where the game's image gives the very pixel that is wanted, it stays.
void keep_unpainted(Pixels& out, const Pixels& wanted, AlphaFrom from, const Pixels& before) {
    Pixels shown = before;
    make_alpha(shown, from);
    for (std::size_t i = 0; i < out.rgba.size(); i += 4) {
        const u8* then = shown.rgba.data() + i;
        const u8* now = wanted.rgba.data() + i;
        if (then[3] != now[3] || (now[3] != 0 && !std::equal(then, then + 3, now))) continue;
        std::copy_n(before.rgba.data() + i, 3, out.rgba.data() + i);
    }
}

}  // namespace

void make_alpha(Pixels& image, AlphaFrom from) {
    if (image.rgba.empty() || from == AlphaFrom::file) return;
    if (from == AlphaFrom::corner || from == AlphaFrom::corner_soft) {
        clear_like_corner(image);
        if (from == AlphaFrom::corner_soft) soften(image);
        return;
    }
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        u8* pixel = image.rgba.data() + i;
        if (from == AlphaFrom::darkness) {
            pixel[3] = static_cast<u8>(std::max(0, 250 - (pixel[0] + pixel[1] + pixel[2]) / 3));
            std::fill_n(pixel, 3, u8{0});
            continue;
        }
        pixel[3] = std::max({pixel[0], pixel[1], pixel[2]});
        for (std::size_t c = 0; c < 3 && pixel[3] > 0; ++c) pixel[c] = static_cast<u8>(pixel[c] * 255 / pixel[3]);
    }
}

Pixels undo_alpha(const Pixels& image, AlphaFrom from, const Pixels* before) {
    Pixels out = image;
    if (image.rgba.empty() || from == AlphaFrom::file) return out;
    const bool known = before != nullptr && before->width == image.width && before->rgba.size() == image.rgba.size();
    switch (from) {
        case AlphaFrom::darkness: darken(out); break;
        case AlphaFrom::brightness: dim(out); break;
        default:
            put_key(out, from,
                    known ? Key{before->rgba[0], before->rgba[1], before->rgba[2]} : unlike_all(image, from));
    }
    if (known) keep_unpainted(out, image, from, *before);
    for (std::size_t i = 3; i < out.rgba.size(); i += 4) out.rgba[i] = 255;
    return out;
}

}  // namespace thaw
