#include "formats/soulfu/scene/rig.hpp"

#include <cmath>

namespace thaw::ddd {

namespace {

using Columns = std::array<Vec3d, 3>;

// The part of `a` at a right angle to the unit vector, as a unit vector; some other such vector if there is none.
Vec3d side_of(const Vec3d& a, const Vec3d& unit) {
    const Vec3d rest = a - unit * dot(a, unit);
    if (const double n = length(rest); n > 1e-6) return rest * (1 / n);
    return side_of(std::abs(unit[0]) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, unit);
}

constexpr double shortest_feet = 1e-6;  // a shorter bone has no direction; a DDD has steps of 1/20000

// Three unit vectors at right angles, as near to side, along and forward as can be; along counts most.
Columns basis_of(const Axes& axes) {
    const double n = length(axes.along);
    if (n > shortest_feet) {
        const Vec3d y = axes.along * (1 / n);
        const Vec3d x = side_of(axes.side, y);
        return {x, y, cross(x, y)};
    }
    const double lean = length(axes.forward);
    const Vec3d z = lean > 0 ? axes.forward * (1 / lean) : Vec3d{0, 0, 1};
    const Vec3d x = side_of(axes.side, z);
    return {x, cross(z, x), z};
}

Matrix matrix_of(const Columns& c) {
    return {c[0][0], c[0][1], c[0][2], 0, c[1][0], c[1][1], c[1][2], 0, c[2][0], c[2][1], c[2][2], 0, 0, 0, 0, 1};
}

Columns columns_of(Quat q) {
    const Matrix m = thaw::matrix_of(Transform{{}, q, {1, 1, 1}});
    return {Vec3d{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
}

// Turns the columns of both until those of `work` are at right angles to each other: one-sided Jacobi.
void make_orthogonal(Columns& work, Columns& turn) {
    constexpr int sweeps = 30;  // three columns need about five
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        bool done = true;
        for (std::size_t p = 0; p < 2; ++p) {
            for (std::size_t q = p + 1; q < 3; ++q) {
                const double a = dot(work[p], work[p]);
                const double b = dot(work[q], work[q]);
                const double c = dot(work[p], work[q]);
                if (!(std::abs(c) > 1e-12 * std::sqrt(a * b))) continue;
                done = false;
                const double zeta = (b - a) / (2 * c);
                const double t = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
                const double cosine = 1 / std::sqrt(1 + t * t);
                const double sine = cosine * t;
                for (Columns* each : {&work, &turn}) {
                    const Vec3d first = (*each)[p];
                    const Vec3d second = (*each)[q];
                    (*each)[p] = first * cosine - second * sine;
                    (*each)[q] = first * sine + second * cosine;
                }
            }
        }
        if (done) return;
    }
}

}  // namespace

BoneRig::BoneRig(const Axes& bind) : origin_(bind.start), basis_(basis_of(bind)), length_(length(bind.along)) {
    if (length_ <= shortest_feet) length_ = 0;
    // The game's own parts of a position, which for a bone without length or a leaning one are projections only.
    const double square = dot(bind.along, bind.along);
    const Vec3d along = length_ > 0 ? bind.along * (1 / square) : Vec3d{};
    const Vec3d side = bind.side - along * dot(bind.side, bind.along);
    const Vec3d forward = bind.forward - along * dot(bind.forward, bind.along);
    const Columns parts{side, along, forward};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t axis = 0; axis < 3; ++axis) from_rigid_[row][axis] = dot(parts[row], basis_[axis]);
    }
}

Matrix BoneRig::inverse_bind(double units_per_foot) const {
    const auto& [x, y, z] = basis_;
    const double k = -units_per_foot;
    return {x[0],
            y[0],
            z[0],
            0,
            x[1],
            y[1],
            z[1],
            0,
            x[2],
            y[2],
            z[2],
            0,
            k * dot(x, origin_),
            k * dot(y, origin_),
            k * dot(z, origin_),
            1};
}

