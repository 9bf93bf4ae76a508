// Views of glTF files that are packed by EXT_meshopt_compression, through libmeshoptimizer.
#pragma once

#include <thaw/gltf.hpp>

namespace thaw::media {

// Is the library there? An error says how to get it.
Status find_meshopt();

// For GltfOptions::meshopt, so that readers of the extension's first version understand it.
Result<std::vector<u8>> encode_meshopt(const MeshoptView& view, Bytes plain);

// For Context::meshopt. False also if there is no such library.
bool decode_meshopt(const MeshoptView& view, Bytes packed, std::span<u8> out);

}  // namespace thaw::media
