// What points hang on.
#pragma once

#include <algorithm>
#include <utility>

#include <thaw/scene.hpp>

namespace thaw {

// The same joints by the same weights, in the same order; rows may differ in how many they have room for.
inline bool hangs_alike(const Influences& a, std::size_t point_a, const Influences& b, std::size_t point_b) {
    const auto pull = [](const Influences& list, std::size_t point, std::size_t i) {
        const std::size_t at = point * list.per_point + i;
        const bool is_used = i < list.per_point && list.weights[at] != 0;
        return is_used ? std::pair(list.joints[at], list.weights[at]) : std::pair(u16{0}, 0.0f);
    };
    for (std::size_t i = 0; i < std::max(a.per_point, b.per_point); ++i) {
        if (pull(a, point_a, i) != pull(b, point_b, i)) return false;
    }
    return true;
}

}  // namespace thaw
