// The engine's vector maths, in its precision and order of operations, so that results are the same bit for bit.
#pragma once

#include <array>
#include <cmath>

#include <thaw/bytes.hpp>

namespace thaw::rdy {

using Vec = std::array<f32, 3>;

inline Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vec operator*(const Vec& a, f32 k) { return {a[0] * k, a[1] * k, a[2] * k}; }
inline Vec operator/(const Vec& a, f32 k) { return {a[0] / k, a[1] / k, a[2] / k}; }
inline f32 dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline f32 length(const Vec& a) { return std::sqrt(dot(a, a)); }
inline Vec cross(const Vec& a, const Vec& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// As a unit vector; the fallback if it is too short to have a direction.
inline Vec direction_of(const Vec& a, const Vec& fallback) {
    const f32 n = length(a);
    return n > 0.001f ? a / n : fallback;
}

}  // namespace thaw::rdy
