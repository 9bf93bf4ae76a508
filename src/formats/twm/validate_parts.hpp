// The validators behind validate(), one per concern.
#pragma once

#include "formats/finder.hpp"
#include "formats/twm/validate.hpp"

namespace thaw::twm {

void validate_mesh(const Document& document, std::size_t m, Finder& finder);
void validate_weights(const Document& document, std::size_t m, Finder& finder);
void validate_skeleton(const Document& document, Finder& finder);
void validate_animation(const Document& document, std::size_t a, Finder& finder);
void validate_game(const Document& document, Finder& finder);

}  // namespace thaw::twm
