// The format records of this folder, for the registry.
#pragma once

#include <thaw/format.hpp>

namespace thaw::ctc {
extern const Format format;
}
namespace thaw::adat {
extern const Format format;
}
