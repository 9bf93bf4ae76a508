// What the engine does with vectors otherwise than src/scene/maths.hpp, in its precision and order of operations, so
// that results are the same bit for bit.
#pragma once

#include "scene/maths.hpp"

namespace thaw::rdy {

// As a unit vector; the fallback if it is too short to have a direction.
inline Vec3 engine_direction(const Vec3& a, const Vec3& fallback) {
    const f32 n = length(a);
    return n > 0.001f ? a / n : fallback;
}

}  // namespace thaw::rdy
