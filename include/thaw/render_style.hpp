// How a game drew its models, where that differs from a clean image.
#pragma once

namespace thaw {

// Everything off is a clean image.
struct RenderStyle {
    bool affine = false;        // textures without perspective correction
    bool snap = false;          // vertices fall on whole pixels
    bool fifteen_bits = false;  // five bits a colour, dithered
    bool plain_texels = false;  // no mipmaps
    bool in_order = false;      // transparent surfaces in the model's order, not from back to front
    bool full_bright = false;   // no light but that of the vertex colours
    bool outline = false;       // a black hull around every material that does not say otherwise
    bool nearest = false;       // textures are never filtered
};

}  // namespace thaw
