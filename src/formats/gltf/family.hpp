// glTF as a model like any other: so that a GLB out of an editor can be looked at, checked, drawn and turned into what
// a game reads. How the JSON is understood is in src/gltf.
#pragma once

#include <thaw/format.hpp>

namespace thaw::gltf_file {

extern const Format format;

}  // namespace thaw::gltf_file
