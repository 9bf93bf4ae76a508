// What a class script is looked up by among all scripts of a game, and what of it is of use to another one's mesh.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>

namespace thaw::unreal {

// Each with a name behind it, in lower case.
inline constexpr std::string_view key_file = "file:";        // a MESH IMPORT of that data or aniv file
inline constexpr std::string_view key_texture = "texture:";  // a TEXTURE IMPORT of that name
inline constexpr std::string_view key_class = "class:";      // the class itself
inline constexpr std::string_view key_child = "child:";      // a class that extends that one
inline constexpr std::string_view key_shows = "shows:";      // a class whose Mesh that is
inline constexpr std::string_view key_about = "about:";      // lines about a mesh that another script imports

std::string script_key(std::string_view kind, std::string_view name);
std::vector<std::string> keys_of_script(const Blob& script);

// The class, its looks, and the lines that import images or are about meshes of other scripts: a few hundred bytes of
// what may be a hundred thousand.
Blob digest_of_script(const Blob& script);

}  // namespace thaw::unreal
