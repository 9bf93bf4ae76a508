// How the validators of this folder report: texts are made only for findings that are kept.
#pragma once

#include <string>
#include <utility>

#include <thaw/format.hpp>

#include "base/field_path.hpp"

namespace thaw::ddd {

struct Finding {
    std::string path;
    std::string expected{};
    std::string found{};
};

class Finder {
public:
    Finder(Profile profile, Issues& issues, const char* part = "ddd")
        : profile_(profile), issues_(issues), part_(part) {}

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
        issues_.add(Issue{&kind, severity, part_, std::move(finding.path), no_offset, std::move(finding.expected),
                          std::move(finding.found)});
    }

private:
    Profile profile_;
    Issues& issues_;
    const char* part_;  // role of the file that the findings are about
};

inline std::string below(std::size_t limit) { return "below " + std::to_string(limit); }
inline std::string at_most(u64 limit) { return "at most " + std::to_string(limit); }

}  // namespace thaw::ddd
