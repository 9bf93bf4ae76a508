// Where a game keeps what belongs to a model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/folders.hpp"

namespace thaw::io {

// The folders (and archives) in which companions of the model at `path` may be, the nearest first.
std::vector<std::string> game_folders(const std::string& path, const Format& format, Folders& folders);

}  // namespace thaw::io
