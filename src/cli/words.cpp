#include "cli/words.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

std::string number_words(double value) {
    std::string out = fmt::format("{:.2f}", value);
    while (out.back() == '0') out.pop_back();
    if (out.back() == '.') out.pop_back();
    return out;
}

std::string size_words(u64 bytes) {
    if (bytes < 1000) return text::plural(bytes, "byte");
    double value = static_cast<double>(bytes) / 1000;
    const char* unit = "kB";
    for (const char* next : {"MB", "GB"}) {
        if (value < 999.95) break;
        value /= 1000;
        unit = next;
    }
    return fmt::format("{:.{}f} {}", value, value < 99.95 ? 1 : 0, unit);
}

std::string metres_words(double metres) {
    return metres < 1 ? fmt::format("{} cm", number_words(metres * 100)) : fmt::format("{} m", number_words(metres));
}

std::string count_words(u64 n, std::string_view one) {
    const std::string plain = text::plural(n, one);
    const std::size_t length = plain.find(' ');
    std::string out = plain.substr(0, length);
    for (std::size_t i = length; i > 3; i -= 3) out.insert(i - 3, 1, ',');
    return out + plain.substr(length);
}

std::vector<IssueGroup> group(const Issues& issues) {
    std::vector<IssueGroup> groups;
    for (const Issue& issue : issues.list()) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const IssueGroup& g) {
            return g.first->kind->code == issue.kind->code && g.first->severity == issue.severity &&
                   g.first->part == issue.part;
        });
        if (same == groups.end()) {
            groups.push_back({&issue, {&issue}});
        } else {
            same->all.push_back(&issue);
        }
    }
    std::vector<IssueGroup> sorted;
    for (const Severity severity : {Severity::error, Severity::warning, Severity::info}) {
        for (IssueGroup& g : groups) {
            if (g.first->severity == severity) sorted.push_back(std::move(g));
        }
    }
    return sorted;
}

std::string tally_words(const Issues& issues) {
    std::string out;
    for (const Severity severity : {Severity::error, Severity::warning, Severity::info}) {
        const auto n = std::count_if(issues.list().begin(), issues.list().end(),
                                     [&](const Issue& issue) { return issue.severity == severity; });
        if (n == 0) continue;
        if (!out.empty()) out += ", ";
        out += severity == Severity::info ? text::plural(static_cast<u64>(n), "remark")
                                          : text::plural(static_cast<u64>(n), severity_name(severity));
    }
    if (issues.dropped() > 0) out += fmt::format(", {} more not listed", issues.dropped());
    return out.empty() ? "clean" : out;
}

namespace {

// Where it is: the file if the model has several, the field unless the message names it, the byte.
std::string place_of(const Model& model, const Issue& issue) {
    std::string out;
    if (model.format->parts.size() > 1 && !issue.part.empty()) {
        const std::string_view file = io::name_of(model.bundle.name_of(issue.part));
        out = text::printable(file.empty() ? std::string_view(issue.part) : file);
    }
    const auto add = [&](const std::string& words) { out += (out.empty() ? "" : ", ") + words; };
    const bool names_path = issue.kind->message.text().find("{path}") != std::string_view::npos;
    if (!issue.path.empty() && !names_path) add(text::printable(issue.path));
    if (issue.offset != no_offset) add("byte " + text::hex(issue.offset));
    return out;
}

}  // namespace

std::string issue_words(const Model& model, const Issue& issue) {
    const std::string place = place_of(model, issue);
    return message_of(issue) + (place.empty() ? "" : " (" + place + ")");
}

void print_issues(Console& console, const Model& model, const Issues& issues, bool all) {
    constexpr std::size_t width = 7;  // of the longest severity
    for (const IssueGroup& g : group(issues)) {
        const std::string times = g.all.size() > 1 ? fmt::format("  {} times", g.all.size()) : "";
        console.line("  {}  {}{}", console.paint(paint_of(g.first->severity), severity_name(g.first->severity), width),
                     console.paint(Paint::bold, g.first->kind->code), times);
        console.line("           {}", g.first->kind->text);
        const std::size_t shown = all ? g.all.size() : 1;
        for (std::size_t i = 0; i < shown; ++i) {
            console.line("           {}{}", g.all.size() > 1 && !all ? "first: " : "", issue_words(model, *g.all[i]));
        }
    }
}

}  // namespace thaw::cli
