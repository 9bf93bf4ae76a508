#include "formats/ctc/model/turning.hpp"

#include <algorithm>
#include <cmath>

#include "scene/maths.hpp"

namespace thaw::ctc {

namespace {

constexpr double still = 1e-9;  // radians

Vec3d radians_of(const Turn& turn) {
    constexpr double k = 3.14159265358979323846 / 180;
    return {std::abs(turn.step.x) * k, std::abs(turn.step.y) * k, std::abs(turn.step.z) * k};
}

// Two turns that follow each other err by at most this over eight, in radians; over n parts by a share of 1 / n^2. The
// tenth more is for what this leaves out: it held for 6,000 turns of up to 800 degrees at random.
double bend_of(const Turn& turn) {
    const Vec3d d = radians_of(turn);
    return 1.1 * (d.x * d.y + d.x * d.z + d.y * d.z);
}

Rotation nearer(Rotation q, const Rotation& to) {
    double cosine = 0;
    for (std::size_t i = 0; i < 4; ++i) cosine += q[i] * to[i];
    if (cosine < 0) {
        for (double& value : q) value = -value;
    }
    return q;
}

// What a viewer shows between two keys.
Rotation shown_between(const Rotation& a, const Rotation& b, double share) {
    const double angle = angle_between(a, b) / 2;
    const double sine = std::sin(angle);
    const double from = sine > 1e-9 ? std::sin((1 - share) * angle) / sine : 1 - share;
    const double to = sine > 1e-9 ? std::sin(share * angle) / sine : share;
    Rotation out{};
    for (std::size_t i = 0; i < 4; ++i) out[i] = a[i] * from + b[i] * to;
    return out;
}

bool is_within(const Turn& turn, u32 parts, double tolerance) {
    Rotation from = scene_rotation(turn.from);
    for (u32 i = 0; i < parts; ++i) {
        const Rotation to = nearer(scene_rotation(turn.at((i + 1.0) / parts)), from);
        for (const double share : {0.5, 0.25, 0.75}) {
            const Rotation wanted = scene_rotation(turn.at((i + share) / parts));
            if (!(angle_between(shown_between(from, to, share), wanted) <= tolerance)) return false;
        }
        from = to;
    }
    return true;
}

}  // namespace

double angle_between(const Rotation& a, const Rotation& other) {
    const Rotation b = nearer(other, a);
    double chord = 0;
    for (std::size_t i = 0; i < 4; ++i) chord += (a[i] - b[i]) * (a[i] - b[i]);
    return 4 * std::asin(std::min(1.0, std::sqrt(chord) / 2));
}

Vec3d Turn::at(double share) const {
    return {from.x + share * step.x, from.y + share * step.y, from.z + share * step.z};
}

double Turn::total() const { return std::abs(step.x) + std::abs(step.y) + std::abs(step.z); }

bool Turn::is_bent() const {
    const Vec3d d = radians_of(*this);
    return (d.x > still ? 1 : 0) + (d.y > still ? 1 : 0) + (d.z > still ? 1 : 0) > 1;
}

Turn turn_between(const Key& from, const Key& to, Wrap wrap) {
    Turn out;
    for (std::size_t i = 0; i < 3; ++i) {
        double a = from.angles[i], b = to.angles[i];
        if (wrap == Wrap::yes && a - b > 180) {
            b += 360;
        } else if (wrap == Wrap::yes && b - a > 180) {
            a += 360;
        }
        out.from[i] = a;
        out.step[i] = b - a;
    }
    return out;
}

Vec3d scene_angles(const Vec3d& degrees) { return {-degrees.x, -degrees.y, degrees.z}; }

Rotation scene_rotation(const Vec3d& degrees) { return angles_rotation(scene_angles(degrees)); }

Parts parts_of(const Turn& turn, double tolerance) {
    const double least = std::max(1.0, std::ceil(turn.total() / longest_part));
    if (!(least <= most_parts)) return {most_parts, false};
    const auto first = static_cast<u32>(least);
    if (!turn.is_bent() || is_within(turn, first, tolerance)) return {first, true};
    if (first == most_parts) return {most_parts, false};
    const double bound = std::ceil(std::sqrt(bend_of(turn) / (8 * tolerance)));
    // The more parts, the smaller the error: the fewest that will do lie between those that do not and those that do.
    u32 too_few = first, enough = static_cast<u32>(std::clamp<double>(bound, first + 1, most_parts));
    if (bound > most_parts && !is_within(turn, most_parts, tolerance)) return {most_parts, false};
    while (enough - too_few > 1) {
        const u32 middle = too_few + (enough - too_few) / 2;
        (is_within(turn, middle, tolerance) ? enough : too_few) = middle;
    }
    return {enough, true};
}

}  // namespace thaw::ctc
