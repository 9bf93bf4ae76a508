// Names for formats that have little room for them.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include <thaw/issue.hpp>

namespace thaw::build {

// Hands out names in printable ASCII of limited length. One that has to be changed is told apart from the others by a
// number at its end, and is an issue.
class Names {
public:
    Names(std::size_t longest, std::string_view what, Issues& issues)
        : longest_(longest), what_(what), issues_(issues) {}

    std::string take(std::string_view wanted);

private:
    std::size_t longest_;
    std::string_view what_;  // "clip name"
    Issues& issues_;
    std::set<std::string> taken_;  // in lower case
};

}  // namespace thaw::build
