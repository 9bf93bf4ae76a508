// The images of models, as pixels and as PNG.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>

#include "base/deflate.hpp"

namespace thaw {

inline constexpr u32 greatest_image_side = 16384;

struct Pixels {
    u32 width = 0;
    u32 height = 0;
    std::vector<u8> rgba{};  // 4 bytes a pixel, row after row from the top; alpha is not multiplied in
    friend bool operator==(const Pixels&, const Pixels&) = default;
};

struct DecodeOptions {
    bool first_color_clear = false;  // colour 0 of a palette is a hole; images without a palette stay as they are
};

// PNG, JPG, BMP, PCX, TIM or TGA, told apart by content. Total: any bytes may come in. Memory and time are those of the
// pixels, of which there are at most limits.image_pixels.
Result<Pixels> decode_image(Bytes file, const DecodeOptions& options = {}, const Context& context = {});

// "png", "jpg", "bmp", "pcx", "tim" or "tga", by the first bytes alone; empty if it is none.
std::string_view image_kind(Bytes file);

bool is_opaque(const Pixels& image);

void make_alpha(Pixels& image, AlphaFrom from);

// The colours that a game makes this alpha from, opaque: the inverse of make_alpha(), as near as there is one; with
// AlphaFrom::file alone the alpha stays. `before` is the game's own image that was painted over, if it is known:
// where nothing was painted its colours stay. A game that looks at the upper left pixel finds a hole there in any case.
Pixels undo_alpha(const Pixels& image, AlphaFrom from, const Pixels* before = nullptr);

// Gives pixels of alpha 0 the colour of the nearest pixel that has some, so that filtering finds no strange colour
// there. Says whether any pixel changed: none does where all or none have alpha 0.
bool fill_holes(Pixels& image);

// The same size and the same pixels; colours under alpha 0 do not count, since editors and fill_holes() change them.
bool same_pixels(const Pixels& a, const Pixels& b);
// 32 hexadecimal digits that are equal for same_pixels(), and by all odds differ for others. The same everywhere.
std::string pixel_hash(const Pixels& image);

// The image as a PNG file: with a palette where 256 colours will do, else RGB or RGBA. The same bytes everywhere.
// Colours under alpha 0 are kept. `palette`: false for readers to whom the first colour of one means a hole.
using PngEffort = Effort;
std::vector<u8> encode_png(const Pixels& image, PngEffort effort = PngEffort::small, bool palette = true);

// A scene's image as pixels.
Result<Pixels> to_pixels(const Image& image, const Context& context = {});

struct Png {
    Blob bytes{};
    u32 width = 0;
    u32 height = 0;
    bool opaque = true;  // no pixel has an alpha below 255
    std::string hash{};  // pixel_hash()
};

enum class Holes : u8 { as_they_are, filled };

// A scene's image as a PNG file that any viewer reads: its own file if it is one already, else decoded and encoded.
// Filled are holes that viewers show as holes; where alpha is ignored, colours under it are seen.
Result<Png> to_png(const Image& image, const Context& context = {}, Holes holes = Holes::as_they_are);
// The same with PngEffort::quick.
Result<Png> to_quick_png(const Image& image, const Context& context = {}, Holes holes = Holes::as_they_are);

}  // namespace thaw
