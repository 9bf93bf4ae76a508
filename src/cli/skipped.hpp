// What a picture of many models does not show, or shows differently. Said once at the end, not model by model.
#pragma once

#include "cli/console.hpp"

namespace thaw::cli {

struct LeftOut {
    u64 without_triangles = 0;  // their skeletons are drawn
    u64 nothing_to_show = 0;    // textures among models

    u64 refused = 0;

    void tell(Console& console) const;
};

}  // namespace thaw::cli
