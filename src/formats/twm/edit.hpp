#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

// Changes in the base what was edited in its scene. Nothing if the edit goes beyond that: other meshes, triangles,
// seams, joints or clips. Then the base is as it was, and `why` says what is different.
std::optional<Built> edit_base(const SceneInput& input, Issues& issues, std::string& why);

}  // namespace thaw::twm
