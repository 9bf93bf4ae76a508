// A CTR file as a scene: a node a model, its levels of detail below it, frames as vertex animation, textures cut out of
// video memory. See README.md, "Scene".
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::ctr
