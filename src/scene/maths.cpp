#include "scene/maths.hpp"

#include <algorithm>

namespace thaw {

namespace {

Vec3d column(const Matrix& m, std::size_t c) { return {m[4 * c], m[4 * c + 1], m[4 * c + 2]}; }
Vec3d without(const Vec3d& a, const Vec3d& unit) { return a - unit * dot(a, unit); }

// Some unit vector at a right angle to a unit vector.
Vec3d side_of(const Vec3d& unit) {
    const Vec3d axis = std::abs(unit.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const Vec3d side = without(axis, unit);
    return side * (1 / length(side));
}

f32 to_float(double value) { return static_cast<f32>(value); }

}  // namespace

Vec3 direction_of(Vec3 a, Vec3 fallback) {
    const Vec3d exact = as_double(a);
    const double n = length(exact);
    if (!(n > 0) || !std::isfinite(n)) return fallback;
    return rounded(exact / n);
}

Matrix operator*(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t r = 0; r < 4; ++r) {
            for (std::size_t k = 0; k < 4; ++k) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
        }
    }
    return out;
}

Matrix matrix_of(const Transform& t) {
    const double x = t.rotation.x;
    const double y = t.rotation.y;
    const double z = t.rotation.z;
    const double w = t.rotation.w;
    const double sx = t.scale.x;
    const double sy = t.scale.y;
    const double sz = t.scale.z;
    return {(1 - 2 * (y * y + z * z)) * sx,
            2 * (x * y + z * w) * sx,
            2 * (x * z - y * w) * sx,
            0,
            2 * (x * y - z * w) * sy,
            (1 - 2 * (x * x + z * z)) * sy,
            2 * (y * z + x * w) * sy,
            0,
            2 * (x * z + y * w) * sz,
            2 * (y * z - x * w) * sz,
            (1 - 2 * (x * x + y * y)) * sz,
            0,
            t.translation.x,
            t.translation.y,
            t.translation.z,
            1};
}

Matrix matrix_of(const Mat4& matrix) {
    Matrix out{};
    std::copy(matrix.m.begin(), matrix.m.end(), out.begin());
    return out;
}

Mat4 rounded(const Matrix& matrix) {
    Mat4 out;
    for (std::size_t i = 0; i < 16; ++i) out.m[i] = to_float(matrix[i]);
    out.m[3] = out.m[7] = out.m[11] = 0;
    out.m[15] = 1;
    return out;
}

Vec3d transformed(const Matrix& m, const Vec3d& p) {
    const auto row = [&](std::size_t r) { return m[r] * p.x + m[4 + r] * p.y + m[8 + r] * p.z + m[12 + r]; };
    return {row(0), row(1), row(2)};
}

Vec3 transformed(const Matrix& m, const Vec3& p) { return rounded(transformed(m, as_double(p))); }

std::optional<Matrix> inverse_of(const Matrix& m) {
    const Vec3d a = column(m, 0);
    const Vec3d b = column(m, 1);
    const Vec3d c = column(m, 2);
    const Vec3d bc = cross(b, c);
    const Vec3d ca = cross(c, a);
    const Vec3d ab = cross(a, b);
    const double determinant = dot(a, bc);
    if (!(std::abs(determinant) > 1e-30)) return std::nullopt;
    Matrix out = identity_matrix;
    for (std::size_t i = 0; i < 3; ++i) {
        out[4 * i] = bc[i] / determinant;
        out[4 * i + 1] = ca[i] / determinant;
        out[4 * i + 2] = ab[i] / determinant;
    }
    const Vec3d t{m[12], m[13], m[14]};
    for (std::size_t r = 0; r < 3; ++r) out[12 + r] = -(out[r] * t[0] + out[4 + r] * t[1] + out[8 + r] * t[2]);
    if (!is_finite(out)) return std::nullopt;
    return out;
}

bool is_finite(const Matrix& matrix) {
    return std::all_of(matrix.begin(), matrix.end(), [](double e) { return std::isfinite(e); });
}

