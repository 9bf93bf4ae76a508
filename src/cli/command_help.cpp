#include "cli/command_help.hpp"

#include <algorithm>

namespace thaw::cli {

namespace {

constexpr std::size_t meaning_column = 28;

std::string_view group_of(const Declared& option) {
    return option.group.empty() ? std::string_view("Options") : option.group;
}

// Each once, in the order of their first options.
std::vector<std::string_view> groups_of(const std::vector<const Declared*>& options) {
    std::vector<std::string_view> out;
    for (const Declared* option : options) {
        if (std::find(out.begin(), out.end(), group_of(*option)) == out.end()) out.push_back(group_of(*option));
    }
    return out;
}

// --hex excludes --json, and so --json excludes --hex.
std::string_view excluded_by(const Declared& option, const std::vector<const Declared*>& options) {
    if (!option.excludes.empty()) return option.excludes;
    for (const Declared* other : options) {
        if (other->excludes == option.name()) return other->name();
    }
    return {};
}

std::string left_of(const Declared& option, const std::vector<const Declared*>& options) {
    std::string out = option.names;
    const auto add = [&](std::string_view before, std::string_view text) {
        if (!text.empty()) out.append(before).append(text);
    };
    add(" ", option.type);
    if (option.takes_several()) out += " ...";
    if (option.required) out += " REQUIRED";
    add(" Needs: ", option.needs);
    add(" Excludes: ", excluded_by(option, options));
    return out;
}

std::string usage_of(const Declared& bare) {
    const std::string out = bare.names + (bare.takes_several() ? "..." : "");
    return bare.required ? out : "[" + out + "]";
}

}  // namespace

void HelpText::start(std::string_view description, std::string_view call, const std::vector<const Declared*>& options,
                     std::string_view more) {
    out_.append(description).append("\nUsage: ").append(call).append(" [OPTIONS]");
    for (const Declared* option : options) {
        if (option->is_bare()) out_ += " " + usage_of(*option);
    }
    out_.append(more).append("\n");
    bare_words(options);
    groups(options);
}

void HelpText::heading(std::string_view text) { out_.append("\n").append(text).append(":\n"); }

void HelpText::row(std::string_view name, std::string_view meaning) {
    std::string left = "  " + std::string(name);
    if (left.size() >= meaning_column) left += "\n" + std::string(meaning_column, ' ');
    if (left.size() < meaning_column) left.resize(meaning_column, ' ');
    out_.append(left).append(meaning).append("\n");
}

void HelpText::bare_words(const std::vector<const Declared*>& options) {
    if (std::none_of(options.begin(), options.end(), [](const Declared* option) { return option->is_bare(); })) return;
    heading("Arguments");
    for (const Declared* option : options) {
        if (option->is_bare()) row(left_of(*option, options), option->help);
    }
}

void HelpText::groups(const std::vector<const Declared*>& options) {
    for (const std::string_view group : groups_of(options)) {
        heading(group);
        for (const Declared* option : options) {
            if (!option->is_bare() && group_of(*option) == group) row(left_of(*option, options), option->help);
        }
    }
}

std::string HelpText::end(std::string_view footer) { return std::move(out_.append("\n").append(footer).append("\n")); }

}  // namespace thaw::cli
