// Strips, fans and loops as plain triangles and lines.
#pragma once

#include <vector>

#include <thaw/scene.hpp>

namespace thaw::gltf {

enum class Mode : u8 { points, lines, line_loop, line_strip, triangles, strip, fan };

// Indices of whole triangles or lines; `left_over` indices did not make one. Triangles of a strip or fan that use a
// vertex twice are stitches and go.
std::vector<u32> plain_indices(Mode mode, std::vector<u32> indices, std::size_t& left_over);

}  // namespace thaw::gltf
