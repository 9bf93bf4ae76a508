// The pictures of models, as pixels and as PNG.
#pragma once

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

// The picture as a PNG file: with a palette where 256 colours will do, else RGB or RGBA. The same bytes everywhere.
// Colours under alpha 0 are kept.
using PngEffort = Effort;
std::vector<u8> encode_png(const Picture& picture, PngEffort effort = PngEffort::small);

// A scene's picture as pixels.
Result<Picture> to_picture(const Image& image, const Context& context = {});

struct Png {
    Blob bytes{};
    u32 width = 0;
    u32 height = 0;
    bool opaque = true;  // no pixel has an alpha below 255
};

// A scene's picture as a PNG file that any viewer reads: its own file if it is one already, else decoded and encoded.
Result<Png> to_png(const Image& image, const Context& context = {});

}  // namespace thaw
