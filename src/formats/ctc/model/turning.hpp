// How the game turns from one key to the next (C11): each of the three angles evenly, which is no turn about one axis
// as viewers make it.
#pragma once

#include <array>

#include <thaw/geometry.hpp>

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

// Bones go the shorter way round, but the game adds no more than one turn for it; the main key is taken as it is.
enum class Wrap : u8 { no, yes };

// Degrees about Y, X and Z.
struct Turn {
    Vec3d from{};
    Vec3d step{};

    Vec3d at(double share) const;
    double total() const;  // degrees, all three together
    bool is_bent() const;  // more than one angle changes, so that viewers go another way
};
Turn turn_between(const Key& from, const Key& to, Wrap wrap);

Vec3d scene_angles(const Vec3d& degrees);  // in the scene's axes (C12)

// x y z w in the scene's axes (C12): Ry(-a0) * Rx(-a1) * Rz(a2).
using Rotation = std::array<double, 4>;
Rotation scene_rotation(const Vec3d& degrees);
double angle_between(const Rotation& a, const Rotation& b);  // radians

// Viewers blend quaternions in several ways, and agree where a part is short (0.27 degrees at 60).
inline constexpr double longest_part = 60;  // degrees
inline constexpr u32 most_parts = 256;

// Into how many equal parts a turn is cut so that viewers are nowhere off by more than a tolerance (radians).
struct Parts {
    u32 count = 1;
    bool enough = true;  // most_parts would not be
};
Parts parts_of(const Turn& turn, double tolerance);

}  // namespace thaw::ctc
