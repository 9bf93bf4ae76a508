// A picture as a PCX file of 256 colours: what the tools of Unreal Engine 1 and Anachronox take.
#pragma once

#include <vector>

#include "images/image.hpp"

namespace thaw {

// Pixels with an alpha below one half get colour 0, which games draw as a hole; the others share the rest.
std::vector<u8> encode_pcx(const Picture& picture);

}  // namespace thaw
