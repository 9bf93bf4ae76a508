// The pictures of models, as pixels and as PNG.
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

inline constexpr u32 greatest_picture_side = 16384;

struct Picture {
    u32 width = 0;
    u32 height = 0;
    std::vector<u8> rgba{};  // 4 bytes a pixel, row after row from the top; alpha is not multiplied in
    friend bool operator==(const Picture&, const Picture&) = default;
};

struct PictureOptions {
    bool first_color_clear = false;  // colour 0 of a palette is a hole; pictures without a palette stay as they are
};

// PNG, JPG, BMP, PCX, TIM or TGA, told apart by content. Total: any bytes may come in. Memory and time are those of the
// pixels, of which there are at most limits.picture_pixels.
Result<Picture> decode_picture(Bytes file, const PictureOptions& options = {}, const Context& context = {});

// "png", "jpg", "bmp", "pcx", "tim" or "tga", by the first bytes alone; empty if it is none.
std::string_view picture_kind(Bytes file);

bool is_opaque(const Picture& picture);

void make_alpha(Picture& picture, AlphaFrom from);

// The colours that a game makes this alpha from, opaque: the inverse of make_alpha(), as near as there is one; with
// AlphaFrom::file alone the alpha stays. `before` is the game's own picture that was painted over, if it is known:
// where nothing was painted its colours stay. A game that looks at the upper left pixel finds a hole there in any case.
Picture undo_alpha(const Picture& picture, AlphaFrom from, const Picture* before = nullptr);

// Gives pixels of alpha 0 the colour of the nearest pixel that has some, so that filtering finds no strange colour
// there. Says whether any pixel changed: none does where all or none have alpha 0.
bool fill_holes(Picture& picture);

// The same size and the same pixels; colours under alpha 0 do not count, since editors and fill_holes() change them.
bool same_pixels(const Picture& a, const Picture& b);
// 32 hexadecimal digits that are equal for same_pixels(), and by all odds differ for others. The same everywhere.
std::string pixel_hash(const Picture& picture);

// The picture as a PNG file: with a palette where 256 colours will do, else RGB or RGBA. The same bytes everywhere.
// Colours under alpha 0 are kept. `palette`: false for readers to whom the first colour of one means a hole.
using PngEffort = Effort;
std::vector<u8> encode_png(const Picture& picture, PngEffort effort = PngEffort::small, bool palette = true);

// A scene's picture as pixels.
Result<Picture> to_picture(const Image& image, const Context& context = {});

struct Png {
    Blob bytes{};
    u32 width = 0;
    u32 height = 0;
    bool opaque = true;  // no pixel has an alpha below 255
    std::string hash{};  // pixel_hash()
};

enum class Holes : u8 { as_they_are, filled };

// A scene's picture as a PNG file that any viewer reads: its own file if it is one already, else decoded and encoded.
// Filled are holes that viewers show as holes; where alpha is ignored, colours under it are seen.
Result<Png> to_png(const Image& image, const Context& context = {}, Holes holes = Holes::as_they_are);

}  // namespace thaw
