// Where the engine draws the vertices of a base model in a frame, from the numbers it keeps for that. Feet, raw axes.
#pragma once

#include "formats/soulfu/ddd/pose.hpp"
#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

// Of every vertex, in order. One whose bone or joint does not exist stays where the file has it.
std::vector<Vec3d> posed(const BaseModel& base, const Frame& frame);

}  // namespace thaw::rdy
