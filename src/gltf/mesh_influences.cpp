#include <algorithm>
#include <cmath>

#include "gltf/mesh_parts.hpp"

namespace thaw::gltf {

namespace {

struct Influence {
    u16 joint;
    f32 weight;
};

// Weights that were rounded on their way are brought to a sum of 1 without a word.
constexpr double rounding = 0.02;
constexpr double exact_enough = 9e-5;

}  // namespace

bool set_influences(const std::vector<f32>& joints, const std::vector<f32>& weights, std::size_t width,
                    Influences& out) {
    const std::size_t points = joints.size() / width;
    bool fine = true;
    std::vector<Influence> all(points * width);  // those of a point first, then unused ones
    std::size_t most = 1;
    for (std::size_t p = 0; p < points; ++p) {
        Influence* list = all.data() + p * width;
        std::size_t count = 0;
        for (std::size_t i = 0; i < width; ++i) {
            const f32 joint = joints[p * width + i];
            const f32 weight = weights[p * width + i];
            if (weight == 0) continue;
            const bool usable = weight > 0 && joint >= 0 && joint <= 65535 && joint == std::floor(joint);
            fine = fine && usable;
            if (!usable) continue;
            const auto number = static_cast<u16>(joint);
            Influence* known = std::find_if(list, list + count, [&](Influence one) { return one.joint == number; });
            if (known != list + count) {
                known->weight += weight;
            } else {
                list[count++] = {number, weight};
            }
        }
        std::stable_sort(list, list + count, [](Influence a, Influence b) { return a.weight > b.weight; });
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += list[i].weight;
        if (count == 0 || !std::isfinite(sum)) {
            list[0] = {0, 1};
            std::fill(list + 1, list + width, Influence{0, 0});
            fine = false;
            continue;
        }
        fine = fine && std::abs(sum - 1) < rounding;
        if (std::abs(sum - 1) > exact_enough) {
            for (std::size_t i = 0; i < count; ++i) list[i].weight = static_cast<f32>(list[i].weight / sum);
        }
        // Those that are too small to matter.
        while (count > 1 && list[count - 1].weight == 0) --count;
        std::fill(list + count, list + width, Influence{0, 0});
        most = std::max(most, count);
    }
    out.per_point = static_cast<u32>(most);
    out.joints.clear();
    out.weights.clear();
    out.joints.reserve(points * most);
    out.weights.reserve(points * most);
    for (std::size_t p = 0; p < points; ++p) {
        for (std::size_t i = 0; i < most; ++i) {
            out.joints.push_back(all[p * width + i].joint);
            out.weights.push_back(all[p * width + i].weight);
        }
    }
    return fine;
}

}  // namespace thaw::gltf
