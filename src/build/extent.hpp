// Is a scene of a size that any game could show? What overflows in a product of numbers helps nobody.
#pragma once

#include <string>

#include <thaw/scene.hpp>

namespace thaw::build {

inline constexpr double greatest_size = 1e6;  // metres, and how often anything is enlarged

// What is too large, in words; empty if nothing is. At rest and at every key of every clip.
std::string too_large(const Scene& scene);

}  // namespace thaw::build
