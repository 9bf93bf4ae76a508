// Curves of CUBICSPLINE as straight pieces.
#pragma once

#include <span>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::gltf {

struct Straightened {
    std::vector<f32> times{};
    std::vector<f32> values{};  // `width` a time
    double error = 0;           // no number is farther than this from the curve
};

// `values` has three times `width` numbers a key: the slope it is reached with, its value, the slope it is left with.
// Each piece of the curve is cut as finely as `tolerance` asks for, into at most `most_pieces`.
Straightened straightened(std::span<const f32> times, std::span<const f32> values, std::size_t width, double tolerance,
                          u32 most_pieces);

}  // namespace thaw::gltf
