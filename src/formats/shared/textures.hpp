// Which image of the bundle belongs to a material.
#pragma once

#include <string_view>

#include <thaw/bundle.hpp>
#include <thaw/geometry.hpp>

namespace thaw {

// The image that somebody chose for the slot (role "texture:SLOT"), else the one found under the name that the model
// gives it (role "texture"): same file name, any folder, any extension, any case. Null if there is none.
const Part* find_texture(const Bundle& bundle, std::string_view slot, std::string_view name);

// What stands for an image that is not there: a colour by slot, so that parts can be told apart. Linear.
Vec4 flat_color(std::size_t slot);

}  // namespace thaw
