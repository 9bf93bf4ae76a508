// An 8-bit PCX picture, the kind both Unreal and SoulFu load.
#pragma once

#include "images/encode_pcx.hpp"

namespace thaw::samples {

using Picture = IndexedPicture;

}  // namespace thaw::samples
