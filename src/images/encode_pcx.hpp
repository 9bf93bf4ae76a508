// An image as a PCX file of 256 colours: what the tools of Unreal Engine 1 and Anachronox take.
#pragma once

#include <array>
#include <vector>

#include "images/image.hpp"

namespace thaw {

struct IndexedImage {
    u32 width = 0;
    u32 height = 0;
    u16 dots_per_inch = 0;                         // 0: nobody says
    std::vector<u8> pixels{};                      // colours of the palette, row after row from the top
    std::array<std::array<u8, 3>, 256> palette{};  // red, green, blue
};

std::vector<u8> encode_pcx(const IndexedImage& image);

// What becomes of alpha, which PCX does not have. Games draw colour 0 of the palette as a hole where a surface is
// masked.
enum class PcxHoles : u8 {
    if_any,  // pixels with an alpha below one half get colour 0 for themselves; without such pixels it is like any
             // other
    always,  // colour 0 is kept for holes, even if there are none: for images that are drawn masked
    never,   // alpha is ignored and every pixel keeps its colour: for images that are drawn without holes
};

struct PcxOptions {
    PcxHoles holes = PcxHoles::if_any;
    std::array<u8, 3> hole_color{};  // what colour 0 looks like where nobody masks it
};

// Whatever colour a hole has in the image, it gets the one of the palette.
std::vector<u8> encode_pcx(const Pixels& image, const PcxOptions& options = {});

}  // namespace thaw
