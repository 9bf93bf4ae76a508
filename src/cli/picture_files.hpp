// Pictures as the files that a game has of them.
#pragma once

#include <string_view>

#include <thaw/blob.hpp>
#include <thaw/result.hpp>

namespace thaw::cli {

// The picture as a file of that kind ("pcx"). The error says which kinds Thaw writes.
Result<Blob> picture_as(std::string_view kind, const Blob& picture);

// Does the picture show what the game's file does, in any of the ways in which games make holes of colours?
bool shows_the_same(const Blob& picture, const Blob& games_file);

}  // namespace thaw::cli
