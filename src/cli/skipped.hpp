// What an image of many models does not show, or shows differently. One line each at the end, not one per model.
#pragma once

#include "cli/console.hpp"
#include "cli/exit_codes.hpp"

namespace thaw::cli {

struct Skipped {
    u64 without_triangles = 0;  // their skeletons are drawn
    u64 refused = 0;

    void report(Console& console, const Tally& tally) const;
};

}  // namespace thaw::cli
