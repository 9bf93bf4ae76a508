// Opening a model from files of unknown kind.
#pragma once

#include <thaw/format.hpp>

namespace thaw::capi {

// Parts without a role get the one their bytes and names suggest. `format` may be null: then the part that is
// recognised with most confidence decides.
Result<Model> open_parts(Bundle bundle, const Format* format, const Context& context);

}  // namespace thaw::capi
