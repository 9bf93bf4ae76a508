#pragma once

#include "formats/ctr/document.hpp"

namespace thaw::ctr {

// The base with the values that `after` has changed, everything else byte for byte. Nothing, and why, if the edit goes
// beyond that; the base is untouched then.
std::optional<Built> edited_in_place(const SceneInput& input, const Scene& after, const BuildOptions& options,
                                     Issues& issues, std::string& why);

}  // namespace thaw::ctr
