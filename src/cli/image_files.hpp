// Images as the files that a game has of them.
#pragma once

#include <string_view>

#include <thaw/blob.hpp>
#include <thaw/result.hpp>

namespace thaw::cli {

// The image as a file of that kind ("pcx"). The error says which kinds Thaw writes.
Result<Blob> image_as(std::string_view kind, const Blob& image);

// Does the image show what the game's file does, in any of the ways in which games make holes of colours?
bool shows_the_same(const Blob& image, const Blob& games_file);

}  // namespace thaw::cli
