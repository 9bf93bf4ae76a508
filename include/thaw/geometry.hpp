// Small vectors as values. The operations on them are in src/scene/maths.hpp.
#pragma once

#include <array>

#include <thaw/bytes.hpp>

namespace thaw {

struct Vec2 {
    f32 x = 0;
    f32 y = 0;
    friend bool operator==(const Vec2&, const Vec2&) = default;
};

struct Vec3 {
    f32 x = 0;
    f32 y = 0;
    f32 z = 0;
    friend bool operator==(const Vec3&, const Vec3&) = default;
};

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

// p -> (row x . p + offset.x, ...): three rows and an offset. In double, so that what is baked into positions
// is rounded once.
struct Affine {
    std::array<std::array<double, 3>, 3> rows{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    std::array<double, 3> offset{};
    friend bool operator==(const Affine&, const Affine&) = default;
};

}  // namespace thaw
