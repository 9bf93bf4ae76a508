// Offsets of morph targets, whether they are listed or stay in the bytes of their file.
#pragma once

#include <thaw/scene.hpp>

#include "base/endian.hpp"

namespace thaw {

// The list and the element have to be there (check()).
inline Vec3 stored_offset(const MorphTarget& target, StoredPlace place) {
    const StoredOffsets& list = target.stored[place.list];
    if (list.bytes.empty()) return {};
    const u8* from = list.bytes.data() + place.element * list.stride;
    return {load<f32>(from, Order::little), load<f32>(from + 4, Order::little), load<f32>(from + 8, Order::little)};
}

// `visit` takes a point that moves and its offset, point after point.
template <class Visit>
void each_offset(const Mesh& mesh, const MorphTarget& target, Visit&& visit) {
    if (target.stored.empty()) {
        for (std::size_t i = 0; i < target.points.size(); ++i) visit(target.points[i], target.offsets[i]);
        return;
    }
    for (std::size_t p = 0; p < mesh.places.size(); ++p) {
        const Vec3 offset = stored_offset(target, mesh.places[p]);
        if (offset.x != 0 || offset.y != 0 || offset.z != 0) visit(static_cast<u32>(p), offset);
    }
}

Vec3 offset_of(const Mesh& mesh, const MorphTarget& target, std::size_t point);

// Lists what is stored, for those who want to change it.
void list_offsets(Mesh& mesh);

}  // namespace thaw
