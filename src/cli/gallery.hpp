// A gallery as part of something else.
#pragma once

#include "cli/models.hpp"

namespace thaw::cli {

// As `thaw gallery -o FOLDER` with nothing else asked for; the exit code of that.
int make_gallery(Console& console, const ModelArguments& models, const std::string& folder);

}  // namespace thaw::cli
