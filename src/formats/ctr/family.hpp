// The format records of this folder, for the registry.
#pragma once

#include <thaw/format.hpp>

namespace thaw::ctr {
extern const Format format;
}
namespace thaw::vrm {
extern const Format format;
}
namespace thaw::big {
extern const Format format;
}
