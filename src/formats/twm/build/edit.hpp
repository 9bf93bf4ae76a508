// What was edited goes into the base; everything else stays as it is.
#pragma once

#include <thaw/format.hpp>

namespace thaw::twm {

Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::twm
