// Weights of joints as normalized whole numbers.
#pragma once

#include <optional>
#include <vector>

#include <thaw/scene.hpp>

namespace thaw::gltf {

// Each times `most`, so that those of a point add up to it; nothing if one would become 0, or be off by more than edits
// may be small.
std::optional<std::vector<u16>> whole_weights(const Influences& influences, u16 most);

}  // namespace thaw::gltf
