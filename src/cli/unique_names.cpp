#include "cli/unique_names.hpp"

#include "base/text.hpp"

namespace thaw::cli {

std::string UniqueNames::claim(const std::string& path, std::string_view mark) {
    const auto free = [&](const std::string& name) { return taken_.emplace(text::lower(name), 2).second; };
    if (free(path)) return path;
    if (!mark.empty()) {
        if (std::string marked = path + '_' + std::string(mark); free(marked)) return marked;
    }
    u64& next = taken_[text::lower(path)];  // a map's values stay where they are
    while (true) {
        if (std::string numbered = path + '_' + std::to_string(next++); free(numbered)) return numbered;
    }
}

}  // namespace thaw::cli
