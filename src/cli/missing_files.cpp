#include "cli/missing_files.hpp"

#include <vector>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

constexpr std::size_t most_listed = 8;

template <class List>
std::string listed(const List& list, bool all) {
    std::string out;
    std::size_t count = 0;
    for (const std::string& each : list) {
        if (count++ == most_listed && !all) break;
        out += (out.empty() ? "" : ", ") + text::printable(each);
    }
    if (!all && list.size() > most_listed) out += " and " + std::to_string(list.size() - most_listed) + " more";
    return out;
}

}  // namespace

void MissingFiles::add(const io::Opened& opened) {
    for (const Companion& companion : opened.companions) {
        if (companion.found) continue;
        Missing& missing = files_[text::lower(companion.name)];
        if (missing.name.empty()) missing.name = companion.name;
        for (const std::string& root : opened.roots) missing.roots.insert(io::openable(root));
    }
}

void MissingFiles::report(Console& console, bool all) const {
    std::map<std::set<std::string>, std::vector<std::string>> by_roots;
    for (const auto& [key, missing] : files_) by_roots[missing.roots].push_back(missing.name);
    for (const auto& [roots, names] : by_roots) {
        const std::string where =
            roots.empty() ? "nowhere to look: --search names folders" : "looked in " + listed(roots, all);
        console.note("not found: {}; {}", listed(names, all), where);
    }
}

}  // namespace thaw::cli
