#pragma once

#include "formats/ctc/document.hpp"

namespace thaw::ctc {

// Changes in the base what was edited in its scene. Nothing if the edit goes beyond that: other triangles, bones,
// clips, morphs or attachment points. Then the base is as it was, and `why` says what is different.
std::optional<Built> edit_base(const SceneInput& input, const BuildOptions& options, Issues& issues, std::string& why);

}  // namespace thaw::ctc
