#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

// A model of a scene: README.md, "Building from a scene".
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::twm
