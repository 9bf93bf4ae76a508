// Numbers of a scene as whole steps of a file.
#pragma once

#include <algorithm>
#include <cmath>

#include <thaw/bytes.hpp>

namespace thaw::ddd {

inline constexpr double most_steps = 32767;
inline constexpr double uv_step = 1 / 256.0;
inline constexpr double movement_step = 1 / 256.0;

// Rounds, and remembers how far the farthest number moved.
class Rounding {
public:
    explicit Rounding(double step) : step_(step) {}

    i16 operator()(double value) {
        const double steps = value == 0 ? 0 : std::floor(value / step_ + 0.5);
        const double raw = std::clamp(steps, -most_steps - 1, most_steps);
        if (raw != steps) beyond_ = std::max(beyond_, std::abs(value));
        worst_ = std::max(worst_, std::abs(raw * step_ - value));
        return static_cast<i16>(raw);
    }
    bool is_same(double a, double b) const {
        return a == b || std::floor(a / step_ + 0.5) == std::floor(b / step_ + 0.5);
    }
    double step() const { return step_; }
    double worst() const { return worst_; }
    double beyond() const { return beyond_; }  // the largest number that did not fit; 0 if all did
    bool is_significant() const { return worst_ > step_ / 100; }

private:
    double step_;
    double worst_ = 0;
    double beyond_ = 0;
};

}  // namespace thaw::ddd
