// Files that models ask for and nobody found: said once in a run, however many models ask, with where they were looked
// for.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cli/console.hpp"
#include "io/open.hpp"

namespace thaw::cli {

class MissingFiles {
public:
    void add(const io::Opened& opened);
    void report(Console& console, bool all) const;

private:
    struct Missing {
        std::string name{};  // as the first model spells it
        std::set<std::string> roots{};
    };
    std::map<std::string, Missing> files_{};  // by name in lower case
};

}  // namespace thaw::cli
