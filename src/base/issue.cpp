#include <thaw/issue.hpp>

#include <algorithm>

namespace thaw {

std::string_view severity_name(Severity severity) {
    switch (severity) {
        case Severity::info: return "info";
        case Severity::warning: return "warning";
        case Severity::error: return "error";
    }
    return "error";
}

void Issues::add(const IssueKind& kind, std::string_view part, std::string path, std::string expected,
                 std::string found) {
    add(Issue{&kind, kind.severity, std::string(part), std::move(path), no_offset, std::move(expected),
              std::move(found)});
}

void Issues::add(Issue issue) {
    worst_ = std::max(worst_, issue.severity);
    if (full()) {
        ++dropped_;
    } else {
        list_.push_back(std::move(issue));
    }
}

}  // namespace thaw
