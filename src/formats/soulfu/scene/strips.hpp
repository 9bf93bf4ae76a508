// Strips of triangles as the engine makes them from the triangles of a base model, corner for corner.
#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

inline constexpr std::size_t most_triangles = 16384;  // of a base model: the engine's tables hold no more

// One list per slot. Needs no more than most_triangles triangles in all.
std::array<Primitives, slot_count> make_strips(const ddd::BaseModel& base);

}  // namespace thaw::rdy
