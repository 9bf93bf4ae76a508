// Colours under alpha 0. Nobody sees them, but filtering mixes them in: a game's own colour for holes, magenta or
// black, would show as a fringe.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/endian.hpp"
#include "images/image.hpp"

namespace thaw {

namespace {

bool is_clear(const u8* pixel) { return pixel[3] == 0; }

// Distances along rows and columns, in two passes: from above and the left, then from below and the right. Colours go
// along with them.
class HoleFiller {
public:
    explicit HoleFiller(Pixels& image) : image_(image), distances_(image.rgba.size() / 4, 0) {
        for (std::size_t i = 0; i < distances_.size(); ++i) {
            if (is_clear(pixel(i))) distances_[i] = unknown;
        }
    }

    void run() {
        const std::size_t width = image_.width;
        const std::size_t pixels = distances_.size();
        for (std::size_t i = 0; i < pixels; ++i) {
            if (distances_[i] == 0) continue;
            if (i >= width) take(i, i - width);
            if (i % width != 0) take(i, i - 1);
        }
        for (std::size_t i = pixels; i-- > 0;) {
            if (distances_[i] == 0) continue;
            if (i + width < pixels) take(i, i + width);
            if (i % width != width - 1) take(i, i + 1);
        }
    }

private:
    static constexpr u16 unknown = std::numeric_limits<u16>::max();
    static_assert(2 * greatest_image_side < unknown);

    u8* pixel(std::size_t i) { return image_.rgba.data() + 4 * i; }

    void take(std::size_t to, std::size_t from) {
        if (distances_[from] + 1 >= distances_[to]) return;
        distances_[to] = static_cast<u16>(distances_[from] + 1);
        std::copy_n(pixel(from), 3, pixel(to));
    }

    Pixels& image_;
    std::vector<u16> distances_;
};

}  // namespace

bool fill_holes(Pixels& image) {
    bool any_clear = false, any_visible = false;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        (is_clear(image.rgba.data() + i) ? any_clear : any_visible) = true;
    }
    if (!any_clear || !any_visible) return false;
    const std::vector<u8> before = image.rgba;
    HoleFiller(image).run();
    return image.rgba != before;
}

bool same_pixels(const Pixels& a, const Pixels& b) {
    if (a.width != b.width || a.height != b.height || a.rgba.size() != b.rgba.size()) return false;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        const u8* one = a.rgba.data() + i;
        const u8* other = b.rgba.data() + i;
        if (one[3] != other[3]) return false;
        if (!is_clear(one) && !std::equal(one, one + 3, other)) return false;
    }
    return true;
}

std::string pixel_hash(const Pixels& image) {
    // Two independent lanes of 64 bits: nobody has a reason to make two images that collide, and a hash that
    // withstands somebody who had would cost more than the rest of the conversion.
    u64 a = 0x9E3779B97F4A7C15u, b = 0xC2B2AE3D27D4EB4Fu;
    const auto mix = [&](u32 word) {
        a = std::rotl((a ^ word) * 0xD6E8FEB86659FD93u, 32);
        b = (b + word) * 0xFF51AFD7ED558CCDu;
        b ^= b >> 29;
    };
    mix(image.width);
    mix(image.height);
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
        const u8* pixel = image.rgba.data() + i;
        mix(is_clear(pixel) ? 0 : load<u32>(pixel, Order::little));
    }
    mix(static_cast<u32>(a >> 32));
    mix(static_cast<u32>(b >> 32));
    std::string out;
    for (const u64 lane : {a, b}) {
        for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[lane >> shift & 15];
    }
    return out;
}

}  // namespace thaw
