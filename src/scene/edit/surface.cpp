#include "scene/edit/surface.hpp"

#include <algorithm>

#include "scene/shapes.hpp"

namespace thaw::edit {

Vec2 Surface::uv(const Triangle& triangle, std::size_t corner) const {
    const Primitive& primitive = pieces[triangle.piece].mesh->primitives[triangle.primitive];
    return primitive.uvs.empty() ? Vec2{} : primitive.uvs[triangle.corners[corner]];
}

Vec4 Surface::color(const Triangle& triangle, std::size_t corner) const {
    const Primitive& primitive = pieces[triangle.piece].mesh->primitives[triangle.primitive];
    return primitive.colors.empty() ? Vec4{1, 1, 1, 1} : primitive.colors[triangle.corners[corner]];
}

u32 Surface::shapes() const {
    u32 out = 1;
    for (const Piece& piece : pieces) out = std::max(out, shape_count(*piece.mesh));
    return out;
}

void Surface::shape(u32 shape, std::vector<Vec3>& out) const {
    out = points;
    std::vector<Vec3> own;
    for (const Piece& piece : pieces) {
        if (shape >= shape_count(*piece.mesh)) continue;
        shape_points(*piece.mesh, shape, own);
        for (std::size_t p = 0; p < own.size(); ++p) out[piece.first_point + p] = piece.placed(own[p]);
    }
}

}  // namespace thaw::edit
