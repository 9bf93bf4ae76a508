#include "scene/edit/surface.hpp"

#include <algorithm>
#include <cmath>

#include "scene/shapes.hpp"

namespace thaw::edit {

double Surface::unlikeness(const Triangle& triangle, std::size_t corner, const Surface& other, const Triangle& its,
                           std::size_t its_corner) const {
    const auto look = [](const Surface& of, const Triangle& t, std::size_t c) {
        const Primitive& primitive = of.pieces[t.piece].mesh->primitives[t.primitive];
        const Vec2 uv = primitive.uvs.empty() ? Vec2{} : primitive.uvs[t.corners[c]];
        const Vec4 color = primitive.colors.empty() ? Vec4{1, 1, 1, 1} : primitive.colors[t.corners[c]];
        return std::array{uv.x, uv.y, color.x, color.y, color.z};
    };
    const auto a = look(*this, triangle, corner), b = look(other, its, its_corner);
    double out = 0;
    for (std::size_t i = 0; i < a.size(); ++i) out += std::abs(double{a[i]} - double{b[i]}) * (i < 2 ? 1 : 1e-3);
    return out;
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
