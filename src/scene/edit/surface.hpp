// Which triangle and which point of an edited surface was which of the base.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <thaw/limits.hpp>
#include <thaw/scene.hpp>

#include "scene/maths.hpp"

namespace thaw::edit {

using Triple = std::array<u32, 3>;

// All meshes of a scene as one cloud of points, each in the space of its own node's mesh as far as that is known.
struct Surface {
    struct Piece {
        u32 node = 0;
        u32 first_point = 0;
        const Mesh* mesh = nullptr;
        std::optional<Matrix> placing{};  // from the mesh to the space in which the two are compared

        Vec3 placed(Vec3 p) const { return placing ? transformed(*placing, p) : p; }
    };
    struct Triangle {
        Triple points{};
        Triple corners{};  // of the primitive
        u32 node = 0;      // of the base, so that it can be compared; no_index for one that the base does not have
        u32 material = 0;  // likewise
        u32 piece = 0;
        u32 primitive = 0;
    };
    std::vector<Piece> pieces{};
    std::vector<Vec3> points{};  // shape 0
    std::vector<u32> nodes{};    // by point: as that of a triangle
    std::vector<u32> sources{};  // by point: of the base's points, no_index where unknown; edited surfaces only
    std::vector<u64> pulls{};    // by point: a number for the joints it hangs on
    std::vector<Triangle> triangles{};

    Vec2 uv(const Triangle& triangle, std::size_t corner) const;
    Vec4 color(const Triangle& triangle, std::size_t corner) const;  // white where nothing says
    // Where all points are in a shape; those of meshes with fewer shapes as in shape 0.
    void shape(u32 shape, std::vector<Vec3>& out) const;
    u32 shapes() const;
    // The shape that tells points apart: the first one, unless far more of them are at one place there than in another.
    u32 clearest_shape() const;
};

struct SurfaceMatch {
    struct Found {
        u32 triangle = no_index;  // of the edited surface
        u32 turn = 0;             // corner k of the base's is corner (k + turn) % 3 of it
    };
    std::vector<Found> triangles{};  // by triangle of the base
    std::vector<u32> points{};       // by point of the base: the edited one; no_index where no triangle says
    std::vector<bool> is_known{};    // by triangle of the edited surface: it was one of the base's
};

// By triangle of the base: the only edited one with its texture coordinates, where both are alone with them.
std::vector<SurfaceMatch::Found> pairs_by_uv(const Surface& base, const Surface& edited);

// Always an answer; what has no counterpart was added or removed. `nearly`: a distance that rounding explains.
// Of a context that is cancelled: the best answer so far.
SurfaceMatch match_surfaces(const Surface& base, const Surface& edited, f32 nearly, const Context& context);

}  // namespace thaw::edit
