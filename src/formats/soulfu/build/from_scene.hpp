// A DDD from any scene.
#pragma once

#include <thaw/format.hpp>

#include "formats/soulfu/ddd/document.hpp"

namespace thaw::ddd {

inline constexpr u8 usual_joint_size = 10;  // 0.15 feet

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

// What extras say, as far as it fits.
void take_shadow_textures(const Extras& extras, File& file);
bool take_joint_sizes(const Extras& extras, BaseModel& base);

}  // namespace thaw::ddd
