// Whoever moves points does not move their image.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "scene/edit/surface.hpp"

namespace thaw::edit {

namespace {

using Spot = std::array<i32, 2>;
using Print = std::array<Spot, 3>;

struct Printed {
    u32 triangle = no_index;  // no_index if several have the same print
    u32 turn = 0;             // its corner that the print begins with
};

Spot spot_of(Vec2 uv) {
    constexpr double fine = 16384;
    const auto place = [](f32 x) { return static_cast<i32>(std::lround(std::clamp(double{x} * fine, -1e9, 1e9))); };
    return {place(uv.x), place(uv.y)};
}

// Of each triangle with three different texture coordinates, by node, material and coordinates.
std::map<std::tuple<u32, u32, Print>, Printed> prints_of(const Surface& surface) {
    std::map<std::tuple<u32, u32, Print>, Printed> out;
    for (u32 t = 0; t < surface.triangles.size(); ++t) {
        const Surface::Triangle& triangle = surface.triangles[t];
        Print spots{};
        for (std::size_t k = 0; k < 3; ++k) spots[k] = spot_of(surface.uv(triangle, k));
        if (spots[0] == spots[1] || spots[1] == spots[2] || spots[2] == spots[0]) continue;
        const auto first = static_cast<u32>(std::min_element(spots.begin(), spots.end()) - spots.begin());
        std::rotate(spots.begin(), spots.begin() + static_cast<std::ptrdiff_t>(first), spots.end());
        const auto [place, is_new] = out.try_emplace({triangle.node, triangle.material, spots}, Printed{t, first});
        if (!is_new) place->second.triangle = no_index;
    }
    return out;
}

}  // namespace

std::vector<SurfaceMatch::Found> pairs_by_uv(const Surface& base, const Surface& edited) {
    std::vector<SurfaceMatch::Found> out(base.triangles.size());
    const auto then = prints_of(base), now = prints_of(edited);
    for (const auto& [print, was] : then) {
        const auto found = now.find(print);
        if (found == now.end() || was.triangle == no_index || found->second.triangle == no_index) continue;
        out[was.triangle] = {found->second.triangle, (found->second.turn + 3 - was.turn) % 3};
    }
    return out;
}

}  // namespace thaw::edit
