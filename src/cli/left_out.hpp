// What a picture of many models does not show, or shows differently. Said once at the end, not model by model.
#pragma once

#include "cli/console.hpp"
#include "cli/exit_codes.hpp"

namespace thaw::cli {

struct LeftOut {
    u64 without_triangles = 0;  // their skeletons are drawn
    u64 nothing_to_show = 0;    // textures among models

    void tell(Console& console, const Tally& tally) const;
};

}  // namespace thaw::cli
