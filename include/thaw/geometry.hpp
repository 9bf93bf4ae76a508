// Small vectors as values. The operations on them are in src/scene/maths.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include <thaw/bytes.hpp>

namespace thaw {

struct Vec2 {
    f32 x = 0;
    f32 y = 0;
    friend bool operator==(const Vec2&, const Vec2&) = default;
};

template <class T>
struct Vec3T {
    T x = 0;
    T y = 0;
    T z = 0;

    // 0, 1 and 2 are x, y and z.
    constexpr T& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr const T& operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    friend bool operator==(const Vec3T&, const Vec3T&) = default;
};
using Vec3 = Vec3T<f32>;
using Vec3d = Vec3T<double>;  // what is computed before it is rounded once

struct Vec4 {
    f32 x = 0;
    f32 y = 0;
    f32 z = 0;
    f32 w = 0;
    friend bool operator==(const Vec4&, const Vec4&) = default;
};

// A rotation: unit length, w the real part.
struct Quat {
    f32 x = 0;
    f32 y = 0;
    f32 z = 0;
    f32 w = 1;
    friend bool operator==(const Quat&, const Quat&) = default;
};

// Column after column, as glTF has it: elements 12, 13, 14 are the translation.
struct Mat4 {
    std::array<f32, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    friend bool operator==(const Mat4&, const Mat4&) = default;
};

// The same in double, for what is computed before it is rounded once.
using Matrix = std::array<double, 16>;

// p -> (row x . p + offset.x, ...): three rows and an offset. In double, so that what is baked into positions
// is rounded once.
struct Affine {
    std::array<Vec3d, 3> rows{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    Vec3d offset{};
    friend bool operator==(const Affine&, const Affine&) = default;
};

// The smallest box along the axes that holds all the points it was given. NaN is never inside.
template <class T>
struct Box3 {
    static constexpr T limit = std::numeric_limits<T>::infinity();
    Vec3T<T> low{limit, limit, limit};
    Vec3T<T> high{-limit, -limit, -limit};

    constexpr void include(const Vec3T<T>& p) {
        low = {p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z};
        high = {p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z};
    }
    constexpr bool is_empty() const { return low.x > high.x || low.y > high.y || low.z > high.z; }
    constexpr Vec3T<T> size() const { return {high.x - low.x, high.y - low.y, high.z - low.z}; }
    constexpr Vec3T<T> center() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2}; }
    friend bool operator==(const Box3&, const Box3&) = default;
};

}  // namespace thaw
