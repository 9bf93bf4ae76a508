// What programs do to a GLB without being asked.
#pragma once

#include <array>
#include <string_view>

#include "edits/glb.hpp"

namespace edits {

enum class Strip {
    kept,       // nothing
    dropped,    // extras and attributes of applications are gone, and with them what Thaw left for the way back
    reordered,  // that, and everything is listed in another order: vertices, triangles, nodes, materials, clips
};

inline constexpr std::array all_strips{Strip::kept, Strip::dropped, Strip::reordered};

std::string_view name_of(Strip strip);
Glb stripped(const Glb& glb, Strip strip);

}  // namespace edits
