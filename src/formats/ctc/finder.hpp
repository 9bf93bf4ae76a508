// How the validators of this folder report: texts are made only for findings that are kept.
#pragma once

#include <string>
#include <utility>

#include <thaw/format.hpp>

#include "base/field_path.hpp"

namespace thaw::ctc {

struct Finding {
    std::string path;
    std::string expected{};
    std::string found{};
};

class Finder {
public:
    Finder(Profile profile, Issues& issues) : profile_(profile), issues_(issues) {}

    bool game() const { return profile_ == Profile::game; }

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
        issues_.add(Issue{&kind, severity, "ctc", std::move(finding.path), no_offset, std::move(finding.expected),
                          std::move(finding.found)});
    }
    // One finding for all of n elements that are bad: the first one's place, and how many there are.
    template <class IsBad, class PathOf>
    void report_some(const IssueKind& kind, Severity severity, std::size_t n, IsBad&& is_bad, PathOf&& path_of,
                     std::string_view expected) {
        std::size_t bad = 0, first = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (is_bad(i) && bad++ == 0) first = i;
        }
        if (bad == 0) return;
        report(kind, severity, [&] {
            return Finding{path_of(first), std::string(expected), std::to_string(bad) + " of " + std::to_string(n)};
        });
    }

private:
    Profile profile_;
    Issues& issues_;
};

inline std::string below(std::size_t limit) { return "below " + std::to_string(limit); }
inline std::string at_most(u64 limit) { return "at most " + std::to_string(limit); }

}  // namespace thaw::ctc
