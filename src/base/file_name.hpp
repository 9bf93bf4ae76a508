// Names of files as models and people write them, with either separator. Nothing here asks a file system.
#pragma once

#include <string_view>

namespace thaw::text {

// "MODELS\Fish_a.3d" and "a/b/Fish_a.3d" are "Fish_a.3d".
inline std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

// The same without its extension: "Fish_a".
inline std::string_view file_stem(std::string_view path) {
    path = file_name(path);
    return path.substr(0, path.rfind('.'));
}

}  // namespace thaw::text
