// How a scene was made, as JSON that is kept in the glTF for converting it back.
#pragma once

#include <string>
#include <string_view>

#include <thaw/scene.hpp>

namespace thaw {

// What of it is not as usual; empty if all is.
std::string described(const SceneOptions& options);
// The inverse. What it does not understand stays as usual.
SceneOptions scene_options_of(std::string_view json);

}  // namespace thaw
