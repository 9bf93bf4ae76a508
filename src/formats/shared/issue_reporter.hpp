// How validators report: texts are made only for findings that are kept, and what many elements share is one finding.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <thaw/format.hpp>

#include "base/field_path.hpp"  // findings name fields by their path

namespace thaw {

struct Finding {
    std::string path;
    std::string expected{};
    std::string found{};
};

// Counts the elements that have something wrong and remembers the first.
class Offenders {
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

    // The value of the first, and that there are more.
    std::string first_is(u64 value) const {
        return std::to_string(value) + (count_ > 1 ? " (first of " + std::to_string(count_) + ")" : "");
    }

private:
    u64 count_ = 0;
    u64 first_ = 0;
};

class IssueReporter {
public:
    // `part` is the role of the file that the findings are about; it outlives the reporter.
    IssueReporter(Profile profile, Issues& issues, std::string_view part)
        : profile_(profile), issues_(issues), part_(part) {}

    bool game() const { return profile_ == Profile::game; }
    // The same for another file of the model.
    IssueReporter in(std::string_view part) const { return {profile_, issues_, part}; }

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
    // One finding for all of n elements that are bad: the first one's place, and how many there are.
    template <class IsBad, class PathOf>
    void report_some(const IssueKind& kind, Severity severity, std::size_t n, IsBad&& is_bad, PathOf&& path_of,
                     std::string_view expected) {
        Offenders bad;
        for (std::size_t i = 0; i < n; ++i) bad.note_if(is_bad(i), i);
        if (!bad) return;
        report(kind, severity, [&] {
            return Finding{path_of(static_cast<std::size_t>(bad.first())), std::string(expected), bad.of(n)};
        });
    }

private:
    Profile profile_;
    Issues& issues_;
    std::string_view part_;
};

inline std::string below(u64 limit) { return "below " + std::to_string(limit); }
inline std::string at_most(u64 limit) { return "at most " + std::to_string(limit); }

}  // namespace thaw
