// Colours as the PlayStation had them.
#pragma once

#include "images/image.hpp"

namespace thaw::raster {

// Five bits a colour, with the machine's pattern of four by four pixels that hides the steps.
void to_fifteen_bits(Pixels& image);

}  // namespace thaw::raster
