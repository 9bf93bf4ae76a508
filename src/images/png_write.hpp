// What PNG and its animations are written with: chunks, and rows as differences.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "images/image.hpp"
#include "images/rectangle.hpp"

namespace thaw::images {

inline constexpr std::array<u8, 8> png_signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

enum class PngColor : u8 { rgb = 2, indexed = 3, rgba = 6 };

void put_be16(std::vector<u8>& out, u32 value);
void put_be32(std::vector<u8>& out, u32 value);
void put_chunk(std::vector<u8>& out, std::string_view name, Bytes body);
void put_stamp(std::vector<u8>& out);  // the chunk that stamp.hpp describes
void put_header(std::vector<u8>& out, u32 width, u32 height, u32 bits, PngColor color);

// The rows of a part of an image, with 3 or 4 channels, each as differences with its filter in front.
std::vector<u8> filtered_rows(const Pixels& image, const Rectangle& part, u32 channels);

}  // namespace thaw::images
