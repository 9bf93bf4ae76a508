// The glTF reader that Thaw is measured against.
#pragma once

#include <thaw/bytes.hpp>

namespace thaw::bench {

// False if it refuses. Images are not decoded.
bool read_with_tinygltf(Bytes glb);
// And then takes the offsets of every morph target out of the buffer, as whoever wants to use them has to.
bool read_targets_with_tinygltf(Bytes glb);
// The same with every attribute and the indices.
bool unpack_with_tinygltf(Bytes glb);

}  // namespace thaw::bench
