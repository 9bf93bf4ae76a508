// Meshes that other programs write, as models like any other: so that they can be looked at, drawn and turned into what
// a game reads. How they are understood is in src/obj.
#pragma once

#include <thaw/format.hpp>

namespace thaw::exchange {

extern const Format obj;
extern const Format ply;

}  // namespace thaw::exchange
