#include "formats/unreal/mesh/transform.hpp"

#include <cmath>
#include <numbers>

#include "formats/unreal/scripts/modeldef.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

// Taylor series; for |x| <= pi / 4 the terms left out are below the last bit of a double.
double series(double first, double x_squared, int order) {
    double term = first;
    double sum = first;
    for (int i = order; i < order + 18; i += 2) {
        term *= -x_squared / (i * (i + 1));
        sum += term;
    }
    return sum;
}

using Matrix = std::array<Vec3d, 3>;

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            for (std::size_t k = 0; k < 3; ++k) out[row][column] += a[row][k] * b[k][column];
        }
    }
    return out;
}

}  // namespace

Turn turn(double angle_256) {
    const double quarters = angle_256 / 64;
    const double nearest = std::floor(quarters + 0.5);
    const double x = (quarters - nearest) * (std::numbers::pi / 2);
    const double sine = series(x, x * x, 2);
    const double cosine = series(1, x * x, 1);
    const double quadrant = nearest - 4 * std::floor(nearest / 4);
    if (quadrant < 0.5) return {sine, cosine};
    if (quadrant < 1.5) return {cosine, -sine};
    if (quadrant < 2.5) return {-sine, -cosine};
    return {-cosine, sine};
}

ObjectSpace::ObjectSpace(const Placement& placement)
    : origin_(placement.origin), after_origin_{.offset = placement.offset}, mirror_(placement.unmirror ? -1.0 : 1.0) {
    const Turn yaw = turn(placement.yaw);
    const Turn pitch = turn(placement.pitch);
    const Turn roll = turn(placement.roll);
    // The signs are those of the games' rotators: +pitch looks up, +yaw turns X to Y, +roll tilts clockwise.
    const Matrix yaw_matrix{{{yaw.cosine, -yaw.sine, 0}, {yaw.sine, yaw.cosine, 0}, {0, 0, 1}}};
    const Matrix pitch_matrix{{{pitch.cosine, 0, -pitch.sine}, {0, 1, 0}, {pitch.sine, 0, pitch.cosine}}};
    const Matrix roll_matrix{{{1, 0, 0}, {0, roll.cosine, roll.sine}, {0, -roll.sine, roll.cosine}}};
    after_origin_.rows = product(product(yaw_matrix, pitch_matrix), roll_matrix);
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            after_origin_.rows[row][axis] *= placement.stretch[row] * placement.scale[axis];
        }
    }
}

Vec3d ObjectSpace::operator()(Point raw) const {
    return transformed(after_origin_, Vec3d{mirror_ * raw.x, exact(raw).y, exact(raw).z} - origin_);
}

Affine ObjectSpace::affine() const {
    Affine out = after_origin_;
    for (std::size_t row = 0; row < 3; ++row) {
        out.rows[row][0] *= mirror_;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            out.offset[row] -= after_origin_.rows[row][axis] * origin_[axis];
        }
    }
    return out;
}

Placement placement_of(const Document& document) {
    if (const Mesh* mesh = document.mesh()) {
        return mesh->modeldef ? placement_of(*mesh->modeldef, document.is_deus_ex()) : mesh->placement;
    }
    return usual_placement(document);
}

double usable_draw_scale(const Mesh* mesh) {
    if (mesh == nullptr) return 1;
    // Far beyond any real one, and still fit for single precision.
    const bool usable = mesh->draw_scale >= 1e-6 && mesh->draw_scale <= 1e6;
    return usable ? mesh->draw_scale : 1;
}

Placement usual_placement(const Document& document) {
    Placement placement;
    placement.scale = {0.1, 0.1, 0.2};
    if (document.is_deus_ex()) placement.scale = {1 / 256.0, 1 / 256.0, 1 / 256.0};
    return placement;
}

}  // namespace thaw::unreal
