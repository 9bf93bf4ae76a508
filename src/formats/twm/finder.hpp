// How the validators of this folder report: one finding per kind and array, at the first place, with how many there
// are.
#pragma once

#include <string>
#include <utility>

#include <thaw/format.hpp>

#include "base/field_path.hpp"

namespace thaw::twm {

struct Finding {
    std::string path;
    std::string expected{};
    std::string found{};
};

class Finder {
public:
    Finder(Profile profile, Issues& issues) : profile_(profile), issues_(issues) {}

    bool game() const { return profile_ == Profile::game; }

    // `make` returns the Finding; it is only asked for one that is kept.
    template <class Make>
    void report(const IssueKind& kind, Make&& make) {
        report(kind, kind.severity, make);
    }
    // The same, where the engine does not merely mind but fails.
    template <class Make>
    void report_fatal_in_game(const IssueKind& kind, Make&& make) {
        report(kind, game() ? Severity::error : kind.severity, make);
    }
    template <class Make>
    void report(const IssueKind& kind, Severity severity, Make&& make) {
        Finding finding;
        if (!issues_.full()) finding = make();
        issues_.add(Issue{&kind, severity, "twm", std::move(finding.path), no_offset, std::move(finding.expected),
                          std::move(finding.found)});
    }

private:
    Profile profile_;
    Issues& issues_;
};

// Counts the elements that have something wrong and remembers the first.
class Tally {
public:
    void note(u64 place) {
        if (count_++ == 0) first_ = place;
    }
    void note_if(bool wrong, u64 place) {
        if (wrong) note(place);
    }
    explicit operator bool() const { return count_ > 0; }
    u64 first() const { return first_; }
    u64 count() const { return count_; }
    std::string of(u64 total) const { return std::to_string(count_) + " of " + std::to_string(total); }

private:
    u64 count_ = 0;
    u64 first_ = 0;
};

inline std::string below(u64 limit) { return "below " + std::to_string(limit); }

}  // namespace thaw::twm
