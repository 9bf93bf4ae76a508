// The format records of this folder, for the registry.
#pragma once

#include <thaw/format.hpp>

namespace thaw::unreal {
extern const Format format;
}
namespace thaw::upackage {
extern const Format format;
}
namespace thaw::uz {
extern const Format format;
}
namespace thaw::umod {
extern const Format format;
}
