// Text in images: labels in a small font.
#pragma once

#include <string>
#include <string_view>

#include "images/image.hpp"

namespace thaw {

struct Rgba {
    u8 red = 0;
    u8 green = 0;
    u8 blue = 0;
    u8 alpha = 255;  // not multiplied in
    friend bool operator==(const Rgba&, const Rgba&) = default;
};

// From the top of one line of text to the next, at scale 1.
inline constexpr u32 line_height = 11;

// In pixels. Text is UTF-8; every character is equally wide, a byte that is no UTF-8 too.
u64 text_width(std::string_view text, u32 scale = 1);

// The text, or as much of its beginning and its end as fits, with an ellipsis between: names differ at their ends more
// often than in the middle.
std::string fitted(std::string_view text, u64 width, u32 scale = 1);

// Lays one line over the image with its top left corner at x, y. What lies outside of the image is left out.
void draw_text(Pixels& image, i64 x, i64 y, std::string_view text, Rgba ink, u32 scale = 1);

// `ink` over what is there.
void fill_rectangle(Pixels& image, i64 x, i64 y, i64 width, i64 height, Rgba ink);

}  // namespace thaw
