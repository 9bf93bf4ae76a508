#include "cli/change_lines.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

constexpr std::size_t widest_path = 48;  // longer ones push their values to the right

std::string value_words(const json::Value& value, const std::string& meaning) {
    std::string out;
    if (const auto* text = value.get_if<std::string>()) {
        out = "\"" + text::printable(*text) + "\"";
    } else if (!value.get_if<json::Object>() && json::to_text(value) != "null") {
        out = text::printable(json::to_text(value));
    }
    if (!meaning.empty()) out += " (" + text::printable(meaning) + ")";
    return out;
}

std::string path_words(const FieldChange& change) {
    if (!change.path.empty()) {
        const std::string more = change.count > 1 ? " and " + std::to_string(change.count - 1) + " more" : "";
        return text::printable(change.path) + more;
    }
    if (change.kind == ChangeKind::unexplained) {
        const u64 offset = std::min(change.offset_before, change.offset_after);
        return text::plural(change.count, "byte") + " at " + text::hex(offset) + " that no field holds";
    }
    return change.kind == ChangeKind::packing ? "the same content, packed in another way" : "the whole file";
}

std::string values_words(const FieldChange& change) {
    const std::string before = value_words(change.before, change.meaning_before);
    const std::string after = value_words(change.after, change.meaning_after);
    if (before.empty() || after.empty()) return before + after;
    return before + " -> " + after + (change.same_value ? " (equal numbers)" : "");
}

struct Mark {
    const char* text;
    Paint paint;
};

Mark mark_of(ChangeKind kind) {
    switch (kind) {
        case ChangeKind::added: return {"+", Paint::green};
        case ChangeKind::removed: return {"-", Paint::red};
        case ChangeKind::changed:
        case ChangeKind::unexplained:
        case ChangeKind::packing: break;
    }
    return {" ", Paint::plain};
}

}  // namespace

void print_changes(Console& console, const Diff& diff, const Bundle& after) {
    std::size_t width = 0;
    for (const FieldChange& change : diff.changes) {
        const std::size_t length = text::count_points(path_words(change));
        if (length <= widest_path) width = std::max(width, length);
    }
    const bool several = std::any_of(diff.changes.begin(), diff.changes.end(), [&](const FieldChange& change) {
        return change.part != diff.changes.front().part;
    });
    std::string_view part;
    for (const FieldChange& change : diff.changes) {
        if (several && change.part != part) {
            const std::string_view name = io::name_of(after.name_of(change.part));
            console.line("  {}{}{}", text::printable(name), name.empty() ? "" : " ", "(" + change.part + ")");
        }
        part = change.part;
        const Mark mark = mark_of(change.kind);
        std::string path = path_words(change);
        const std::string values = values_words(change);
        const std::size_t length = text::count_points(path);
        if (!values.empty() && length < width) path.append(width - length, ' ');
        console.line("{} {}{}{}", console.paint(mark.paint, mark.text), path, values.empty() ? "" : "  ", values);
    }
    if (diff.dropped > 0) console.line("  and {} more; --all lists every one", std::to_string(diff.dropped));
}

}  // namespace thaw::cli
