// Is a scene of a size that any game could show? What overflows in a product of numbers helps nobody.
#pragma once

#include <string>

#include <thaw/scene.hpp>

namespace thaw::build {

// Metres, and how often anything is enlarged. No file counts so far; a game's own units still fit into 32 bits.
inline constexpr double greatest_size = 1e31;

// What is too large, in words; empty if nothing is. At rest and at every key of every clip.
std::string too_large(const Scene& scene);

}  // namespace thaw::build
