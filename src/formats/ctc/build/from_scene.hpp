#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

// The way back: README.md, "The way back".
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::ctc
