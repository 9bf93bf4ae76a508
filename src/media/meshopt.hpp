// Views of glTF files that are packed by EXT_meshopt_compression, through libmeshoptimizer.
#pragma once

#include <thaw/gltf.hpp>

namespace thaw::media {

// For Context::meshopt. False also if there is no such library.
bool decode_meshopt(const MeshoptView& view, Bytes packed, std::span<u8> out);

}  // namespace thaw::media
