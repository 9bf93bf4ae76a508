// A part of an image, in pixels from its upper left corner.
#pragma once

#include <algorithm>

#include <thaw/bytes.hpp>

namespace thaw::images {

struct Rectangle {
    u32 left = 0;
    u32 top = 0;
    u32 width = 0;
    u32 height = 0;

    bool empty() const { return width == 0; }
    friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

// The least rectangle that holds both.
inline Rectangle united(const Rectangle& a, const Rectangle& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    const u32 left = std::min(a.left, b.left);
    const u32 top = std::min(a.top, b.top);
    return {left, top, std::max(a.left + a.width, b.left + b.width) - left,
            std::max(a.top + a.height, b.top + b.height) - top};
}

// The least rectangle with all pixels of which `is_in(index)` holds.
template <class IsIn>
Rectangle bounds_of(u32 width, u32 height, IsIn is_in) {
    Rectangle bounds{};
    for (u32 y = 0; y < height; ++y) {
        const std::size_t row = std::size_t{y} * width;
        u32 left = 0;
        while (left < width && !is_in(row + left)) ++left;
        if (left == width) continue;
        u32 right = width;
        while (!is_in(row + right - 1)) --right;
        bounds = united(bounds, {left, y, right - left, 1});
    }
    return bounds;
}

}  // namespace thaw::images
