// Images as TGA, BMP and JPG, for games that take these. The same bytes everywhere.
#pragma once

#include <vector>

#include "images/image.hpp"

namespace thaw {

// Not packed, the top row first; 24 bits a pixel if all of them are opaque, else 32. Exact.
std::vector<u8> encode_tga(const Pixels& image);

// Likewise, the lowest row first.
std::vector<u8> encode_bmp(const Pixels& image);

// Baseline, YCbCr, without alpha: every pixel keeps its colour. Quality goes from 1 to 100; above 90 colours are as
// fine as brightness, below they are halved. None if the image has no pixels.
inline constexpr int usual_jpg_quality = 95;
std::vector<u8> encode_jpg(const Pixels& image, int quality = usual_jpg_quality);

}  // namespace thaw
