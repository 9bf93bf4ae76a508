#include <thaw/issue.hpp>

#include <algorithm>
#include <optional>

#include "base/text.hpp"

namespace thaw {

namespace {

// Lists of names can be long, and so can names that a file made up.
constexpr std::size_t most_characters = 200;

std::string shown_value(const Issue& issue, std::string_view name) {
    const std::string& value = name == "expected" ? issue.expected : name == "found" ? issue.found : issue.path;
    return text::shortened(text::printable(value), most_characters);
}

// A run of a template without brackets; nothing if it asks for a value that the issue does not have.
std::optional<std::string> filled(std::string_view run, const Issue& issue) {
    std::string out;
    while (!run.empty()) {
        const std::size_t open = std::min(run.find('{'), run.size());
        out += run.substr(0, open);
        run.remove_prefix(open);
        if (run.empty()) break;
        const std::size_t close = run.find('}');
        const std::string value = shown_value(issue, run.substr(1, close - 1));
        if (value.empty()) return std::nullopt;
        out += value;
        run.remove_prefix(close + 1);
    }
    return out;
}

}  // namespace

std::string_view severity_name(Severity severity) {
    switch (severity) {
        case Severity::info: return "info";
        case Severity::warning: return "warning";
        case Severity::error: return "error";
    }
    return "error";
}

// A run outside of brackets has its values; tests look at every kind. If not, the kind's text still says what is meant.
std::string message_of(const Issue& issue) {
    std::string out;
    std::string_view rest = issue.kind->message.text();
    while (!rest.empty()) {
        const bool is_optional = rest.front() == '[';
        const std::size_t end = std::min(rest.find(is_optional ? ']' : '['), rest.size());
        const auto run = filled(rest.substr(is_optional ? 1 : 0, end - (is_optional ? 1 : 0)), issue);
        if (!run && !is_optional) return std::string(issue.kind->text);
        out += run.value_or(std::string());
        rest.remove_prefix(is_optional ? end + 1 : end);
    }
    return out;
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
