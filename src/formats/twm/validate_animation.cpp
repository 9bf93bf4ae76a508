// Findings about one animation: key times, and what its rotations are.
#include <algorithm>
#include <cmath>

#include "formats/twm/issues.hpp"
#include "formats/twm/validate_parts.hpp"

namespace thaw::twm {

namespace {

constexpr double unit_tolerance = 0.01;

bool is_zero(const std::array<f32, 4>& r) { return r[0] == 0 && r[1] == 0 && r[2] == 0 && r[3] == 0; }

bool is_unit(const std::array<f32, 4>& r) {
    double sum = 0;
    for (const double value : r) sum += value * value;
    return std::abs(std::sqrt(sum) - 1) <= unit_tolerance;
}

// The first key that has something wrong, as track and key, and how many there are.
struct Keys {
    Offenders tally{};
    u64 key = 0;

    void note_if(bool wrong, u64 track, u64 k) {
        if (!wrong) return;
        if (!tally) key = k;
        tally.note(track);
    }
};

class AnimationChecker {
public:
    AnimationChecker(const Animation& animation, std::size_t a, IssueReporter& reporter)
        : animation_(animation), a_(a), reporter_(reporter) {}

    void run() {
        std::size_t at = 0;
        for (std::size_t track = 0; track < animation_.key_counts.size(); ++track) {
            const u32 n = animation_.key_counts[track];
            empty_.note_if(n == 0, track);
            for (u32 k = 0; k < n; ++k) check_key(track, k, at + k);
            at += n;
        }
        if (empty_) {
            reporter_.report(issue::empty_track, [&] {
                return Finding{field_path("animations", a_, "tracks", empty_.first(), "num_keys"), "at least 1",
                               empty_.of(animation_.key_counts.size())};
            });
        }
        report(issue::key_time_twice, twice_, "ms", "each time once");
        report(issue::key_order, unsorted_, "ms", "growing times");
        report(issue::not_finite, not_finite_, nullptr, "finite numbers");
        report(issue::rotation_zero, zero_, "rotation", "a rotation");
        report_rotations();
    }

private:
    void check_key(std::size_t track, u32 k, std::size_t at) {
        const Key& key = animation_.keys[at];
        if (k > 0) {
            const u32 before = animation_.keys[at - 1].ms;
            twice_.note_if(key.ms == before, track, k);
            unsorted_.note_if(key.ms < before, track, k);
        }
        not_finite_.note_if(!is_finite(key), track, k);
        zero_.note_if(is_zero(key.rotation), track, k);
        odd_rotation_.note_if(!is_zero(key.rotation) && !is_unit(key.rotation), track, k);
    }

    void report_rotations() {
        switch (rotations_of(animation_)) {
            case Rotations::none:
            case Rotations::quaternions: return;
            case Rotations::euler_degrees:
                return report(issue::rotation_euler, odd_rotation_, "rotation", "quaternions");
            case Rotations::unknown: return report(issue::rotation_length, odd_rotation_, "rotation", "1");
        }
    }

    void report(const IssueKind& kind, const Keys& keys, const char* field, const char* expected) {
        if (!keys.tally) return;
        reporter_.report(kind, [&] {
            std::string path = field_path("animations", a_, "tracks", keys.tally.first(), "keys", keys.key);
            if (field != nullptr) detail::append_segment(path, std::string_view(field));
            return Finding{std::move(path), expected, keys.tally.of(animation_.keys.size())};
        });
    }

    const Animation& animation_;
    std::size_t a_;
    IssueReporter& reporter_;
    Offenders empty_;
    Keys twice_, unsorted_, not_finite_, zero_, odd_rotation_;
};

}  // namespace

Rotations rotations_of(const Animation& animation) {
    bool any = false, units = true, constant_w = true, large = false;
    f32 w = 0;
    for (const Key& key : animation.keys) {
        if (is_zero(key.rotation)) continue;
        units = units && is_unit(key.rotation);
        constant_w = constant_w && (key.rotation[3] == 0 || key.rotation[3] == 1) && (!any || key.rotation[3] == w);
        w = key.rotation[3];
        for (const f32 value : key.rotation) large = large || std::abs(value) > 1 + unit_tolerance;
        any = true;
    }
    if (!any) return Rotations::none;
    if (units) return Rotations::quaternions;
    return constant_w && large ? Rotations::euler_degrees : Rotations::unknown;
}

void validate_animation(const Document& document, std::size_t a, IssueReporter& reporter) {
    AnimationChecker(document.animations[a], a, reporter).run();
}

}  // namespace thaw::twm
