// PNG files as pixels and back, apart from Thaw's own code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "edits/glb.hpp"

namespace edits {

struct Pixels {
    std::size_t width = 0, height = 0;
    Bytes rgba{};

    bool empty() const { return rgba.empty(); }
    std::uint8_t* at(std::size_t x, std::size_t y) { return rgba.data() + (y * width + x) * 4; }
    const std::uint8_t* at(std::size_t x, std::size_t y) const { return rgba.data() + (y * width + x) * 4; }
};

// PNG or JPEG. Throws if it is neither.
Pixels decode_image(std::span<const std::uint8_t> file);
Bytes encode_png(const Pixels& pixels);

}  // namespace edits
