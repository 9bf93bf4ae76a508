// What the retail game's renderer has room for.
#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

inline constexpr u64 max_skins = 32;
inline constexpr u64 max_vertices = 2048;
inline constexpr u64 max_lists = 32;
inline constexpr u64 max_morphs = 25;
inline constexpr u64 max_morph_vertices = 96;
inline constexpr i32 max_skin_height = 480;
inline constexpr u32 max_depth = 28;  // of OpenGL's matrix stack, less what the game itself pushes
inline constexpr u64 hunk_bytes = u64{2} << 20;

// The file itself, two pointers per vertex, and a list of children for each bone.
u64 bytes_in_memory(const Document& document);

}  // namespace thaw::ctc
