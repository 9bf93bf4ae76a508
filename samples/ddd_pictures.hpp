// The pictures of the frog.
#pragma once

#include "pcx.hpp"

namespace thaw::samples {

// From rump to nose, from back to belly.
Picture frog_skin_picture();
// Four quarters: open, half closed, nearly closed, closed. The game shows them in this order: left column, then right.
Picture frog_eye_picture();

}  // namespace thaw::samples
