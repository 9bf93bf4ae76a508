#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

// Files that would help: the pointer map if it is not in the model, the video memory its textures are in, and
// the one that all models share.
std::vector<Want> needs(const Document& document, const Bundle& bundle);

// Does any triangle of any mesh have an image?
bool is_textured(const File& file);

}  // namespace thaw::ctr
