// The estimates from which PNG stores differences, the same for both directions.
#pragma once

#include <cstdlib>

#include <thaw/bytes.hpp>

namespace thaw::images {

inline constexpr u8 png_filters = 5;

inline u8 png_estimate(u8 filter, u8 left, u8 up, u8 corner) {
    switch (filter) {
        case 1: return left;
        case 2: return up;
        case 3: return static_cast<u8>((left + up) / 2);
        case 4: {
            const int sum = left + up - corner;
            const int to_left = std::abs(sum - left);
            const int to_up = std::abs(sum - up);
            const int to_corner = std::abs(sum - corner);
            if (to_left <= to_up && to_left <= to_corner) return left;
            return to_up <= to_corner ? up : corner;
        }
        default: return 0;
    }
}

}  // namespace thaw::images
