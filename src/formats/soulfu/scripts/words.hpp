// The words of a line of a game script.
#pragma once

#include <algorithm>
#include <string_view>

namespace thaw::soulfu {

inline bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

inline std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (!quoted && line.substr(i, 2) == "//") return line.substr(0, i);
    }
    return line;
}

inline std::string_view first_word(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_word);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

}  // namespace thaw::soulfu
