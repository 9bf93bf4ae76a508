// The model as a scene: what a DDD and an RDY share of it.
#pragma once

#include <thaw/bundle.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>

#include "formats/soulfu/scene/source.hpp"

namespace thaw::ddd {

std::vector<OptionRange> ranges_of(const SceneSource& source, const Bundle& bundle);
Result<Scene> build_scene(const SceneSource& source, const Bundle& bundle, const SceneOptions& options, Issues& issues);

// DDD alone.
std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);

}  // namespace thaw::ddd
