// The format records of this folder, for the registry.
#pragma once

#include <thaw/format.hpp>

namespace thaw::ddd {
extern const Format format;
}
namespace thaw::rdy {
extern const Format format;
}
namespace thaw::til {
extern const Format format;
}
namespace thaw::sdf {
extern const Format format;
}
