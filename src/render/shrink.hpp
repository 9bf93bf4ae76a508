// Images put onto others, smaller where they have to be.
#pragma once

#include "images/image.hpp"

namespace thaw {

// No wider and no higher than asked, in the same proportions, each pixel the mean of those it stands for. Smaller
// images stay as they are.
Pixels shrunk(const Pixels& image, u32 width, u32 height);

// `over` on `image` with its top left corner at x, y; what lies outside is left out.
void lay_image(Pixels& image, i64 x, i64 y, const Pixels& over);

}  // namespace thaw
