// The vector maths of scenes. Matrices are worked out in double and rounded once.
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include <thaw/geometry.hpp>
#include <thaw/scene.hpp>

namespace thaw {

template <class T>
constexpr Vec3T<T> operator+(const Vec3T<T>& a, const Vec3T<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
constexpr Vec3T<T> operator-(const Vec3T<T>& a, const Vec3T<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
constexpr Vec3T<T> operator-(const Vec3T<T>& a) {
    return {-a.x, -a.y, -a.z};
}
template <class T>
constexpr Vec3T<T> operator*(const Vec3T<T>& a, std::type_identity_t<T> k) {
    return {a.x * k, a.y * k, a.z * k};
}
template <class T>
constexpr Vec3T<T> operator/(const Vec3T<T>& a, std::type_identity_t<T> k) {
    return {a.x / k, a.y / k, a.z / k};
}
// From left to right: engines are compared with to the last bit.
template <class T>
constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
T length(const Vec3T<T>& a) {
    return std::sqrt(dot(a, a));
}
template <class T>
bool is_finite(const Vec3T<T>& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

constexpr Vec3d as_double(const Vec3& a) { return {a.x, a.y, a.z}; }
inline Vec3 rounded(const Vec3d& a) { return {static_cast<f32>(a.x), static_cast<f32>(a.y), static_cast<f32>(a.z)}; }
// As files have them.
template <class T>
constexpr Vec3T<T> vector_of(const std::array<T, 3>& a) {
    return {a[0], a[1], a[2]};
}
template <class T>
constexpr std::array<T, 3> array_of(const Vec3T<T>& a) {
    return {a.x, a.y, a.z};
}

constexpr Vec3d transformed(const Affine& affine, const Vec3d& p) {
    return {dot(affine.rows[0], p) + affine.offset.x, dot(affine.rows[1], p) + affine.offset.y,
            dot(affine.rows[2], p) + affine.offset.z};
}

// As a unit vector; the fallback where there is no direction. In double, so that no finite vector over- or underflows.
Vec3 direction_of(Vec3 a, Vec3 fallback = {0, 1, 0});

// Column after column.
inline constexpr Matrix identity_matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

Matrix operator*(const Matrix& a, const Matrix& b);
Matrix matrix_of(const Transform& transform);
Matrix matrix_of(const Mat4& matrix);
Mat4 rounded(const Matrix& matrix);  // with an exact last row
Vec3d transformed(const Matrix& matrix, const Vec3d& point);
Vec3 transformed(const Matrix& matrix, const Vec3& point);
// Empty if there is none. The last row is taken to be 0 0 0 1.
std::optional<Matrix> inverse_of(const Matrix& matrix);
bool is_finite(const Matrix& matrix);

// Translation, rotation and scale that make the matrix, as near as they can. A mirrored one gets a negative X scale.
Transform decomposed(const Matrix& matrix);
// How far the transform is from the matrix: the largest difference of an element.
double difference(const Matrix& matrix, const Transform& transform);

Quat operator*(Quat a, Quat b);
Quat normalised(Quat q);                        // identity where there is no direction
Quat rotation_of(const Matrix& rotation);       // of a matrix with orthonormal columns
Quat axis_rotation(Vec3 axis, double radians);  // axis of unit length
// x y z w of angles in degrees: about Y, then about X and Z as they are turned by then. Ry * Rx * Rz.
std::array<double, 4> angles_rotation(const Vec3d& degrees);
inline f32 dot(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline Quat operator-(Quat q) { return {-q.x, -q.y, -q.z, -q.w}; }
// The one of the two equal quaternions that lies nearer to `previous`, so that viewers take the short way.
inline Quat nearer(Quat q, Quat previous) { return dot(q, previous) < 0 ? -q : q; }

// The node's transform in the scene; parents come first, so one pass over all nodes will do too.
Matrix world_matrix(const Scene& scene, u32 node);

// -1 to 1 as a whole number from -127 to 127; what lies outside is cut off.
inline i8 normalized_byte(f32 value) {
    const f32 whole = value < -1 ? -127.0f : value > 1 ? 127.0f : value * 127;
    return static_cast<i8>(whole + (whole < 0 ? -0.5f : 0.5f));
}

// sRGB value, 0 to 1, to linear and back.
f32 srgb_to_linear(f32 value);
f32 linear_to_srgb(f32 value);

inline double cofactor(const Matrix& m, std::size_t row, std::size_t column) {
    const auto at = [&](std::size_t r, std::size_t c) { return m[4 * (c % 3) + r % 3]; };
    return at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
}

// Does it turn right hands into left ones?
inline bool is_mirror(const Matrix& m) {
    return m[0] * cofactor(m, 0, 0) + m[4] * cofactor(m, 0, 1) + m[8] * cofactor(m, 0, 2) < 0;
}

// What normals need so that they stay upright on a stretched surface; a mirror turns them inside out once more.
Matrix normal_matrix(const Matrix& matrix);

}  // namespace thaw
