// From the numbers in a file to the space of the game: X forward, Y right, Z up, left-handed.
#pragma once

#include <array>

#include <thaw/geometry.hpp>

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

inline constexpr double metres_per_unit = 0.01905;  // an Unreal unit is 3/4 inch
// A map unit of GZDoom is 1/32 m: the player, 56 units high, is 1.75 m then.
inline constexpr double unreal_units_per_map_unit = 1 / 32.0 / metres_per_unit;

inline Vec3d exact(Point p) { return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)}; }

// p = stretch * yaw * pitch * roll * scale * (raw - origin) + offset; with UNMIRROR raw X is negated first (U5).
class ObjectSpace {
public:
    explicit ObjectSpace(const Placement& placement);

    Vec3d operator()(Point raw) const;
    Affine affine() const;  // the same as rows and an offset

private:
    Vec3d origin_;
    Affine after_origin_;
    double mirror_;
};

// What the script says, or the usual placement.
Placement placement_of(const Document& document);
// DrawScale of the class that shows the mesh; 1 if that is no size to show something at.
double usable_draw_scale(const Mesh* mesh);
// The usual scale of models made without a script: 0.1, 0.1, 0.2; Deus Ex 1/256.
Placement usual_placement(const Document& document);

// Sine and cosine of an angle in 256ths of a turn, the same digits on every machine; exact at quarter turns.
struct Turn {
    double sine;
    double cosine;
};
Turn turn(double angle_256);

}  // namespace thaw::unreal
