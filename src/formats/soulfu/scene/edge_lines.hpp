// The edges between triangles, from which the engine makes shadows.
#pragma once

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

// Of the slots that have an outline, in the order of their strips. Edges with a triangle on one side only are left out.
std::vector<EdgeLine> make_edge_lines(const std::array<Slot, slot_count>& slots);

}  // namespace thaw::rdy
