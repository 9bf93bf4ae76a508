#include "cli/skipped.hpp"

#include "base/text.hpp"

namespace thaw::cli {

void Skipped::report(Console& console, const Tally& tally) const {
    if (without_triangles > 0) {
        console.note("{} without triangles: skeleton drawn instead", text::plural(without_triangles, "model"));
    }
    if (tally.without_shape > 0 && tally.opened() > 0) {
        console.note("skipped {} with nothing to draw", text::plural(tally.without_shape, "file"));
    }
    if (refused > 0) console.note("{} could not be drawn", text::plural(refused, "model"));
}

}  // namespace thaw::cli
