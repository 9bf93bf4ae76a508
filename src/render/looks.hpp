// How the games drew.
#pragma once

#include <string_view>

#include "render/render.hpp"

namespace thaw {

// Of the game that a format belongs to, by the format's id; a clean look for others.
Look game_look(std::string_view format_id);

}  // namespace thaw
