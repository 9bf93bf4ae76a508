// What changed at the points and corners of meshes whose structure is the base's.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "scene/edit/patch.hpp"

namespace thaw::edit {

// By joint of an edited skin: the same one of a skin of the base.
std::vector<u32> joints_in_base(const Work& work, u32 edited_skin, u32 base_skin);

// The piece that a point is of.
const Surface::Piece& piece_of(const Surface& surface, u32 point);

// What was found of the base's surface in the edited one.
struct FoundMeshes {
    Work& work;
    const Surface& base;
    const Surface& edited;
    const SurfaceMatch& match;
    const std::vector<u32>& first_triangle;  // by piece of the base, and the end
    const std::vector<bool>& patched;        // by piece of the base: has other triangles
    const std::vector<bool>& unseen;         // by triangle of the base
    std::function<u32(u32)> base_piece_at;   // of a node of the edited scene
};

class ValueComparing {
public:
    explicit ValueComparing(FoundMeshes found) : in_(std::move(found)) {}

    void compare_piece(u32 number);
    void report();

private:
    struct Copy;
    void patch_piece(u32 number, Mesh& out);
    void compare_shapes(const Surface::Piece& piece, Mesh& out);
    u64 compare_corners(u32 number, Mesh& out);
    u32 put_corner(const Primitive& base, u32 corner, const Corner& is, bool in_place, Primitive& out);
    void compare_normals(u32 number, Mesh& out);
    std::optional<Vec3> given_normal(const Surface::Piece& base_piece, u32 point) const;
    void compare_weights(const Surface::Piece& piece, Mesh& out);
    Pulls edited_pulls(u32 point, u32 base_skin);

    FoundMeshes in_;
    std::map<std::pair<u32, u32>, std::vector<u32>> joints_{};  // by skin of the edited scene and of the base
    std::vector<bool> moved_{};                                 // by point of the piece at hand
    u64 points_ = 0, frames_ = 0, normals_ = 0, uvs_ = 0, colors_ = 0, weights_ = 0;
    bool has_frames_ = false;
};

}  // namespace thaw::edit
