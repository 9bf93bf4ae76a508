// The materials of an OBJ: other files, which name images in turn.
#pragma once

#include "formats/exchange/document.hpp"

namespace thaw::exchange {

bool has_colors(const Scene& scene);  // of vertices

// Files are looked for as they are named from the model's folder, images first from that of their materials; then by
// the name alone, as many paths are those of somebody else's disk.
std::vector<Want> needs(const Document& document, const Bundle& bundle);

// Gives the materials of the scene what the files in the bundle say of them.
void dress(const Document& document, const Bundle& bundle, Scene& scene, Issues& issues);

}  // namespace thaw::exchange
