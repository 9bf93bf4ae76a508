// An edited scene laid over the model it was before: only what was edited changes.
#pragma once

#include "formats/soulfu/from_scene.hpp"

namespace thaw::ddd {

// Both were built in the same way: `before` from the model's scene as it was, `after` from the edited one. Where they
// agree, `file` keeps its own numbers. What was changed in words; nothing if the edit goes beyond numbers (other
// vertices, triangles, bones or frames), in which case `file` is as it was.
std::optional<std::string> apply_edit(const BuiltFile& before, const BuiltFile& after, File& file);

}  // namespace thaw::ddd
