// The model as a scene.
#pragma once

#include <thaw/scene.hpp>

#include "formats/soulfu/rdy/document.hpp"

namespace thaw::rdy {

std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::rdy
