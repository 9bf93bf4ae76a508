// Which files of folders and archives are wanted: --only and --exclude.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thaw::io {

// Does all of `text` match the shell pattern? '*' is any run of characters, '/' included, '?' any one, "[a-c]" and
// "[!a-c]" one of a set. Case does not count. A '[' that nothing closes stands for itself.
bool matches_glob(std::string_view text, std::string_view pattern);

// A pattern is about the path below what the user named, about a name in it, or about any names in a row
// ("models/*.ddd"). One that matches a folder covers everything in it.
struct NameFilter {
    std::vector<std::string> only{};     // none: everything
    std::vector<std::string> exclude{};  // counts more than `only`

    bool empty() const { return only.empty() && exclude.empty(); }
    // Of a file or folder.
    bool excludes(std::string_view path) const;
    // Of a file.
    bool takes(std::string_view path) const;
};

}  // namespace thaw::io
