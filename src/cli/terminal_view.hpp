// An image in the terminal.
#pragma once

#include <string>

#include "images/image.hpp"

namespace thaw::cli {

// Fitted to the terminal of standard output, or to 80 x 24 characters where there is none.
Result<std::string> for_terminal(const Pixels& image);

}  // namespace thaw::cli
