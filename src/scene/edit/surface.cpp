#include "scene/edit/surface.hpp"

#include <algorithm>
#include <bit>

#include "scene/shapes.hpp"
#include "scene/unique.hpp"

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

u32 Surface::clearest_shape() const {
    std::vector<Vec3> at;
    std::vector<std::array<u32, 3>> keys;
    u32 best = 0;
    std::size_t most = 0;
    for (u32 each = 0; each < shapes(); ++each) {
        shape(each, at);
        keys.clear();
        for (const Vec3 p : at)
            keys.push_back({std::bit_cast<u32>(p.x), std::bit_cast<u32>(p.y), std::bit_cast<u32>(p.z)});
        const std::size_t places = unique_of(keys).firsts.size();
        if (each == 0 && 10 * places >= 9 * at.size()) return 0;  // nothing could be much clearer
        // A tenth more at least.
        if (each == 0 || 10 * places > 11 * most) best = each, most = places;
    }
    return best;
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
