#pragma once

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::unreal
