// An edited scene laid over the model it was before: only what was edited changes.
#pragma once

#include "formats/soulfu/from_scene.hpp"

namespace thaw::ddd {

struct Edited {
    bool in_place = false;  // else the edit goes beyond numbers: other vertices, triangles, bones or frames
    std::string words{};    // what was changed; else what is in the way
};

// Both were built in the same way: `before` from the model's scene as it was, `after` from the edited one. Where they
// agree, `file` keeps its own numbers. It is as it was if the edit cannot be done in place.
Edited apply_edit(const BuiltFile& before, const BuiltFile& after, File& file);

}  // namespace thaw::ddd
