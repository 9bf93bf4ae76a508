// glTF's numbers for how a texture is sampled.
#pragma once

#include <thaw/bytes.hpp>

namespace thaw::gltf {

constexpr u32 nearest_filter = 9728;
constexpr u32 linear_filter = 9729;
constexpr u32 mipmap_filter = 9987;
constexpr u32 repeat = 10497;
constexpr u32 clamp_to_edge = 33071;

}  // namespace thaw::gltf
