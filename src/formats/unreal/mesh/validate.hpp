#pragma once

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

// Linear in the bytes of the files, whatever they declare (n log n in the polygons).
void validate(const Document& document, Profile profile, Issues& issues);

}  // namespace thaw::unreal
