// Discs as libarchive takes them.
#pragma once

#include "containers/containers.hpp"

namespace thaw::containers {

// The same disc, claiming to be as large as can be.
std::shared_ptr<Source> wide_disc(std::shared_ptr<Source> source);

}  // namespace thaw::containers
