#include "scene/targets.hpp"

#include <algorithm>

namespace thaw {

Vec3 offset_of(const Mesh& mesh, const MorphTarget& target, std::size_t point) {
    if (!target.stored.empty()) return stored_offset(target, mesh.places[point]);
    const auto found = std::lower_bound(target.points.begin(), target.points.end(), static_cast<u32>(point));
    if (found == target.points.end() || *found != point) return {};
    return target.offsets[static_cast<std::size_t>(found - target.points.begin())];
}

void list_offsets(Mesh& mesh) {
    for (MorphTarget& target : mesh.targets) {
        if (target.stored.empty()) continue;
        each_offset(mesh, target, [&](u32 point, Vec3 offset) {
            target.points.push_back(point);
            target.offsets.push_back(offset);
        });
        target.stored.clear();
    }
    mesh.places.clear();
}

}  // namespace thaw
