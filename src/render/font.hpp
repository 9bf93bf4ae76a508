// The letters of labels: drawn for Thaw, five pixels wide, seven above the base line and two below.
#pragma once

#include <thaw/bytes.hpp>

namespace thaw {

inline constexpr u32 glyph_width = 5;
inline constexpr u32 glyph_height = 9;

// The pixels of one row from the left, the leftmost in bit 0. Characters without a glyph of their own are a box.
u8 glyph_row(char32_t character, u32 row);

}  // namespace thaw
