// What `thaw info` says first.
#include "base/text.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

Summary summarise(const Document& d, const Bundle&) {
    Summary out;
    out.totals = {.meshes = 1, .vertices = d.points.size(), .triangles = d.triangles.size()};
    out.materials.push_back({"slot 0", {}, text::to_utf8(d.image_name()), d.triangles.size()});
    out.native.set("trailing", d.trailing.size());
    return out;
}

}  // namespace thaw::toy
