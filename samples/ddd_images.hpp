// The images of the frog.
#pragma once

#include "images/encode_pcx.hpp"

namespace thaw::samples {

// From rump to nose, from back to belly.
IndexedImage frog_skin_image();
// Four quarters: open, half closed, nearly closed, closed. The game shows them in this order: left column, then right.
IndexedImage frog_eye_image();

}  // namespace thaw::samples
