#include "gltf/cubic.hpp"

#include <algorithm>
#include <cmath>

namespace thaw::gltf {

namespace {

// A Hermite curve over one unit of time: its ends, and its slopes there times the length.
struct Piece {
    double p0, m0, p1, m1;

    double at(double t) const {
        const double t2 = t * t;
        const double t3 = t2 * t;
        return (2 * t3 - 3 * t2 + 1) * p0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * p1 + (t3 - t2) * m1;
    }
    // The second derivative is a straight line, so that it is greatest at one end. A chord over 1/n of the time is at
    // most bend / (8 n^2) away from the curve.
    double bend() const {
        return std::max(std::abs(6 * (p1 - p0) - 4 * m0 - 2 * m1), std::abs(6 * (p0 - p1) + 2 * m0 + 4 * m1));
    }
};

}  // namespace

Straightened straightened(std::span<const f32> times, std::span<const f32> values, std::size_t width, double tolerance,
                          u32 most_pieces) {
    Straightened out;
    const auto piece = [&](std::size_t key, std::size_t k) {
        const double length = double{times[key + 1]} - double{times[key]};
        const f32* here = values.data() + key * 3 * width;
        const f32* next = here + 3 * width;
        return Piece{here[width + k], here[2 * width + k] * length, next[width + k], next[k] * length};
    };
    const auto put_key = [&](std::size_t key) {
        out.times.push_back(times[key]);
        const f32* here = values.data() + (key * 3 + 1) * width;
        out.values.insert(out.values.end(), here, here + width);
    };
    for (std::size_t key = 0; key + 1 < times.size(); ++key) {
        put_key(key);
        double bend = 0;
        for (std::size_t k = 0; k < width; ++k) bend = std::max(bend, piece(key, k).bend());
        const double wanted = std::ceil(std::sqrt(bend / (8 * tolerance)));
        const u32 pieces = wanted < 1 ? 1 : wanted < most_pieces ? static_cast<u32>(wanted) : most_pieces;
        out.error = std::max(out.error, bend / (8.0 * pieces * pieces));
        for (u32 i = 1; i < pieces; ++i) {
            const double t = static_cast<double>(i) / pieces;
            const auto time = static_cast<f32>(double{times[key]} + t * (double{times[key + 1]} - double{times[key]}));
            if (time <= out.times.back() || time >= times[key + 1]) continue;  // finer than floats are
            out.times.push_back(time);
            for (std::size_t k = 0; k < width; ++k) {
                const auto value = static_cast<f32>(piece(key, k).at(t));
                out.values.push_back(std::isfinite(value) ? value : 0.0f);
            }
        }
    }
    if (!times.empty()) put_key(times.size() - 1);
    return out;
}

}  // namespace thaw::gltf