Quat rotation_of(const Matrix& m) {
    const double trace = m[0] + m[5] + m[10];
    double x = 0;
    double y = 0;
    double z = 0;
    double w = 1;
    if (trace > 0) {
        const double s = std::sqrt(trace + 1) * 2;
        w = s / 4;
        x = (m[6] - m[9]) / s;
        y = (m[8] - m[2]) / s;
        z = (m[1] - m[4]) / s;
    } else if (m[0] > m[5] && m[0] > m[10]) {
        const double s = std::sqrt(1 + m[0] - m[5] - m[10]) * 2;
        w = (m[6] - m[9]) / s;
        x = s / 4;
        y = (m[4] + m[1]) / s;
        z = (m[8] + m[2]) / s;
    } else if (m[5] > m[10]) {
        const double s = std::sqrt(1 + m[5] - m[0] - m[10]) * 2;
        w = (m[8] - m[2]) / s;
        x = (m[4] + m[1]) / s;
        y = s / 4;
        z = (m[9] + m[6]) / s;
    } else {
        const double s = std::sqrt(1 + m[10] - m[0] - m[5]) * 2;
        w = (m[1] - m[4]) / s;
        x = (m[8] + m[2]) / s;
        y = (m[9] + m[6]) / s;
        z = s / 4;
    }
    const double n = std::sqrt(x * x + y * y + z * z + w * w);
    if (!(n > 0) || !std::isfinite(n)) return {};
    return {to_float(x / n), to_float(y / n), to_float(z / n), to_float(w / n)};
}

Transform decomposed(const Matrix& m) {
    Vec3d a = column(m, 0);
    Vec3d b = column(m, 1);
    Vec3d c = column(m, 2);
    Transform out;
    out.translation = {to_float(m[12]), to_float(m[13]), to_float(m[14])};
    double sx = length(a);
    const double sy = length(b);
    const double sz = length(c);
    if (dot(cross(a, b), c) < 0) sx = -sx;
    out.scale = {to_float(sx), to_float(sy), to_float(sz)};
    // The third direction counts most, then the second: a bone's own length lies along its last axis.
    c = sz > 0 ? c * (1 / sz) : (sx != 0 && sy > 0) ? cross(a * (1 / sx), b * (1 / sy)) : Vec3d{0, 0, 1};
    const double cn = length(c);
    c = cn > 0 ? c * (1 / cn) : Vec3d{0, 0, 1};
    b = without(b, c);
    const double bn = length(b);
    if (bn > 1e-12 * (sy > 0 ? sy : 1)) {
        b = b * (1 / bn);
    } else {
        const Vec3d flat = sx != 0 ? without(a * (1 / sx), c) : Vec3d{};
        const double fn = length(flat);
        b = fn > 1e-12 ? cross(c, flat * (1 / fn)) : side_of(c);
    }
    a = cross(b, c);
    out.rotation = rotation_of({a[0], a[1], a[2], 0, b[0], b[1], b[2], 0, c[0], c[1], c[2], 0, 0, 0, 0, 1});
    return out;
}

double difference(const Matrix& matrix, const Transform& transform) {
    const Matrix made = matrix_of(transform);
    double largest = 0;
    for (std::size_t i = 0; i < 16; ++i) largest = std::max(largest, std::abs(made[i] - matrix[i]));
    return largest;
}

Quat operator*(Quat a, Quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Quat normalised(Quat q) {
    const double x = q.x;
    const double y = q.y;
    const double z = q.z;
    const double w = q.w;
    const double n = std::sqrt(x * x + y * y + z * z + w * w);
    if (!(n > 0) || !std::isfinite(n)) return {};
    return {to_float(x / n), to_float(y / n), to_float(z / n), to_float(w / n)};
}

Quat axis_rotation(Vec3 axis, double radians) {
    const double s = std::sin(radians / 2);
    return {to_float(axis.x * s), to_float(axis.y * s), to_float(axis.z * s), to_float(std::cos(radians / 2))};
}

std::array<double, 4> angles_rotation(const Vec3d& degrees) {
    constexpr double half_radians = 3.14159265358979323846 / 360;
    const double y = half_radians * degrees.x, x = half_radians * degrees.y, z = half_radians * degrees.z;
    const double cy = std::cos(y), sy = std::sin(y), cx = std::cos(x), sx = std::sin(x), cz = std::cos(z),
                 sz = std::sin(z);
    return {cy * sx * cz + sy * cx * sz, sy * cx * cz - cy * sx * sz, cy * cx * sz - sy * sx * cz,
            cy * cx * cz + sy * sx * sz};
}

Matrix world_matrix(const Scene& scene, u32 node) {
    Matrix out = matrix_of(scene.nodes[node].local);
    for (u32 n = scene.nodes[node].parent; n != no_index; n = scene.nodes[n].parent) {
        out = matrix_of(scene.nodes[n].local) * out;
    }
    return out;
}

f32 srgb_to_linear(f32 value) {
    const double v = value;
    return to_float(v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
}

f32 linear_to_srgb(f32 value) {
    const double v = value;
    return to_float(v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055);
}

Matrix normal_matrix(const Matrix& matrix) {
    Matrix out = identity_matrix;
    const double sign = is_mirror(matrix) ? -1 : 1;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            out[4 * column + row] = sign * cofactor(matrix, row, column);
        }
    }
    return out;
}

}  // namespace thaw
