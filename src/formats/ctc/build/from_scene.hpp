#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

// A model of a scene: README.md, "Building from a scene".
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::ctc
