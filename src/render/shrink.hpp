// Pictures put onto others, smaller where they have to be.
#pragma once

#include "images/image.hpp"

namespace thaw {

// No wider and no higher than asked, in the same proportions, each pixel the mean of those it stands for. Smaller
// pictures stay as they are.
Picture shrunk(const Picture& picture, u32 width, u32 height);

// `over` on `picture` with its top left corner at x, y; what lies outside is left out.
void lay_picture(Picture& picture, i64 x, i64 y, const Picture& over);

}  // namespace thaw
