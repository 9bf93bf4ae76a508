// A mesh with other triangles than the base's: triangles that are gone leave it, those that wear another material go
// where that is, new ones come last. So do new points and corners; those that nothing uses any more go.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "scene/edit/parts.hpp"

namespace thaw::edit {

// What a corner has in addition to its point.
struct Corner {
    Vec2 uv{};
    Vec4 color{1, 1, 1, 1};
};

// What became of a corner of the base: the base's own values where nobody edited.
Corner edited_corner(const Primitive& base, u32 corner, const Primitive& edited, u32 other);
bool is_same_uv(Vec2 a, Vec2 b);
bool is_same_color(const Vec4& a, const Vec4& b);

// Joints of the base's skin, and how much.
using Pulls = std::vector<std::pair<u32, f32>>;

struct PatchInput {
    Work& work;
    const Surface& base;
    const Surface& edited;
    const SurfaceMatch& match;
    u32 piece = 0;           // of the base
    u32 first_triangle = 0;  // of it
    u32 end_triangle = 0;
    const std::vector<bool>& unseen;  // by triangle of the base: not missed where it is gone
    std::function<bool(u32)> is_new;  // is this triangle of the edited surface a new one of the piece?
    std::function<Vec3(Vec3)> back;   // from the place of an edited point to the base's mesh
    std::function<Vec3(u32)> normal;  // of an edited point
    std::function<Pulls(u32)> pulls;  // likewise
};

// `out` is the base's mesh with everything that was edited at its points and corners.
void patch(const PatchInput& input, Mesh& out);

}  // namespace thaw::edit
