#include "scene/shapes.hpp"

#include "scene/frames.hpp"
#include "scene/maths.hpp"
#include "scene/targets.hpp"

namespace thaw {

u32 shape_count(const Mesh& mesh) {
    return mesh.frames ? mesh.frames->count : static_cast<u32>(mesh.targets.size()) + 1;
}

std::string_view shape_name(const Mesh& mesh, u32 shape) {
    if (mesh.frames) return shape < mesh.frames->names.size() ? std::string_view(mesh.frames->names[shape]) : "";
    return shape == 0 ? std::string_view() : std::string_view(mesh.targets[shape - 1].name);
}

void shape_points(const Mesh& mesh, u32 shape, std::vector<Vec3>& out) {
    out = mesh.points;
    if (shape == 0) return;
    if (mesh.frames) return decode_frame(*mesh.frames, shape, out);
    each_offset(mesh, mesh.targets[shape - 1], [&](u32 p, Vec3 offset) { out[p] = out[p] + offset; });
}

}  // namespace thaw
