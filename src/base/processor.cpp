#include "base/processor.hpp"

namespace thaw {

bool may_use(Instructions which) { return machine_has(which); }

}  // namespace thaw
