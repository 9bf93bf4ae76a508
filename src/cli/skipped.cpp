#include "cli/skipped.hpp"

#include "base/text.hpp"

namespace thaw::cli {

void LeftOut::tell(Console& console) const {
    if (without_triangles > 0) {
        console.note("{} without triangles: the skeleton is drawn", text::plural(without_triangles, "model"));
    }
    if (nothing_to_show > 0) console.note("{} with nothing to draw left out", text::plural(nothing_to_show, "file"));
    if (refused > 0) console.note("{} could not be shown", text::plural(refused, "model"));
}

}  // namespace thaw::cli
