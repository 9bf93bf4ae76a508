// The format record of this folder, for the registry.
#pragma once

#include <thaw/format.hpp>

namespace thaw::toy {
extern const Format format;
}
