#include "gltf/weights.hpp"

#include <cmath>

namespace thaw::gltf {

std::optional<std::vector<u16>> whole_weights(const Influences& influences, u16 most) {
    constexpr f32 far = 0.5e-4f;  // half of what building takes for the same weight
    std::vector<u16> out;
    out.reserve(influences.weights.size());
    for (std::size_t first = 0; first < influences.weights.size(); first += influences.per_point) {
        u32 sum = 0;
        for (std::size_t i = first; i < first + influences.per_point; ++i) {
            out.push_back(static_cast<u16>(std::lround(influences.weights[i] * static_cast<f32>(most))));
            sum += out.back();
        }
        // The heaviest, which comes first, takes what is left.
        out[first] = static_cast<u16>(out[first] + most - sum);
        for (std::size_t i = first; i < first + influences.per_point; ++i) {
            const f32 stored = static_cast<f32>(out[i]) / static_cast<f32>(most);
            const bool is_lost = out[i] == 0 && influences.weights[i] > 0;
            if (is_lost || std::abs(stored - influences.weights[i]) > far) return std::nullopt;
        }
    }
    return out;
}

}  // namespace thaw::gltf
