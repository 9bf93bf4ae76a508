// A CTC as a scene: skinned mesh, morph targets, skins as materials, attachment points, clips. See README.md, "Scene".
#pragma once

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

inline constexpr double usual_fps = 10;  // the step of the game's server; files do not say

std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::ctc
