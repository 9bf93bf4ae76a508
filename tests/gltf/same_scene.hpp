// Is a scene that was read the one that was written?
#pragma once

#include <string>

#include <thaw/gltf.hpp>

namespace thaw::test {

// Empty, or the first difference. Points are compared by the native vertex that they came from, frames as the targets
// that they were written as, what a format keeps in extras as text.
std::string difference(const Scene& written, const GltfFile& read);

}  // namespace thaw::test
