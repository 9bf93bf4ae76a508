// A room of the game (.SRF): the images that its props show. Any bytes give a result.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::soulfu {

using PropTextures = std::array<std::string, 4>;

// Of each prop of the room that is the model `name` (no extension, any case). An empty name: the room has no such
// image.
std::vector<PropTextures> prop_textures(Bytes room, std::string_view name);

}  // namespace thaw::soulfu
