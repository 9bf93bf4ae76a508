// OBJ and MTL: lines of words between blanks.
#pragma once

#include <algorithm>
#include <string_view>

namespace thaw::obj {

// Words one after the other.
inline std::string_view take_word(std::string_view& rest) {
    const auto first = rest.find_first_not_of(" \t\r");
    rest.remove_prefix(std::min(first, rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r"));
    rest.remove_prefix(word.size());
    return word;
}

inline std::string_view take_line(std::string_view& rest) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    return line;
}

// The rest of a line as a name, which may have blanks within.
inline std::string_view trimmed(std::string_view rest) {
    const auto first = rest.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return rest.substr(first, rest.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace thaw::obj
