#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

// The way back (README, "The way back").
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::ctr
