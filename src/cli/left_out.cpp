#include "cli/left_out.hpp"

#include "base/text.hpp"

namespace thaw::cli {

void LeftOut::tell(Console& console, const Tally& tally) const {
    if (without_triangles > 0) {
        console.note("{} without triangles: the skeleton is drawn", text::plural(without_triangles, "model"));
    }
    if (nothing_to_show > 0) console.note("{} with nothing to draw left out", text::plural(nothing_to_show, "file"));
    const u64 lost = tally.refused + tally.file_system_errors;
    if (lost > 0 && tally.models() > 1) console.note("{} could not be shown", text::plural(lost, "model"));
}

}  // namespace thaw::cli
