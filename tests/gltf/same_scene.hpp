// Is a scene that was read the one that was written?
#pragma once

#include <string>

#include <thaw/gltf.hpp>

namespace thaw::test {

// Empty, or the first difference. Points are compared by the native vertex that they came from, frames as the targets
// that they were written as, what a format keeps in extras as text.
std::string difference(const Scene& written, const GltfFile& read);

// write_glb and read_gltf; a failure of the test if either gives an error, or the result breaks a promise.
GltfFile read_again(const Scene& scene, const GltfOptions& options = {});

}  // namespace thaw::test
