#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

// The way back: README.md, "The way back".
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::twm
