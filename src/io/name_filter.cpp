#include "io/name_filter.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::io {

namespace {

// Of "[a-c]": how long it is, and whether the letter is in it. Length 0 if nothing closes it.
struct Set {
    std::size_t length = 0;
    bool has_letter = false;
};

Set read_set(std::string_view pattern, char letter) {
    const bool negated = pattern.size() > 1 && (pattern[1] == '!' || pattern[1] == '^');
    const std::size_t first = negated ? 2 : 1;
    const std::size_t end = pattern.find(']', first + 1);  // a ']' in the first place is one of the letters
    if (end == std::string_view::npos) return {};
    const char wanted = text::lower(letter);
    bool found = false;
    for (std::size_t i = first; i < end; ++i) {
        const char from = text::lower(pattern[i]);
        const bool range = i + 2 < end && pattern[i + 1] == '-';
        const char to = range ? text::lower(pattern[i + 2]) : from;
        found = found || (wanted >= from && wanted <= to);
        if (range) i += 2;
    }
    return {end + 1, found != negated};
}

// How much of the pattern takes this one letter; 0 if it does not.
std::size_t takes_letter(std::string_view pattern, char letter) {
    if (pattern.empty()) return 0;
    if (pattern.front() == '?') return 1;
    if (pattern.front() == '[') {
        if (const Set set = read_set(pattern, letter); set.length > 0) return set.has_letter ? set.length : 0;
    }
    return text::lower(pattern.front()) == text::lower(letter) ? 1 : 0;
}

// Any names in a row: "b", "a/b" and "b/c" of "a/b/c".
bool matches_somewhere(std::string_view path, const std::string& pattern) {
    for (std::size_t start = 0; start < path.size();) {
        for (std::size_t end = start; end < path.size();) {
            end = std::min(path.find('/', end + 1), path.size());
            if (matches_glob(path.substr(start, end - start), pattern)) return true;
        }
        start = std::min(path.find('/', start), path.size());
        if (start < path.size()) ++start;
    }
    return false;
}

bool any_matches(std::string_view path, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matches_somewhere(path, pattern); });
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view pattern) {
    // Greedy with one point of return, as for '*' alone: no recursion.
    std::size_t t = 0, p = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        const bool is_star = p < pattern.size() && pattern[p] == '*';
        const std::size_t taken = is_star ? 0 : takes_letter(pattern.substr(p), text[t]);
        if (is_star) {
            star = p++;
            resume = t;
        } else if (taken > 0) {
            p += taken;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

bool NameFilter::excludes(std::string_view path) const { return any_matches(path, exclude); }

bool NameFilter::takes(std::string_view path) const {
    return !excludes(path) && (only.empty() || any_matches(path, only));
}

}  // namespace thaw::io
