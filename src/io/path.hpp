// Paths as text: the last name, the folder, and the two joined. Nothing here asks the file system.
#pragma once

#include <string>
#include <string_view>

namespace thaw::io {

inline std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Empty for a name without folder, so that join() gives back what the user typed.
inline std::string_view folder_of(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash + 1);
}

inline std::string join(std::string_view folder, std::string_view name) {
    std::string out(folder);
    if (!out.empty() && out.back() != '/') out += '/';
    out += name;
    return out;
}

// Both separators, as the programs of Windows write them.
inline std::string with_slashes(std::string_view path) {
    std::string out(path);
    for (char& c : out) c = c == '\\' ? '/' : c;
    return out;
}

// What to hand to the system for a folder that join() understands.
inline std::string openable(std::string_view folder) { return folder.empty() ? "." : std::string(folder); }

}  // namespace thaw::io