Matrix BoneRig::inverse_bind_of(const BoneRig& part, bool exact, double units_per_foot) const {
    Matrix out = part.inverse_bind(units_per_foot);
    if (!(length_ > 0) || !(part.length_ > 0)) return out;
    // The node turns this rig's rigid positions into the game's parts of one and those into the frame: so the part's
    // have to come as if they were of this rig.
    Columns rows{Vec3d{1, 0, 0}, Vec3d{0, length_ / part.length_, 0}, Vec3d{0, 0, 1}};
    if (exact) {
        const auto& [a, b, c] = from_rigid_;
        const double volume = dot(a, cross(b, c));
        if (!(std::abs(volume) > 1e-9)) return out;
        const Columns inverse{cross(b, c) * (1 / volume), cross(c, a) * (1 / volume), cross(a, b) * (1 / volume)};
        for (std::size_t row = 0; row < 3; ++row) {
            rows[row] = {};
            for (std::size_t i = 0; i < 3; ++i) rows[row] = rows[row] + part.from_rigid_[i] * inverse[i][row];
        }
    }
    for (std::size_t column = 0; column < 4; ++column) {
        const Vec3d old{out[4 * column], out[4 * column + 1], out[4 * column + 2]};
        for (std::size_t row = 0; row < 3; ++row) out[4 * column + row] = dot(rows[row], old);
    }
    return out;
}

Transform BoneRig::compact(const Axes& axes, double units_per_foot) const {
    const double stretch = length_ > 0 ? length(axes.along) / length_ : 1;
    return {rounded(axes.start * units_per_foot),
            rotation_of(matrix_of(basis_of(axes))),
            {1, static_cast<f32>(stretch), 1}};
}

BoneRig::Pair BoneRig::exact(const Axes& axes, double units_per_foot, Quat previous) const {
    const auto& [side, along, forward] = from_rigid_;
    Columns wanted;
    for (std::size_t c = 0; c < 3; ++c) {
        wanted[c] = axes.side * side[c] + axes.along * along[c] + axes.forward * forward[c];
    }
    // wanted = outer * scale * inner, both turns: inner is the transpose of `turn`.
    Columns turn = columns_of({-previous.x, -previous.y, -previous.z, previous.w});
    Columns work;
    for (std::size_t c = 0; c < 3; ++c) {
        work[c] = wanted[0] * turn[c][0] + wanted[1] * turn[c][1] + wanted[2] * turn[c][2];
    }
    make_orthogonal(work, turn);
    Vec3d scale{length(work[0]), length(work[1]), length(work[2])};
    // The longest two columns say where the outer turn goes; the third one follows, mirrored if it has to be.
    std::size_t last = 0;
    for (std::size_t c = 1; c < 3; ++c) {
        if (scale[c] < scale[last]) last = c;
    }
    const std::size_t first = (last + 1) % 3;
    const std::size_t second = (last + 2) % 3;
    Columns outer;
    outer[first] = scale[first] > 0 ? work[first] * (1 / scale[first]) : Vec3d{1, 0, 0};
    outer[second] = side_of(work[second], outer[first]);
    outer[last] = cross(outer[first], outer[second]);
    if (dot(outer[last], work[last]) < 0) scale[last] = -scale[last];
    Pair out;
    out.outer = {rounded(axes.start * units_per_foot), rotation_of(matrix_of(outer)), rounded(scale)};
    const Quat turned = rotation_of(matrix_of(turn));
    out.inner = nearer({-turned.x, -turned.y, -turned.z, turned.w}, previous);
    return out;
}

Vec3 BoneRig::grip_scale(bool exact) const {
    const double lean = from_rigid_[2][2];
    return {1, length_ > 0 ? static_cast<f32>(length_) : 1, exact && lean > 1e-3 ? static_cast<f32>(1 / lean) : 1};
}

}  // namespace thaw::ddd
