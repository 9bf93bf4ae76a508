// How the validators of this folder report: texts are made only for findings that are kept.
#pragma once

#include <string>
#include <utility>

#include <thaw/format.hpp>

#include "base/field_path.hpp"

namespace thaw::ctr {

struct Finding {
    std::string path;
    std::string expected{};
    std::string found{};
};

class Finder {
public:
    Finder(Profile profile, Issues& issues, std::string_view part = "ctr")
        : profile_(profile), issues_(issues), part_(part) {}

    bool game() const { return profile_ == Profile::game; }
    // The same for another file of the model.
    Finder in(std::string_view part) const { return {profile_, issues_, part}; }

    // `make` returns the Finding.
    template <class Make>
    void report(const IssueKind& kind, Make&& make) {
        report(kind, kind.severity, make);
    }
    // The same, where the original game does not merely mind but fails.
    template <class Make>
    void report_fatal_in_game(const IssueKind& kind, Make&& make) {
        report(kind, game() ? Severity::error : kind.severity, make);
    }
    template <class Make>
    void report(const IssueKind& kind, Severity severity, Make&& make) {
        Finding finding;
        if (!issues_.full()) finding = make();
        issues_.add(Issue{&kind, severity, std::string(part_), std::move(finding.path), no_offset,
                          std::move(finding.expected), std::move(finding.found)});
    }

private:
    Profile profile_;
    Issues& issues_;
    std::string_view part_;
};

// A finding that many elements share is reported once, at the first of them.
class Tally {
public:
    void add(std::size_t index) {
        if (count_++ == 0) first_ = index;
    }
    bool any() const { return count_ > 0; }
    std::size_t count() const { return count_; }
    std::size_t first() const { return first_; }
    std::string of(std::size_t all) const { return std::to_string(count_) + " of " + std::to_string(all); }

private:
    std::size_t count_ = 0;
    std::size_t first_ = 0;
};

inline std::string at_most(u64 limit) { return "at most " + std::to_string(limit); }
inline std::string below(u64 limit) { return "below " + std::to_string(limit); }

}  // namespace thaw::ctr
