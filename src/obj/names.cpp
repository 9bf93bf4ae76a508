#include <set>

#include "base/text.hpp"
#include "obj/parts.hpp"

namespace thaw::obj {

std::string word(std::string_view name) {
    std::string out = text::printable(name);
    for (char& c : out) {
        if (c == ' ' || c == '\\' || c == '#') c = '_';  // a backslash joins lines, a # starts a comment
    }
    return out;
}

std::vector<std::string> unique_words(const std::vector<std::string>& names, std::string_view kind) {
    std::vector<std::string> words;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string base = names[i].empty() ? std::string(kind) + "_" + std::to_string(i) : word(names[i]);
        std::string unique = base;
        for (std::size_t n = i + 1; !taken.insert(unique).second; ++n) unique = base + "_" + std::to_string(n);
        words.push_back(std::move(unique));
    }
    return words;
}

}  // namespace thaw::obj
