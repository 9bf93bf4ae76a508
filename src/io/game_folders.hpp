// Where a game keeps what belongs to a model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/folders.hpp"

namespace thaw::io {

// The folders (and archives) in which companions of the model at `path` may be, the nearest first.
std::vector<std::string> game_folders(const std::string& path, const Format& format, Folders& folders);

// All folders below one, the outer ones first, as far as a tree of a game's files goes. Links are not followed, and
// archives are no folders here.
std::vector<std::string> folders_below(const std::string& folder, Folders& folders);

}  // namespace thaw::io
